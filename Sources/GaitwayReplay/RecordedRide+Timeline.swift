// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayTimeline

extension RecordedRide {
    /// The ride as a timeline: visits, moves by activity, gaps.
    ///
    /// Without a wall clock its times count from the start of 1970.
    ///
    /// - Throws: `InputError` for a track that cannot be one person's.
    public func timeline(policy: TimelinePolicy = TimelinePolicy()) throws(InputError) -> TimelineDocument {
        var joined = try JoinedTimeline(self, policy: policy)
        if let finished { try joined.join(finished) }
        joined.findPlaces()
        return joined.timeline
    }

    /// The ride's reports, each with the time from which it holds, by time; `start` is the time of elapsed 0.
    package func timedReports(from start: Timestamp) -> [(Timestamp, MotionActivity)] {
        guard let stream else { return Self.timed(ownReports, from: start) }
        guard let end = stream.end else { return Self.timed(stream.reports, from: start) }
        // Behind its closing line a stream has no reports.
        let silence = MotionActivity(flags: .unknown, confidence: .low, elapsed: end, start: nil)
        return Self.timed(stream.reports + [ActivityReport(activity: silence, delivered: end)], from: start)
    }

    /// The phone's own reports, each with the time from which it holds.
    package func timedOwnReports(from start: Timestamp) -> [(Timestamp, MotionActivity)] {
        Self.timed(ownReports, from: start)
    }

    /// The steps that the joined stream counted between its reports; none without a stream.
    package func stepCounts(from start: Timestamp) -> [StepCount] {
        guard let stream else { return [] }
        var counts: [StepCount] = []
        var (time, total) = (stream.start, 0)
        func add(_ steps: Int?, until next: Duration) {
            guard let steps, StepCount.possible.contains(steps), steps >= total, next >= time else { return }
            if next > time {
                counts.append(StepCount(span: TimeSpan(start: start + time, end: start + next), steps: 0))
            }
            guard let last = counts.indices.last else { return }
            counts[last].steps += steps - total
            (time, total) = (next, steps)
        }
        // All reports of a finished log come at its end. Those of one stretch have its start, and count up to the next.
        var ends = stream.reports.map { $0.window?.upperBound ?? $0.delivered }
        if stream.isHindsight {
            var (begin, end) = (stream.end, stream.end)
            for (index, report) in stream.reports.enumerated().reversed() where report.window == nil {
                if report.activity.elapsed != begin {
                    end = begin
                    begin = report.activity.elapsed
                }
                ends[index] = end ?? report.delivered
            }
        }
        for (report, end) in zip(stream.reports, ends) { add(report.steps, until: end) }
        if let end = stream.end { add(stream.steps, until: end) }
        return counts
    }

    /// The activities that the files state where the phone has no reports of its own; none beside a stream.
    package var stated: [StatedActivity] {
        guard stream == nil else { return [] }
        return moves.compactMap { move in
            guard !move.isOutranked, let activity = move.flags?.movement else { return nil }
            return StatedActivity(span: move.span, activity: activity)
        }
    }

    private static func timed(_ reports: [ActivityReport], from start: Timestamp) -> [(Timestamp, MotionActivity)] {
        let timed = reports.map { report in
            // A repeat says that the activity still goes on; a window's report holds for the window.
            let elapsed = report.window?.lowerBound ?? (report.isRepeat ? report.delivered : report.activity.elapsed)
            return (start + elapsed, report.activity)
        }
        return timed.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    }
}
