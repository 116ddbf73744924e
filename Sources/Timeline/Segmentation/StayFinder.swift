import Geodesy
import MotionTypes

/// Finds the stretches of a track that stay within a radius of their own centre, one fix at a time.
///
/// The centre is the mean of the stretch's fixes, weighted by accuracy⁻². When a fix falls outside the radius,
/// a stretch that has lasted long enough waits to see whether that is jitter, and else ends; a shorter one loses
/// fixes at its front until the new one fits. Each fix enters and leaves once.
struct StayFinder: Sendable {
    /// A stretch of the track, from its first fix to the last one that lay within the radius.
    struct Stay: Sendable, Hashable {
        var start: Double
        var end: Double
        var duration: Double { end - start }
    }

    let radius: Double
    let shortest: Double
    let jitter: Double
    private let farthest: Double

    /// So many fixes in doubt are settled at once: a phone that logs ten a second must not fill the memory.
    private static let mostPending = 1000
    /// The front of ``members`` that was given up is removed only when it is worth the move of the rest.
    private static let leastRemoved = 64

    private var members: [TrackPoint] = []
    private var head = 0
    private var pending: [TrackPoint] = []
    private var origin = (latitude: 0.0, longitude: 0.0)
    private var sum = (weight: 0.0, latitude: 0.0, longitude: 0.0)
    private var firstPoint: TrackPoint?
    private var lastPoint: TrackPoint?
    /// Fixes too coarse to be a position that deny the stretch, since the last fix in it.
    private var doubts = (count: 0, since: 0.0)
    private let policy: TimelinePolicy

    init(policy: TimelinePolicy) {
        self.policy = policy
        radius = policy.visitRadius
        shortest = policy.shortestVisit.inSeconds
        jitter = policy.jitterDuration.inSeconds
        farthest = policy.coarseReach * radius
    }

    /// The stretch in progress, whatever its length.
    var current: Stay? {
        guard let firstPoint, let lastPoint else { return nil }
        return Stay(start: firstPoint.time, end: lastPoint.time)
    }

    /// Takes the next fix; gives the stays that it ends.
    mutating func add(_ point: TrackPoint) -> [Stay] {
        // The usual case, a fix within a stay, needs no queue.
        if pending.isEmpty, let current, current.duration >= shortest, distanceFromCentre(point) <= reach(point) {
            include(point)
            return []
        }
        var ended: [Stay] = []
        var queue = [point]
        var next = 0
        while next < queue.count {
            let member = queue[next]
            next += 1
            if let current, current.duration >= shortest {
                if distanceFromCentre(member) <= reach(member) {
                    pending.removeAll(keepingCapacity: true)
                    include(member)
                    continue
                }
                pending.append(member)
                if let first = pending.first, member.time - first.time > jitter || pending.count > Self.mostPending {
                    ended.append(current)
                    queue = pending + queue[next...]
                    next = 0
                    pending.removeAll()
                    reset()
                }
            } else {
                while firstPoint != nil, distanceFromCentre(member) > radius { dropFirst() }
                include(member)
            }
        }
        return ended
    }

    /// Takes a fix too coarse to be a position; gives the stay that it ends, by denying it with others for longer than jitter.
    mutating func doubt(_ fix: TrackPoint) -> [Stay] {
        guard let current, CoarseFixes.denies(fix, at: distanceFromCentre(fix), policy) else { return [] }
        if doubts.count == 0 { doubts.since = fix.time }
        doubts.count += 1
        guard doubts.count >= policy.fewestFarFixes, fix.time - doubts.since >= jitter else { return [] }
        let waiting = pending
        pending.removeAll()
        reset()
        var ended = current.duration >= shortest ? [current] : []
        for point in waiting { ended += add(point) }
        return ended
    }

    /// Forgets a stretch that is no stay yet: nothing shows that it goes on.
    mutating func forgetStart() {
        if let current, current.duration < shortest { reset() }
    }

    /// The stay in progress, if it is long enough; for the end of a track.
    func finish() -> Stay? {
        guard let current, current.duration >= shortest else { return nil }
        return current
    }

    /// How far from the centre a fix may lie: a coarse one is believed less.
    private func reach(_ point: TrackPoint) -> Double { max(radius, min(point.accuracy, farthest)) }

    private func distanceFromCentre(_ point: TrackPoint) -> Double {
        guard sum.weight > 0 else { return 0 }
        return Ellipsoid.shortDistance(
            origin.latitude + sum.latitude / sum.weight, origin.longitude + sum.longitude / sum.weight,
            point.latitude, point.longitude)
    }

    private mutating func include(_ member: TrackPoint) {
        if firstPoint == nil {
            origin = (member.latitude, member.longitude)
            sum = (0, 0, 0)
            firstPoint = member
        }
        lastPoint = member
        doubts.count = 0
        members.append(member)
        shift(member, sign: 1)
        // A long stay needs no front to give up: only its sums matter.
        if let current, current.duration >= shortest {
            members.removeAll(keepingCapacity: true)
            head = 0
        }
    }

    private mutating func shift(_ point: TrackPoint, sign: Double) {
        let weight = sign * point.weight
        sum.weight += weight
        sum.latitude += weight * (point.latitude - origin.latitude)
        sum.longitude += weight * Longitude.difference(origin.longitude, point.longitude)
    }

    private mutating func dropFirst() {
        guard head < members.count else { return reset() }
        shift(members[head], sign: -1)
        head += 1
        guard head < members.count else { return reset() }
        firstPoint = members[head]
        if head > Self.leastRemoved && head * 2 > members.count {
            members.removeFirst(head)
            head = 0
        }
    }

    private mutating func reset() {
        members.removeAll(keepingCapacity: true)
        head = 0
        firstPoint = nil
        lastPoint = nil
        doubts.count = 0
        sum = (0, 0, 0)
    }
}
