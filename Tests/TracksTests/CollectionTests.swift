// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite("Whole exports")
struct CollectionTests {
    private static let takeout: [(String, String)] = [
        ("Takeout/archive_browser.html", "<html></html>"),
        ("Takeout/Location History/Records.json", HistorySamples.records),
        ("Takeout/Location History/Semantic Location History/2026/2026_MAY.json", HistorySamples.semantic),
        ("Takeout/Tasks/list.csv", "a,b\n1,2\n"),
    ]
    private static let health: [(String, String)] = [
        ("apple_health_export/export.xml", HistorySamples.health),
        ("apple_health_export/export_cda.xml", "<ClinicalDocument/>"),
        ("apple_health_export/workout-routes/route.gpx", HistorySamples.route),
    ]

    private func archive(_ files: [(String, String)]) -> [UInt8] {
        ZipFixture(files.map { ZipFixture.File($0.0, Array($0.1.utf8)) }).bytes()
    }

    /// A folder with files, for as long as `body` runs.
    private func folder(_ files: [(String, [UInt8])], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("tracks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, bytes) in files {
            let file = root.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        try body(root.path)
    }

    @Test("a Takeout as a zip, in memory and as a file, as a folder, and as a folder of zips is one track")
    func takeout() throws {
        let bytes = archive(Self.takeout)
        let track = try #require(try TrackCollection.track(packed: bytes, source: "takeout.zip"))
        #expect(track.format == .googleRecords)
        #expect(track.visits.map(\.name) == ["Home", "Work"])
        #expect(track.fixes.filter { $0.horizontalAccuracy == 12 }.count == 11)
        // The path of the segment repeats the records.
        #expect(track.repairs[.duplicate] == 11)
        #expect(track.remarks == [.otherFiles(2)])
        try folder(Self.takeout.map { ($0.0, Array($0.1.utf8)) }) { path in
            let unpacked = try #require(try TrackCollection.track(path: path))
            #expect(unpacked.fixes == track.fixes && unpacked.visits == track.visits)
        }
        let parts = [archive(Array(Self.takeout.prefix(2))), archive(Array(Self.takeout.dropFirst(2)))]
        try folder([("takeout-001.zip", parts[0]), ("takeout-002.zip", parts[1])]) { path in
            let joined = try #require(try TrackCollection.track(path: path))
            #expect(joined.fixes == track.fixes && joined.visits == track.visits)
            let one = try #require(try TrackCollection.track(path: path + "/takeout-001.zip"))
            #expect(one.fixes.count == 11 && one.visits.isEmpty)
        }
    }

    @Test("a Health export: its routes, and the workouts as reports; the routes alone are a track, too")
    func health() throws {
        let track = try #require(try TrackCollection.track(packed: archive(Self.health), source: "export.zip"))
        #expect(track.format == .appleHealth)
        #expect(track.fixes.count == 11 && track.fixes.allSatisfy { $0.horizontalAccuracy == 4.5 && $0.speed == 1.4 })
        #expect(track.reports.map(\.activity.flags) == [.walking, .unknown])
        let routes = try #require(
            try TrackCollection.track(packed: archive([Self.health[2]]), source: "routes.zip"))
        #expect(routes.format == .gpx && routes.fixes == track.fixes && routes.reports.isEmpty)
    }

    @Test("a map in a zip, and a packed file, are read")
    func packed() throws {
        let map = archive([("doc.kml", DeviceFileTests.map), ("images/a.png", "\u{89}PNG")])
        let track = try #require(try TrackCollection.track(packed: map, source: "a.kmz"))
        #expect(track.format == .kml && track.visits.count == 1)
        // LocoKit2's folder: items, places and packed samples in files of their own.
        let whole = try Track(decoding: Array(HistorySamples.locoKit { "\"\(HistorySamples.time($0))\"" }.utf8))
        let text = HistorySamples.locoKit { "\"\(HistorySamples.time($0))\"" }
        func part(_ key: String) throws -> [UInt8] {
            let start = try #require(text.firstRange(of: "\"\(key)\": [")?.upperBound)
            let end = try #require(text[start...].firstRange(of: "]")?.lowerBound)
            return Array("[\(text[start..<end])]".utf8)
        }
        try folder([
            ("metadata.json", Array("{\"schemaVersion\":\"2.2.0\",\"exportMode\":\"bucketed\"}".utf8)),
            ("items/2026-05.json", part("items")), ("places/A.json", part("places")),
            ("samples/2026-W18.json", part("samples")),
        ]) { path in
            let bucketed = try #require(try TrackCollection.track(path: path))
            #expect(bucketed.format == .arc && bucketed.fixes == whole.fixes)
            #expect(bucketed.visits.map(\.name) == ["Home", "Work"])
        }
    }

    @Test("a logger's export with a track beside its tables is left to the logger's reader")
    func loggers() throws {
        let files = [("Accelerometer.csv", "time,x,y,z\n1,2,3,4\n"), ("track.gpx", HistorySamples.route)]
        #expect(try TrackCollection.track(packed: archive(files), source: "log.zip") == nil)
        #expect(try TrackCollection.track(packed: archive([("a.txt", "b")]), source: "log.zip") == nil)
        #expect(try TrackCollection.track(packed: Array("no zip".utf8), source: "log") == nil)
    }

    @Test("a text beside tracks is not a logger's table, and tables of fixes are tracks, also packed and beside others")
    func texts() throws {
        let table = "time,lat,lon\n2026-05-04T07:00:00Z,47,8\n"
        let text = ("readme.txt", "My rides, with a bicycle\n")
        for files in [[("a.gpx", HistorySamples.route), text], [("a.csv", table), text]] {
            let track = try #require(try TrackCollection.track(packed: archive(files), source: "rides.zip"))
            #expect(!track.fixes.isEmpty && track.remarks.contains(.otherFiles(1)))
        }
        let both = try #require(
            try TrackCollection.track(
                packed: archive([("a.gpx", HistorySamples.route), ("b.csv", table)]), source: "rides.zip"))
        let alone = try #require(
            try TrackCollection.track(packed: archive([("a.gpx", HistorySamples.route)]), source: "rides.zip"))
        #expect(both.fixes.count == alone.fixes.count + 1)
    }

    @Test("a file of an export that cannot be read is left out and told; if none can, that is the error")
    func damaged() throws {
        var files = Self.takeout
        files.append(("Takeout/drawn.gpx", "<gpx><trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>"))
        let track = try #require(try TrackCollection.track(packed: archive(files), source: "takeout.zip"))
        #expect(track.repairs[.damaged] == 1 && track.visits.count == 2)
        #expect(track.remarks.contains { $0.description.contains("drawn.gpx") })
        #expect(throws: InputError.self) {
            try TrackCollection.track(packed: archive([files[4]]), source: "takeout.zip")
        }
        // What unpacks to other bytes than the archive promises is left out as a whole.
        var fixture = ZipFixture(Self.takeout.map { ZipFixture.File($0.0, Array($0.1.utf8)) })
        fixture.files[1].declaredSize = 100
        let rest = try #require(try TrackCollection.track(packed: fixture.bytes(), source: "bomb.zip"))
        #expect(rest.repairs[.damaged] == 1 && rest.visits.count == 2)
        #expect(rest.remarks.contains { $0.description.contains("Records.json") })
    }
}
