public import MotionTypes

/// What a line of an activity stream holds.
public enum StreamElement: Sendable, Hashable {
    /// A stream begins.
    case header(StreamHeader)
    /// A report of the stream that is open.
    case report(ActivityReport)
    /// The stream is closed: nothing is missing from it.
    case footer(StreamFooter)
}
