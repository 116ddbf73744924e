// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Logs in folders and zips.
@Suite struct LogSearchTests {
    private static let table = "t_s,ax (m/s^2),ay (m/s^2),az (m/s^2)\n" + LogFixture.rows(10)

    /// The names that a search of a folder with these files finds, without the folder's own.
    private func found(_ files: [String: String]) throws -> (logs: [String], search: LogSearch) {
        let fixture = try LogFixture(files)
        let search = LogSearch([fixture.path])
        return (search.logs.map { String($0.name.dropFirst(fixture.path.count + 1)) }, search)
    }

    @Test(arguments: [
        // Sensor Logger, with what else it exports.
        [
            "Accelerometer.csv", "Gravity.csv", "Gyroscope.csv", "Metadata.csv", "Annotation.csv", "Orientation.csv",
            "AccelerometerUncalibrated.csv", "WristMotion.csv", "Camera/1.jpg",
        ],
        // phyphox, with and without names of its own.
        ["Accelerometer.csv", "Gyroscope.csv", "Location.csv", "meta/time.csv", "meta/device.csv"],
        ["Raw Data.csv", "meta/time.csv", "meta/device.csv"],
        // Sensor Record, and others with a file for each sensor.
        ["Accelerometer.txt", "Gyroscope.txt"], ["Linear Acceleration.csv", "Pressure.csv"],
    ])
    func exportFolderIsOneRide(files: [String]) throws {
        let contents = Dictionary(uniqueKeysWithValues: files.map { ($0, Self.table) })
        let (logs, search) = try found(contents)
        #expect(logs == [""])
        #expect(search.faults.isEmpty && search.leftAlone == (files.last == "Camera/1.jpg" ? search.leftAlone : []))
        // In a folder of rides it is one as well, and so it is in a zip.
        let inner = Dictionary(uniqueKeysWithValues: files.map { ("monday/" + $0, Self.table) })
        #expect(try found(inner.merging(["b.csv": Self.table]) { $1 }).logs == ["b.csv", "monday"])
        let zip = ZipFixture(inner.sorted { $0.key < $1.key }.map { ZipFixture.File($0.key, Array($0.value.utf8)) })
        let tree = ArchiveTree(try ZipArchive(bytes: zip.bytes()), name: "rides.zip")
        #expect(try LogSearch.log(in: tree).name == "rides.zip")
    }

    @Test func everyTableOfACollectionIsALog() throws {
        let (logs, search) = try found([
            "a.csv": "", "b.txt": "", "deep/er/c.csv": "", "README.md": "", "LICENSE.txt": "", ".hidden.csv": "",
            "photo.jpg": "", "d.json": "{\"sensor\":\"Accelerometer\"}", "e.json": "{\"recordings\":[]}",
        ])
        #expect(logs == ["a.csv", "b.txt", "d.json", "deep/er/c.csv"])
        #expect(
            search.leftAlone.map { ($0 as NSString).lastPathComponent } == [
                "LICENSE.txt", "README.md", "photo.jpg", "e.json",
            ])
    }

    @Test func tableThatNoLoggerWritesBesideARideIsNamed() throws {
        let (logs, search) = try found(["Accelerometer.csv": "", "Gyroscope.csv": "", "walk2.csv": ""])
        #expect(logs == [""])
        #expect(search.leftAlone.count == 1 && search.leftAlone[0].hasSuffix("walk2.csv"))
    }

    @Test func onlyRideGoesByTheNameThatWasGiven() throws {
        #expect(try found(["some/where/walk.csv": ""]).logs == [""])
    }

    @Test func readerOfOneLogRefusesTwo() throws {
        let fixture = try LogFixture(["a.csv": Self.table, "b.csv": Self.table])
        let error = #expect(throws: InputError.self) { try RecordingReader(path: fixture.path) }
        #expect(error?.code == .ambiguous)
        #expect(error?.description.contains("2 logs") == true && error?.description.contains("a.csv") == true)
        let zip = ZipFixture(["a.csv", "b/c.csv"].map { ZipFixture.File($0, Array(Self.table.utf8)) }).bytes()
        #expect(throws: InputError.self) { try RecordingReader(bytes: zip, name: "rides.zip") }
    }

    @Test func linksThatLoopEnd() throws {
        let fixture = try LogFixture(["a.csv": "", "in/b.csv": ""])
        for (target, name) in [("..", "in/up"), (".", "here"), ("in", "again"), ("/", "in/all")] {
            #expect(symlink(target, fixture.path + "/" + name) == 0)
        }
        let search = LogSearch([fixture.path])
        #expect(search.logs.count == 2)
        #expect(search.faults.isEmpty)
        #expect(search.repeated.count == 4)
    }

    @Test func pipeInAFolderIsNotOpened() throws {
        let fixture = try LogFixture(["a.csv": "", "c.csv": ""])
        #expect(mkfifo(fixture.path + "/b.csv", 0o600) == 0)
        let search = LogSearch([fixture.path])
        #expect(search.logs.count == 2)
        #expect(search.leftAlone == [fixture.path + "/b.csv"])
    }

    @Test func folderForResultsIsNotSearched() throws {
        let fixture = try LogFixture(["a.csv": "", "b.csv": "", "out/c.csv": ""])
        let search = LogSearch([fixture.path], except: fixture.path + "/out")
        #expect(search.logs.count == 2)
        #expect(search.excepted == [fixture.path + "/out"])
    }

    @Test func zipInAFolderIsSearchedAndOneInAZipIsAFault() throws {
        let fixture = try LogFixture(["a.csv": ""])
        let zip = ZipFixture(
            ["x/b.csv", "y/b.csv", "inner.zip"].map { ZipFixture.File($0, Array(Self.table.utf8)) }
        ).bytes()
        try Data(zip).write(to: URL(fileURLWithPath: fixture.path + "/rides.zip"))
        let search = LogSearch([fixture.path])
        #expect(
            search.logs.map(\.name)
                == ["a.csv", "rides.zip/x/b.csv", "rides.zip/y/b.csv"].map { fixture.path + "/" + $0 })
        #expect(search.faults.map(\.source) == [fixture.path + "/rides.zip/inner.zip"])
        // What a search calls a log is a path to it.
        for log in search.logs.dropFirst() {
            #expect(try RecordingReader(path: log.name).header.source == log.name)
        }
        #expect(try RecordingReader(path: fixture.path + "/rides.zip/x").header.source == fixture.path + "/rides.zip/x")
    }

    @Test func namesOfAZipMayBeginWithADot() throws {
        let fixture = try LogFixture([:])
        try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: true)
        let names = ["./", "./a.csv", "./ride/", "./ride/Accelerometer.csv", "./ride/Gyroscope.csv", "./.hidden.csv"]
        let zip = ZipFixture(names.map { ZipFixture.File($0, $0.hasSuffix("/") ? [] : Array(Self.table.utf8)) }).bytes()
        let path = fixture.path + "/rides.zip"
        try Data(zip).write(to: URL(fileURLWithPath: path))
        let search = LogSearch([path])
        #expect(search.logs.map(\.name) == [path + "/a.csv", path + "/ride"])
        #expect(search.faults.isEmpty)
        let plain = try LogFixture.read(Self.table)
        for name in ["a.csv", "./a.csv"] {
            #expect(try Recording(path: path + "/" + name, options: LogOptions()).contents == plain.contents)
        }
        #expect(LogSearch([path + "/./ride"]).logs.count == 1)
    }

    @Test func gzipIsReadLikeWhatItHolds() throws {
        let fixture = try LogFixture(["Accelerometer.csv": Self.table])
        try Data(gzipped(Array(Self.table.utf8))).write(to: URL(fileURLWithPath: fixture.path + "/b.csv.gz"))
        let plain = try Recording(path: fixture.path + "/Accelerometer.csv")
        #expect(try Recording(path: fixture.path + "/b.csv.gz").contents == plain.contents)
        let bytes = gzipped(Array(Self.table.utf8))
        #expect(try Recording(RecordingReader(bytes: bytes, name: "no ending")).contents == plain.contents)
        let zip = ZipFixture([ZipFixture.File("walk.csv.gz", bytes)]).bytes()
        #expect(try Recording(RecordingReader(bytes: zip, name: "walk.zip")).contents == plain.contents)
    }

    // MARK: Names

    @Test func logsAreNamedAfterTheirRides() {
        #expect(
            LogNames(["ride/", "walk.csv", "-", "day.zip", "run.csv.gz"]).names == [
                "ride", "walk", "stdin", "day", "run",
            ])
        #expect(LogNames(["mon/walk.csv", "tue/walk.csv", "run"]).names == ["mon-walk", "tue-walk", "run"])
        #expect(LogNames(["a/x/walk.csv", "b/x/walk.csv"]).names == ["a-x-walk", "b-x-walk"])
        #expect(LogNames(["all/x/walk.csv", "all/walk.csv", "all/x.csv"]).names == ["x-walk", "walk", "x"])
        #expect(LogNames(["walk.csv", "walk.csv", "walk-2.csv"]).names == ["walk", "walk-3", "walk-2"])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func noNameIsGivenTwice(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", "b", "a-b", "b-2", "a.csv", "a.zip", "..", "-"]
        let logs = (0..<60).map { _ in
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }
                .joined(separator: "/")
        }
        let names = LogNames(logs).names
        #expect(names.count == logs.count)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.isEmpty && !$0.contains("/") })
    }
}
