// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport

/// A synthetic day, written as what a person did; fixes and reports come out.
///
/// The ground is a plane tangent at 47° N 8° E; one degree there is 111 177 m north and 76 057 m east.
struct DayScript {
    var fixes: [(Timestamp, Location)] = []
    var reports: [(Timestamp, MotionActivity)] = []
    /// Seconds since the day began, and metres from its origin.
    var time = 0.0
    var east = 0.0
    var north = 0.0
    private var random: SeededGenerator
    /// Standard deviation of a fix on each axis, in metres.
    var noise = 5.0
    /// Seconds between fixes.
    var interval = 10.0
    var reportsAreOn = true

    static let origin = Timestamp(nanoseconds: 1_780_000_000_000_000_000)

    init(seed: UInt64 = 1) { random = SeededGenerator(seed: seed) }

    static func moment(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: origin.nanoseconds + Int64(proven: (seconds * 1e9).rounded()))
    }

    /// Seconds since the day began.
    static func seconds(_ time: Timestamp) -> Double { Double(time.nanoseconds - origin.nanoseconds) / 1e9 }

    private mutating func jitter() -> Double {
        var sum = 0.0
        for _ in 0..<12 { sum += Double.random(in: 0..<1, using: &random) }
        return (sum - 6) * noise
    }

    mutating func report(_ flags: ActivityFlags, _ confidence: Confidence = .high) {
        guard reportsAreOn else { return }
        let moment = Self.moment(time)
        reports.append(
            (moment, MotionActivity(flags: flags, confidence: confidence, elapsed: .zero, start: moment)))
    }

    mutating func fix(accuracy: Double? = 8, speed: Double? = nil, offset: Double = 0) {
        let location = Location(
            elapsed: .zero, latitude: 47 + (north + jitter()) / 111_177,
            longitude: 8 + (east + offset + jitter()) / 76_057, speed: speed, horizontalAccuracy: accuracy)
        fixes.append((Self.moment(time), location))
    }

    /// Stays put for some seconds.
    mutating func stay(_ seconds: Double, flags: ActivityFlags = .stationary, fixing: Bool = true) {
        report(flags)
        let end = time + seconds
        while time < end {
            if fixing { fix() }
            time += interval
        }
        time = end
    }

    /// Goes east and north by some metres at a speed.
    mutating func go(
        east eastward: Double, north northward: Double = 0, speed: Double, flags: ActivityFlags,
        fixing: Bool = true
    ) {
        report(flags)
        let (startEast, startNorth, start) = (east, north, time)
        let seconds = (eastward * eastward + northward * northward).squareRoot() / speed
        while time < start + seconds {
            let share = (time - start) / seconds
            (east, north) = (startEast + share * eastward, startNorth + share * northward)
            if fixing { fix() }
            time += interval
        }
        (east, north, time) = (startEast + eastward, startNorth + northward, start + seconds)
    }

    /// Home, a walk to the car, a drive with a red light, work, a walk to lunch and back, a ride home by bicycle.
    static func usual(seed: UInt64 = 1) -> DayScript {
        var day = DayScript(seed: seed)
        day.stay(3600)
        day.go(east: 300, speed: 1.4, flags: .walking)
        day.go(east: 4000, speed: 13, flags: .automotive)
        day.stay(90, flags: [.stationary, .automotive])
        day.go(east: 3000, north: 1000, speed: 13, flags: .automotive)
        day.go(east: 0, north: 250, speed: 1.4, flags: .walking)
        day.stay(4 * 3600)
        day.go(east: 0, north: 600, speed: 1.4, flags: .walking)
        day.stay(2400)
        day.go(east: 0, north: -600, speed: 1.4, flags: .walking)
        day.stay(3 * 3600)
        day.go(east: -7300, north: -1250, speed: 5, flags: .cycling)
        day.stay(3600)
        return day
    }

    func items(_ policy: TimelinePolicy = TimelinePolicy()) -> [TimelineItem] {
        TimelineSegmenter.items(fixes: fixes, reports: reports, policy: policy)
    }
}

extension TimelineItem {
    var visit: Visit? { if case .visit(let visit) = self { visit } else { nil } }
    var move: Move? { if case .move(let move) = self { move } else { nil } }
    var gap: Gap? { if case .gap(let gap) = self { gap } else { nil } }
}
