public import MotionTypes
public import Timeline

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

    /// The reports of one stream, for its span.
    public init(model: String, span: TimeSpan, reports: [(time: Timestamp, report: MotionActivity)]) {
        self.model = model
        self.span = span
        self.reports = reports
    }
}
