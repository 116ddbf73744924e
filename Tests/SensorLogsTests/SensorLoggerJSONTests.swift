// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

@Suite struct SensorLoggerJSONTests {
    private let start: Int64 = 1_687_692_876_180_263_200

    private func object(_ sensor: String, _ row: Int, _ members: String) -> String {
        let time = start + Int64(row) * 10_000_000
        return
            "{\"sensor\":\"\(sensor)\",\"time\":\"\(time)\",\"seconds_elapsed\":\"\(Double(row) / 100)\",\(members)}"
    }

    private func export() -> String {
        let linear = (0..<100).map { object("Accelerometer", $0, "\"z\":\"0.25\",\"y\":\"0\",\"x\":\"0.5\"") }
        let gravity = (0..<100).map { object("Gravity", $0, "\"z\":\"-9.5\",\"y\":\"0\",\"x\":\"0\"") }
        let metadata =
            "{\"sensor\":\"Metadata\",\"version\":\"3\",\"device name\":\"Phone, mine\",\"platform\":\"ios\"}"
        return "[" + (linear + gravity + [metadata]).joined(separator: ", \n") + "]"
    }

    /// The export is one file: its parts go by their sensors.
    @Test func notesNameNoFileThatIsNotThere() throws {
        let guesses = try read(export()).header.guesses
        #expect(guesses.contains("acceleration is the sum of Accelerometer and Gravity"), "\(guesses)")
        #expect(!guesses.contains { $0.contains(".csv") })
    }

    private func read(_ text: String, chunk: Int = .max) throws -> Recording {
        let container = try SensorLoggerJSON(name: "log.json") {
            MemorySource(Array(text.utf8), chunk: chunk)
        }
        return try Recording(RecordingReader(LogAssembly.folder(container, options: LogOptions())))
    }

    @Test(arguments: [1, 13, 4096])
    func readsAnExport(_ chunk: Int) throws {
        let recording = try read(export(), chunk: chunk)
        #expect(recording.header.logger == .sensorLogger)
        #expect(recording.header.device == "Phone, mine")
        #expect(recording.header.origin?.nanoseconds == start)
        #expect(recording[.acceleration].count == 100)
        #expect(recording[.acceleration].values.first == SIMD3(-0.5, 0, 9.25))
    }

    @Test func readsMessagesWithNestedValues() throws {
        let samples = (0..<100).map {
            "{\"name\":\"totalacceleration\",\"time\":\(start + Int64($0) * 10_000_000),\"values\":{\"x\":0.1,"
                + "\"y\":0.2,\"z\":9.8}}"
        }
        let text =
            "{\"messageId\":1,\"payload\":[" + samples.joined(separator: ",") + "],\"deviceId\":\"a{b\"}"
        let recording = try read(text)
        #expect(recording[.acceleration].count == 100)
        #expect(recording[.acceleration].values.last == SIMD3(0.1, 0.2, 9.8))
    }

    @Test func countsACutObject() throws {
        let rows = (0..<100).map {
            object("AccelerometerUncalibrated", $0, "\"z\":\"-1\",\"y\":\"0\",\"x\":\"0\"")
        }
        let text = "[" + rows.joined(separator: ",")
        let recording = try read(String(text.dropLast(12)))
        #expect(recording[.acceleration].count == 99)
        #expect(recording.repairs[.cutRow] == 1)
        #expect(recording.header.guesses.contains { $0.contains("in g") })
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) + 9.80665) < 1e-5)
    }

    @Test func namesTheLineOfBadText() throws {
        let rows = (0..<5000).map { object("Accelerometer", $0, "\"z\":\"0\",\"y\":\"0\",\"x\":\"0\"") }
        let text = "[" + rows.joined(separator: ",\n") + ",\n{\"sensor\"=1}]"
        #expect {
            _ = try read(text)
        } throws: {
            ($0 as? InputError)?.code == .malformed && ($0 as? InputError)?.line == 5001
        }
    }

    @Test(arguments: [
        "{\"locations\":[{\"latitudeE7\":1}]}", "[{\"time\":\"1\"}]", "", "{\"gaitway\":\"activity-stream\"}",
    ])
    func doesNotTakeOtherJSONForItsOwn(_ text: String) {
        #expect {
            _ = try read(text)
        } throws: {
            !String(describing: $0).contains("Sensor Logger's JSON is")
        }
    }

    @Test(arguments: 0..<40)
    func noBytesTrap(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(export().utf8)
        for _ in 0..<20 {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                Array("{}[]\":,\\x0".utf8).randomElement(using: &generator) ?? 0
        }
        _ = try? read(String(decoding: bytes, as: UTF8.self))
    }
}
