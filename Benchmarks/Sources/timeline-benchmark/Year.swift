// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc

/// A made-up person's days at one fix a second: nights at home, a drive or a ride to work, lunch on foot, evenings out.
///
/// Fixes are made one at a time, so only the segmenter's memory grows.
struct Year {
    /// An activity from a second of the day on: metres per second to the east, and the phone's report.
    private struct Phase {
        var start: Int
        var speed: Double
        var flags: ActivityFlags
    }

    /// Whether the person never stays anywhere, the worst case for a segmenter.
    let isRestless: Bool
    private var state: UInt64
    private var east = 0.0
    private(set) var second = 0

    static let start: Int64 = 1_767_225_600

    init(seed: UInt64, isRestless: Bool) {
        state = seed
        self.isRestless = isRestless
    }

    /// SplitMix64 (Steele et al. 2014), as a number in 0..<1.
    private mutating func random() -> Double {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
    }

    private static func day(_ number: Int) -> [Phase] {
        func at(_ hour: Double) -> Int { Int(proven: hour * 3600) }
        // Weekends at home with a walk; on other days a car and a bicycle in turn.
        guard number % 7 < 5 else {
            return [
                Phase(start: 0, speed: 0, flags: .stationary), Phase(start: at(14), speed: 1.4, flags: .walking),
                Phase(start: at(14.5), speed: 0, flags: .stationary),
                Phase(start: at(15.5), speed: -1.4, flags: .walking),
                Phase(start: at(16), speed: 0, flags: .stationary),
            ]
        }
        let speed = number % 2 == 0 ? 13.0 : 5
        let flags: ActivityFlags = number % 2 == 0 ? .automotive : .cycling
        return [
            Phase(start: 0, speed: 0, flags: .stationary), Phase(start: at(8), speed: speed, flags: flags),
            Phase(start: at(8.25), speed: 0, flags: [.stationary, flags]),
            Phase(start: at(8.25) + 60, speed: speed, flags: flags),
            Phase(start: at(8.5), speed: 0, flags: .stationary), Phase(start: at(12), speed: 1.3, flags: .walking),
            Phase(start: at(12.2), speed: 0, flags: .stationary), Phase(start: at(12.9), speed: -1.3, flags: .walking),
            Phase(start: at(13.1), speed: 0, flags: .stationary), Phase(start: at(17.5), speed: -speed, flags: flags),
            Phase(start: at(18) - 60, speed: 0, flags: .stationary),
        ]
    }

    /// The fix of the next second, and the report if the phone has one: at each change, and every minute.
    mutating func next() -> (time: Timestamp, fix: Location, report: ActivityFlags?) {
        let inDay = second % 86400
        var phase: Phase
        if isRestless {
            phase = Phase(start: inDay / 60 * 60, speed: second / 1800 % 2 == 0 ? 12 : -12, flags: .automotive)
        } else {
            phase = Phase(start: 0, speed: 0, flags: .stationary)
            for candidate in Self.day(second / 86400) where candidate.start <= inDay { phase = candidate }
        }
        east += phase.speed
        let time = Timestamp(nanoseconds: (Self.start + Int64(second)) * 1_000_000_000)
        let fix = Location(
            elapsed: .zero, latitude: 47 + (random() - 0.5) * 1e-4,
            longitude: 8 + east / 76_057 + (random() - 0.5) * 1e-4,
            horizontalAccuracy: 8)
        let report = inDay == phase.start || inDay % 60 == 0 ? phase.flags : nil
        second += 1
        return (time, fix, report)
    }
}
