// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

/// Polygons around 52° north and 13° east, 200 m from west to east and as much from south to north.
@Suite("Monitoring polygons")
struct PolygonMonitorTests {
    /// A place with corners in metres east and north of the centre.
    private func place(
        _ corners: [(Double, Double)] = [(-100, -100), (100, -100), (100, 100), (-100, 100)],
        alert: AlertMoment = .enter,
        dwell: Duration? = nil
    ) throws -> Place {
        let ring = (corners + [corners[0]]).map { corner in
            let location = fix(0, east: corner.0, north: corner.1)
            return Polygon.Position(latitude: location.latitude, longitude: location.longitude)
        }
        var place = Place(identifier: "a", polygon: try polygon([[ring]]))
        place.rules.moment = alert
        place.rules.dwell = dwell
        return place
    }

    private func events(
        _ place: Place, _ fixes: [Location], _ strategy: MonitoringStrategy = .oracle
    ) throws -> [RegionEvent] {
        try GeofenceSimulator(places: PlaceSet([place])).run(strategy, track: fixes).events
            .filter { $0.kind != .inside && $0.kind != .outside }
    }

    /// From west to east through the middle at 5 m/s, a fix each ten seconds.
    private let way = (0..<20).map { fix(Double($0) * 10, east: -500 + Double($0) * 50) }

    @Test("the edge is crossed where it is, and the entry holds 20 s later, 20 m further in")
    func crossing() throws {
        let found = try events(place(), way)
        #expect(found.map(\.kind) == [.enter, .exit])
        // The edge at -100 m is reached after 80 s, 20 m within after 84 s; out at 120 s, 20 m beyond at 124 s.
        for (event, times) in zip(found, [(80.0, 104.0), (120.0, 144.0)]) {
            #expect(abs(event.edge.inSeconds - times.0) < 0.01 && abs(event.time.inSeconds - times.1) < 0.01)
            #expect(abs((event.speed ?? 0) - 5) < 0.01)
        }
    }

    @Test("a circle around the polygon is not the polygon: passing its corner gives no alert")
    func beside() throws {
        let beside = way.enumerated().map {
            fix(Double($0.offset) * 10, east: -500 + Double($0.offset) * 50, north: 125)
        }
        let triangle = try place([(-100, -100), (100, -100), (0, 30)])
        #expect(try events(triangle, beside).isEmpty)
        let around = Place(identifier: "a", latitude: triangle.latitude, longitude: triangle.longitude, radius: 250)
        #expect(try events(around, beside).map(\.kind) == [.enter, .exit])
    }

    @Test("a hole is outside")
    func hole() throws {
        func ring(_ size: Double) -> [Polygon.Position] {
            [(-size, -size), (size, -size), (size, size), (-size, size), (-size, -size)].map { corner in
                let location = fix(0, east: corner.0, north: corner.1)
                return Polygon.Position(latitude: location.latitude, longitude: location.longitude)
            }
        }
        let place = Place(identifier: "a", polygon: try polygon([[ring(400), ring(200)]]))
        let long = (0..<60).map { fix(Double($0) * 10, east: -600 + Double($0) * 20) }
        let found = try events(place, long)
        #expect(found.map(\.kind) == [.enter, .exit, .enter, .exit])
        #expect(abs(found[1].edge.inSeconds - 200) < 0.1 && abs(found[2].edge.inSeconds - 400) < 0.1)
    }

    @Test("a narrow polygon asks for no more depth than it has")
    func narrow() throws {
        let street = try place([(-100, -4), (100, -4), (100, 4), (-100, 4)])
        let found = try events(street, (0..<40).map { fix(Double($0) * 10, east: -100 + Double($0) * 5) })
        #expect(found.map(\.kind) == [.enter])
    }

    @Test("dwell comes so long after the entry as its place asks, and not after an exit")
    func dwell() throws {
        let stay = (0..<30).map { fix(Double($0) * 10, east: min(0, -500 + Double($0) * 50)) }
        let found = try events(place(alert: .dwell, dwell: .seconds(60)), stay)
        #expect(found.map(\.kind) == [.enter, .dwell])
        #expect(abs((found[1].time - found[0].time).inSeconds - 60) < 1e-6)
        #expect(try events(place(alert: .dwell, dwell: .seconds(60)), way).map(\.kind) == [.enter, .exit])
    }

    @Test("a phone follows the fixes in the circle alone, enters no earlier than the oracle, and leaves when it does")
    func phone() throws {
        let set = try PlaceSet([place([(-100, -6), (100, -6), (100, 6), (-100, 6)])])
        let simulator = GeofenceSimulator(places: set)
        // Along the middle: the polygon asks for 3 m inwards, the circle of 100 m for 20 m.
        let track = (0..<60).map { fix(Double($0) * 10, east: -300 + Double($0) * 10) }
        let oracle = simulator.run(.oracle, track: track)
        let run = simulator.run(.bubbleDifference, track: track)
        func times(_ run: GeofenceSimulator.Run, _ kind: RegionEvent.Kind) -> [Double] {
            run.events.filter { $0.kind == kind }.map(\.time.inSeconds)
        }
        #expect(times(oracle, .enter).count == 1 && times(run, .enter).count == 1)
        let later = times(run, .enter)[0] - times(oracle, .enter)[0]
        #expect(later > 10 && later < 25)
        #expect(times(run, .exit) == times(oracle, .exit))
        let use = simulator.use(of: run, track: track)
        // In the circle from 200 s on, 20 m within at 220 s, known at 240 s; out at 400 s, known at 440 s.
        #expect(abs(use.followed.inSeconds - 200) < 5)
        #expect(use.wakeUps >= 2 && use.registrations >= 2 && use.fixes == run.phone.choices.count)
        #expect(simulator.use(of: oracle, track: track).followed == .seconds(650))
    }

    @Test("random ways through random polygons: in pieces as in one, and the phone within what the oracle saw")
    func random() throws {
        var generator = SeededGenerator(seed: 14)
        var entries = 0
        for _ in 0..<Rounds.count(200) {
            let ring = RandomRing(&generator, latitude: 52, longitude: 13, size: 300)
            let set = try PlaceSet([Place(identifier: "a", polygon: try polygon([[ring.closed, ring.smaller(0.3)]]))])
            var position = (0.0, 0.0)
            let track = (0..<120).map { number -> Location in
                position.0 += Double.random(in: -60...60, using: &generator)
                position.1 += Double.random(in: -60...60, using: &generator)
                return fix(Double(number) * 15, east: position.0, north: position.1)
            }
            let simulator = GeofenceSimulator(places: set)
            let oracle = simulator.run(.oracle, track: track)
            let run = simulator.run(.full, track: track)
            var pieces = PhoneModel(places: set, strategy: .full)
            var found: [RegionEvent] = []
            for fix in track {
                // Time may pass before a fix arrives.
                if Bool.random(using: &generator) { found += pieces.advance(to: fix.elapsed - .seconds(15)) }
                found += pieces.receive(fix)
            }
            found += pieces.advance(to: .seconds(119 * 15 + 60))
            #expect(found == run.events)
            let report = simulator.report(run, oracle: oracle, track: track)
            entries += report.entries
            #expect(report.wrong == 0 && report.repeated == 0)
        }
        #expect(entries > 20)
    }

    @Test("energy is the sum of what was used")
    func energy() {
        var use = EnergyUse()
        use.registrations = 10
        use.wakeUps = 5
        use.fixes = 3
        use.followed = .seconds(40)
        let model = EnergyModel()
        #expect(abs(model.receiverTime(use) - 100) < 1e-9)
        #expect(abs(model.energy(use) - (0.5 + 2 + 37)) < 1e-9)
        let spans: [(Int, Int)] = [(5, 9), (1, 6), (20, 21)]
        #expect(EnergyUse.length(of: spans.map { Duration.seconds($0.0)..<Duration.seconds($0.1) }) == .seconds(9))
    }
}
