internal import MotionTypes

/// Leaves out fixes that cannot be used.
struct FixCleaner: Sendable {
    let policy: TimelinePolicy
    private(set) var repairs = TimelineRepairs()
    private var last: TrackPoint?
    /// Fixes out of reach of the track that agree with each other.
    private var suspects: [TrackPoint] = []
    /// The end of the last fixes that were left out; after a leap, the end of the track before it.
    private var aside: TrackPoint?
    private var latest: Double?

    init(policy: TimelinePolicy) { self.policy = policy }

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
        guard accuracy >= 0, accuracy.isFinite, abs(fix.latitude) <= 90, abs(fix.longitude) <= 180 else {
            repairs.coarse += 1
            return nil
        }
        if accuracy > policy.worstAccuracy {
            repairs.coarse += 1
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
        guard let last, !isReachable(point, from: last) else {
            setAside()
            self.last = point
            points.append(point)
            return nil
        }
        if repairs.firstJump == nil { repairs.firstJump = time }
        if let suspect = suspects.last, !isReachable(point, from: suspect) { setAside() }
        if suspects.isEmpty, let aside,
            aside.distance(to: point) < policy.jumpRepeatShare * last.distance(to: point)
        {
            repairs.repeatedJumps += 1
        }
        suspects.append(point)
        guard suspects.count >= policy.jumpConfirmations, point.time - suspects[0].time >= policy.jumpDuration.inSeconds
        else {
            return nil
        }
        repairs.leaps += 1
        aside = last
        self.last = point
        points += suspects
        suspects.removeAll()
        return nil
    }

    /// Ends the track and leaves out fixes that are still in doubt.
    mutating func finish() { setAside() }

    private mutating func setAside() {
        guard let suspect = suspects.last else { return }
        aside = suspect
        repairs.jumps += suspects.count
        suspects.removeAll()
    }

    private func isReachable(_ point: TrackPoint, from other: TrackPoint) -> Bool {
        let seconds = max(TrackPoint.shortestInterval, point.time - other.time)
        return other.distance(to: point) - other.accuracy - point.accuracy <= policy.impossibleSpeed * seconds
    }
}
