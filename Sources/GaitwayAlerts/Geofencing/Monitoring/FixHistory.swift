// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The way of a phone by its fixes, one stretch at a time.
///
/// Between two fixes at most the policy's longest step apart the phone goes straight at an even speed. When the next
/// one is later, the phone stays at the last fix for as long as a fix is fresh, and after that its way is unknown.
struct FixHistory: Sendable {
    /// A stretch of the way.
    enum Stretch {
        /// Straight from one point to another.
        case way(from: SIMD3<Double>, start: Duration, to: SIMD3<Double>, end: Duration, speed: Double?)
        /// At a point, after a time without a known way.
        case look(SIMD3<Double>, time: Duration)
    }

    /// Where the phone was last seen, and until when that is known.
    private(set) var last: (point: SIMD3<Double>, time: Duration)?
    /// When the last fix was taken.
    private var fixTime: Duration?

    /// The stretches that a fix adds. A fix that goes back in time adds none.
    mutating func add(_ fix: Location, policy: MonitorPolicy) -> [Stretch] {
        let point = Sphere.vector(latitude: fix.latitude, longitude: fix.longitude)
        guard let (previous, time) = last, let lastFix = fixTime else {
            last = (point, fix.elapsed)
            fixTime = fix.elapsed
            return [.look(point, time: fix.elapsed)]
        }
        guard fix.elapsed >= lastFix else { return [] }
        // Time may have passed beyond the fix while it was on its way; then it counts from there.
        let now = max(fix.elapsed, time)
        guard fix.elapsed - lastFix <= max(.zero, policy.longestStep) else {
            let held = stay(until: now, policy: policy)
            last = (point, now)
            fixTime = fix.elapsed
            return held + [.look(point, time: now)]
        }
        last = (point, now)
        fixTime = fix.elapsed
        // Two fixes of one moment, to the nanosecond: the phone is where the later one says.
        let passed = (now - time).wholeNanoseconds
        guard passed > 0 else { return [.look(point, time: now)] }
        let speed = Sphere.distance(previous, point) / Nanoseconds.product(passed)
        return [.way(from: previous, start: time, to: point, end: now, speed: speed)]
    }

    /// The stretch at the last fix that time passing adds, up to the age at which the fix is stale.
    mutating func stay(until now: Duration, policy: MonitorPolicy) -> [Stretch] {
        guard let (point, time) = last, let lastFix = fixTime else { return [] }
        let end = min(now, lastFix + max(.zero, policy.maximumAge))
        guard end > time else { return [] }
        last = (point, end)
        return [.way(from: point, start: time, to: point, end: end, speed: 0)]
    }
}
