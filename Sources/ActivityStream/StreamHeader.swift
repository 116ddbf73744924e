public import MotionTypes

/// The first line of an activity stream.
public struct StreamHeader: Sendable, Hashable {
    /// The log that was classified, as the user named it.
    public var source: String
    /// The model's name and version.
    public var model: String
    /// The wall-clock time of elapsed 0, or nil when the log has none.
    public var origin: Timestamp?

    /// A header.
    public init(source: String, model: String, origin: Timestamp?) {
        self.source = source
        self.model = model
        self.origin = origin
    }
}
