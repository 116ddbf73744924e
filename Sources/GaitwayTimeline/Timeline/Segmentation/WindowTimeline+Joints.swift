// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How the items of a window meet.
extension WindowTimeline {
    /// The shortest item, in seconds: files hold milliseconds.
    private static let shortestItem = 0.001

    /// The items, each with a duration in files, and moves whose paths begin and end in the visits beside them.
    func joined(_ items: [TimelineItem]) -> [TimelineItem] {
        var items = withoutMoments(items)
        for index in items.indices {
            guard case .move(var move) = items[index] else { continue }
            if index > 0, case .visit(let visit) = items[index - 1] { move.drawStart(into: visit, policy) }
            if index + 1 < items.count, case .visit(let visit) = items[index + 1] { move.drawEnd(into: visit, policy) }
            items[index] = .move(move)
        }
        return items
    }

    /// The items without those too short for a file; the item before takes their time.
    private func withoutMoments(_ items: [TimelineItem]) -> [TimelineItem] {
        items.reduce(into: []) { kept, item in
            guard item.span.seconds < Self.shortestItem else { return kept.append(item) }
            guard let last = kept.last, item.span.end > last.span.end else { return }
            kept[kept.count - 1].drawOut(to: TimeSpan(start: last.span.start, end: item.span.end))
            kept[kept.count - 1].isOngoing = item.isOngoing
        }
    }
}

/// The ends of a path beside visits. Smoothing can move a coarse fix far out of the place that the other fixes of a
/// visit show.
extension Move {
    fileprivate mutating func drawStart(into visit: Visit, _ policy: TimelinePolicy) {
        guard let index = sections.firstIndex(where: { !$0.path.isEmpty }), let point = sections[index].path[0].first,
            let drawn = drawn(point, into: visit, over: TimeSpan(start: span.start, end: point.time), policy)
        else { return }
        sections[index].change(policy) { $0[0][0] = drawn }
    }

    fileprivate mutating func drawEnd(into visit: Visit, _ policy: TimelinePolicy) {
        guard let index = sections.lastIndex(where: { !$0.path.isEmpty }), let point = sections[index].path.last?.last,
            let drawn = drawn(point, into: visit, over: TimeSpan(start: point.time, end: span.end), policy)
        else { return }
        sections[index].change(policy) { path in
            let piece = path.count - 1
            path[piece][path[piece].count - 1] = drawn
        }
    }

    /// A point, drawn to the border of a visit; nil if the person can get from one to the other in the time between, or
    /// if the point lies farther out than errors explain.
    private func drawn(
        _ point: PathPoint, into visit: Visit, over time: TimeSpan, _ policy: TimelinePolicy
    ) -> PathPoint? {
        let crossed = sections.filter { $0.span.overlaps(time) }
        let fastest = crossed.map { policy.fastest($0.activity, $0.vehicle) }.max() ?? 0
        let apart = Ellipsoid.distance(visit.latitude, visit.longitude, point.latitude, point.longitude)
        guard apart > policy.widestPlace + fastest * time.seconds,
            apart <= 2 * (policy.widestPlace + policy.worstAccuracy)
        else { return nil }
        var drawn = point
        let share = policy.widestPlace / apart
        drawn.latitude = visit.latitude + share * (point.latitude - visit.latitude)
        drawn.longitude = Longitude.wrapped(Longitude.between(visit.longitude, point.longitude, share: share))
        return drawn
    }
}

extension MoveSection {
    /// Changes the path, and with it the distance and the greatest speed.
    fileprivate mutating func change(_ policy: TimelinePolicy, _ body: (_ path: inout [[PathPoint]]) -> Void) {
        let before = Self.length(of: path)
        body(&path)
        guard let length = distance else { return }
        distance = length + Self.length(of: path) - before
        coverBeeline()
        raiseMaximumSpeed(policy)
        leaveOutImpossibleWay(policy)
    }
}
