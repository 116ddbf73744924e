// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

@Suite("Reading polygons and rules")
struct PolygonReaderTests {
    private func feature(_ type: String, _ coordinates: String, _ properties: String = "") -> String {
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(coordinates)},\n"
            + "\"properties\":{\"identifier\":\"a\"\(properties.isEmpty ? "" : ",")\(properties)}}"
    }

    private func reader(_ features: String...) -> PlaceReader {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "]}"
        return PlaceReader(Array(text.utf8), source: "places.geojson")
    }

    private static let square = "[[0,0],[0.01,0],[0.01,0.01],[0,0.01],[0,0]]"

    @Test(
        "what is wrong with a polygon is told with its feature, what and where, and a remedy",
        arguments: [
            ("[[0,0],[0.01,0],[0.01,0.01],[0,0.01]]", "the ring is open", "[0.000000, 0.010000]"),
            ("[[0,0],[0.01,0],[0,0]]", "has 3 positions", "3"),
            ("[[0,0],[0.01,0],[0.02,0],[0,0]]", "no area", "area"),
            ("[[0,0],[0,0],[0,0],[0,0]]", "no area", "area"),
            ("[[7.99,46.998],[7.991,46.998],[7.992,46.998],[7.99,46.998]]", "no area", "area"),
            ("[[179.99,60],[-179.99,60],[-179.98,60],[179.99,60]]", "no area", "area"),
            (
                "[[0,0],[0.01,0.01],[0.01,0],[0,0.01],[0,0]]", "crosses itself, line 1 and line 3",
                "[0.005000, 0.005000]"
            ),
            (
                "[[0,0],[0.01,0],[0.01,0.01],[0.005,0],[0,0.01],[0,0]]", "touches itself",
                "[0.005000, 0.000000]"
            ),
            ("[[0,0],[0.02,0],[0.01,0],[0.01,0.01],[0,0]]", "touches itself", "[0.010000, 0.000000]"),
            ("[[0,0],[181,0],[0.01,0.01],[0,0]]", "outside -180 to 180", "[181.000000"),
            ("[[0,0],[0.01,91],[0.01,0.01],[0,0]]", "outside -180 to 180", "91.000000]"),
            ("[[0,0],[3,0],[3,3],[0,3],[0,0]]", "wider than a region", "100000"),
            ("[[0,0],[0.01],[0.01,0.01],[0,0]]", "not rings of positions", "positions"),
        ])
    func faults(_ ring: String, _ problem: String, _ place: String) throws {
        let reader = reader(feature("Polygon", "[\(ring)]"))
        let fault = try #require(reader.faults.first)
        #expect(reader.places.isEmpty && fault.problem.contains(problem) && fault.problem.contains(place))
        #expect(fault.problem.contains("feature 1 (\"a\")") && !fault.remedy.isEmpty)
        #expect(fault.line == 2 && fault.source == "places.geojson")
    }

    @Test(
        "and of rings together",
        arguments: [
            ("Polygon", "[SQUARE,[[0.02,0.02],[0.03,0.02],[0.03,0.03],[0.02,0.02]]]", "hole 1 lies outside"),
            ("Polygon", "[SQUARE,[[0.005,0.005],[0.03,0.006],[0.005,0.008],[0.005,0.005]]]", "crosses"),
            (
                "Polygon",
                "[SQUARE,[[0.001,0.001],[0.009,0.001],[0.009,0.009],[0.001,0.001]],[[0.007,0.003],[0.008,0.003],[0.008,"
                    + "0.004],[0.007,0.003]]]",
                "hole 2 lies within hole 1"
            ),
            ("MultiPolygon", "[[SQUARE],[[[0.002,0.002],[0.003,0.002],[0.003,0.003],[0.002,0.002]]]]", "lies within"),
            ("MultiPolygon", "[[SQUARE],[[[0.002,0.002],[0.03,0.002],[0.03,0.003],[0.002,0.002]]]]", "crosses"),
            ("MultiPolygon", "[[SQUARE],[SQUARE]]", "overlaps"),
            // The same corners from another one on, and the other way round.
            (
                "MultiPolygon", "[[SQUARE],[[[0.01,0.01],[0.01,0],[0,0],[0,0.01],[0.01,0.01]]]]",
                "the ring of part 1 overlaps the ring of part 2"
            ),
            // No corner of either lies well inside the other.
            ("MultiPolygon", "[[SQUARE],[[[0,0],[0.005,0],[0.005,0.01],[0,0.01],[0,0]]]]", "overlaps"),
            ("MultiPolygon", "[[SQUARE],[[[0.005,0],[0.015,0],[0.015,0.01],[0.005,0.01],[0.005,0]]]]", "overlaps"),
            ("MultiPolygon", "[[SQUARE],[[[0,0],[0.01,0],[0.01,0.01],[0,0]]]]", "overlaps"),
            ("Polygon", "[SQUARE,HOLE,HOLE]", "hole 1 overlaps hole 2"),
            ("MultiPolygon", "[]", "no rings"), ("Polygon", "[]", "no rings"), ("Polygon", "7", "no coordinates"),
        ])
    func rings(_ type: String, _ coordinates: String, _ problem: String) throws {
        let hole = "[[0.002,0.002],[0.003,0.002],[0.003,0.003],[0.002,0.002]]"
        let text = coordinates.replacing("SQUARE", with: Self.square).replacing("HOLE", with: hole)
        let fault = try #require(reader(feature(type, text)).faults.first)
        #expect(fault.problem.contains(problem) && !fault.remedy.isEmpty)
    }

    @Test("a ring the wrong way round is turned and a repeated position left out, and both are counted")
    func repairs() throws {
        let turned = "[[0,0],[0,0.01],[0,0.01],[0.01,0.01],[0.01,0],[0,0]]"
        let hole = "[[0.002,0.002],[0.003,0.002],[0.003,0.003],[0.002,0.002]]"
        let reader = reader(feature("Polygon", "[\(turned),\(hole)]"))
        #expect(reader.faults.isEmpty && reader.repairs.winding == 2 && reader.repairs.repeated == 1)
        let right = try polygon([
            [
                [(0.0, 0.0), (0, 0.01), (0.01, 0.01), (0.01, 0), (0, 0)].map {
                    Polygon.Position(latitude: $0.0, longitude: $0.1)
                }
            ]
        ])
        let place = try #require(reader.places.first?.polygon)
        #expect(
            place.contains(latitude: 0.005, longitude: 0.005) && !place.contains(latitude: 0.0022, longitude: 0.0028))
        #expect(right.area > place.area && place.parts[0].count == 2)
        #expect(place.parts[0][0].count == 5 && place.parts[0][0].first == place.parts[0][0].last)
    }

    @Test("parts may touch, stand in a hole, and share an edge")
    func parts() {
        let hole = "[[0.002,0.002],[0.002,0.008],[0.008,0.008],[0.008,0.002],[0.002,0.002]]"
        let island = "[[0.004,0.004],[0.006,0.004],[0.006,0.006],[0.004,0.004]]"
        let beside = "[[0.01,0],[0.02,0],[0.02,0.01],[0.01,0.01],[0.01,0]]"
        let shorter = "[[-0.01,0.002],[0,0.002],[0,0.008],[-0.01,0.008],[-0.01,0.002]]"
        let filled = "[[0.007,0.002],[0.008,0.002],[0.008,0.003],[0.007,0.002]]"
        let reader = reader(
            feature(
                "MultiPolygon",
                "[[\(Self.square),\(hole)],[\(island)],[\(filled)],[\(beside)],[\(shorter)]]"))
        #expect(reader.faults.isEmpty && reader.repairs == Polygon.Repairs())
        let polygon = reader.places.first?.polygon
        #expect(polygon?.contains(latitude: 0.0045, longitude: 0.0055) == true)
        #expect(polygon?.contains(latitude: 0.003, longitude: 0.003) == false)
        #expect(polygon?.contains(latitude: 0.005, longitude: 0.015) == true)
    }

    @Test("a corner on an edge touches it, on whichever side of it rounding puts it")
    func cornersOnEdges() throws {
        var generator = SeededGenerator(seed: 17)
        func degrees(_ range: ClosedRange<Double>) -> Double {
            (Double.random(in: range, using: &generator) * 1e6).rounded() / 1e6
        }
        for _ in 0..<200 {
            // The edges lie on a meridian, which is a great circle, and the corner between its ends.
            let (east, south) = (degrees(-170...170), degrees(-60...60))
            let (north, corner) = (south + 0.01, south + degrees(0.002...0.008))
            let (west, beyond) = (east - 0.01, east + 0.01)
            let left = "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(south)]]"
            let right = "[[\(east),\(corner)],[\(beyond),\(south)],[\(beyond),\(north)],[\(east),\(corner)]]"
            let parts = reader(feature("MultiPolygon", "[[\(left)],[\(right)]]"))
            #expect(parts.places.count == 1, "\(parts.faults)")
            let ring =
                "[[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(east),\(corner)],[\(west),\(south)"
                + "],[\(east),\(south)]]"
            let fault = try #require(reader(feature("Polygon", "[\(ring)]")).faults.first)
            #expect(fault.problem.contains("touches itself"), "\(fault.problem)")
            // A hundredth of the way further in, and it crosses.
            let inside = right.replacing("[\(east),\(corner)]", with: "[\(east - 0.0001),\(corner)]")
            let crossing = try #require(reader(feature("MultiPolygon", "[[\(left)],[\(inside)]]")).faults.first)
            #expect(crossing.problem.contains("crosses"), "\(crossing.problem)")
        }
    }

    @Test("what is written reads as it was, polygons and rules")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 13)
        var places: [Place] = []
        for number in 0..<60 {
            let ring = RandomRing(
                &generator, latitude: Double.random(in: -70...70, using: &generator),
                longitude: number % 3 == 0 ? 180 : Double.random(in: -170...170, using: &generator),
                size: pow(10, Double.random(in: 2...4.9, using: &generator)))
            var place = Place(identifier: "\(number)", polygon: try polygon([[ring.closed, ring.smaller(0.3)]]))
            place.rules.moment = AlertMoment.allCases[number % 3]
            if place.rules.moment == .dwell { place.rules.dwell = .seconds(number) }
            place.rules.hasPriority = [nil, true, false][number % 3]
            place.rules.cooldown = number % 2 == 0 ? .milliseconds(1500) : nil
            place.rules.category = number % 5 == 0 ? "cafe" : nil
            place.rules.hours = try number % 7 == 0 ? WeeklyHours("Mo-Fr 08:00-18:00; 2026-12-25 off") : nil
            places.append(place)
        }
        let again = try PlaceSet(decoding: Array(PlaceSet(places).geoJSON.utf8))
        #expect(again.repairs == Polygon.Repairs())
        for (place, read) in zip(places, again.places) {
            #expect(place.rules == read.rules)
            let left = try #require(place.polygon)
            let right = try #require(read.polygon)
            #expect(abs(left.area - right.area) <= 1e-3 * left.area + 10)
            #expect(left.parts[0].map(\.count) == right.parts[0].map(\.count))
            // A hole may be written from another corner on.
            for corner in left.parts[0][0] {
                #expect(right.parts[0][0].contains { abs($0.latitude - corner.latitude) < 1e-7 })
            }
        }
    }

    @Test(
        "bad rules are told: in GeoJSON with the feature, in a table with the column",
        arguments: [
            ("alert", "\"later\"", "later", "the alert"), ("alert", "\"dwell\"", "dwell", "after how long"),
            ("dwell", "-1", "-1", "seconds"), ("expiry", "\"soon\"", "soon", "seconds"),
            ("cooldown", "1e10", "1e10", "seconds"), ("priority", "\"high\"", "high", "priority"),
            ("hours", "\"Mo-Fr 8-18\"", "Mo-Fr 8-18", "the times \"8-18\""),
            ("hours", "\"Mon 08:00-18:00\"", "Mon 08:00-18:00", "the days \"Mon\""),
            ("hours", "\"2026-02-30 off\"", "2026-02-30 off", "does not exist"),
            ("hours", "\"Mo 08:00 - 18:00\"", "Mo 08:00 - 18:00", "more than days and times"),
        ])
    func badRules(_ name: String, _ json: String, _ text: String, _ problem: String) throws {
        let reader = reader(feature("Point", "[0,0]", "\"\(name)\":\(json)"))
        let fault = try #require(reader.faults.first)
        #expect(fault.problem.contains(problem) && fault.problem.contains("feature 1") && !fault.remedy.isEmpty)
        let table = "identifier,latitude,longitude,\(name)\na,0,0,\"\(text)\"\n"
        let row = try #require(PlaceReader(Array(table.utf8)).faults.first)
        #expect(row.problem.contains(problem) && row.problem.contains("column"))
        // What the field needs besides stands in no column here.
        #expect(row.line == 2 && (row.column == 4 || name == "alert") && !row.remedy.isEmpty)
    }

    @Test("a dwell time alone means dwell, beside another alert it is refused; a polygon has no radius")
    func dwell() throws {
        let alone = try #require(reader(feature("Point", "[0,0]", "\"dwell\":60")).places.first)
        #expect(alone.rules.moment == .dwell && alone.rules.dwell == .seconds(60))
        #expect(reader(feature("Point", "[0,0]", "\"dwell\":60,\"alert\":\"exit\"")).faults.count == 1)
        #expect(reader(feature("Polygon", "[\(Self.square)]", "\"radius\":60")).faults.count == 1)
        let table =
            "identifier,latitude,longitude,alert,dwell,priority,expiry,cooldown,category,hours\n"
            + "a,0,0,dwell,60,true,600,3600,cafe,\"Mo,We 08:00-12:00,13:00-18:00\"\nb,0,0,,,,,,,\n"
        let places = try PlaceSet(decoding: Array(table.utf8)).places
        #expect(places[0].rules.hasPriority == true && places[0].rules.expiry == .seconds(600))
        #expect(places[0].rules.category == "cafe" && places[0].rules.cooldown == .seconds(3600))
        let hours = try #require(places[0].rules.hours)
        #expect(hours.spans(onDay: 4).map { [$0.from, $0.to] } == [[480, 720], [780, 1080]])
        #expect(places[1].rules == AlertRules())
    }
}
