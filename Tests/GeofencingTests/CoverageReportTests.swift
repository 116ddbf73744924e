// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayAlerts

/// What the report of a run tells: each reason of a missed entry, false entries, delays.
@Suite("The report of a run")
struct CoverageReportTests {
    /// A way through points at times, a fix every ten seconds.
    private func track(_ points: [(seconds: Double, east: Double, north: Double)]) -> [Location] {
        var fixes: [Location] = []
        for (from, to) in zip(points, points.dropFirst()) {
            for seconds in stride(from: from.seconds, to: to.seconds, by: 10) {
                let part = (seconds - from.seconds) / (to.seconds - from.seconds)
                fixes.append(
                    fix(
                        seconds, east: from.east + part * (to.east - from.east),
                        north: from.north + part * (to.north - from.north)))
            }
        }
        if let last = points.last { fixes.append(fix(last.seconds, east: last.east, north: last.north)) }
        return fixes
    }

    private func place(_ name: String, east: Double, north: Double = 0, radius: Double) -> Place {
        let position = fix(0, east: east, north: north)
        return Place(identifier: name, latitude: position.latitude, longitude: position.longitude, radius: radius)
    }

    /// `count` places around a point, far from every way of these tests.
    private func crowd(_ count: Int, east: Double, north: Double) -> [Place] {
        (0..<count).map { place("crowd-\($0)", east: east, north: north + Double($0), radius: 5) }
    }

    private func report(
        _ strategy: MonitoringStrategy, _ places: [Place], _ track: [Location],
        _ change: (inout GeofenceSimulator) -> Void = { _ in }
    ) throws -> CoverageReport {
        var simulator = GeofenceSimulator(places: try PlaceSet(places))
        change(&simulator)
        let oracle = GeofenceSimulator(places: simulator.places)
        return simulator.report(
            simulator.run(strategy, track: track), oracle: oracle.run(.oracle, track: track), track: track)
    }

    @Test("before any set was chosen, as the first fix was too bad to choose by")
    func beforeFirstSet() throws {
        var way = track([(0, 0, 0), (600, 600, 0)])
        way[0].horizontalAccuracy = 150
        let found = try report(.nearest, [place("a", east: 200, radius: 60)], way)
        #expect(found.missed.map(\.reason) == [.beforeFirstSet])
        #expect(found.missed.map(\.place) == ["a"])
        // At one metre a second the edge is crossed at 140 s.
        let missed = try #require(found.missed.first)
        #expect(abs(missed.edge.inSeconds - 140) < 0.1 && abs((missed.speed ?? 0) - 1) < 0.01)
    }

    @Test("the set was chosen elsewhere, and one chosen here would have held the place")
    func setOutOfDate() throws {
        // 240 s at 20 m/s: the next set comes after five minutes.
        let way = track([(0, 0, 0), (240, 4800, 0)])
        let places = crowd(10, east: 0, north: 500) + [place("a", east: 4000, radius: 400)]
        let found = try report(.nearest, places, way)
        #expect(found.missed.map(\.reason) == [.setOutOfDate])
    }

    @Test("even a set chosen here would hold nearer places only")
    func outranked() throws {
        // Past a wide region whose middle is 450 m off, along a row of small places 60 m off.
        let row = (0..<30).map { place("row-\($0)", east: 500 + 60 * Double($0), north: -60, radius: 10) }
        let way = track([(0, 0, 0), (280, 2800, 0)])
        let found = try report(.nearest, row + [place("wide", east: 1500, north: 450, radius: 500)], way)
        #expect(found.missed.map(\.place) == ["wide"] && found.missed.map(\.reason) == [.outranked])
    }

    @Test("registered while the phone was inside: ignored by one policy, seen late by the other")
    func alreadyInside() throws {
        // The region is entered at 200 s and chosen at 300 s.
        let places = crowd(10, east: 0, north: 500) + [place("wide", east: 3000, radius: 1000)]
        let way = track([(0, 0, 0), (500, 5000, 0)])
        let ignored = try report(.nearest, places, way) { $0.policy.alreadyInside = .ignore }
        #expect(ignored.missed.map(\.reason) == [.alreadyInside])
        let late = try report(.nearest, places, way)
        #expect(late.missed.isEmpty && late.wrong == 0)
        // The oracle's entry holds 20 m and 20 s inside, at 222 s.
        let delay = try #require(late.seen.first?.delay)
        #expect(abs(delay.inSeconds - 78) < 0.2 && late.medianDelay == delay && late.worstDelay == delay)
    }

    @Test("given up between the crossing and the twenty seconds, for nearer places")
    func droppedEarly() throws {
        // Round a wide region, and into it just before the next set is due.
        let way = track([
            (0, 1600, 0), (180, 900, 1300), (290, 0, 1010), (300, 0, 970), (340, 0, 970), (400, 0, 1300),
        ])
        let places = [place("wide", east: 0, radius: 1000)] + crowd(12, east: 0, north: 1500)
        let found = try report(.nearest, places, way)
        #expect(found.missed.map(\.place) == ["wide"] && found.missed.map(\.reason) == [.droppedEarly])
        #expect(try report(.bubble, places, way).entries == 1)
    }

    @Test("the fix by which a set was due was refused")
    func fixRefused() throws {
        var way = track([(0, 0, 0), (500, 5000, 0)])
        let places = crowd(10, east: 0, north: 500) + [place("wide", east: 3700, radius: 400)]
        #expect(try report(.nearest, places, way).missed.isEmpty)
        way[30].horizontalAccuracy = 101
        #expect(try report(.nearest, places, way).missed.map(\.reason) == [.fixRefused])
    }

    @Test("an entry is false when the phone was inside at registration and left before it could count")
    func wrong() throws {
        // A region of ten seconds' way, passed when the second set is chosen.
        let places = crowd(10, east: 0, north: 500) + [place("small", east: 6000, radius: 100)]
        let way = track([(0, 0, 0), (400, 8000, 0)])
        let found = try report(.nearest, places, way)
        #expect(found.entries == 0 && found.wrong == 1)
        let ignored = try report(.nearest, places, way) { $0.policy.alreadyInside = .ignore }
        #expect(ignored.wrong == 0)
    }

    @Test("delays are those of the delivery, their median and worst those of the entries seen")
    func delays() throws {
        let places = (0..<7).map { place("\($0)", east: 500 * Double($0 + 1), radius: 100) }
        let way = track([(0, 0, 0), (4000, 4000, 0)])
        var simulator = GeofenceSimulator(places: try PlaceSet(places))
        simulator.delay = .random(mean: .seconds(240), seed: 11)
        let run = simulator.run(.full, track: way)
        let found = try report(.full, places, way) { $0.delay = simulator.delay }
        #expect(found.entries == 7 && found.missed.isEmpty)
        let expected = run.events.filter { $0.kind == .enter }.map { $0.delivered - $0.time }.sorted()
        #expect(zip(found.seen.map(\.delay).sorted(), expected).allSatisfy { $0 == $1 })
        #expect(found.medianDelay == expected[3])
        #expect(found.worstDelay == expected[6])
        // Who walks through 200 m is gone after 200 s.
        for entry in found.seen { #expect(entry.isAfterExit == (entry.delay > .seconds(160)), "\(entry)") }
    }
}
