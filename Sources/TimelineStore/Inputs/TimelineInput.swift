public import MotionTypes
public import Timeline

/// What one log, stream or timeline file brings to a store.
///
/// Times are those that `TimelineSegmenter` is given, by the wall clock.
public struct TimelineInput: Sendable {
    /// What it was read from, as the user named it. It is kept to be told, and never compared: the same log under another
    /// name is the same log.
    public var source: String
    /// Fixes, in any order.
    public var fixes: [(time: Timestamp, fix: Location)]
    /// The phone's own reports, in any order, each with the moment from which on it holds: for the repeat of a report that is not
    /// when its activity began.
    public var reports: [(time: Timestamp, report: MotionActivity)]
    /// What recognisers made of recordings.
    public var streams: [ReportStream]
    /// A timeline that was made elsewhere: an export of this project's or of Moves.
    public var timeline: TimelineDocument?

    /// An input.
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

/// The reports of one activity stream. Within its span they hold instead of the phone's own, and instead of those of streams
/// that were added before it.
public struct ReportStream: Sendable {
    /// The model's name and version, as the stream's header has it.
    public var model: String
    /// From the first moment that was judged to the last one.
    public var span: TimeSpan
    /// In any order.
    public var reports: [(time: Timestamp, report: MotionActivity)]

    /// A stream.
    public init(model: String, span: TimeSpan, reports: [(time: Timestamp, report: MotionActivity)]) {
        self.model = model
        self.span = span
        self.reports = reports
    }
}
