// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

/// The speeds of fixes as samples, by logger and in bad logs.
@Suite struct SpeedReadingTests {
    private static let speedOption = LogOptions(readsSpeed: true)

    /// An export of phyphox of 3 s with these rows of `Location.csv`: time, velocity, accuracy.
    private func phyphox(_ fixes: [(time: String, speed: String, accuracy: String)]) throws -> LogFixture {
        let rows = fixes.enumerated().map { "\($1.time),5.2\($0)E1,4.9E0,NaN,\($1.speed),NaN,\($1.accuracy),3\n" }
        return try phyphox(location: rows.joined())
    }

    private func phyphox(location: String) throws -> LogFixture {
        let motion = (0..<300).map { "\(Double($0) / 100),0.25,-0.5,9.75\n" }.joined()
        return try LogFixture([
            "Accelerometer.csv": "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n" + motion,
            "Barometer.csv": "\"Time (s)\",\"X (hPa)\"\n-5.0E-1,1.01325E3\n5.0E-1,1.0135E3\n",
            "Location.csv":
                "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\","
                + "\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"\n" + location,
        ])
    }

    /// What every log must hold to: the other samples are what they are without the option, and all lie in time order.
    private func expectSameMotion(_ log: LogFixture, file: String? = nil) throws -> Recording {
        let path = log.path + (file.map { "/" + $0 } ?? "")
        let without = try Recording(path: path)
        let with = try Recording(path: path, options: Self.speedOption)
        for sensor in Sensor.allCases where sensor != .speed {
            #expect(with[sensor].nanoseconds == without[sensor].nanoseconds)
            #expect(with[sensor].values == without[sensor].values)
        }
        #expect(without[.speed].count == 0 && !without.header.sensors.contains(.speed))
        #expect(with.end == without.end && with.fixes.isEmpty)
        #expect(with.header.origin == without.header.origin)
        let reader = try RecordingReader(path: path, options: Self.speedOption)
        var batch = SampleBatch()
        var last = Int64.min
        while try reader.next(into: &batch) {
            for sample in batch.samples {
                #expect(sample.nanoseconds >= last)
                last = sample.nanoseconds
            }
        }
        return with
    }

    @Test func readsPhyphox() throws {
        let log = try phyphox([("0.5", "1.25", "5"), ("1.5", "2.5", "4"), ("2.5", "0", "4")])
        let recording = try expectSameMotion(log)
        #expect(recording[.speed].nanoseconds == [500_000_000, 1_500_000_000, 2_500_000_000])
        #expect(recording[.speed].values.map(\.x) == [1.25, 2.5, 0])
        #expect(recording.header.sensors == [.acceleration, .pressure, .speed])
        #expect(recording.repairs.entries.isEmpty)
    }

    @Test func leavesUnknownSpeedsOut() throws {
        let log = try phyphox([
            ("0.1", "-1", "5"), ("0.2", "NaN", "5"), ("0.3", "", "5"), ("0.4", "0", "-1"), ("0.5", "0", "NaN"),
            ("0.6", "3", "-1"),
        ])
        #expect(try expectSameMotion(log)[.speed].values.map(\.x) == [3])
    }

    @Test func isNotHarmedByAWrongClock() throws {
        let log = try phyphox([("-86400", "9", "5"), ("1", "1.5", "5"), ("31536000", "9", "5")])
        let recording = try expectSameMotion(log)
        #expect(recording[.speed].elapsed == [.seconds(-86400), .seconds(1), .seconds(31_536_000)])
    }

    @Test func deliversFixesBesideSpeeds() throws {
        let log = try phyphox([("0.5", "1.25", "5"), ("0.5", "1.25", "5"), ("1.5", "2.5", "4")])
        let both = try log.read(LogOptions(readsLocation: true, readsSpeed: true))
        let location = try log.read(LogOptions(readsLocation: true))
        #expect(both.fixes == location.fixes && both.fixes.count == 3)
        #expect(both[.speed].count == 3)
        #expect(both.repairs == location.repairs)
    }

    @Test func readsALogWhoseSpeedsAreText() throws {
        let log = try phyphox([("0.5", "fast", "5"), ("1.5", "slow", "4")])
        let recording = try expectSameMotion(log)
        #expect(recording[.speed].count == 0)
        let note = try #require(recording.header.guesses.first { $0.contains("speeds are left out") })
        #expect(note.contains("Location.csv, line 2") && note.contains("\"fast\" is not a number"))
    }

    @Test func countsARowWhoseSpeedIsText() throws {
        let log = try phyphox([("0.5", "1", "5"), ("1.5", "slow", "4"), ("2.5", "3", "4")])
        let recording = try expectSameMotion(log)
        #expect(recording[.speed].values.map(\.x) == [1, 3])
        #expect(recording.repairs[.badRow] == 1)
    }

    @Test func readsALocationTableWithoutRowsOrSpeeds() throws {
        let empty = try phyphox(location: "")
        #expect(try expectSameMotion(empty)[.speed].count == 0)
        let bare = try LogFixture([
            "Accelerometer.csv":
                "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n"
                + (0..<300).map { "\(Double($0) / 100),0.25,-0.5,9.75\n" }.joined(),
            "Location.csv": "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\"\n0.5,52,4.9\n",
        ])
        let recording = try expectSameMotion(bare)
        #expect(recording[.speed].count == 0 && recording.header.hasLocation)
    }

    @Test func readsSensorLogger() throws {
        let start: Int64 = 1_686_332_225_704_273_000
        func time(_ row: Int) -> String { "\(start + Int64(row) * 10_000_000),\(Double(row) / 100)" }
        let log = try LogFixture([
            "TotalAcceleration.csv":
                "time,seconds_elapsed,z,y,x\n" + (0..<300).map { time($0) + ",9.75,0,0.25\n" }.joined(),
            "Location.csv":
                "time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,bearing,"
                + "altitude,longitude,latitude\n"
                + "\(time(-500)),-1,-1,5,20,-1,-1,10,4.9,52\n\(time(50)),0,1,5,8,1.5,0,10,4.9,52\n"
                + "\(time(150)),0,1,5,8,4.25,0,10,4.9,52.1\n",
            "Metadata.csv": "version,device name,platform,standardisation\n3,Phone,android,false\n",
        ])
        let recording = try expectSameMotion(log)
        #expect(recording[.speed].nanoseconds == [500_000_000, 1_500_000_000])
        #expect(recording[.speed].values.map(\.x) == [1.5, 4.25])
    }

    @Test func readsSensorLoggerJSON() throws {
        func object(_ sensor: String, _ row: Int, _ members: String) -> String {
            "{\"sensor\":\"\(sensor)\",\"time\":\"\(1_687_692_876_180_263_200 + row * 10_000_000)\","
                + "\"seconds_elapsed\":\"\(Double(row) / 100)\",\(members)}"
        }
        let motion = (0..<300).map { object("TotalAcceleration", $0, "\"z\":\"9.75\",\"y\":\"0\",\"x\":\"0.5\"") }
        let fixes = [50, 150].map {
            object(
                "Location", $0,
                "\"speed\":\"\(Double($0) / 50)\",\"horizontalAccuracy\":\"5\",\"longitude\":\"4.9\","
                    + "\"latitude\":\"52.\($0)\""
            )
        }
        let log = try LogFixture(["ride.json": "[" + (motion + fixes).joined(separator: ",\n") + "]"])
        let recording = try expectSameMotion(log, file: "ride.json")
        #expect(recording[.speed].nanoseconds == [500_000_000, 1_500_000_000])
        #expect(recording[.speed].values.map(\.x) == [1, 3])
    }

    /// A table of AndroSensor at 20 Hz, whose rows repeat the last fix; `fix` is a row's own part: latitude and speed
    /// in km/h.
    private func androSensor(_ fix: (Int) -> (latitude: String, speed: String)) throws -> LogFixture {
        let header =
            "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);LOCATION Latitude : ;LOCATION "
            + "Longitude : ;LOCATION Speed ( Kmh);LOCATION Accuracy ( m);Time since start in ms "
            + ";YYYY-MO-DD HH-MI-SS_SSS\n"
        let rows = (0..<100).map { row in
            let (latitude, speed) = fix(row)
            return "0.1;0.\(row % 7);9.7;\(latitude);-71.25;\(speed);5;\(row * 50);2015-08-25 14:32:43:035\n"
        }
        return try LogFixture(["ride.csv": header + rows.joined()])
    }

    @Test func readsATableThatRepeatsItsFixes() throws {
        let log = try androSensor { ("42.\(1 + $0 / 20)", "\(36 * ($0 / 20))") }
        let recording = try expectSameMotion(log, file: "ride.csv")
        #expect(recording.header.logger == .androSensor)
        #expect(recording[.speed].nanoseconds == (0..<5).map { $0 * 1_000_000_000 })
        for (index, value) in recording[.speed].values.enumerated() { #expect(abs(value.x - Float(10 * index)) < 1e-4) }
    }

    @Test func keepsTheMotionOfRowsWhoseSpeedIsText() throws {
        let log = try androSensor { ("42.\(1 + $0 / 20)", $0 < 60 ? "n/v" : "18") }
        let recording = try expectSameMotion(log, file: "ride.csv")
        #expect(recording[.acceleration].count == 100)
        #expect(recording[.speed].nanoseconds == [3_000_000_000, 4_000_000_000])
    }

    @Test func leavesAColumnOfTextOut() throws {
        let log = try androSensor { ("42.\(1 + $0 / 20)", "n/v") }
        let recording = try expectSameMotion(log, file: "ride.csv")
        #expect(recording[.acceleration].count == 100 && recording[.speed].count == 0)
        #expect(recording.header.guesses.contains { $0.contains("speeds are left out, as \"n/v\"") })
        #expect(recording.repairs.entries.isEmpty)
    }

    @Test func keepsTheMotionOfRowsThatEndBeforeTheFix() throws {
        let header = "time_ms,ax (m/s^2),ay (m/s^2),az (m/s^2),latitude,longitude,speed\n"
        let rows = (0..<200).map {
            "\($0 * 20),0.\($0 % 9),0.2,9.8" + ($0 % 50 == 10 ? ",52.\($0),4.9,\($0)" : "") + "\n"
        }
        let log = try LogFixture(["ride.csv": header + rows.joined()])
        let recording = try expectSameMotion(log, file: "ride.csv")
        #expect(recording[.acceleration].count == 200)
        #expect(recording[.speed].values.map(\.x) == [10, 60, 110, 160])
    }
}
