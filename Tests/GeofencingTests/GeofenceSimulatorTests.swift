// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

@Suite("Simulating a phone")
struct GeofenceSimulatorTests {
    /// A drive due east at a speed, with a fix every 10 s.
    private func drive(_ length: Double, speed: Double, accuracy: Double? = 5) -> [Location] {
        (0...Int(proven: length / speed / 10)).map { step in
            fix(Double(step) * 10, east: Double(step) * 10 * speed, accuracy: accuracy)
        }
    }

    /// A wandering walk.
    private func wander(_ count: Int, step: Double, _ generator: inout SeededGenerator) -> [Location] {
        var heading = 0.0
        var position = (0.0, 0.0)
        return (0..<count).map { number in
            heading += Double.random(in: -0.5...0.5, using: &generator)
            position = (position.0 + step * sin(heading), position.1 + step * cos(heading))
            return fix(Double(number) * 10, east: position.0, north: position.1)
        }
    }

    private func entries(_ run: GeofenceSimulator.Run) -> [RegionEvent] { run.events.filter { $0.kind == .enter } }

    @Test("the oracle gives what a monitor of all regions gives")
    func oracle() throws {
        var generator = SeededGenerator(seed: 31)
        for seed in 0..<10 {
            let track = wander(400, step: 60, &generator)
            let places = try PlaceScatter.places(20, along: track, spread: 300, radius: 150, seed: UInt64(seed))
            var monitor = RegionMonitor()
            var expected: [RegionEvent] = []
            for place in places.places { _ = monitor.register(Region(place), at: .zero, into: &expected) }
            for fix in track { monitor.receive(fix, into: &expected) }
            monitor.advance(to: (track.last?.elapsed ?? .zero) + nanoseconds(60), into: &expected)
            let run = GeofenceSimulator(places: places).run(.oracle, track: track)
            let key: (RegionEvent) -> String = { "\($0.time) \($0.region) \($0.kind) \($0.edge)" }
            #expect(run.events.map(key).sorted() == expected.filter { $0.kind != .outside }.map(key).sorted())
            #expect(!entries(run).isEmpty)
        }
    }

    @Test("with no more places than are watched, every strategy sees every entry, at once")
    func few() throws {
        var generator = SeededGenerator(seed: 37)
        let track = wander(600, step: 30, &generator)
        let places = try PlaceScatter.places(10, along: track, spread: 200, seed: 1)
        let simulator = GeofenceSimulator(places: places)
        let oracle = simulator.run(.oracle, track: track)
        for strategy in [MonitoringStrategy.difference, .bubbleDifference, .full] {
            let report = simulator.report(simulator.run(strategy, track: track), oracle: oracle, track: track)
            #expect(report.coverage == 1 && report.wrong == 0 && report.repeated == 0)
            #expect(report.worstDelay == .zero)
            #expect(report.entries == entries(oracle).count && report.entries > 3)
        }
    }

    @Test("on a motorway the seed's method misses what lies between its changes; the bubble does not")
    func motorway() throws {
        // 100 km at 30 m/s, a place every 400 m: in 5 min the phone moves 9 km and passes 22 places.
        let track = drive(100_000, speed: 30)
        let places = try PlaceSet(
            (0..<240).map { number in
                let location = fix(0, east: 2000 + Double(number) * 400)
                return Place(
                    identifier: "\(number)", latitude: location.latitude, longitude: location.longitude, radius: 350)
            })
        let simulator = GeofenceSimulator(places: places)
        let oracle = simulator.run(.oracle, track: track)
        #expect(entries(oracle).count == 240)
        func report(_ strategy: MonitoringStrategy) -> CoverageReport {
            simulator.report(simulator.run(strategy, track: track), oracle: oracle, track: track)
        }
        let seed = report(.nearest)
        #expect((seed.coverage ?? 1) < 0.5)
        #expect(seed.reasons == [.setOutOfDate: seed.missed.count])
        let bubble = report(.bubbleDifference)
        #expect((bubble.coverage ?? 0) > 0.95)
        #expect(report(.full).registrations < report(.bubble).registrations * 2)
    }

    @Test("the platform's limit is a field: full watches as many places as it leaves, and no set exceeds it")
    func limits() throws {
        let track = drive(10_000, speed: 10)
        let places = try PlaceScatter.places(300, along: track, spread: 200, seed: 1)
        for (limit, full) in [(2, 1), (5, 4), (20, 19), (100, 99)] {
            var simulator = GeofenceSimulator(places: places)
            simulator.policy.maximumRegions = limit
            for strategy in MonitoringStrategy.all where strategy.trigger != .never {
                let run = simulator.run(strategy, track: track)
                let first = try #require(run.phone.choices.first)
                let watched = run.phone.watches.values.count { $0.contains { $0.from == first } }
                let own = strategy.trigger == .bubble ? limit - 1 : limit
                #expect(watched == (strategy == .full ? full : min(10, own)), "\(strategy.name), \(limit)")
            }
        }
    }

    @Test("difference registers less than replacing all, and repeats no entry")
    func difference() throws {
        var generator = SeededGenerator(seed: 41)
        let track = wander(2000, step: 14, &generator)
        let places = try PlaceScatter.places(60, along: track, spread: 500, radius: 400, seed: 3)
        let simulator = GeofenceSimulator(places: places)
        let oracle = simulator.run(.oracle, track: track)
        let all = simulator.report(simulator.run(.nearest, track: track), oracle: oracle, track: track)
        let changed = simulator.report(simulator.run(.difference, track: track), oracle: oracle, track: track)
        #expect(changed.registrations < all.registrations)
        #expect(all.repeated > 0 && changed.repeated < all.repeated)
        #expect(all.choices == changed.choices)
    }

    @Test("equal seeds give equal runs; delays are seeded, alike for all strategies, and can be turned off")
    func delays() throws {
        var generator = SeededGenerator(seed: 43)
        let track = wander(3000, step: 12, &generator)
        let places = try PlaceScatter.places(400, along: track, spread: 200, seed: 3)
        var simulator = GeofenceSimulator(places: places)
        let punctual = simulator.run(.oracle, track: track)
        #expect(punctual.events.allSatisfy { $0.delivered == $0.time })
        simulator.delay = .random(mean: DeliveryDelay.phoneMean, seed: 1)
        let late = simulator.run(.oracle, track: track)
        #expect(late.events == simulator.run(.oracle, track: track).events)
        let times = late.events.map { ($0.delivered - $0.time).inSeconds }
        let mean = times.reduce(0, +) / Double(times.count)
        // The mean of n exponentials has the standard deviation 240 / √n.
        #expect(abs(mean - 240) < 4 * 240 / Double(times.count).squareRoot())
        #expect(late.events.map(\.delivered) == late.events.map(\.delivered).sorted())
        // Later events of a region may wait for the ones before them, which a strategy may not have seen.
        func firsts(_ run: GeofenceSimulator.Run) -> [String: RegionEvent] {
            Dictionary(run.events.sorted { $0.time < $1.time }.map { ($0.region, $0) }) { first, _ in first }
        }
        let (mine, theirs) = (firsts(simulator.run(.difference, track: track)), firsts(late))
        let shared = mine.values.filter { $0.kind == .enter && theirs[$0.region]?.edge == $0.edge }
        #expect(shared.allSatisfy { $0.delivered == theirs[$0.region]?.delivered })
        for run in [late.events, simulator.run(.bubble, track: track).events] {
            // An exit is never told before its entry.
            var told: [String: Duration] = [:]
            for event in run.sorted(by: { $0.time < $1.time }) {
                #expect(event.delivered >= told[event.region] ?? event.delivered)
                told[event.region] = event.delivered
            }
        }
        simulator.delay = .random(mean: DeliveryDelay.phoneMean, seed: 2)
        #expect(simulator.run(.oracle, track: track).events.map(\.delivered) != late.events.map(\.delivered))
    }

    @Test("significant changes come after 500 m, and not more often than every 5 min")
    func changes() throws {
        let places = try PlaceScatter.places(30, along: drive(10_000, speed: 1), spread: 100, seed: 1)
        let simulator = GeofenceSimulator(places: places)
        // At 10 m/s 500 m pass in 50 s: the five minutes decide. At 1 m/s the 500 m do.
        let fast = simulator.run(.nearest, track: drive(30_000, speed: 10)).phone.choices
        #expect(zip(fast, fast.dropFirst()).allSatisfy { $1 - $0 == nanoseconds(300) } && fast.count == 11)
        let slow = simulator.run(.nearest, track: drive(10_000, speed: 1)).phone.choices
        #expect(zip(slow, slow.dropFirst()).allSatisfy { (500...510).contains(($1 - $0).components.seconds) })
    }

    @Test("a bad fix neither chooses the set nor gives an event")
    func refused() throws {
        var track = drive(20_000, speed: 10)
        let places = try PlaceSet(
            (0..<40).map { number in
                let location = fix(0, east: 500 * Double(number))
                return Place(
                    identifier: "\(number)", latitude: location.latitude, longitude: location.longitude, radius: 200)
            })
        let simulator = GeofenceSimulator(places: places)
        let oracle = simulator.run(.oracle, track: track)
        // The fixes of every second change are bad.
        for index in track.indices where Int(proven: track[index].elapsed / nanoseconds(300)) % 2 == 1 {
            if track[index].elapsed.components.seconds % 300 == 0 { track[index].horizontalAccuracy = 150 }
        }
        let run = simulator.run(.nearest, track: track)
        #expect(!run.phone.refusals.isEmpty)
        #expect(Set(run.phone.refusals).isDisjoint(with: run.phone.choices))
        let report = simulator.report(run, oracle: oracle, track: track)
        #expect((report.reasons[.fixRefused] ?? 0) > 0)
        let bad = simulator.run(.oracle, track: drive(20_000, speed: 10, accuracy: 101))
        #expect(bad.events.isEmpty)
    }

    @Test(
        """
        a fix that arrives late is refused from 60 s on, for events and for the choice, whatever minute the clock shows
        """
    )
    func stale() throws {
        let position = fix(0, east: 5000)
        let place = Place(identifier: "a", latitude: position.latitude, longitude: position.longitude)
        let places = try PlaceSet([place])
        // The app that this models compared calendar minutes: a fix of 59 s past the minute was old 2 s later.
        for (taken, age, isUsed) in [
            (59.0, 2.0, true), (0, 60, true), (30, 59.9, true), (0, 60.001, false), (59, 600, false),
        ] {
            for strategy in [MonitoringStrategy.nearest, .bubble, .oracle] {
                var phone = PhoneModel(places: places, strategy: strategy)
                let events = phone.receive(fix(taken, east: 5000), at: nanoseconds(taken + age))
                #expect(events.contains { $0.kind == .enter } == isUsed, "\(strategy.name), \(age) s")
                guard strategy != .oracle else { continue }
                #expect(phone.choices.count == (isUsed ? 1 : 0))
                #expect(phone.refusals.count == (isUsed ? 0 : 1))
                // A fresh one chooses, once the phone reports it.
                if !isUsed {
                    #expect(!phone.receive(fix(taken + age + 301, east: 5600)).contains { $0.kind == .enter })
                    #expect(phone.choices.count == 1)
                }
            }
        }
    }

    @Test("every entry of the oracle is seen or missed once, whatever the strategy, delay and policy")
    func accounts() throws {
        var generator = SeededGenerator(seed: 47)
        for seed in 0..<12 {
            let track = wander(500, step: Double.random(in: 10...300, using: &generator), &generator)
            let places = try PlaceScatter.places(300, along: track, spread: 1000, seed: UInt64(seed))
            var simulator = GeofenceSimulator(places: places)
            if seed % 2 == 1 { simulator.delay = .random(mean: .seconds(240), seed: 9) }
            if seed % 3 == 1 { simulator.policy.alreadyInside = .ignore }
            let oracle = simulator.run(.oracle, track: track)
            for strategy in MonitoringStrategy.all {
                let run = simulator.run(strategy, track: track)
                let report = simulator.report(run, oracle: oracle, track: track)
                #expect(report.entries == entries(oracle).count)
                #expect(report.seen.count + report.repeated + report.wrong == entries(run).count)
                #expect(report.reasons.values.reduce(0, +) == report.missed.count)
                if strategy == .oracle { #expect(report.coverage ?? 1 == 1 && report.wrong == 0) }
            }
        }
    }
}
