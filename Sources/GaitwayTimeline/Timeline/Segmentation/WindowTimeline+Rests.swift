// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Where the rests of moves belong: a pause is a rest on the way, and nothing else.
///
/// - A rest in the place of the visit that it touches belongs to that visit.
/// - A rest of ``TimelinePolicy/tripEndingPause`` is a visit, unless reports tell a wait in traffic.
/// - A move is never a rest alone.
extension WindowTimeline {
    typealias Stay = WindowSegmentation.Stay

    /// The items between two visits, with their rests settled. Those beside a visit have changed its end or its start.
    func settled(
        _ trip: [TimelineItem], after before: inout Visit?, before after: inout Stay?, history: ReportHistory
    ) -> [TimelineItem] {
        var items = trip
        let (start, goal) = (before, after)
        if var visit = before, case .move(let move)? = items.first, let rest = move.sections.first, rest.isPause,
            isFound(
                rest.span, at: Centre(at: visit),
                reaching: points.partitioningIndex { $0.time > rest.span.end.seconds })
        {
            visit.span.end = rest.span.end
            visit.longestSilence = max(visit.longestSilence, Duration(inSeconds: longestSilence(in: rest.span)))
            before = visit
            items.replaceSubrange(0...0, with: move.without(rest))
        }
        if var stay = after, case .move(let move)? = items.last, let rest = move.sections.last, rest.isPause,
            isFound(
                rest.span, at: stay.centre,
                reaching: points.partitioningIndex { $0.time >= rest.span.start.seconds } - 1)
        {
            stay.start = rest.span.start.seconds
            stay.longestSilence = max(stay.longestSilence, longestSilence(in: rest.span))
            after = stay
            items.replaceSubrange((items.count - 1)..., with: move.without(rest))
        }
        // A pause that fills the time between two places is a journey: the person went from one to the other.
        if items.isEmpty, case .move(let move)? = trip.first, let start, let goal {
            let way = Centre(at: start).distance(to: goal.centre)
            if way > 2 * policy.widestPlace {
                (before, after) = (start, goal)
                return [.move(move.covering(way, policy))]
            }
        }
        return items.flatMap { parted($0, history) }.map { item in
            guard case .move(let move) = item, move.sections.allSatisfy(\.isPause),
                let stay = self.stay(during: move.span)
            else { return item }
            return visit(stay, to: stay.end, history: history, isOngoing: move.isOngoing, isFirst: false)
        }
    }

    /// A move, parted at the rests that are visits.
    private func parted(_ item: TimelineItem, _ history: ReportHistory) -> [TimelineItem] {
        guard case .move(let move) = item else { return [item] }
        var items: [TimelineItem] = []
        for section in move.sections {
            let isLast = move.isOngoing && section.span.end == move.span.end
            if isVisit(section, history), let stay = stay(during: section.span) {
                items.append(visit(stay, to: stay.end, history: history, isOngoing: isLast, isFirst: false))
            } else if case .move(var last)? = items.last {
                last.sections.append(section)
                (last.span.end, last.isOngoing) = (section.span.end, isLast)
                items[items.count - 1] = .move(last)
            } else {
                items.append(.move(Move(span: section.span, sections: [section], isOngoing: isLast)))
            }
        }
        return items.map { part in
            guard case .move(var part) = part else { return part }
            part.stops = move.stops
            part.keepStopsWithin()
            return .move(part)
        }
    }

    private func isVisit(_ section: MoveSection, _ history: ReportHistory) -> Bool {
        guard section.isPause, section.span.seconds >= policy.tripEndingPause.inSeconds else { return false }
        let shares = history.shares(from: section.span.start.seconds, to: section.span.end.seconds)
        return shares.share(.automotive) + shares.share(.cycling) <= policy.vehicleShare
            && shares.share(.walking) + shares.share(.running) <= policy.restlessShare
    }

    /// The stay of the fixes of a span; nil if they do not lie in one place.
    private func stay(during span: TimeSpan) -> Stay? {
        let inside = fixes(during: span)
        guard let first = inside.first, let last = inside.last else { return nil }
        let centre = Centre(around: inside, policy: policy)
        guard centre.spread <= policy.visitRadius, isMostlyNear(inside, centre) else { return nil }
        return Stay(
            start: span.start.seconds, end: span.end.seconds, centre: centre, longestSilence: longestSilence(in: span),
            firstFix: first.time, lastFix: last.time)
    }

    /// Whether the fixes of a rest lie in a place; without any, whether the fix beyond the rest does.
    private func isFound(_ span: TimeSpan, at centre: Centre, reaching beyond: Int) -> Bool {
        let inside = fixes(during: span)
        // The visit's own fix, at the end of the rest, is one of them, so that half of them is not enough.
        if !inside.isEmpty {
            return 2 * inside.count { policy.isBeyond($0, at: centre.distance(to: $0)) } < inside.count
        }
        return points.indices.contains(beyond) && isMostlyNear(points[beyond...beyond], centre)
    }

    private func isMostlyNear(_ fixes: ArraySlice<TrackPoint>, _ centre: Centre) -> Bool {
        2 * fixes.count { policy.isBeyond($0, at: centre.distance(to: $0)) } <= fixes.count
    }

    private func fixes(during span: TimeSpan) -> ArraySlice<TrackPoint> {
        let first = points.partitioningIndex { $0.time >= span.start.seconds }
        return points[first..<max(first, points.partitioningIndex { $0.time > span.end.seconds })]
    }

    /// The longest time without a fix in a span, in seconds.
    private func longestSilence(in span: TimeSpan) -> Double {
        let times = [span.start.seconds] + fixes(during: span).map(\.time) + [span.end.seconds]
        return zip(times, times.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
    }
}

extension MoveSection {
    fileprivate var isPause: Bool { activity == .stationary }
}

extension Move {
    /// The move without a rest at one of its ends; nothing if it is that rest alone.
    fileprivate func without(_ rest: MoveSection) -> [TimelineItem] {
        var copy = self
        copy.sections.removeAll { $0.span == rest.span }
        guard let first = copy.sections.first, let last = copy.sections.last else { return [] }
        copy.span = TimeSpan(start: first.span.start, end: last.span.end)
        copy.keepStopsWithin()
        return [.move(copy)]
    }

    /// The rest as a journey of at least `way` metres.
    fileprivate func covering(_ way: Double, _ policy: TimelinePolicy) -> Move {
        var copy = self
        let mode: Activity = way <= policy.fastestWalking * span.seconds ? .walking : .automotive
        for index in sections.indices {
            (copy.sections[index].activity, copy.sections[index].evidence) = (mode, .speed)
            copy.sections[index].raiseMaximumSpeed(policy)
        }
        copy.sections[0].unobservedDistance += max(0, way - (wholeDistance ?? 0))
        copy.sections[0].leaveOutImpossibleWay(policy)
        return copy
    }
}
