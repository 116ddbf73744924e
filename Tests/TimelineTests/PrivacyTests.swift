// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

/// What privacy zones leave of a timeline.
@Suite struct PrivacyTests {
    private func zone(_ random: inout SeededGenerator) -> PrivacyZone {
        let latitude =
            [Double.random(in: -90...90, using: &random), 89.9999, -90, 0].randomElement(using: &random) ?? 0
        let longitude =
            [Double.random(in: -180...180, using: &random), 179.9999, -180].randomElement(using: &random) ?? 0
        return PrivacyZone(
            latitude: latitude, longitude: longitude, radius: pow10(Double.random(in: 0...4, using: &random)))
    }

    private func pow10(_ exponent: Double) -> Double {
        (0..<Int(proven: exponent)).reduce(1 + exponent.truncatingRemainder(dividingBy: 1) * 9) { value, _ in value * 10
        }
    }

    @Test(arguments: 1...UInt64(Rounds.count(400))) func theHiddenAreaHoldsTheCircle(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let zone = zone(&random)
        let area = HiddenArea(zone)
        for _ in 0..<50 {
            let point = Sphere.position(
                from: zone.latitude, zone.longitude,
                distance: zone.radius * 0.99 * Double.random(in: 0...1, using: &random).squareRoot(),
                bearing: Double.random(in: 0...6.29, using: &random))
            #expect(area.contains(latitude: point.latitude, longitude: point.longitude), "\(zone) \(point)")
        }
    }

    /// A reader who knows the area and the radius must not know more of the middle than that it lies in a square as
    /// wide as the zone.
    @Test(arguments: 1...UInt64(Rounds.count(100))) func theAreaTellsLittleOfTheMiddle(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let radius = Double.random(in: 20...2000, using: &random)
        let zone = PrivacyZone(
            latitude: Double.random(in: -60...60, using: &random),
            longitude: Double.random(in: -170...170, using: &random),
            radius: radius)
        let area = HiddenArea(zone)
        func reach(_ north: Double, _ east: Double) -> Double {
            var steps = 0.0
            let scale = Ellipsoid.metresPerDegree(atLatitude: zone.latitude)
            while steps < 5 * radius {
                let moved = PrivacyZone(
                    latitude: zone.latitude + north * steps / scale.north,
                    longitude: zone.longitude + east * steps / scale.east, radius: radius)
                guard HiddenArea(moved) == area else { break }
                steps += radius / 100
            }
            return steps
        }
        // The smallest degree is taken for all, so that the square is a little larger where degrees are.
        #expect(reach(1, 0) + reach(-1, 0) > 1.97 * radius)
        #expect(reach(0, 1) + reach(0, -1) > 1.97 * radius)
    }

    @Test(arguments: 1...UInt64(Rounds.count(400))) func aLineThatTouchesTheAreaIsFound(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var zone = zone(&random)
        zone.latitude = min(80, max(-80, zone.latitude))
        let area = HiddenArea(zone)
        let scale = Ellipsoid.metresPerDegree(atLatitude: zone.latitude)
        func point() -> PathPoint {
            let north = Double.random(in: -8...8, using: &random) * zone.radius / scale.north
            let east = Double.random(in: -8...8, using: &random) * zone.radius / scale.east
            return PathPoint(
                time: Timestamp(nanoseconds: 0), latitude: zone.latitude + north,
                longitude: Longitude.difference(0, zone.longitude + east))
        }
        for _ in 0..<20 {
            let (start, end) = (point(), point())
            let isTouched = (0...2000).contains { step in
                let share = Double(step) / 2000
                return area.contains(
                    latitude: start.latitude + share * (end.latitude - start.latitude),
                    longitude: Longitude.between(start.longitude, end.longitude, share: share))
            }
            // Between two steps a line may touch a corner only.
            if isTouched { #expect(area.meets(from: start, to: end)) }
            if !area.meets(from: start, to: end) { #expect(!isTouched) }
        }
    }

    // MARK: Timelines

    private func timeline(_ seed: UInt64) -> TimelineDocument {
        var clusterer = PlaceClusterer()
        let items = clusterer.assign(RandomDayTests.day(seed: seed).items())
        return TimelineDocument(items: items, places: clusterer.places)
    }

    private func zones(of timeline: TimelineDocument, _ random: inout SeededGenerator) -> [PrivacyZone] {
        timeline.places.shuffled(using: &random).prefix(2).map {
            PrivacyZone(
                latitude: $0.latitude + Double.random(in: -0.0005...0.0005, using: &random), longitude: $0.longitude,
                radius: Double.random(in: 30...300, using: &random))
        }
    }

    private func positions(_ timeline: TimelineDocument) -> [(latitude: Double, longitude: Double)] {
        timeline.places.map { ($0.latitude, $0.longitude) }
            + timeline.items.flatMap { item -> [(Double, Double)] in
                switch item {
                case .visit(let visit): [(visit.latitude, visit.longitude)]
                case .move(let move): move.sections.flatMap(\.path).joined().map { ($0.latitude, $0.longitude) }
                case .gap: []
                }
            }
    }

    @Test(arguments: 1...UInt64(Rounds.count(240))) func nothingOfAZoneIsLeft(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = timeline(seed)
        let zones = zones(of: whole, &random)
        let left = whole.hiding(zones)
        expectTouching(left.items)
        #expect(left.span == whole.span)
        for position in positions(left) {
            for zone in zones {
                let distance = Ellipsoid.distance(position.latitude, position.longitude, zone.latitude, zone.longitude)
                #expect(distance > zone.radius)
            }
        }
        // What is left was there before, and hiding it again takes no more away.
        let known = Set(positions(whole).map { [$0.latitude, $0.longitude] })
        #expect(positions(left).allSatisfy { known.contains([$0.latitude, $0.longitude]) })
        #expect(left.hiding(zones) == left)
        #expect(whole.hiding([]) == whole)
        let identifiers = Set(left.places.map(\.identifier))
        let visited = Set(left.items.compactMap { $0.visit?.placeIdentifier })
        #expect(visited.isSubset(of: identifiers))
        // A selection has no gaps where something was hidden.
        let parts = TimelineDocument(items: whole.items.filter { $0.visit != nil }, places: whole.places)
            .hiding(zones, fillsGaps: false)
        #expect(parts.items.allSatisfy { $0.visit != nil } && parts.items.count <= whole.items.count)
    }

    /// Nothing that is hidden may make a difference: where in the area it was, when it arrived there, how far the way
    /// was.
    @Test(arguments: 1...UInt64(Rounds.count(100))) func whatIsHiddenMakesNoDifference(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let home = (latitude: 47.0 + Double.random(in: 0...0.1, using: &random), longitude: 8.0)
        let zone = PrivacyZone(latitude: home.latitude, longitude: home.longitude, radius: 200)
        let area = HiddenArea(zone)
        let work = home.latitude + 0.05
        func day(home: (latitude: Double, longitude: Double), leaving: Int, identifier: String) -> TimelineDocument {
            func time(_ seconds: Int) -> Timestamp { Timestamp(wholeSeconds: 1_780_000_000 + Int64(seconds)) }
            var path: [PathPoint] = []
            // From home to the edge by some way, and on as always.
            for step in 0...10 {
                let share = Double(step) / 10
                path.append(
                    PathPoint(
                        time: time(leaving + (3600 - leaving) * step / 11),
                        latitude: home.latitude + share * (area.north - home.latitude - 0.0001),
                        longitude: home.longitude))
            }
            for step in 0...20 {
                let start = area.north + 0.0002
                path.append(
                    PathPoint(
                        time: time(3600 + 30 * step), latitude: start + (work - start) * Double(step) / 20, longitude: 8
                    ))
            }
            let span = TimeSpan(start: time(leaving), end: time(4200))
            let length = MoveSection.length(of: [path])
            let section = MoveSection(
                span: span, activity: .cycling, evidence: .reports, distance: length, maximumSpeed: 9, path: [path])
            return TimelineDocument(
                items: [
                    .visit(
                        Visit(
                            span: TimeSpan(start: time(0), end: time(leaving)), latitude: home.latitude,
                            longitude: home.longitude, placeIdentifier: identifier)),
                    .move(Move(span: span, sections: [section])),
                    .visit(
                        Visit(
                            span: TimeSpan(start: time(4200), end: time(9000)), latitude: work, longitude: 8,
                            placeIdentifier: "work")),
                ],
                places: [
                    VisitedPlace(identifier: identifier, latitude: home.latitude, longitude: home.longitude),
                    VisitedPlace(identifier: "work", latitude: work, longitude: 8, name: "Work"),
                ])
        }
        let one = day(home: home, leaving: 3000, identifier: "one").hiding([zone])
        let other = day(
            home: (
                Double.random(in: area.south + 0.0001...area.north - 0.0002, using: &random),
                8 + Double.random(in: 0...0.0001, using: &random)
            ), leaving: Int.random(in: 100...3500, using: &random), identifier: "other"
        ).hiding([zone])
        #expect(one == other)
        // The edge of the area cuts the way, which goes on behind it.
        #expect(one.items.count == 3 && one.items[1].move != nil && one.places.map(\.name) == ["Work"])
        let section = try #require(one.items[1].move?.sections.first)
        #expect(section.path.map(\.count) == [21] && section.maximumSpeed == nil)
        #expect(one.items[0].span.end == section.path[0][0].time)
    }

    @Test func aWayThroughAZoneIsCutInTwo() {
        func time(_ seconds: Int) -> Timestamp { Timestamp(wholeSeconds: 1_780_000_000 + Int64(seconds)) }
        // Two fixes with the zone between them.
        let path = [47.0, 47.01, 47.05, 47.06].enumerated().map {
            PathPoint(time: time(60 * $0.offset), latitude: $0.element, longitude: 8)
        }
        let span = TimeSpan(start: time(0), end: time(180))
        let section = MoveSection(
            span: span, activity: .automotive, evidence: .speed, distance: 6671, unobservedDistance: 0, path: [path])
        let whole = TimelineDocument(items: [.move(Move(span: span, sections: [section]))])
        let left = whole.hiding([PrivacyZone(latitude: 47.03, longitude: 8.0003, radius: 100)])
        #expect(left.items.map { $0.move?.sections.first?.path.first?.count } == [2, nil, 2])
        #expect(left.items.map(\.span) == [0, 60, 120].map { TimeSpan(start: time($0), end: time($0 + 60)) })
    }
}
