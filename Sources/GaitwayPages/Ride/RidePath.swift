// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The fixes of a ride, as many as a page has room for: where there are more, those that come too soon after the one
/// before are left out.
struct RidePath: Sendable {
    /// How many fixes a page has.
    static let limit = 8192
    /// The path leaves out fixes with a greater accuracy radius, in metres.
    static let worstAccuracy = 200.0

    /// The fixes in order.
    private(set) var fixes: [Location] = []
    /// How many were left out as they are too vague, or lie outside the ride.
    private(set) var leftOut = 0
    /// The least time from one fix to the next, in nanoseconds; 0 while all are kept.
    private(set) var leastStep: Int64 = 0

    private let limit: Int

    init(limit: Int = Self.limit) { self.limit = limit }

    /// Fixes farther apart than this in time tell no speed by their distance.
    private static let longestStep = Duration.seconds(60)

    /// Metres per second at each fix: its own speed, else that of the way from the fix before; nil where neither is
    /// known.
    var speeds: [Double?] {
        fixes.indices.map { index in
            if let speed = fixes[index].speed, speed.isFinite, speed >= 0 { return speed }
            guard index > 0 else { return nil }
            let time = fixes[index].elapsed - fixes[index - 1].elapsed
            guard time > .zero, time <= Self.longestStep else { return nil }
            return FixDistance.metres(fixes[index - 1], fixes[index]) / time.inSeconds
        }
    }

    /// Takes fixes in order of time.
    mutating func append(_ more: [Location]) {
        for fix in more {
            guard (fix.horizontalAccuracy ?? 0) <= Self.worstAccuracy else {
                leftOut += 1
                continue
            }
            if let last = fixes.last, fix.elapsed - last.elapsed < .nanoseconds(leastStep) { continue }
            fixes.append(fix)
            if fixes.count > limit { thin() }
        }
    }

    /// Ends the ride: what lies outside it, by a wrong clock, is left out.
    mutating func finish(at end: Duration) {
        let count = fixes.count
        fixes.removeAll { $0.elapsed < .seconds(-60) || $0.elapsed > end + .seconds(60) }
        leftOut += count - fixes.count
    }

    private mutating func thin() {
        guard let first = fixes.first, let last = fixes.last else { return }
        leastStep = max(2 * leastStep, (last.elapsed - first.elapsed).wholeNanoseconds / Int64(limit) * 2, 1)
        var kept: [Location] = [first]
        for fix in fixes.dropFirst() where fix.elapsed - kept[kept.count - 1].elapsed >= .nanoseconds(leastStep) {
            kept.append(fix)
        }
        // Fixes at one time are not a path. Each round drops at least every other fix.
        if kept.count > limit { kept = stride(from: 0, to: kept.count, by: 2).map { kept[$0] } }
        fixes = kept
    }
}
