// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

/// Seconds as nanoseconds.
func nanoseconds(_ seconds: Double) -> Duration { Duration(inSeconds: seconds) }

/// A fix with its offset in metres east and north of a point.
func fix(
    _ seconds: Double, east: Double, north: Double = 0, accuracy: Double? = 5,
    around: (Double, Double) = (52, 13)
)
    -> Location
{
    let distance = (east * east + north * north).squareRoot()
    let position = Sphere.position(
        from: around.0, around.1, distance: distance, bearing: atan2(east, north))
    return Location(
        elapsed: nanoseconds(seconds), latitude: position.latitude, longitude: position.longitude,
        horizontalAccuracy: accuracy)
}

@Suite("Region monitoring")
struct RegionMonitorTests {
    private func monitor(
        _ policy: MonitorPolicy = MonitorPolicy(), radius: Double = 100, around: (Double, Double) = (52, 13)
    )
        -> RegionMonitor
    {
        var monitor = RegionMonitor(policy: policy)
        var events: [RegionEvent] = []
        let region = Region(identifier: "a", latitude: around.0, longitude: around.1, radius: radius)
        #expect(monitor.register(region, at: .zero, into: &events) == .added)
        #expect(events.isEmpty)
        return monitor
    }

    private func events(
        _ fixes: [Location], _ policy: MonitorPolicy = MonitorPolicy(), until end: Double? = nil
    )
        -> [RegionEvent]
    {
        var monitor = monitor(policy)
        var events: [RegionEvent] = []
        for fix in fixes { monitor.receive(fix, into: &events) }
        if let end { monitor.advance(to: nanoseconds(end), into: &events) }
        return events
    }

    @Test(
        "entry and exit on straight tracks come at the closed form's times, at every latitude",
        arguments: [(0.0, 0.0), (52, 13), (89.9995, 77), (-90, 0), (12, 180), (-45, -179.9999)])
    func closedForm(_ around: (Double, Double)) {
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<60 {
            let speed = Double.random(in: 1...35, using: &generator)
            let radius = Double.random(in: 60...2000, using: &generator)
            let offset = Double.random(in: 0...0.7, using: &generator) * radius
            let interval = Double.random(in: 1...10, using: &generator)
            let bearing = Double.random(in: 0..<(2 * .pi), using: &generator)
            let policy = MonitorPolicy()
            var monitor = monitor(policy, radius: radius, around: around)
            var events: [RegionEvent] = []
            // Straight on, at `offset` from the centre, the nearest point at time `closest`.
            let reach = radius + policy.minimumDistance + speed * (policy.settleTime.inSeconds + 3 * interval) + 50
            let closest = reach / speed
            for step in 0...Int(proven: 2 * closest / interval) {
                let along = speed * (Double(step) * interval - closest)
                monitor.receive(
                    fix(
                        Double(step) * interval, east: along * sin(bearing) + offset * cos(bearing),
                        north: along * cos(bearing) - offset * sin(bearing), around: around), into: &events)
            }
            func half(_ distance: Double) -> Double {
                distance > offset ? (distance * distance - offset * offset).squareRoot() / speed : 0
            }
            let inner = half(radius - min(policy.minimumDistance, radius / 2))
            let enter = events.first { $0.kind == .enter }
            let exit = events.first { $0.kind == .exit }
            // A plane's closed form on a sphere: off by far less than an interval.
            let slack = 0.05 + 0.01 * interval
            if 2 * inner > policy.settleTime.inSeconds + slack {
                let time = closest - inner + policy.settleTime.inSeconds
                #expect(abs((enter?.time ?? .zero).inSeconds - time) < slack)
                #expect(abs((enter?.edge ?? .zero).inSeconds - (closest - half(radius))) < slack)
                #expect(abs((enter?.speed ?? 0) - speed) < 0.01 * speed)
                let left = closest + half(radius + policy.minimumDistance) + policy.settleTime.inSeconds
                #expect(abs((exit?.time ?? .zero).inSeconds - left) < slack)
                #expect(abs((exit?.edge ?? .zero).inSeconds - (closest + half(radius))) < slack)
            } else if 2 * inner < policy.settleTime.inSeconds - slack {
                #expect(enter == nil && exit == nil)
            }
        }
    }

    @Test("one crossing between two fixes gives enter, exit, cross, in this order")
    func crossing() {
        let slow = [fix(0, east: -300), fix(100, east: 300), fix(160, east: 310)]
        #expect(events(slow).map(\.kind) == [.outside, .enter, .exit, .cross])
        let fast = [fix(0, east: -300), fix(10, east: 300), fix(60, east: 310)]
        #expect(events(fast).map(\.kind) == [.outside, .cross])
        let cross = events(fast).last
        #expect(abs((cross?.edge ?? .zero).inSeconds - 10.0 / 3) < 0.01)
        #expect(abs((cross?.time ?? .zero).inSeconds - 20.0 / 3) < 0.01)
        let miss = [fix(0, east: -300, north: 101), fix(100, east: 300, north: 101)]
        #expect(events(miss).map(\.kind) == [.outside])
        // Over a longer gap no way is assumed.
        #expect(events([fix(0, east: -300), fix(121, east: 300)]).map(\.kind) == [.outside])
    }

    @Test("a fix that jitters at the edge never flaps")
    func jitter() {
        var generator = SeededGenerator(seed: 23)
        for seed in 0..<50 {
            let scale = 1 + Double(seed) / 4
            let fixes = (0..<600).map { second in
                let noise = (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &generator)
                }
                return fix(Double(second), east: 100 + scale * noise)
            }
            let kinds = events(fixes).map(\.kind).filter { $0 != .inside && $0 != .outside && $0 != .cross }
            #expect(kinds.count <= 1, "\(scale)")
        }
    }

    @Test("a phone that stands still after its last fix still enters, by the clock")
    func standstill() {
        let fixes = [fix(0, east: -200), fix(60, east: -50)]
        #expect(events(fixes).map(\.kind) == [.outside])
        let kinds = events(fixes, until: 200)
        #expect(kinds.map(\.kind) == [.outside, .enter])
        // The inner edge, 80 m, is passed at 48 s.
        #expect(abs(kinds[1].time.inSeconds - 68) < 0.1)
        // A fix is good for a minute, not longer.
        var policy = MonitorPolicy()
        policy.settleTime = .seconds(100)
        #expect(events(fixes, policy, until: 1000).map(\.kind) == [.outside])
    }

    @Test("an entry counts from the very moment at which the phone has been inside for the settle time")
    func momentOfEntry() throws {
        let way = [fix(0, east: -200), fix(60, east: -50)]
        let entry = try #require(events(way, until: 200).last)
        #expect(entry.kind == .enter)
        for (moment, isEntered) in [(entry.time, true), (entry.time - .nanoseconds(1), false)] {
            var monitor = monitor()
            var events: [RegionEvent] = []
            for fix in way { monitor.receive(fix, into: &events) }
            monitor.advance(to: moment, into: &events)
            #expect(events.contains { $0.kind == .enter } == isEntered)
        }
    }

    @Test("dwell comes once, after its time, and not when the phone left before")
    func dwell() {
        var policy = MonitorPolicy()
        policy.dwellTime = .seconds(30)
        let stay = [fix(0, east: -200), fix(60, east: 0), fix(120, east: 5), fix(180, east: 0)]
        let found = events(stay, policy)
        #expect(found.map(\.kind) == [.outside, .enter, .dwell])
        #expect(found[2].time - found[1].time == nanoseconds(30))
        let pass = (0...20).map { fix(Double($0) * 5, east: -200 + 30 * Double($0)) }
        #expect(!events(pass, policy).contains { $0.kind == .dwell })
    }

    @Test("already inside at registration: reported or not, as the policy has it")
    func alreadyInside() {
        let stay = [
            fix(0, east: 0), fix(60, east: 5), fix(100, east: 300), fix(160, east: 300), fix(220, east: 0),
            fix(280, east: 0),
        ]
        #expect(events(stay).map(\.kind) == [.inside, .enter, .exit, .enter])
        #expect(events(stay)[1].wasInside)
        var policy = MonitorPolicy()
        policy.alreadyInside = .ignore
        #expect(events(stay, policy).map(\.kind) == [.inside, .exit, .enter])
    }

    @Test("inaccurate and stale fixes change nothing; a fix 59 s old is fresh")
    func bad() {
        var monitor = monitor()
        var events: [RegionEvent] = []
        #expect(!monitor.receive(fix(0, east: 0, accuracy: 100.1), into: &events))
        #expect(!monitor.receive(fix(0, east: 0), at: nanoseconds(60.1), into: &events))
        #expect(events.isEmpty)
        #expect(monitor.receive(fix(0, east: 300, accuracy: 100), at: nanoseconds(59), into: &events))
        #expect(monitor.receive(fix(1, east: 300, accuracy: nil), into: &events))
        #expect(!monitor.receive(fix(0.5, east: 0), into: &events))
        #expect(events.map(\.kind) == [.outside])
    }

    @Test("at most twenty regions; a namesake is replaced, and its state forgotten")
    func registration() {
        var monitor = RegionMonitor()
        var events: [RegionEvent] = []
        monitor.receive(fix(0, east: 0), into: &events)
        for number in 0..<20 {
            let region = Region(identifier: "\(number)", latitude: 10, longitude: 10, radius: 100)
            #expect(monitor.register(region, at: .zero, into: &events) == .added)
        }
        let here = Region(identifier: "here", latitude: 52, longitude: 13, radius: 100)
        #expect(monitor.register(here, at: .zero, into: &events) == .refused)
        var third = here
        third.identifier = "3"
        #expect(monitor.register(third, at: .zero, into: &events) == .replaced)
        #expect(monitor.regions.count == 20 && monitor.registrations == 21)
        #expect(events.filter { $0.region == "3" }.map(\.kind) == [.outside, .inside, .enter])
        #expect(monitor.unregister("4") && !monitor.unregister("4"))
        #expect(monitor.register(here, at: .zero, into: &events) == .added)
    }

    @Test("bursts of any size give the same events, and so do clock ticks that tell nothing new")
    func chunking() {
        var generator = SeededGenerator(seed: 29)
        for _ in 0..<40 {
            var position = (-400.0, 0.0)
            var time = 0.0
            let fixes = (0..<200).map { _ in
                position.0 += Double.random(in: -40...45, using: &generator)
                position.1 += Double.random(in: -20...20, using: &generator)
                time += Double.random(in: 1...40, using: &generator)
                return fix(time, east: position.0, north: position.1)
            }
            let whole = events(fixes)
            var monitor = monitor()
            var parts: [RegionEvent] = []
            var rest = fixes[...]
            while !rest.isEmpty {
                var copy = monitor
                var burst: [RegionEvent] = []
                for fix in rest.prefix(Int.random(in: 1...9, using: &generator)) {
                    copy.receive(fix, into: &burst)
                    rest.removeFirst()
                    // The clock stands where the fix was taken, or a little behind.
                    copy.advance(to: fix.elapsed, into: &burst)
                    copy.advance(to: fix.elapsed - nanoseconds(1), into: &burst)
                }
                monitor = copy
                parts += burst
            }
            #expect(parts == whole)
            // Enter and exit take turns, whatever the way.
            let turns = whole.map(\.kind).filter { $0 == .enter || $0 == .exit }
            #expect(zip(turns, turns.dropFirst()).allSatisfy { $0 != $1 })
            #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.time <= $1.time })
        }
    }
}
