// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayEvaluation
import GaitwayStore
import Testing

@testable import GaitwayLiveServer
@testable import GaitwayWorkspace

/// Samples come by one request and go by another, and what is one's own stays.
struct WorkspaceSamplesTests {
    private let folder: URL
    private let service: WorkspaceService

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "gaitway-samples-\(UUID().uuidString)")
        let place = WorkspaceFolder(path: folder.path)
        _ = try place.create()
        service = try WorkspaceService(
            folder: place, isReadOnly: false, program: "test", ground: WorkspaceGround(nil)
        ) { _, _ in }
    }

    private func ask(_ body: String) throws -> ServedResponse {
        var reader = JSONReader(Array(body.utf8))
        return try service.samples(reader.element())
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    private func inputs() throws -> [String] { try service.days.store.read { try $0.inputs().map(\.source) } ?? [] }

    @Test func samplesComeAndGo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = "recording,activity,user\nrides/own.csv,walking,me\n"
        try own.write(to: folder.appending(path: "manifest.csv"), atomically: true, encoding: .utf8)
        try "t,x,y,z\n".write(to: folder.appending(path: "rides/own.csv"), atomically: true, encoding: .utf8)
        #expect(!service.hasSamples)
        #expect(try ask("{}").status == 200)
        #expect(service.hasSamples)
        for file in ["rides/samples/ann-walking.csv", "rides/samples/commute/Accelerometer.csv", "places.geojson"] {
            #expect(exists(file), "\(file)")
        }
        let rows = service.present.library.manifest.rows
        #expect(rows.count == 24 && rows["rides/samples/run"] == nil)
        let commute = rows["rides/samples/commute"]?.map(\.label.name)
        #expect(commute == ["walking", "automotive", "walking", "stationary"])
        #expect(rows["rides/samples/ann-walking.csv"]?.first?["notes"] == "a synthetic sample")
        #expect(try inputs().count == 1)
        // A second press is refused, and changes nothing.
        #expect(throws: WorkspaceRefusal.self) { try ask("{}") }
        // A place of one's own among the samples stays.
        let places = try #require(text("places.geojson"))
        let mine = places.replacing("sample-cafe", with: "home")
        try mine.write(to: folder.appending(path: "places.geojson"), atomically: true, encoding: .utf8)
        #expect(try ask("{\"remove\":true}").status == 200)
        #expect(!service.hasSamples && !exists("rides/samples") && !exists(WorkspaceSamples.policyFile))
        #expect(exists("rides/own.csv"))
        #expect(service.present.library.manifest.rows.keys.map(\.text) == ["rides/own.csv"])
        let left = try #require(text("places.geojson"))
        #expect(left.contains("home") && !left.contains("sample-"))
        #expect(try inputs().isEmpty)
        // They may come again.
        #expect(try ask("{}").status == 200)
        #expect(try inputs().count == 1)
    }

    @Test func undoTakesTheSamplesBack() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try ask("{}")
        #expect(service.present.library.history.undoName == "adding the samples")
        var reader = JSONReader(Array("{}".utf8))
        let undo = ServedRequest(method: "POST", path: "/api/undo", query: [:], body: [])
        _ = try service.answer(.undo, undo, reader.element())
        #expect(!exists("rides/samples") && !exists("places.geojson"))
        #expect(service.present.library.manifest.rows.isEmpty)
        // The day is not among the changes; the press takes it away.
        #expect(service.hasSamples)
        _ = try ask("{\"remove\":true}")
        #expect(!service.hasSamples)
        #expect(try inputs().isEmpty)
    }

    @Test func aDayOfOnesOwnStaysAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let track = URL(fileURLWithPath: #filePath).appending(path: "../../../Datasets/day/day.gpx").standardized
        _ = try ArrivalFile(path: track.path).keep(in: service.days.store, of: service.folder)
        _ = try ask("{}")
        #expect(try inputs() == [track.path])
        _ = try ask("{\"remove\":true}")
        #expect(try inputs() == [track.path])
    }
}
