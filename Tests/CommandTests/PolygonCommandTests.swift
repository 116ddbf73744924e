// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Polygons and rules of places through the command.
@Suite struct PolygonCommandTests {
    private let folder: TemporaryFolder
    private let track: String

    init() throws {
        folder = try TemporaryFolder()
        track = try folder.write(Walk().gpx, to: "track.gpx")
    }

    /// A square on the walk's way between two distances in metres, 60 m to each side, with some properties.
    private func square(_ name: String, _ from: Double, _ to: Double, _ properties: String = "") -> String {
        let (south, north) = (Walk.latitude(from), Walk.latitude(to))
        let ring = [[7.9991, south], [8.0009, south], [8.0009, north], [7.9991, north], [7.9991, south]]
        return "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]},"
            + "\"properties\":{\"identifier\":\"\(name)\"\(properties)}}"
    }

    private func places(_ features: String...) throws -> String {
        try folder.write("{\"features\":[\n" + features.joined(separator: ",\n") + "]}", to: "places.geojson")
    }

    private func simulate(_ places: String, _ more: String...) throws -> CommandResult {
        try Command.run(["simulate", "--track", track, "--places", places] + more, in: folder)
    }

    @Test func aWalkThroughSquares() throws {
        let places = try places(
            square("park", 200, 500), square("market", 600, 900, ",\"alert\":\"dwell\",\"dwell\":60"),
            square("gate", 1000, 1200, ",\"alert\":\"exit\",\"hours\":\"Mo-Th 00:00-24:00\""))
        for strategy in ["oracle", "bubble-difference"] {
            let result = try simulate(places, "--profile", "here", "--strategy", strategy, "--format", "ndjson")
            #expect(result.status == 0, "\(result.errors)")
            var found: [String] = []
            for line in result.text.split(separator: "\n") {
                let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                guard let place = record["place"] as? String, let kind = record["decision"] as? String else { continue }
                let moment = try #require(record["time"] as? String)
                let time = moment.dropFirst(11).prefix(5)
                found.append("\(place) \(kind) \(record["alert"] as? String ?? "enter") \(time)")
            }
            // At 1.4 m/s: 220 m are reached after 157 s, 620 m after 443 s, 1,220 m after 871 s, and each holds for 20
            // s. 1 May 2026 is a Friday.
            #expect(
                Array(found.prefix(3)) == [
                    "park deliver enter 08:02", "market deliver dwell 08:08", "gate defer exit 08:14",
                ])
        }
        let drawn = try simulate(places, "--format", "geojson", "--profile", "here")
        #expect(drawn.text.contains("\"type\":\"Polygon\"") && drawn.text.contains("\"alert\":\"dwell\""))
        let page = try simulate(places, "--report", "-")
        #expect(page.status == 0 && page.text.contains("\"polygons\":[[0,"))
    }

    @Test func faultsAndRepairsAreSaid() throws {
        let turned =
            "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[8,50],[8,50.01],[8.01,50.01],[8.01,50],[8,50]]]},"
            + "\"properties\":{\"identifier\":\"turned\"}}"
        let good = try Command.run(["places", "check", try places(turned)], in: folder)
        #expect(good.status == 0 && good.text.contains("polygons 1"))
        #expect(good.errors.contains("repaired: winding 1"), "\(good.errors)")
        let crossing =
            "{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[8,50],[8.01,50.01],[8.01,50],[8,50.01],[8,50]]]},"
            + "\"properties\":{\"identifier\":\"bow\"}}"
        let bad = try Command.run(["places", "check", try places(turned, crossing)], in: folder)
        #expect(
            bad.status == 3 && bad.errors.contains("places.geojson:3: feature 2 (\"bow\"): the ring crosses itself"))
        #expect(bad.errors.contains("[8.005000, 50.005"), "\(bad.errors)")
    }

    @Test func aComparisonTellsTheCost() throws {
        let places = try places(square("park", 200, 500), square("market", 600, 900))
        let table = try simulate(places, "--compare")
        #expect(table.status == 0 && table.text.contains("wake-ups") && table.text.contains("energy J"))
        let lines = try simulate(places, "--compare", "--format", "ndjson").text.split(separator: "\n")
        #expect(lines.count == 18)
        var energy: [String: Double] = [:]
        for line in lines {
            let record = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let seconds = try #require(record["receiver_seconds"] as? Double)
            let wakes = try #require(record["wake_ups"] as? Double)
            let registered = try #require(record["registrations"] as? Double)
            let sum = try #require(record["energy"] as? Double)
            // The constants of SIMULATION.md.
            #expect(abs(sum - (0.05 * registered + 0.4 * wakes + 0.37 * seconds)) < 0.05)
            let strategy = try #require(record["strategy"] as? String)
            energy[strategy] = sum
        }
        // The oracle follows every fix of the 20 minutes, and a minute on.
        #expect(abs((energy["oracle"] ?? 0) - 0.37 * 1260) < 0.1)
        #expect((energy["bubble-difference"] ?? .infinity) < (energy["oracle"] ?? 0))
        #expect(try simulate(places, "--compare", "--format", "geojson").status == 2)
    }
}
