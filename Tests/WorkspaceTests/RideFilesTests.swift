// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@testable import GaitwayWorkspace

/// Rides that go away, and labels that come with a manifest.
struct RideFilesTests {
    private func library(_ rides: [String], manifest: String = "") throws -> RideLibrary {
        var library = RideLibrary()
        _ = library.list(rides.map { RideEntry(ride: $0, size: 1, modified: 1) })
        library.use(library.manifest(replacedBy: try ManifestText(Array(manifest.utf8), source: "m.csv")))
        return library
    }

    @Test func aRideGoesWithItsLabelsAndComesBack() throws {
        var library = try library(
            ["a.csv", "b.csv"], manifest: "recording,activity\nrides/a.csv,walking\nrides/b.csv,running\n")
        let change = try library.removing(["a.csv"]) { $0 }
        #expect(change.logs.map(\.path) == ["a.csv"] && change.logs.allSatisfy { !$0.isAdded })
        library.use(try library.manifest(with: change))
        library.history.take(.made(change))
        #expect(library.labelled == 1)
        let back = try #require(library.history.undo)
        #expect(back.logs == change.logs.map(\.reversed))
        library.use(try library.manifest(with: back))
        #expect(library.labels(of: "a.csv").spans.map(\.label) == [.activity(.walking)])
    }

    @Test func aZipGoesWithAllItsRidesOnly() throws {
        let library = try library(["many.zip/1.csv", "many.zip/2.csv", "a.csv"])
        let place = { (ride: String) in ride.hasPrefix("many.zip") ? "many.zip" : ride }
        #expect(throws: WorkspaceRefusal.self) { _ = try library.removing(["many.zip/1.csv"], place: place) }
        let both = try library.removing(["many.zip/1.csv", "many.zip/2.csv"], place: place)
        #expect(both.logs.map(\.path) == ["many.zip"])
        #expect(throws: WorkspaceRefusal.self) { _ = try library.removing(["a.csv"]) { _ in nil } }
    }

    @Test(arguments: [
        ("rides/ann/monday.zip", "ann/monday.zip"), ("C:\\logs\\ann\\monday.zip", "ann/monday.zip"),
        ("./walk", "walk.zip"), ("other/b.csv", "b.csv"), ("monday", "ann/monday.zip"),
    ]) func aManifestFromElsewhereMeansRides(recording: String, ride: String) throws {
        let library = try library(["ann/monday.zip", "walk.zip", "b.csv", "x/same.csv", "y/same.csv"])
        #expect(library.ride(of: recording) == ride)
        #expect(library.ride(of: "same.csv") == nil)
        #expect(library.ride(of: "../gone.csv") == nil)
    }

    @Test func labelsComeForRidesWithoutAny() throws {
        var library = try library(["a.csv", "b.csv"], manifest: "recording,activity\nrides/b.csv,running\n")
        let text = """
            recording,activity,user,weather,start_s,end_s
            logs/a.csv,walking,ann,rain,0,10
            logs/a.csv,cycling,ann,rain,10,20
            logs/b.csv,walking,ben,sun,,
            logs/c.csv,walking,cleo,sun,,

            """
        let taken = library.taking(try ManifestText(Array(text.utf8), source: "m.csv"), named: "m.csv")
        #expect(taken.rides == 1 && taken.missing == ["logs/c.csv"] && taken.labelled == ["b.csv"])
        library.use(try library.manifest(with: taken.change))
        #expect(library.labels(of: "a.csv").spans.map(\.label) == [.activity(.walking), .activity(.cycling)])
        #expect(library.labels(of: "a.csv").cell("user") == "ann")
        #expect(library.labels(of: "b.csv").spans.map(\.label) == [.activity(.running)])
        // The file has what the library knows.
        let read = try ManifestText(library.manifest.bytes, source: "m.csv")
        #expect(read.rows(of: "rides/a.csv") == library.labels(of: "a.csv").rows)
    }
}
