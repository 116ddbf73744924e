// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayStore
import GaitwayTimeline
import TestSupport

/// Days of somebody who lives, works and shops at fixed spots, as fixes and reports.
///
/// Day `n` begins at `origin` plus `n` days; each is made from its number alone, so that days can be made in any order.
/// The ground is a plane tangent at 47° N 8° E.
public struct SyntheticDays {
    /// When day 0 begins: a midnight, UTC.
    public static let origin = Timestamp(nanoseconds: 1_779_926_400_000_000_000)
    private static let secondsPerDay = 86_400.0

    /// Metres east and north of home.
    private static let spots: [(Double, Double)] = [(0, 0), (4000, 1200), (900, -700), (-2500, 300)]

    /// In the order of time.
    public private(set) var fixes: [(time: Timestamp, fix: Location)] = []
    /// In the order of time.
    public private(set) var reports: [(time: Timestamp, report: MotionActivity)] = []
    private var random: SeededGenerator
    private var time: Double
    private var spot: (east: Double, north: Double) = (0, 0)

    /// The day of a number.
    public init(_ number: Int, seed: UInt64 = 1) {
        random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        time = Double(number) * Self.secondsPerDay
        let end = time + Self.secondsPerDay
        stay(until: time + 7 * 3600 + Double.random(in: 0...3600, using: &random))
        var visits = Int.random(in: 1...3, using: &random)
        while visits > 0, time < end - 6 * 3600 {
            let target = Self.spots[Int.random(in: 1...3, using: &random)]
            go(to: target)
            stay(until: time + Double.random(in: 1200...10_000, using: &random))
            visits -= 1
        }
        go(to: Self.spots[0])
        stay(until: end)
    }

    /// The moment some seconds after the origin.
    public static func moment(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: origin.nanoseconds + Int64(proven: (seconds * 1e9).rounded()))
    }

    /// The span of the day of a number, in UTC.
    public static func span(_ number: Int) -> TimeSpan {
        TimeSpan(
            start: moment(Double(number) * secondsPerDay), end: moment(Double(number + 1) * secondsPerDay))
    }

    /// This day and others as an input.
    public static func input(_ days: some Sequence<Int>, seed: UInt64 = 1) -> TimelineInput {
        let days = days.map { SyntheticDays($0, seed: seed) }
        return TimelineInput(
            source: "days", fixes: days.flatMap(\.fixes), reports: days.flatMap(\.reports))
    }

    private mutating func jitter() -> Double {
        var sum = 0.0
        for _ in 0..<4 { sum += Double.random(in: -6..<6, using: &random) }
        return sum
    }

    private mutating func report(_ flags: ActivityFlags) {
        let moment = Self.moment(time)
        reports.append((moment, MotionActivity(flags: flags, confidence: .high, elapsed: .zero, start: moment)))
    }

    private mutating func fix() {
        let location = Location(
            elapsed: .zero, latitude: 47 + (spot.north + jitter()) / 111_177,
            longitude: 8 + (spot.east + jitter()) / 76_057, horizontalAccuracy: 10)
        fixes.append((Self.moment(time), location))
    }

    private mutating func stay(until end: Double) {
        report(.stationary)
        while time < end {
            fix()
            time += Double.random(in: 100...300, using: &random)
        }
        time = max(time, end)
    }

    private mutating func go(to target: (Double, Double)) {
        let (east, north) = (target.0 - spot.east, target.1 - spot.north)
        let distance = (east * east + north * north).squareRoot()
        let (flags, speed): (ActivityFlags, Double) = distance > 2000 ? (.automotive, 12) : (.walking, 1.4)
        report(flags)
        let (start, from) = (time, spot)
        while time < start + distance / speed {
            let share = (time - start) * speed / distance
            spot = (from.east + share * east, from.north + share * north)
            fix()
            time += 10
        }
        spot = (target.0, target.1)
    }
}
