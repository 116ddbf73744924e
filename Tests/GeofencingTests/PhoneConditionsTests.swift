// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayAlerts

/// What keeps an app from watching: it does not run, the phone restarts, the location is approximate.
@Suite("What is in an app's way")
struct PhoneConditionsTests {
    /// A walk to the east at 2 m/s, with a fix every 10 s, past a place each 500 m.
    private let track = (0...500).map { fix(Double($0) * 10, east: Double($0) * 20) }
    private let places: PlaceSet

    init() throws {
        places = try PlaceSet(
            (1...19).map { number in
                let position = fix(0, east: 500 * Double(number))
                return Place(
                    identifier: "\(number)", latitude: position.latitude, longitude: position.longitude, radius: 100)
            })
    }

    private func runs(
        _ strategy: MonitoringStrategy, _ change: (inout GeofenceSimulator) -> Void
    ) -> (run: GeofenceSimulator.Run, report: CoverageReport) {
        let oracle = GeofenceSimulator(places: places).run(.oracle, track: track)
        var simulator = GeofenceSimulator(places: places)
        change(&simulator)
        let run = simulator.run(strategy, track: track)
        return (run, simulator.report(run, oracle: oracle, track: track))
    }

    @Test("without conditions a walk sees every place")
    func nothing() {
        for strategy in [MonitoringStrategy.bubbleDifference, .difference] {
            #expect(runs(strategy) { _ in }.report.seen.count == 19, "\(strategy.name)")
        }
    }

    @Test("an app that does not run learns of entries when it is opened")
    func foreground() {
        for strategy in [MonitoringStrategy.bubbleDifference, .difference, .full] {
            let (run, report) = runs(strategy) { $0.conditions.opening = .seconds(900) }
            #expect(!run.events.isEmpty)
            for event in run.events {
                #expect(event.delivered.wholeNanoseconds % 900_000_000_000 == 0 && event.delivered >= event.time)
                #expect(event.delivered - event.time < .seconds(900))
            }
            // Places lie 250 s apart, so that the wait is the longest for what came right after an opening.
            #expect((report.worstDelay ?? .zero) > .seconds(600), "\(strategy.name)")
            for choice in run.phone.choices.dropFirst() {
                // The first fix after an opening.
                #expect(choice.components.seconds % 900 < 10, "\(strategy.name): \(choice)")
            }
        }
    }

    @Test("a loitering delay tells entries later, and none of places that are left before")
    func loitering() {
        // A place is crossed in 100 s. An entry needs 20 s.
        let (run, report) = runs(.bubbleDifference) { $0.conditions.loiteringDelay = .seconds(30) }
        #expect(report.seen.count == 19)
        #expect(report.medianDelay == .seconds(30) && report.worstDelay == .seconds(30))
        #expect(!run.events.contains { $0.kind == .dwell })
        let (late, missed) = runs(.bubbleDifference) { $0.conditions.loiteringDelay = .seconds(300) }
        #expect(missed.seen.isEmpty && missed.reasons == [.leftEarly: 19])
        #expect(!late.events.contains { $0.kind == .enter })
        #expect(late.phone.wakeUps < runs(.bubbleDifference) { _ in }.run.phone.wakeUps)
    }

    @Test("a loitering delay leaves the alerts of places that ask for a dwell or an exit")
    func loiteringOfOthers() throws {
        let position = fix(0, east: 1000)
        for moment in [AlertMoment.dwell, .exit] {
            var place = Place(
                identifier: "a", latitude: position.latitude, longitude: position.longitude, radius: 200)
            place.rules.moment = moment
            place.rules.dwell = moment == .dwell ? .seconds(40) : nil
            var simulator = GeofenceSimulator(places: try PlaceSet([place]))
            let usual = simulator.run(.bubbleDifference, track: track).events
            simulator.conditions.loiteringDelay = .seconds(30)
            let events = simulator.run(.bubbleDifference, track: track).events
            #expect(events == usual)
            #expect(usual.contains { $0.kind == (moment == .dwell ? .dwell : .exit) })
        }
    }

    @Test("what a region gives when it is registered")
    func initialTrigger() throws {
        let still = (0...30).map { fix(Double($0) * 10, east: 500) }
        func events(_ change: (inout GeofenceSimulator) -> Void) -> [String] {
            var simulator = GeofenceSimulator(places: places)
            change(&simulator)
            return simulator.run(.bubbleDifference, track: still).events
                .filter { $0.region == "1" || $0.region == "2" }.filter { [.enter, .dwell, .exit].contains($0.kind) }
                .map { "\($0.kind) \($0.region) \($0.time.components.seconds)" }
        }
        #expect(events { _ in } == ["enter 1 0"])
        #expect(events { $0.policy.alreadyInside = .ignore } == [])
        let dwelling: (inout GeofenceSimulator) -> Void = {
            $0.policy.alreadyInside = .dwell
            $0.conditions.loiteringDelay = .seconds(60)
        }
        #expect(events(dwelling) == ["enter 1 60"])
        #expect(events { $0.conditions.initialExit = true } == ["enter 1 0", "exit 2 0"])
    }

    @Test("a phone that looks at its regions in steps reports a crossing at the next one")
    func responsiveness() {
        let (run, report) = runs(.bubbleDifference) { $0.conditions.responsiveness = .seconds(300) }
        #expect(!run.events.isEmpty && report.seen.count >= 15)
        for event in run.events {
            #expect(event.delivered.wholeNanoseconds % 300_000_000_000 == 0 && event.delivered >= event.time)
            #expect(event.delivered - event.time < .seconds(300))
        }
    }

    @Test("a region ends after its lifetime, until the app chooses anew")
    func lifetime() {
        let (run, report) = runs(.bubbleDifference) { $0.conditions.regionLifetime = .seconds(100) }
        for watch in run.phone.watches.values.joined() {
            #expect(watch.to.map { $0 - watch.from <= .seconds(100) } ?? true)
        }
        #expect(report.seen.count < 19)
        // A lifetime beyond the ride changes nothing.
        let long = runs(.bubbleDifference) { $0.conditions.regionLifetime = .seconds(1_000_000) }
        #expect(long.report.seen.count == 19 && long.run.events == runs(.bubbleDifference) { _ in }.run.events)
    }

    @Test("after a restart nothing is watched until the app chooses anew")
    func restart() throws {
        for strategy in [MonitoringStrategy.bubbleDifference, .difference] {
            let (run, report) = runs(strategy) {
                $0.conditions.restarts = [.seconds(1005)]
                $0.conditions.opening = .seconds(2000)
            }
            // From 1005 s to 2000 s the phone walks from 2010 m to 4000 m: past the places 5 to 8.
            let between = report.missed.filter { $0.edge > .seconds(1005) && $0.edge < .seconds(1900) }
            #expect(between.map(\.place) == ["5", "6", "7"], "\(strategy.name)")
            #expect(between.allSatisfy { $0.reason == .restarted }, "\(between.map(\.reason))")
            #expect(run.phone.watches.values.joined().allSatisfy { $0.from > .seconds(1005) || $0.to != nil })
            // An app that runs registers with the next fix, and misses nothing.
            let running = runs(strategy) { $0.conditions.restarts = [.seconds(1005)] }
            #expect(running.report.seen.count == 19)
            #expect(running.run.phone.choices.contains(.seconds(1010)))
        }
    }

    @Test("an approximate location gives nothing, unless its accuracy is allowed")
    func approximate() throws {
        let refused = runs(.bubbleDifference) { $0.conditions.approximation = 3000 }
        #expect(refused.run.events.isEmpty && refused.report.missed.count == 19)
        let used = runs(.bubbleDifference) {
            $0.conditions.approximation = 500
            $0.policy.maximumAccuracy = 500
        }
        #expect(!used.run.phone.choices.isEmpty && used.report.seen.count < 19)
        var conditions = PhoneConditions()
        conditions.approximation = 1000
        let far = Location(
            elapsed: .zero, latitude: 60.0001, longitude: 179.9999, speed: 3, horizontalAccuracy: 5)
        let seen = conditions.seen(far)
        #expect(seen.horizontalAccuracy == 1000 && seen.speed == nil && seen.longitude <= 180)
        let near = conditions.seen(
            Location(elapsed: .zero, latitude: 60.0002, longitude: 179.9998, horizontalAccuracy: 2000))
        #expect((near.latitude, near.longitude) == (seen.latitude, seen.longitude) && near.horizontalAccuracy == 2000)
    }
}
