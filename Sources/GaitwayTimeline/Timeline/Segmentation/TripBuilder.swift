// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Turns the fixes between two visits into moves and gaps.
struct TripBuilder {
    let policy: TimelinePolicy
    let points: [TrackPoint]
    let coarse: CoarseFixes
    let reports: ReportHistory

    /// The items that fill the time from `start` to `end`.
    func items(from start: Double, to end: Double, afterVisit: Bool, beforeVisit: Bool) -> [TimelineItem] {
        guard end > start else { return [] }
        let inside = points(from: start, to: end)
        var items: [TimelineItem] = []
        var pieces: [(start: Double, end: Double, isGap: Bool, displacement: Double?)] = []
        var cursor = start
        // Silences without evidence of movement are gaps; the rest is a move.
        var edges: [(time: Double, point: TrackPoint?)] = inside.map { ($0.time, $0) }
        if edges.first.map({ $0.time > start }) ?? true {
            // A person who leaves a visit starts at its last fix.
            let before = index(from: start) - 1
            edges.insert((start, afterVisit && before >= 0 ? points[before] : nil), at: 0)
        }
        if let last = edges.last, last.time < end { edges.append((end, nil)) }
        for index in edges.indices.dropFirst() {
            let (before, after) = (edges[index - 1], edges[index])
            guard after.time - before.time > longestSilence(upTo: after.time),
                !isBridged(before, after, afterVisit, beforeVisit), !isShortRest(from: before.time, to: after.time)
            else { continue }
            // Reported movement at the ends of the silence belongs to the moves around it.
            let first =
                before.point == nil
                ? before.time
                : min(
                    after.time,
                    reports.movementEnd(
                        after: before.time, notAfter: min(after.time, before.time + policy.longestLookAhead.inSeconds),
                        policy: policy))
            let second =
                after.point == nil
                ? after.time
                : max(
                    first,
                    reports.movementStart(before: after.time, notBefore: first, policy: policy))
            // So do reported journeys in the middle. Reports of walking may come from inside a place, and short ones of
            // wheels are often wrong, unless the place is another one after them.
            let apart = self.displacement(from: before.time, to: after.time)
            let isElsewhere = apart.map { $0 > policy.shortestTrip } ?? false
            let journeys = reports.journeys(
                from: first, to: second, onFoot: isElsewhere || apart == nil,
                least: isElsewhere ? policy.shortestSection : policy.tripEndingPause, policy: policy
            ).filter(isMostlyMoving)
            let displacement = journeys.isEmpty ? apart : nil
            let gaps = zip([first] + journeys.map(\.end), journeys.map(\.start) + [second])
            for (from, to) in gaps where from < to {
                if cursor < from { pieces.append((cursor, from, false, nil)) }
                pieces.append((from, to, true, displacement))
                cursor = to
            }
        }
        if cursor < end { pieces.append((cursor, end, false, nil)) }
        for (number, piece) in pieces.enumerated() {
            let span = TimeSpan(start: Timestamp(seconds: piece.start), end: Timestamp(seconds: piece.end))
            if piece.isGap {
                items.append(.gap(Gap(span: span, displacement: piece.displacement, isOngoing: false)))
            } else {
                let isLast = number + 1 == pieces.count
                let move = move(
                    from: piece.start, to: piece.end, among: inside, afterVisit: afterVisit && number == 0,
                    beforeVisit: beforeVisit && isLast)
                items +=
                    (isLast ? !beforeVisit : pieces[number + 1].isGap)
                    ? withArrival(move, among: inside) : [.move(move)]
            }
        }
        if !beforeVisit, !items.isEmpty {
            switch items[items.count - 1] {
            case .move(var move):
                move.isOngoing = true
                items[items.count - 1] = .move(move)
            case .gap(var gap):
                gap.isOngoing = true
                items[items.count - 1] = .gap(gap)
            case .visit(var visit):
                visit.isOngoing = true
                items[items.count - 1] = .visit(visit)
            }
        }
        return items
    }

    /// Whether reports show movement for most of a short journey. Single steps during a rest do not count.
    private func isMostlyMoving(_ journey: ReportHistory.Span) -> Bool {
        let moving = reports.shares(from: journey.start, to: journey.end).moving
        return moving >= policy.tripEndingPause.inSeconds || moving > policy.bridgingShare * journey.duration
    }

    /// A move before a time without data. If it ends at rest the person has arrived, and the rest is a visit that was
    /// cut short.
    private func withArrival(_ move: Move, among fixes: [TrackPoint]) -> [TimelineItem] {
        guard let last = move.sections.last, last.activity == .stationary, move.sections.count > 1 else {
            return [.move(move)]
        }
        let start = last.span.start.seconds
        let inside = fixes.filter { $0.time >= start && $0.time <= last.span.end.seconds }
        guard !inside.isEmpty else { return [.move(move)] }
        let centre = Centre(around: inside, policy: policy)
        var rest = move
        rest.sections.removeLast()
        rest.span.end = last.span.start
        rest.keepStopsWithin()
        let visit = Visit(
            span: last.span, latitude: centre.latitude, longitude: centre.longitude, spread: centre.spread,
            fixCount: centre.count)
        return [.move(rest), .visit(visit)]
    }

    /// The fixes from `start` to `end`.
    private func points(from start: Double, to end: Double) -> [TrackPoint] {
        Array(points[index(from: start)..<index(from: end.nextUp)])
    }

    /// The index of the first fix at or after `time`.
    private func index(from time: Double) -> Int {
        points.partitioningIndex { $0.time >= time }
    }

    /// Whether a silence is short, and the fixes around it lie in one place.
    private func isShortRest(from start: Double, to end: Double) -> Bool {
        end - start < policy.tripEndingPause.inSeconds
            && displacement(from: start, to: end).map { $0 <= policy.visitRadius } ?? false
    }

    /// The longest time without a fix up to a moment that is not yet a silence.
    private func longestSilence(upTo time: Double) -> Double {
        let next = index(from: time)
        return policy.longestSilence(upTo: next < points.count ? points[next] : nil)
    }

    /// Metres from the last fix at or before `start` to the first at or after `end`; nil if one is missing.
    private func displacement(from start: Double, to end: Double) -> Double? {
        let before = index(from: start.nextUp) - 1
        let after = index(from: end)
        guard before >= 0, after < points.count else { return nil }
        let (a, b) = (points[before], points[after])
        return Ellipsoid.distance(a.latitude, a.longitude, b.latitude, b.longitude)
    }

    /// Whether there is evidence of movement in a silence: reports, or a distance that only a vehicle covers.
    private func isBridged(
        _ before: (time: Double, point: TrackPoint?), _ after: (time: Double, point: TrackPoint?),
        _ afterVisit: Bool, _ beforeVisit: Bool
    ) -> Bool {
        let silence = after.time - before.time
        let shares = reports.shares(from: before.time, to: after.time)
        if let a = before.point, let b = after.point {
            let speed = a.distance(to: b) / silence
            if speed > policy.fastestAirplane { return false }
            if speed > policy.bridgingSpeed { return true }
            if shares.moving > policy.bridgingShare * silence { return true }
            // The person left the visit in time to reach the next fix; an older report of rest does not contradict
            // that.
            if a.time < before.time { return speed > policy.bridgingPace && silence < policy.longestBridge.inSeconds }
            return shares[.stationary] < policy.bridgingShare * silence && speed > policy.bridgingPace
                && silence < policy.longestBridge.inSeconds
        }
        return shares.moving > policy.bridgingShare * silence
    }

    /// A move whose fixes are among `all`. A move from a visit starts at its end, and a move to a visit ends at its
    /// start.
    private func move(
        from start: Double, to end: Double, among all: [TrackPoint], afterVisit: Bool, beforeVisit: Bool
    ) -> Move {
        let before = index(from: start) - 1
        let after = index(from: end.nextUp)
        var origin = afterVisit && before >= 0 ? points[before] : nil
        origin?.time = start
        var goal = beforeVisit && after < points.count ? points[after] : nil
        goal?.time = end
        let known = [origin].compactMap(\.self) + all + [goal].compactMap(\.self)
        let speeds = SpeedProfile(all, from: origin, to: goal, policy: policy)
        let decoder = ModeDecoder(policy: policy, speeds: speeds, reports: reports)
        var runs = ModeDecoder.Run.runs(
            decoder.runs(from: start, to: end), with: FlightFinder(policy: policy).flights(known),
            shortest: policy.shortestSection.inSeconds)
        // A person who gets from one place to another has moved, even if all reports say rest.
        if let origin, let goal, runs.allSatisfy({ $0.mode == .stationary }) {
            let way = origin.distance(to: goal)
            if way - origin.accuracy - goal.accuracy > policy.shortestTrip {
                let mode: Activity = way <= policy.fastestWalking * (end - start) ? .walking : .automotive
                for index in runs.indices { runs[index].mode = mode }
            }
        }
        let fixes = all.filter { $0.time >= start && $0.time <= end }
        let sections = SectionBuilder(policy: policy, coarse: coarse, reports: reports).sections(
            runs, fixes: fixes, from: origin, to: goal)
        var move = Move(
            span: TimeSpan(start: Timestamp(seconds: start), end: Timestamp(seconds: end)), sections: sections)
        move.stops = StopFinder(policy: policy, reports: reports).stops(
            among: fixes, pauses: sections.filter { $0.activity == .stationary }.map(\.span), from: origin, to: goal)
        return move
    }
}
