// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct PhyphoxTests {
    /// Writes a table in one of the five dialects.
    private func table(_ header: [String], _ rows: [[Double]], separator: String, comma: Bool, quoted: Bool)
        -> String
    {
        let names = header.map { quoted ? "\"\($0)\"" : $0 }.joined(separator: separator)
        let lines = rows.map { row in
            row.map { value in
                let text = value.isNaN ? "NaN" : "\(value)E0"
                return comma ? text.split(separator: ".").joined(separator: ",") : text
            }.joined(separator: separator)
        }
        return ([names] + lines).joined(separator: "\n") + "\n"
    }

    private let motion: [[Double]] = (0..<300).map { (row: Int) -> [Double] in
        let time = Double(row) / 100 + 0.004
        let z = 9.75 + Double(row % 5) / 16
        return [time, 0.25, -0.5, z]
    }

    @Test(arguments: [
        (",", false, true), ("\t", false, true), (";", false, false), ("\t", true, true), (";", true, false),
    ])
    func readsEveryDialect(_ separator: String, _ comma: Bool, _ quoted: Bool) throws {
        let names = ["Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)"]
        let text = table(["Time (s)"] + names, motion, separator: separator, comma: comma, quoted: quoted)
        let recording = try LogFixture.read(text)
        #expect(recording.header.logger == .phyphox)
        #expect(recording[.acceleration].count == 300)
        #expect(recording[.acceleration].values[3] == SIMD3(0.25, -0.5, 9.9375))
        #expect(recording[.acceleration].nanoseconds[3] == 30_000_000)
        #expect(recording.repairs.entries.isEmpty)
    }

    private func folder(_ linear: Bool = false) throws -> LogFixture {
        let accelerometer = table(
            ["Time (s)", "X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"], motion, separator: ",", comma: false,
            quoted: true)
        let gyroscope = table(
            ["Time (s)", "X (rad/s)", "Y (rad/s)", "Z (rad/s)"], motion.map { [$0[0], 0.1, 0.2, 0.3] },
            separator: ",",
            comma: false, quoted: true)
        let barometer = "\"Time (s)\",\"X (hPa)\"\n-5.0E-1,1.01325E3\n5.0E-1,1.0135E3\n"
        let location =
            "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\","
            + "\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"\n1.0,5.2E1,4.9E0,NaN,-1.0,-1.0,12.5,3\n"
        let time =
            "\"event\",\"experiment time\",\"system time\",\"system time text\"\n"
            + "\"START\",0.0E0,1.718194156945032E9,\"2024-06-12 14:09:16.945 UTC+02:00\"\n\"PAUSE\",3.0E0,1.7E9,\"x\"\n"
        return try LogFixture([
            (linear ? "Linear Acceleration.csv" : "Accelerometer.csv"): accelerometer,
            "Gyroscope.csv": gyroscope,
            "Barometer.csv": barometer, "Location.csv": location, "meta/time.csv": time,
            "meta/device.csv": "\"property\",\"value\"\n\"deviceModel\",\"Phone 3\"\n",
        ])
    }

    @Test func readsAFolder() throws {
        let recording = try folder().read(LogOptions(readsLocation: true))
        #expect(recording.header.sensors == [.acceleration, .rotationRate, .pressure])
        #expect(recording.header.device == "Phone 3")
        #expect(recording.header.origin?.nanoseconds == 1_718_194_156_949_032_000)
        #expect(recording[.pressure].nanoseconds == [-504_000_000, 496_000_000])
        #expect(recording[.pressure].values.first?.x == 1013.25)
        #expect(recording[.rotationRate].values.first == SIMD3(0.1, 0.2, 0.3))
        #expect(recording.end == .nanoseconds(2_990_000_000))
        let fix = try #require(recording.fixes.first)
        #expect(fix.elapsed == .milliseconds(996) && fix.latitude == 52 && fix.horizontalAccuracy == 12.5)
        #expect(fix.speed == nil && fix.course == nil && fix.altitude == nil)
    }

    @Test func saysThatThereAreFixesWithoutReadingThem() throws {
        let recording = try folder().read()
        #expect(recording.header.hasLocation)
        #expect(recording.fixes.isEmpty)
    }

    @Test func deliversLinearAccelerationWhereThereIsNoOther() throws {
        let recording = try folder(true).read()
        #expect(recording[.acceleration].count == 0)
        #expect(recording[.linearAcceleration].count == 300)
        #expect(recording[.linearAcceleration].nanoseconds.first == 0)
    }

    @Test func mergesByTimeWithAccelerationLast() throws {
        let log = try folder()
        let reader = try RecordingReader(path: log.path)
        var batch = SampleBatch()
        var all: [SensorSample] = []
        while try reader.next(into: &batch) { all += batch.samples }
        #expect(zip(all.dropFirst(), all).allSatisfy { $0.elapsed >= $1.elapsed })
        #expect(all.prefix(3).map(\.sensor) == [.pressure, .rotationRate, .acceleration])
    }

    @Test func readsAZipLikeItsFolder() throws {
        let rows = LogFixture.rows(100)
        let zip = ZipFixture([
            ZipFixture.File(
                "My ride/Accelerometer.csv", Array(("Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)\n" + rows).utf8)),
            ZipFixture.File(
                "My ride/meta/time.csv",
                Array("event,experiment time,system time\nSTART,0,1700000000.5\n".utf8)),
        ])
        let archive = try ZipArchive(bytes: zip.bytes())
        let log = try LogSearch.log(in: ArchiveTree(archive, name: "ride.zip"))
        let recording = try Recording(RecordingReader(log))
        #expect(recording[.acceleration].count == 100)
        #expect(recording.header.origin?.nanoseconds == 1_700_000_000_500_000_000)
    }

    @Test func takesPaddingForWhatItIs() throws {
        let header =
            "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2),Pressure (hPa)\n"
        let rows = LogFixture.rows(50) { $0 < 5 ? ",1000.5" : ",NaN" }
        let recording = try LogFixture.read(header + rows + "1.0,0.1,NaN,9.8,NaN\n1.02,NaN,NaN,NaN,NaN\n")
        #expect(recording[.acceleration].count == 50)
        #expect(recording.repairs[.notANumber] == 1)
    }

    @Test func survivesWhatScriptsAdd() throws {
        let header = ",Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2),Datetime\r\n"
        let rows = (0..<50).map { "\($0),\(Double($0) / 50),0.1,0.2,9.8,2024-06-04 15:48:16.0\r\n" }.joined()
        let recording = try LogFixture.read([0xEF, 0xBB, 0xBF] + Array((header + rows).utf8))
        #expect(recording[.acceleration].count == 50)
        #expect(recording[.acceleration].nanoseconds.last == 980_000_000)
        #expect(recording.header.origin == nil)
    }
}
