// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Finds the short stops of a move: its fixes stay within a small circle for ``TimelinePolicy/shortestKnownVisit``.
///
/// The circle is that of a visit's core, since a walk crosses a whole place in the time of a stop. Reports may show a
/// wait in traffic or a walk instead. The person must have come from, and gone to, somewhere else.
struct StopFinder {
    let policy: TimelinePolicy
    let reports: ReportHistory

    /// The stops among the fixes of a move. `origin` and `goal` are the known positions at its ends.
    func stops(
        among fixes: [TrackPoint], pauses: [TimeSpan], from origin: TrackPoint?, to goal: TrackPoint?
    ) -> [ShortStop] {
        guard fixes.count > 1 else { return [] }
        var stops: [ShortStop] = []
        var last: (stop: ShortStop, index: Int)?
        for span in spans(among: fixes).map({ widened($0, pauses) }) where isStop(span) {
            let from = fixes.partitioningIndex { $0.time >= span.start.seconds }
            let to = fixes.partitioningIndex { $0.time > span.end.seconds }
            let inside = fixes[from..<max(from, to)]
            guard let stop = stop(span, of: inside) else { continue }
            // A person who did not leave between two stops made one.
            if let before = last {
                // Both may lie in one pause.
                guard before.index <= from else { continue }
                guard isAway(fixes[before.index..<from], from: stop) else { continue }
            } else if let origin {
                guard isAway([origin] + fixes[..<from], from: stop) else { continue }
            }
            if let goal { guard isAway(fixes[to...] + [goal], from: stop) else { continue } }
            stops.append(stop)
            last = (stop, to)
        }
        return stops
    }

    /// The times in which the fixes stay within the core of a visit.
    private func spans(among fixes: [TrackPoint]) -> [TimeSpan] {
        var narrow = policy
        narrow.visitRadius = policy.visitRadius * policy.coreShare
        narrow.shortestVisit = policy.shortestKnownVisit
        var finder = StayFinder(policy: narrow)
        var stays = fixes.flatMap { finder.add($0) }
        if let stay = finder.finish() { stays.append(stay) }
        return stays.map { TimeSpan(start: Timestamp(seconds: $0.start), end: Timestamp(seconds: $0.end)) }
    }

    /// A stop with the pause of the move in which it lies.
    private func widened(_ span: TimeSpan, _ pauses: [TimeSpan]) -> TimeSpan {
        pauses.first { $0.overlaps(span) }.map { $0.union(span) } ?? span
    }

    /// Whether reports allow a stop.
    private func isStop(_ span: TimeSpan) -> Bool {
        let shares = reports.shares(from: span.start.seconds, to: span.end.seconds)
        return shares.share(.automotive) + shares.share(.cycling) <= policy.vehicleShare
            && shares.share(.walking) + shares.share(.running) <= policy.walkingShare
    }

    /// The stop of fixes; nil if they drift on.
    private func stop(_ span: TimeSpan, of fixes: ArraySlice<TrackPoint>) -> ShortStop? {
        guard let first = fixes.first, let last = fixes.last else { return nil }
        let way = max(0, first.distance(to: last) - first.accuracy - last.accuracy)
        guard way <= policy.fastestDrift * span.seconds else { return nil }
        let centre = Centre(around: fixes, policy: policy)
        guard centre.spread <= policy.visitRadius else { return nil }
        let shares = reports.shares(from: span.start.seconds, to: span.end.seconds)
        let times = [span.start.seconds] + fixes.map(\.time) + [span.end.seconds]
        let silence = zip(times, times.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
        return ShortStop(
            span: span, latitude: centre.latitude, longitude: centre.longitude, spread: centre.spread,
            fixCount: centre.count, longestSilence: Duration(inSeconds: silence),
            isTold: shares.known > policy.knownShare * shares.total)
    }

    /// Whether a fix is so far from a stop that a trip lies between.
    private func isAway(_ fixes: some Sequence<TrackPoint>, from stop: ShortStop) -> Bool {
        fixes.contains { fix in
            Ellipsoid.way(fix.latitude, fix.longitude, stop.latitude, stop.longitude) - fix.accuracy
                > policy.shortestTrip
        }
    }
}
