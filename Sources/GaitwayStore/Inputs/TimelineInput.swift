// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
public import GaitwayTimeline

/// The content of one log, stream or timeline file, to be added to a store.
///
/// Times are wall-clock times, as for `TimelineSegmenter`.
public struct TimelineInput: Sendable {
    /// The source, as the user named it. It is kept to be told, and never compared: the same log under another
    /// name is the same log.
    public var source: String
    /// Fixes, in any order.
    public var fixes: [(time: Timestamp, fix: Location)]
    /// The phone's own reports, in any order. Each has the moment from which on it holds. For a repeated report, that
    /// is later than the begin of its activity.
    public var reports: [(time: Timestamp, report: MotionActivity)]
    /// The activity streams of recordings.
    public var streams: [ReportStream]
    /// An imported timeline: an export of Gaitway or of Moves.
    public var timeline: TimelineDocument?
    /// The precedence of fixes and reports where inputs overlap: 0 for recordings, 1 for location histories.
    package var rank = 0
    /// Fixes that an app derived, such as the position of a stay. They count where no others are near in time.
    package var derivedFixes: [(time: Timestamp, fix: Location)] = []
    /// Reports of activities that an import states for spans.
    package var claims: [ClaimReport] = []

    /// An input, by default empty except for its source.
    public init(
        source: String, fixes: [(time: Timestamp, fix: Location)] = [],
        reports: [(time: Timestamp, report: MotionActivity)] = [], streams: [ReportStream] = [],
        timeline: TimelineDocument? = nil
    ) {
        self.source = source
        self.fixes = fixes
        self.reports = reports
        self.streams = streams
        self.timeline = timeline
    }
}

/// The reports of one activity stream. Within its span they replace the phone's own reports and those of streams added
/// earlier.
public struct ReportStream: Sendable {
    /// The model's name and version, from the stream's header.
    public var model: String
    /// The span from the first classified moment to the last.
    public var span: TimeSpan
    /// The reports in any order.
    public var reports: [(time: Timestamp, report: MotionActivity)]
    /// The steps counted between its reports, in time order; they do not overlap.
    public var steps: [StepCount]

    /// The reports of one stream, for its span.
    public init(
        model: String, span: TimeSpan, reports: [(time: Timestamp, report: MotionActivity)], steps: [StepCount] = []
    ) {
        self.steps = steps
        self.model = model
        self.span = span
        self.reports = reports
    }
}

/// A report of an activity that an import states for a span. It counts unless a phone or stream reported within the
/// span.
package struct ClaimReport: Sendable, Hashable {
    /// The moment from which on it holds.
    package var time: Timestamp
    package var report: MotionActivity
    /// The span of the claim.
    package var span: TimeSpan

    /// A report of a claim.
    package init(time: Timestamp, report: MotionActivity, span: TimeSpan) {
        self.time = time
        self.report = report
        self.span = span
    }
}
