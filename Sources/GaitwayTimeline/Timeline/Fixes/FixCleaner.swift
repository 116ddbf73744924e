// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Leaves out fixes that cannot be used.
struct FixCleaner: Sendable {
    let policy: TimelinePolicy
    private(set) var repairs = TimelineRepairs()
    private var last: TrackPoint?
    /// Fixes out of reach of the track that agree with each other.
    private var suspects: [TrackPoint] = []
    /// The end of the last fixes that were left out; after a leap, the end of the track before it.
    private var aside: TrackPoint?
    /// The fix before the last one, if only an airplane is fast enough for the way between them.
    private var behind: TrackPoint?
    private var latest: Double?
    /// When a vehicle was last reported.
    private var driven = -Double.infinity
    /// Whether ``suspects`` are the end of a stated flight.
    private var isFlown = false
    /// The track's first fixes, until they are as many as confirm a leap: what follows may show that they are wrong.
    /// Nil from then on.
    private var opening: [TrackPoint]? = []
    /// The fix before a silence, and the fixes after it that lie elsewhere, until the next fix shows whether they are
    /// wrong: a phone that wakes may state where it never was, within reach for the silence.
    private var outing: (left: TrackPoint, fixes: [TrackPoint])?

    /// The least share of the way over three fixes of a flight that brings it ahead.
    private static let straightness = 0.8

    init(policy: TimelinePolicy) { self.policy = policy }

    /// Fixes that are positions and no jumps, in time order.
    static func usable(_ fixes: [(Timestamp, Location)], policy: TimelinePolicy) -> [TrackPoint] {
        var cleaner = Self(policy: policy)
        var points: [TrackPoint] = []
        for (time, fix) in fixes.sorted(by: { $0.0 < $1.0 }) { _ = cleaner.add(fix, at: time, to: &points) }
        cleaner.finish(to: &points)
        return points
    }

    /// Takes the next report; it comes before the fixes of its moment.
    mutating func add(_ flags: ActivityFlags, at seconds: Double) {
        if flags.contains(.automotive) { driven = seconds }
    }

    /// Takes the next fix, and appends fixes that are usable to `points`, in order.
    ///
    /// - Returns: the fix if it is too coarse for a position, else nil.
    mutating func add(_ fix: Location, at time: Timestamp, to points: inout [TrackPoint]) -> TrackPoint? {
        let seconds = time.seconds
        if latest == seconds {
            repairs.duplicates += 1
            return nil
        }
        // In some logs, -1 stands for "unknown"; a negative accuracy means that the position is missing.
        let accuracy = fix.horizontalAccuracy ?? policy.unstatedAccuracy
        guard accuracy >= 0, accuracy.isFinite, fix.latitude.magnitude <= 90, fix.longitude.magnitude <= 180 else {
            repairs.coarse += 1
            return nil
        }
        if accuracy > policy.worstAccuracy {
            repairs.coarse += 1
            // What is known of the time before comes first.
            endOuting(to: &points)
            endOpening(to: &points)
            return TrackPoint(
                time: seconds, latitude: fix.latitude, longitude: fix.longitude, accuracy: accuracy, weight: 0)
        }
        latest = seconds
        repairs.positions += 1
        let counted = max(policy.bestAccuracy, max(TrackPoint.leastAccuracy, accuracy))
        let point = TrackPoint(
            time: seconds, latitude: fix.latitude, longitude: fix.longitude,
            accuracy: max(TrackPoint.leastAccuracy, accuracy),
            speed: fix.speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }, altitude: fix.altitude,
            weight: 1 / (counted * counted))
        settleOuting(before: point, to: &points)
        guard let last, !isReachable(point, from: last) else {
            setAside()
            behind = nil
            if let last, outing == nil, opening == nil, isOuting(from: last, to: point) { outing = (last, []) }
            self.last = point
            give(point, to: &points)
            return nil
        }
        if suspects.isEmpty, let behind, isFlight(from: behind, over: last, to: point) {
            self.behind = last
            self.last = point
            give(point, to: &points)
            return nil
        }
        if let suspect = suspects.last, !isReachable(point, from: suspect) {
            let before = suspects.count > 1 ? suspects[suspects.count - 2] : last
            if !isFlight(from: before, over: suspect, to: point) { setAside() }
        }
        if repairs.firstJump == nil { repairs.firstJump = time }
        if suspects.isEmpty, let aside,
            aside.distance(to: point) < policy.jumpRepeatShare * last.distance(to: point)
        {
            repairs.repeatedJumps += 1
        }
        if suspects.isEmpty { isFlown = isStatedFlight(from: last, to: point) }
        suspects.append(point)
        let isConfirmed =
            suspects.count >= policy.jumpConfirmations
            && point.time - suspects[0].time >= policy.jumpDuration.inSeconds
        if isConfirmed || isFlown && suspects.count > 1 { accept(behind: last, to: &points) }
        return nil
    }

    /// Takes the fixes in doubt as the track's next part.
    private mutating func accept(behind last: TrackPoint, to points: inout [TrackPoint]) {
        // What an airplane can reach is not a leap.
        if !isReachable(suspects[0], from: last, at: policy.fastestAirplane) {
            if opening == nil { repairs.leaps += 1 } else { leaveOutOpening() }
        }
        endOpening(to: &points)
        aside = last
        let point = suspects[suspects.count - 1]
        let before = suspects.count > 1 ? suspects[suspects.count - 2] : last
        behind = isReachable(point, from: before) ? nil : before
        self.last = point
        points += suspects
        suspects.removeAll()
    }

    /// Ends the track, appends its first fixes to `points` if they are still held, and leaves out fixes that are still
    /// in doubt, except the end of a stated flight.
    mutating func finish(to points: inout [TrackPoint]) {
        endOuting(to: &points)
        if let last, isFlown, !suspects.isEmpty { return accept(behind: last, to: &points) }
        endOpening(to: &points)
        setAside()
    }

    private mutating func give(_ point: TrackPoint, to points: inout [TrackPoint]) {
        if outing != nil {
            outing?.fixes.append(point)
            return
        }
        guard let held = opening else { return points.append(point) }
        opening = held + [point]
        if held.count + 1 >= policy.jumpConfirmations { endOpening(to: &points) }
    }

    private mutating func endOpening(to points: inout [TrackPoint]) {
        guard let opening, !opening.isEmpty else { return }
        points += opening
        self.opening = nil
    }

    /// Leaves out the first fixes of the track, which are too few to hold against the fixes that agree with each other
    /// elsewhere.
    private mutating func leaveOutOpening() {
        guard let opening, let first = opening.first else { return }
        repairs.jumps += opening.count
        repairs.firstJump = Timestamp(seconds: first.time)
        self.opening = nil
    }

    /// Leaves out the fixes of an outing if two fixes back where it began agree against them, and takes them as the
    /// track's next part once that cannot be.
    private mutating func settleOuting(before point: TrackPoint, to points: inout [TrackPoint]) {
        guard let (left, fixes) = outing, let out = fixes.last else { return }
        if let back = suspects.last {
            if isRepeat(point, of: back, against: out) {
                repairs.jumps += fixes.count
                (outing, aside) = (nil, out)
                last = back
                points += suspects
                suspects.removeAll()
            }
        } else if isReachable(point, from: out)
            ? fixes.count + 1 < policy.jumpConfirmations && isRepeat(point, of: out, against: left)
            : isReachable(point, from: left) && isRepeat(point, of: left, against: out)
        {
            return
        }
        endOuting(to: &points)
    }

    /// Whether the way to a fix is long, and nothing was seen of it.
    private func isOuting(from left: TrackPoint, to point: TrackPoint) -> Bool {
        point.time - left.time > policy.longestSilence.inSeconds
            && left.distance(to: point) - left.accuracy - point.accuracy > policy.visitRadius
    }

    /// Whether a fix lies at one fix rather than at another.
    private func isRepeat(_ point: TrackPoint, of fix: TrackPoint, against other: TrackPoint) -> Bool {
        fix.distance(to: point) < policy.jumpRepeatShare * other.distance(to: fix)
    }

    private mutating func endOuting(to points: inout [TrackPoint]) {
        points += outing?.fixes ?? []
        outing = nil
    }

    private mutating func setAside() {
        guard let suspect = suspects.last else { return }
        aside = suspect
        repairs.jumps += suspects.count
        suspects.removeAll()
    }

    private func isReachable(_ point: TrackPoint, from other: TrackPoint) -> Bool {
        isReachable(point, from: other, at: policy.impossibleSpeed)
    }

    private func isReachable(_ point: TrackPoint, from other: TrackPoint, at speed: Double) -> Bool {
        let seconds = max(TrackPoint.shortestInterval, point.time - other.time)
        return other.distance(to: point) - other.accuracy - point.accuracy <= speed * seconds
    }

    /// Whether a vehicle was reported on a way that only an airplane is fast enough for, and that takes as long as a
    /// flight does.
    private func isStatedFlight(from start: TrackPoint, to end: TrackPoint) -> Bool {
        driven >= start.time && (end.time - start.time) * policy.slowestFlight >= policy.shortestFlight
            && isReachable(end, from: start, at: policy.fastestAirplane)
    }

    /// Whether an airplane can fly over three fixes: fast enough, and ahead. A second person's fixes lead back.
    private func isFlight(from first: TrackPoint, over second: TrackPoint, to third: TrackPoint) -> Bool {
        let ways = first.distance(to: second) + second.distance(to: third)
        return isReachable(second, from: first, at: policy.fastestAirplane)
            && isReachable(third, from: second, at: policy.fastestAirplane)
            && first.distance(to: third) >= Self.straightness * ways
    }
}
