// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

/// Flights: with fixes in the air, without, and across the date line.
@Suite struct FlightTests {
    private struct Trip {
        var fixes: [(Timestamp, Location)] = []
        var time = 0.0

        mutating func stay(_ latitude: Double, _ longitude: Double, _ seconds: Double, every step: Double = 60) {
            for offset in stride(from: 0, to: seconds, by: step) { fix(latitude, longitude, time + offset) }
            time += seconds
        }

        /// Travels by shares of the way, so that speeds differ as those of an airplane do.
        mutating func fly(
            from start: (Double, Double), to end: (Double, Double), seconds: Double, every step: Double?
        ) {
            if let step {
                for offset in stride(from: step, to: seconds, by: step) {
                    // Slow at both ends: the integral of a trapezium.
                    let share = offset / seconds
                    let ramp = 0.15
                    let speed = 1 / (1 - ramp)
                    let way =
                        share < ramp
                        ? speed * share * share / (2 * ramp)
                        : share > 1 - ramp
                            ? 1 - speed * (1 - share) * (1 - share) / (2 * ramp) : speed * (share - ramp / 2)
                    var longitude = start.1 + way * turn(start.1, end.1)
                    if longitude > 180 { longitude -= 360 }
                    if longitude < -180 { longitude += 360 }
                    fix(start.0 + way * (end.0 - start.0), longitude, time + offset)
                }
            }
            time += seconds
        }

        private func turn(_ from: Double, _ to: Double) -> Double {
            let way = to - from
            return way > 180 ? way - 360 : way < -180 ? way + 360 : way
        }

        private mutating func fix(_ latitude: Double, _ longitude: Double, _ time: Double) {
            fixes.append(
                (
                    DayScript.moment(time),
                    Location(elapsed: .zero, latitude: latitude, longitude: longitude, horizontalAccuracy: 10)
                ))
        }
    }

    private static let zurich = (47.46, 8.55)
    private static let lisbon = (38.77, -9.13)
    private static let auckland = (-37.0, 174.79)
    private static let honolulu = (21.32, -157.92)

    /// Two hours at each end, and a flight between.
    private func day(
        _ start: (Double, Double), _ end: (Double, Double), hours: Double, every step: Double?
    ) -> (items: [TimelineItem], repairs: TimelineRepairs, fixes: [(Timestamp, Location)]) {
        var trip = Trip()
        trip.stay(start.0, start.1, 7200)
        trip.fly(from: start, to: end, seconds: hours * 3600, every: step)
        trip.stay(end.0, end.1, 7200)
        let (items, repairs) = TimelineSegmenter.timeline(fixes: trip.fixes, reports: [])
        return (items, repairs, trip.fixes)
    }

    @Test(arguments: [1.0, 10, 60, 300, 1800, nil]) func aFlightIsAMoveByAirplane(step: Double?) throws {
        let (items, repairs, fixes) = day(Self.zurich, Self.lisbon, hours: 2.7, every: step)
        #expect(!repairs.isMixed(TimelinePolicy()) && repairs.leaps == 0 && repairs.jumps == 0)
        #expect(items.map { $0.visit != nil } == [true, false, true])
        let move = try #require(items.compactMap(\.move).first)
        let flight = try #require(move.sections.first { $0.vehicle == .airplane })
        #expect(flight.activity == .automotive)
        #expect(move.sections.filter { $0.vehicle == .airplane }.count == 1)
        // 1720 km along the geodesic.
        let whole = (flight.distance ?? 0) + flight.unobservedDistance
        #expect(whole > 1_500_000 && whole < 1_780_000, "\(whole)")
        #expect(flight.span.seconds > 1.9 * 3600)
        expectTouching(items)
        let faults = TimelineCheck().faults(of: TimelineDocument(items: items), fixes: fixes)
        #expect(faults.isEmpty, "\(faults.map(\.problem))")
    }

    /// The clock of the departure holds until the first fix of the arrival.
    @Test(arguments: [1800.0, nil]) func aPositionIsOfTheTimeOfItsFix(step: Double?) throws {
        let (items, _, fixes) = day(Self.zurich, Self.lisbon, hours: 2.7, every: step)
        let arrival = try #require(items.compactMap(\.visit).last).span.start
        let positions = TimelineDocument(items: items).positions
        #expect(positions.map(\.time) == positions.map(\.time).sorted())
        #expect(positions.contains { $0.longitude < 0 && $0.time >= arrival })
        for position in positions {
            func age(_ fix: (Timestamp, Location)) -> Double { abs(fix.0.seconds(since: position.time)) }
            let fix = try #require(fixes.min { age($0) < age($1) })
            #expect(abs(fix.1.longitude - position.longitude) < 0.01)
        }
    }

    @Test(arguments: [60.0, 600, nil]) func aFlightCrossesTheDateLine(step: Double?) throws {
        let (items, repairs, fixes) = day(Self.auckland, Self.honolulu, hours: 8.5, every: step)
        #expect(!repairs.isMixed(TimelinePolicy()) && repairs.leaps == 0)
        let flight = try #require(items.compactMap(\.move).flatMap(\.sections).first { $0.vehicle == .airplane })
        let whole = (flight.distance ?? 0) + flight.unobservedDistance
        #expect(whole > 6_600_000 && whole < 7_500_000, "\(whole)")
        let faults = TimelineCheck().faults(of: TimelineDocument(items: items), fixes: fixes)
        #expect(faults.isEmpty, "\(faults.map(\.problem))")
        let text = TimelineExport.json(TimelineDocument(items: items))
        #expect(throws: Never.self) { try TimelineDocument(json: Array(text.utf8)) }
    }

    /// Three hours in a fast train, 80 m/s at most, are not a flight.
    @Test func aFastTrainIsNoAirplane() {
        var trip = Trip()
        trip.stay(48.84, 2.37, 3600)
        trip.fly(from: (48.84, 2.37), to: (43.3, 5.38), seconds: 10_800, every: 10)
        trip.stay(43.3, 5.38, 3600)
        let items = TimelineSegmenter.timeline(fixes: trip.fixes, reports: []).items
        #expect(items.compactMap(\.move).flatMap(\.sections).allSatisfy { $0.vehicle == nil })
    }

    /// Another person stays at home while this one flies.
    @Test func twoPeopleAreFoundBesideAFlight() {
        var (_, _, fixes) = day(Self.zurich, Self.lisbon, hours: 2.7, every: 60)
        var other = Trip()
        other.time = 30
        other.stay(Self.zurich.0, Self.zurich.1, 6.7 * 3600)
        fixes += other.fixes
        fixes.sort { $0.0 < $1.0 }
        #expect(TimelineSegmenter.timeline(fixes: fixes, reports: []).repairs.isMixed(TimelinePolicy()))
    }

    /// Two hours at home, and a flight whose end alone has fixes: as many as stated, the first after `hours`.
    private func endOfFlight(
        hours: Double, fixes count: Int, report: ActivityFlags?, returns: Bool = false
    ) -> (items: [TimelineItem], repairs: TimelineRepairs) {
        var trip = Trip()
        trip.stay(Self.zurich.0, Self.zurich.1, 7200)
        let takeOff = trip.time
        trip.time += hours * 3600
        trip.stay(Self.lisbon.0, Self.lisbon.1, Double(count) * 3600, every: 3600)
        if returns { trip.stay(Self.zurich.0, Self.zurich.1, 600) }
        var reports: [(Timestamp, MotionActivity)] = []
        if let report {
            for second in stride(from: 0, to: hours * 3600, by: 600) {
                let time = DayScript.moment(takeOff + second)
                reports.append((time, MotionActivity(flags: report, confidence: .high, start: time)))
            }
        }
        let (items, repairs) = TimelineSegmenter.timeline(fixes: trip.fixes, reports: reports)
        return (items, repairs)
    }

    /// A flight that reports state ends where it ends, be it with one fix or with two; nothing else makes a leap real.
    @Test(arguments: [
        (2.7, 1, ActivityFlags.automotive, 0), (2.7, 2, .automotive, 0), (2.7, 1, nil, 1), (2.7, 2, .stationary, 2),
        (0.3, 1, .automotive, 1), (1.0, 2, .automotive, 2),
    ])
    func aStatedFlightKeepsItsEnd(hours: Double, count: Int, report: ActivityFlags?, left: Int) throws {
        let (items, repairs) = endOfFlight(hours: hours, fixes: count, report: report)
        #expect(repairs.jumps == left && repairs.leaps == 0)
        let move = items.compactMap(\.move).first
        #expect((move != nil) == (left == 0))
        guard let move else { return }
        let sections = move.sections.filter { $0.activity == .automotive }
        #expect(sections.reduce(0) { $0 + ($1.distance ?? 0) + $1.unobservedDistance } > 1_500_000)
        #expect(items.first?.visit != nil)
        expectTouching(items)
    }

    /// One wrong position on a drive is left out, however long the silence about it was.
    @Test func aFixThatLeadsBackIsNoFlight() {
        let (items, repairs) = endOfFlight(hours: 2.7, fixes: 1, report: .automotive, returns: true)
        #expect(repairs.jumps == 1)
        #expect(items.compactMap(\.move).allSatisfy { $0.sections.allSatisfy { $0.unobservedDistance < 100_000 } })
    }
}
