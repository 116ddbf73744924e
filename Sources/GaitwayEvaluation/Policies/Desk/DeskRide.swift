// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
package import GaitwayReplay

/// A ride that is read once and played many times: its fixes, its activity stream, and what the person did.
package struct DeskRide: Sendable {
    package let name: String
    package let recorded: RecordedRide
    package let truth: [ActivitySpan]
    /// The labelled driving and walking, to measure what a gate would make of them.
    let outlooks: [RideStreams.Ride]

    package var hasFixes: Bool { !recorded.fixes.isEmpty }

    /// A ride that was read.
    ///
    /// - Parameters:
    ///   - name: the ride's name.
    ///   - recorded: its fixes; may have none.
    ///   - reports: its causal stream, by delivery, on the ride's clock.
    ///   - model: the name of the model that made the stream.
    ///   - end: when the stream ended, as its closing line says.
    ///   - rows: its rows of the manifest. Rows without one of the five activities, and those whose activities are not
    ///     separated, say nothing of the truth.
    package init(
        name: String, recorded: RecordedRide, reports: [ActivityReport], model: String, end: Duration,
        rows: [ManifestRow]
    ) {
        var recorded = recorded
        recorded.join(reports: reports, model: model, end: end)
        let last = max(end, recorded.fixes.last?.elapsed ?? .zero)
        var truth: [(row: ManifestRow, span: ActivitySpan)] = []
        for row in rows where !row.isUnlabelled {
            guard let activity = row.label.activity else { continue }
            let (start, end) = (Self.time(row.start) ?? .zero, min(last, Self.time(row.end) ?? last))
            guard start < end else { continue }
            truth.append((row, ActivitySpan(activity, start..<end)))
        }
        truth.sort { $0.span.span.lowerBound < $1.span.span.lowerBound }
        let speeds = recorded.fixes.compactMap { fix in
            fix.speed.flatMap { $0.isFinite && $0 >= 0 ? SpeedReading(elapsed: fix.elapsed, speed: $0) : nil }
        }
        self.name = name
        self.recorded = recorded
        self.truth = truth.map(\.span)
        // Where no window was answered, nothing is known of the gate.
        let known = (reports.first?.activity.elapsed ?? .zero)..<max(end, reports.first?.activity.elapsed ?? .zero)
        outlooks = [Activity.automotive, .walking].compactMap { activity in
            let own = truth.filter { $0.span.activity == activity }
            let spans = own.map { $0.span.span.clamped(to: known) }.filter { !$0.isEmpty }
            guard let row = own.first?.row, !spans.isEmpty else { return nil }
            return RideStreams.Ride(row: row, activity: activity, spans: spans, reports: reports, speeds: speeds)
        }
    }

    /// Reads a log's fixes.
    ///
    /// - Throws: `InputError` for a log that cannot be read. A log may lack fixes.
    package init(
        name: String, log path: String, options: LogOptions = LogOptions(), reports: [ActivityReport], model: String,
        end: Duration, rows: [ManifestRow]
    ) throws(InputError) {
        var recorded = try RecordedRide(log: path, options: options)
        recorded.source = name
        self.init(name: name, recorded: recorded, reports: reports, model: model, end: end, rows: rows)
    }

    /// Seconds of a manifest; beyond what nanoseconds can hold there is no limit.
    private static func time(_ seconds: Double?) -> Duration? {
        guard let seconds, seconds.magnitude < 9e9 else { return nil }
        return .nanoseconds(Nanoseconds.rounded(seconds))
    }
}
