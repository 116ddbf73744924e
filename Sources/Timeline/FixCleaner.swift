public import MotionTypes

/// What was left out of the input, and why.
public struct TimelineRepairs: Sendable, Hashable {
    /// Inputs that came later than the allowed lateness.
    public var late = 0
    /// Inputs whose time is centuries away.
    public var untimely = 0
    /// Fixes at the time of another one.
    public var duplicates = 0
    /// Fixes whose accuracy makes them no position, or whose coordinates are none.
    public var coarse = 0
    /// Fixes that nothing could have reached.
    public var jumps = 0
    /// Jumps that were taken for real, since the fixes after them agree: after a flight, say.
    public var leaps = 0
    /// Fixes that are positions, jumps among them.
    public var positions = 0
    /// When the first jump or leap was.
    public var firstJump: Timestamp?

    /// Nothing left out.
    public init() {}

    mutating func add(_ other: TimelineRepairs) {
        late += other.late
        untimely += other.untimely
        duplicates += other.duplicates
        coarse += other.coarse
        jumps += other.jumps
        leaps += other.leaps
        positions += other.positions
        firstJump = [firstJump, other.firstJump].compactMap(\.self).min()
    }

    /// Whether so much of the track is out of reach of the rest that it can only be the tracks of two people in one.
    public func isMixed(_ policy: TimelinePolicy) -> Bool {
        let count = jumps + leaps
        return count >= policy.fewestMixedJumps && Double(count) >= policy.mixedShare * Double(positions)
    }
}

/// Sets aside fixes that cannot be used.
struct FixCleaner: Sendable {
    let policy: TimelinePolicy
    private(set) var repairs = TimelineRepairs()
    private var last: TrackPoint?
    private var suspects: [TrackPoint] = []
    private var latest: Double?

    init(policy: TimelinePolicy) { self.policy = policy }

    /// Takes the next fix; adds those that proved usable to `points`, in order.
    mutating func add(_ fix: Location, at time: Timestamp, to points: inout [TrackPoint]) {
        let seconds = Double(time.nanoseconds) / 1e9
        if latest == seconds {
            repairs.duplicates += 1
            return
        }
        // -1 stands for "not known" in some logs; a negative accuracy means no position at all.
        let accuracy = fix.horizontalAccuracy ?? policy.unstatedAccuracy
        guard accuracy >= 0, accuracy <= policy.worstAccuracy, abs(fix.latitude) <= 90,
            abs(fix.longitude) <= 180
        else {
            repairs.coarse += 1
            return
        }
        latest = seconds
        repairs.positions += 1
        let point = TrackPoint(
            time: seconds, latitude: fix.latitude, longitude: fix.longitude, accuracy: max(1, accuracy),
            speed: fix.speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }, altitude: fix.altitude)
        guard let last, !isReachable(point, from: last) else {
            repairs.jumps += suspects.count
            suspects.removeAll()
            self.last = point
            points.append(point)
            return
        }
        if repairs.firstJump == nil { repairs.firstJump = time }
        if let suspect = suspects.last, !isReachable(point, from: suspect) {
            repairs.jumps += suspects.count
            suspects.removeAll()
        }
        suspects.append(point)
        guard suspects.count >= policy.jumpConfirmations, point.time - suspects[0].time >= policy.jumpDuration else {
            return
        }
        repairs.leaps += 1
        self.last = point
        points += suspects
        suspects.removeAll()
    }

    /// Ends the track: fixes still in doubt are left out.
    mutating func finish() {
        repairs.jumps += suspects.count
        suspects.removeAll()
    }

    private func isReachable(_ point: TrackPoint, from other: TrackPoint) -> Bool {
        let seconds = max(1, point.time - other.time)
        return other.distance(to: point) - other.accuracy - point.accuracy <= policy.impossibleSpeed * seconds
    }
}
