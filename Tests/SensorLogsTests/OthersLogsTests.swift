// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Logs as people have them: several sensors, people or recordings at once, and files that are not plain tables.
@Suite struct OthersLogsTests {
    /// Three digits of a number.
    private static func digits(_ number: Int) -> Substring { "\(1000 + number)".dropFirst() }

    private static let times = (0..<200).map { 1_747_216_800_000 + $0 * 20 }

    @Test(arguments: [("accelerometer", "gyroscope"), ("1", "4"), ("android.sensor.accelerometer", "TYPE_GYROSCOPE")])
    func rowsThatNameTheirSensorAreParted(_ words: (String, String)) throws {
        let rows = Self.times.map { "\(words.0),\($0),0.1,0.2,9.8\n\(words.1),\($0 + 3),0.5,0.6,0.7\n" }.joined()
        let recording = try LogFixture.read("sensor,timestamp,x,y,z\n" + rows)
        #expect(recording[.acceleration].values.count == 200 && recording[.rotationRate].values.count == 200)
        #expect(recording[.acceleration].values.allSatisfy { $0.z == 9.8 })
        #expect(recording[.rotationRate].values.allSatisfy { $0.x == 0.5 })
    }

    @Test func numbersThatStayAreLabelsAndNotSensors() throws {
        let rows = Self.times.enumerated().map { "\($1),\($0 / 100 + 1),0.1,0.2,9.8\n" }.joined()
        #expect(try LogFixture.read("timestamp,type,x,y,z\n" + rows)[.acceleration].values.count == 200)
    }

    @Test(arguments: ["user", "Device", "subject"]) func rowsOfTwoPeopleAreRefused(_ column: String) throws {
        let rows = Self.times.enumerated().map { "\($1),0.1,0.2,9.8,\($0 < 150 ? "ann" : "bob")\n" }.joined()
        let fault = LogFixture.fault("timestamp,x,y,z,\(column)\n" + rows)
        #expect(fault?.code == .ambiguous && fault?.problem.contains("bob") == true)
        let one = rows.replacing("bob", with: "ann")
        #expect(try LogFixture.read("timestamp,x,y,z,\(column)\n" + one)[.acceleration].values.count == 200)
    }

    @Test(arguments: [
        "Accelerometer_2.csv", "Accelerometer2.csv", "Accelerometer (1).csv", "Accelerometer copy.csv",
        "Accelerometer-still.csv", "still_Accelerometer.csv", "accelerometer.csv",
    ])
    func aSecondRecordingBesideTheFirstIsALogOfItsOwn(_ second: String) throws {
        let table = "time,x,y,z\n" + LogFixture.rows(200)
        let folder = try LogFixture(["Accelerometer.csv": table, second: table])
        let search = LogSearch([folder.path])
        #expect(search.logs.count == 2 && search.leftAlone.isEmpty && search.faults.isEmpty)
        for log in search.logs { #expect(try Recording(RecordingReader(log))[.acceleration].values.count == 200) }
    }

    @Test func filesThatBelongTogetherAreOneLog() throws {
        let table = "time,x,y,z\n" + LogFixture.rows(200)
        let folder = try LogFixture([
            "Accelerometer_1.csv": table, "Gyroscope_1.csv": table, "Accelerometer_2.csv": table,
            "Gyroscope_2.csv": table, "Gyroscope_3.csv": table,
        ])
        let search = LogSearch([folder.path])
        #expect(search.logs.count == 2 && search.leftAlone.map { $0.hasSuffix("Gyroscope_3.csv") } == [true])
        for log in search.logs {
            #expect(try Recording(RecordingReader(log))[.rotationRate].values.count == 200)
        }
    }

    /// Ten times the files cost a hundred times as much if each was compared with all others, which took minutes.
    @Test func folderOfManyTablesIsSearched() throws {
        let files = (0..<8_000).map { FolderContents.File(name: "\($0)-ride.csv", size: 20) }
        var contents = FolderContents()
        contents.files = files
        let folder = RideFolder(contents)
        #expect(!folder.isRide && folder.rides.isEmpty && folder.logs.count == 8_000)
    }

    @Test func aFolderOfManyTablesIsSearched() {
        var contents = FolderContents()
        contents.files = (0..<8_000).map { .init(name: "\($0)-ride.csv", size: 20) }
        let folder = RideFolder(contents)
        #expect(!folder.isRide && folder.rides.isEmpty && folder.logs.count == 8_000)
    }

    @Test func gravityOfAnotherTimeIsLeftOutAndSaid() throws {
        let start = 1_747_216_800_000_000_000
        func rows(_ first: Int, _ z: Double) -> String {
            "time,seconds_elapsed,z,y,x\n"
                + (0..<200).map { "\(first + $0 * 20_000_000),\(Double($0) / 50),\(z),0,0\n" }.joined()
        }
        let folder = try LogFixture([
            "Accelerometer.csv": rows(start, 0.1), "Gravity.csv": rows(start - 86_400_000_000_000, 9.8),
        ])
        let recording = try folder.read()
        #expect(recording[.linearAcceleration].values.count == 200)
        #expect(recording.header.guesses.contains { $0.contains("Gravity.csv is left out") })
    }

    @Test func jsonTablesAreRead() throws {
        let lines = Self.times.map {
            "{\"timestamp\":\($0),\"acceleration\":null,"
                + "\"accelerationIncludingGravity\":{\"x\":0.1,\"y\":0.2,\"z\":9.8},"
                + "\"rotationRate\":{\"alpha\":90,\"beta\":0,\"gamma\":0}}"
        }
        let list =
            "{\"time_ms\":[" + (0..<200).map { "\($0 * 20)" }.joined(separator: ",") + "],"
            + ["ax", "ay", "az"].map {
                "\"\($0)\":[" + [String](repeating: "5.6", count: 200).joined(separator: ",") + "]"
            }
            .joined(separator: ",") + "}"
        let edge =
            "{\"payload\":{\"interval_ms\":20,\"sensors\":[{\"name\":\"accX\",\"units\":\"m/s2\"},"
            + "{\"name\":\"accY\",\"units\":\"m/s2\"},{\"name\":\"accZ\",\"units\":\"m/s2\"}],\"values\":["
            + [String](repeating: "[0.1,0.2,9.8]", count: 200).joined(separator: ",") + "]}}"
        let folder = try LogFixture([
            "a/lines.ndjson": lines.joined(separator: "\n"), "b/array.json": "[" + lines.joined(separator: ",") + "]",
            "c/list.json": list, "d/edge.json": edge,
        ])
        let search = LogSearch([folder.path])
        #expect(search.logs.count == 4 && search.faults.isEmpty && search.leftAlone.isEmpty)
        for log in search.logs {
            let recording = try Recording(RecordingReader(log))
            #expect(recording[.acceleration].values.count == 200 && recording.end == .milliseconds(3980), "\(log.name)")
        }
        let browser = try Recording(path: folder.path + "/a/lines.ndjson")
        let turn = try #require(browser[.rotationRate].values.first)
        #expect(abs(turn.z - .pi / 2) < 1e-6 && turn.x == 0)
    }

    @Test(arguments: [true, false]) func textsThatAreNotUTF8AreRead(_ isUTF16: Bool) throws {
        let table = "time,x,y,z\n" + LogFixture.rows(300).replacing("0.1,", with: "\u{2212}0.1,")
        var bytes = Array(table.utf8)
        if isUTF16 {
            bytes = [0xff, 0xfe]
            for unit in table.utf16 { bytes += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
        }
        let recording = try Recording(RecordingReader(bytes: bytes, name: "log.csv"))
        #expect(recording[.acceleration].values.count == 300)
        #expect(recording[.acceleration].values.allSatisfy { $0.x == -0.1 })
    }

    @Test(arguments: [1, 2, 3, 7, 100]) func aMinusIsFoundInPiecesOfAnySize(_ chunk: Int) throws {
        let text = Array("a\u{2212}1,\u{2212}\u{2212}2,\u{20AC}".utf8)
        let source = try TextSource.utf8(MemorySource(text, chunk: chunk))
        var (found, block): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 5))
        while case let count = try source.read(into: &block, at: 0), count > 0 { found += block[..<count] }
        #expect(String(decoding: found, as: UTF8.self) == "a-1,--2,\u{20AC}")
    }

    @Test func aSensorInAnUnknownUnitIsLeftOutWithANote() throws {
        let rows = (0..<200).map { "\(Double($0) / 50),0,0,9.8,1,2,3\n" }.joined()
        let text = "t,ax,ay,az,gx (mdps),gy (mdps),gz (mdps)\n" + rows
        let reader = try RecordingReader(bytes: Array(text.utf8), name: "log.csv")
        #expect(reader.header.sensors == [.acceleration])
        #expect(reader.header.guesses.contains { $0.hasPrefix("left out: the unit mdps of the column gx (mdps)") })
    }

    @Test func aTableOfPositionsLeadsToTrips() throws {
        for (header, leads) in [("time,latitude,longitude\n", true), ("identifier,latitude,longitude\n", false)] {
            let text = header + (0..<50).map { "\(1_780_000_000 + $0),52.5,13.25\n" }.joined()
            let fault = #expect(throws: InputError.self) {
                try RecordingReader(bytes: Array(text.utf8), name: "log.csv")
            }
            #expect(fault?.problem == "the log has no acceleration")
            #expect(fault?.remedy.description.contains("as a track") == leads)
        }
    }

    @Test func aWorkbookIsAFolderOfTables() throws {
        func sheet(_ rows: [[String]]) -> String {
            "<worksheet><sheetData>"
                + rows.enumerated().map { row, cells in
                    "<row>"
                        + cells.enumerated().map { column, cell in
                            let name = "\(["A", "B", "C", "D"][column])\(row + 1)"
                            return row == 0
                                ? "<c r=\"\(name)\" t=\"inlineStr\"><is><t>\(cell)</t></is></c>"
                                : "<c r=\"\(name)\"><v>\(cell)</v></c>"
                        }.joined() + "</row>"
                }.joined() + "</sheetData></worksheet>"
        }
        let rows = (0..<200).map { ["\(Double($0) / 50)", "0.1", "0.2", "9.8"] }
        let files = [
            "xl/workbook.xml": "<workbook><sheets><sheet name=\"Accelerometer\" sheetId=\"1\" id=\"r1\"/>"
                + "<sheet name=\"Gyroscope\" sheetId=\"2\" id=\"r2\"/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels": "<Relationships><Relationship Id=\"r1\" Target=\"worksheets/sheet1.xml\"/>"
                + "<Relationship Id=\"r2\" Target=\"worksheets/sheet2.xml\"/></Relationships>",
            "xl/worksheets/sheet1.xml": sheet([["Time (s)", "X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"]] + rows),
            "xl/worksheets/sheet2.xml": sheet([["Time (s)", "X (rad/s)", "Y (rad/s)", "Z (rad/s)"]] + rows),
        ]
        let zip = ZipFixture(files.sorted { $0.key < $1.key }.map { .init($0.key, Array($0.value.utf8)) })
        let recording = try Recording(RecordingReader(bytes: zip.bytes(), name: "ride.xlsx"))
        #expect(recording[.acceleration].values.count == 200 && recording[.rotationRate].values.count == 200)
        #expect(recording.end == .milliseconds(3980))
    }

    @Test func actiGraphStatesRateStartAndOrderOfDates() throws {
        let title =
            "------------ Data File Created By ActiGraph GT3X+ date format d/MM/yyyy at 50 Hz  Filter Normal -----\n"
            + "Serial Number: A\nStart Time 17:33:00\nStart Date 02/04/2015\n--------------------------------------\n"
        let rows = [String](repeating: "0.1,0.2,0.97\n", count: 200).joined()
        let untimed = try LogFixture.read(title + "Accelerometer X,Accelerometer Y,Accelerometer Z\n" + rows)
        #expect(
            untimed.header.origin == Timestamp(iso8601: "2015-04-02T17:33:00Z") && untimed.end == .milliseconds(3980))
        let timed = (0..<200).map { "02/04/2015 17:33:0\($0 / 50).\(Self.digits($0 % 50 * 20)),0.1,0.2,0.97\n" }
        let found = try LogFixture.read(
            title + "Timestamp,Accelerometer X,Accelerometer Y,Accelerometer Z\n" + timed.joined())
        #expect(found.header.origin == Timestamp(iso8601: "2015-04-02T17:33:00Z"))
    }

    @Test func geneActivIsReadBehindItsLongHead() throws {
        let head = "Device Type,GENEActiv\n" + (0..<98).map { "Line \($0),\n" }.joined() + "\n"
        let rows = (0..<200).map {
            "2025-05-14 10:00:0\($0 / 50):\(Self.digits($0 % 50 * 20)),0.1,0.2,0.97,12,0,22.5\n"
        }
        let recording = try LogFixture.read(head + rows.joined())
        #expect(recording[.acceleration].values.count == 200 && recording[.rotationRate].values.isEmpty)
        #expect(recording.header.origin == Timestamp(iso8601: "2025-05-14T10:00:00Z"))
    }

    @Test func aClockThatIsSetWhileRecordingEndsTheLog() throws {
        let rows = LogFixture.rows(200) + (0..<200).map { "\(1_747_216_860 + Double($0) / 50),0.1,0.2,9.8\n" }.joined()
        let fault = LogFixture.fault("time,ax,ay,az\n" + rows)
        #expect(fault?.code == .ambiguous && fault?.problem.contains("two clocks") == true)
    }

    @Test func timesThatASpreadsheetSpoiltAreSaid() throws {
        let rounded = [String](repeating: "1.74722E+12,0.1,0.2,9.8\n", count: 100).joined()
        #expect(LogFixture.fault("timestamp,x,y,z\n" + rounded)?.problem.contains("spreadsheet") == true)
        let cut = [String](repeating: "59:00.0,0.1,0.2,9.8\n", count: 100).joined()
        #expect(LogFixture.fault("time,x,y,z\n" + cut)?.problem.contains("spreadsheet") == true)
    }
}
