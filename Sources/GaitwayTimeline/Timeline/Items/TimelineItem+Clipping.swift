// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension TimelineItem {
    /// The part within a span; nil if they share no time.
    package func clipped(to window: TimeSpan) -> TimelineItem? {
        guard let span = span.clipped(to: window) else { return nil }
        guard span != self.span else { return self }
        switch self {
        case .visit(var visit):
            visit.steps = visit.steps.map { StepCount.part(span.seconds / visit.span.seconds, of: $0) }
            visit.span = span
            visit.activities = visit.activities.clipped(to: span)
            return .visit(visit)
        case .move(var move):
            move.span = span
            move.sections = move.sections.compactMap { $0.clipped(to: span) }
            move.keepStopsWithin()
            return move.sections.isEmpty ? nil : .move(move)
        case .gap(var gap):
            gap.span = span
            return .gap(gap)
        }
    }

    /// Draws the item out to a longer span. What is added to a move has no path.
    package mutating func drawOut(to span: TimeSpan) {
        self.span = span
        guard case .move(var move) = self, !move.sections.isEmpty else { return }
        move.sections[0].span.start = span.start
        move.sections[move.sections.count - 1].span.end = span.end
        self = .move(move)
    }
}

extension TimeSpan {
    /// The time shared with another span, or nil.
    func clipped(to window: TimeSpan) -> TimeSpan? {
        let part = TimeSpan(start: max(start, window.start), end: min(end, window.end))
        return part.start < part.end ? part : nil
    }

    /// The parts before and after another span.
    package func parts(outside span: TimeSpan) -> [TimeSpan] {
        [TimeSpan(start: start, end: min(end, span.start)), TimeSpan(start: max(start, span.end), end: end)]
            .filter { $0.start < $0.end }
    }
}

extension [ReportedSpan] {
    /// The parts within a span.
    func clipped(to window: TimeSpan) -> [ReportedSpan] {
        compactMap { reported in
            reported.span.clipped(to: window).map { ReportedSpan(activity: reported.activity, span: $0) }
        }
    }
}

extension MoveSection {
    /// The part within a span; nil if they share no time.
    ///
    /// The path is cut on the line between two points. The distance is cut with the path, or by time if there is no
    /// path. The way across a hole is cut by the time of the hole. Other silences and steps are cut by time.
    package func clipped(to window: TimeSpan) -> MoveSection? {
        guard let part = span.clipped(to: window) else { return nil }
        guard part != span else { return self }
        var copy = self
        copy.span = part
        let share = part.seconds / span.seconds
        let length = Self.length(of: path)
        copy.path = path.map { Self.clipped($0, to: part) }.filter { !$0.isEmpty }
        copy.distance = distance.map { $0 * (length > 0 ? Self.length(of: copy.path) / length : share) }
        copy.unobservedDistance = unobservedDistance(in: part)
        copy.steps = steps.map { StepCount.part(share, of: $0) }
        // A part may have a hole that the rest of the section made up for.
        if evidence != .correction { copy.leaveOutImpossibleWay(TimelinePolicy()) }
        if let maximum = copy.maximumSpeed {
            let policy = TimelinePolicy()
            let along = min(copy.fastestMean, policy.bursts * policy.fastest(activity, vehicle))
            copy.maximumSpeed = max(maximum, copy.meanSpeed ?? 0, along)
        }
        return copy
    }

    /// The mean speed along the fastest piece of the path, in m/s; 0 without a piece of two points.
    var fastestMean: Double {
        path.filter { $0.count > 1 }.map { piece in
            Self.length(of: [piece]) / max(1, piece[piece.count - 1].time.seconds(since: piece[0].time))
        }.max() ?? 0
    }

    /// Leaves out a way that the activity cannot cover in the time: it is not known.
    mutating func leaveOutImpossibleWay(_ policy: TimelinePolicy) {
        let most = policy.fastest(activity, vehicle) * span.seconds + policy.visitRadius
        if let way = wholeDistance, way > most { leaveOutWay() }
    }

    /// Counts at least the way between the ends of a path that has holes.
    mutating func coverBeeline() {
        guard path.count > 1, let first = path.first?.first, let last = path.last?.last else { return }
        let beeline = Ellipsoid.way(first.latitude, first.longitude, last.latitude, last.longitude)
        unobservedDistance += max(0, beeline - (wholeDistance ?? 0))
    }

    /// Raises the greatest speed to the mean along the path, unless that is beyond the activity.
    mutating func raiseMaximumSpeed(_ policy: TimelinePolicy) {
        let most = policy.bursts * policy.fastest(activity, vehicle)
        maximumSpeed = maximumSpeed.map { max($0, min(most, fastestMean)) }
    }

    mutating func leaveOutWay() { (distance, unobservedDistance, maximumSpeed) = (nil, 0, nil) }

    /// Metres across silences within a span. The ends of a hole show how much of them it has.
    private func unobservedDistance(in part: TimeSpan) -> Double {
        var (inside, holes) = (0.0, 0.0)
        for (before, after) in zip(path, path.dropFirst()) {
            guard let from = before.last, let to = after.first, from.time < to.time else { continue }
            let way = Ellipsoid.way(from.latitude, from.longitude, to.latitude, to.longitude)
            let shared = max(0, min(to.time, part.end).seconds(since: max(from.time, part.start)))
            holes += way
            inside += way * shared / to.time.seconds(since: from.time)
        }
        let known = min(holes, unobservedDistance)
        return (holes > 0 ? known * inside / holes : 0) + (unobservedDistance - known) * part.seconds / span.seconds
    }

    static func length(of path: [[PathPoint]]) -> Double {
        path.reduce(0) { sum, piece in
            zip(piece, piece.dropFirst()).reduce(sum) { sum, ends in
                sum
                    + Ellipsoid.way(
                        ends.0.latitude, ends.0.longitude, ends.1.latitude, ends.1.longitude)
            }
        }
    }

    private static func clipped(_ piece: [PathPoint], to part: TimeSpan) -> [PathPoint] {
        var points: [PathPoint] = []
        for (index, point) in piece.enumerated() {
            if index > 0 {
                for end in [part.start, part.end] where piece[index - 1].time < end && end < point.time {
                    points.append(PathPoint(between: piece[index - 1], and: point, at: end))
                }
            }
            if point.time >= part.start && point.time <= part.end { points.append(point) }
        }
        return points
    }
}

extension PathPoint {
    /// The point between two others at a moment between theirs.
    fileprivate init(between before: PathPoint, and after: PathPoint, at time: Timestamp) {
        let share = time.seconds(since: before.time) / after.time.seconds(since: before.time)
        self.init(
            time: time, latitude: before.latitude + share * (after.latitude - before.latitude),
            longitude: Longitude.wrapped(Longitude.between(before.longitude, after.longitude, share: share)))
    }
}
