// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Finds the stretches of a track that stay within a radius of their own centre, one fix at a time.
///
/// The centre is the mean of the stretch's fixes, weighted by accuracy⁻². If a fix falls outside the radius, a stretch
/// that has lasted long enough waits: it ends unless the fix proves to be jitter. A shorter stretch drops fixes at its
/// front until the new one fits. Each fix enters and leaves once.
struct StayFinder: Sendable {
    /// A stretch of the track, from its first fix to the last fix within the radius.
    struct Stay: Sendable, Hashable {
        var start: Double
        var end: Double
        var duration: Double { end - start }
    }

    let radius: Double
    let shortest: Double
    let jitter: Double
    private let farthest: Double

    /// The most fixes in doubt, so that a phone that logs ten a second does not fill the memory.
    private static let mostPending = 1000
    /// Dropped fixes at the front of ``members`` are removed only if they are worth moving the rest.
    private static let leastRemoved = 64

    private var members: [TrackPoint] = []
    private var head = 0
    private var pending: [TrackPoint] = []
    private var origin = (latitude: 0.0, longitude: 0.0)
    private var sum = (weight: 0.0, latitude: 0.0, longitude: 0.0)
    private var firstPoint: TrackPoint?
    private var lastPoint: TrackPoint?
    /// The coarse fixes since the last fix of the stretch that deny it.
    private var doubts = (count: 0, since: 0.0)
    private let policy: TimelinePolicy

    init(policy: TimelinePolicy) {
        self.policy = policy
        radius = policy.visitRadius
        shortest = policy.shortestVisit.inSeconds
        jitter = policy.jitterDuration.inSeconds
        farthest = policy.widestPlace
    }

    /// The current stretch, of any length.
    var current: Stay? {
        guard let firstPoint, let lastPoint else { return nil }
        return Stay(start: firstPoint.time, end: lastPoint.time)
    }

    /// Takes the next fix; returns the stays that it ends.
    mutating func add(_ point: TrackPoint) -> [Stay] {
        // A fix within a stay, the usual case, needs no queue.
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

    /// Takes a fix too coarse for a position; returns the stay that it ends. It ends one if it denies it with others
    /// for longer than jitter.
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

    /// Drops a stretch that is not a stay yet, since nothing shows that it continues.
    mutating func forgetStart() {
        if let current, current.duration < shortest { reset() }
    }

    /// Ends the stretch at a silence that is too long for a stay; returns the stays that end.
    mutating func interrupt() -> [Stay] {
        let waiting = pending
        var ended = finish().map { [$0] } ?? []
        pending.removeAll()
        reset()
        for point in waiting { ended += add(point) }
        if let last = finish() { ended.append(last) }
        pending.removeAll()
        reset()
        return ended
    }

    /// The current stay at the end of a track, if it is long enough.
    func finish() -> Stay? {
        guard let current, current.duration >= shortest else { return nil }
        return current
    }

    /// The greatest distance of a fix from the centre; larger for coarse fixes.
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
        // A long stay never drops fixes at its front; only its sums matter.
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
