// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// What a log is, by its bytes: files of any name, and pipes, which give them once.
@Suite struct LogContentTests {
    /// The same ten rows in each form that a log may have.
    private enum Form: CaseIterable {
        case table, json, zip, packedTable, packedJSON

        var bytes: [UInt8] {
            let table = Array(("t_s,ax (m/s^2),ay (m/s^2),az (m/s^2)\n" + LogFixture.rows(400)).utf8)
            let objects = (0..<400).map { row in
                "{\"sensor\":\"Accelerometer\",\"time\":\"\(1_700_000_000_000_000_000 + row * 20_000_000)\","
                    + "\"x\":\"0.1\",\"y\":\"0.2\",\"z\":\"9.81\"}"
            }
            let json = Array("\n [\(objects.joined(separator: ","))]".utf8)
            return switch self {
            case .table: table
            case .json: json
            case .zip: ZipFixture([ZipFixture.File("Accelerometer.csv", table)]).bytes()
            case .packedTable: gzipped(table)
            case .packedJSON: gzipped(json)
            }
        }
    }

    /// Sensor Logger's accelerometer is linear, the table's total.
    private static func rows(_ recording: Recording) -> Int {
        recording[.acceleration].count + recording[.linearAcceleration].count
    }

    @Test(arguments: Form.allCases, ["log.csv", "log.json", "log.zip", "log.gz", "log"])
    private func formIsToldByBytesInAFile(form: Form, name: String) throws {
        let fixture = try LogFixture(["beside/a.txt": ""])
        let path = fixture.path + "/" + name
        try Data(form.bytes).write(to: URL(fileURLWithPath: path))
        #expect(try Self.rows(Recording(path: path)) == 400)
    }

    @Test(arguments: Form.allCases, ["log.csv", "log.json", "log.zip", "log"])
    private func formIsToldByBytesInAPipe(form: Form, name: String) throws {
        let fixture = try LogFixture(["beside/a.txt": ""])
        let path = fixture.path + "/" + name
        #expect(mkfifo(path, 0o600) == 0)
        let bytes = form.bytes
        // Written in two parts with a pause: what is read first is less than what tells.
        let writer = Thread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            for part in [bytes.prefix(2), bytes.dropFirst(2)] {
                try? file.write(contentsOf: Data(part))
                usleep(20_000)
            }
            try? file.close()
        }
        writer.start()
        #expect(try Self.rows(Recording(path: path)) == 400)
    }

    @Test(arguments: Form.allCases)
    private func formIsToldByBytesInAFolder(form: Form) throws {
        let fixture = try LogFixture(["monday.csv": "t_s,ax,ay,az\n"])
        try Data(form.bytes).write(to: URL(fileURLWithPath: fixture.path + "/tuesday.csv"))
        let search = LogSearch([fixture.path])
        #expect(search.logs.count == 2)
        let log = try #require(search.logs.last)
        #expect(try Self.rows(Recording(RecordingReader(log))) == 400)
    }

    @Test func textThatIsCalledAZipIsReadAsText() throws {
        let fixture = try LogFixture(["log.zip": "this is not an archive\n"])
        let error = #expect(throws: (any Error).self) { try Recording(path: fixture.path + "/log.zip") }
        #expect("\(String(describing: error))".contains("log.zip:1"))
    }

    @Test(arguments: ["[1, 2]", "[", "{", "[]", "{}", "{\"a\":1}", "\u{FEFF}[{}]", "[x], y\n1,2\n", "  \n"])
    func openingsOfOtherTextsAreErrors(text: String) throws {
        let fixture = try LogFixture(["log.json": text])
        #expect(throws: (any Error).self) { try Recording(path: fixture.path + "/log.json") }
    }
}
