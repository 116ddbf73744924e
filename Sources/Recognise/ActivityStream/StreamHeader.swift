public import MotionTypes

/// The first line of an activity stream.
public struct StreamHeader: Sendable, Hashable {
    /// The log that was classified, as the user named it.
    public var source: String
    /// The model's name and the version of Gaitway that applied it, as `default-6 gaitway/0.1.0`.
    public var model: String
    /// The wall-clock time of elapsed 0, or nil when the log has none.
    public var origin: Timestamp?
    /// Whether windows may also rest on speeds (version 2 of the format). Reports and footer then have fields for them.
    public var hasSpeed: Bool

    /// A header; `hasSpeed` selects version 2 of the format.
    public init(source: String, model: String, origin: Timestamp?, hasSpeed: Bool = false) {
        self.source = source
        self.model = model
        self.origin = origin
        self.hasSpeed = hasSpeed
    }

    /// The version of the format that the stream is written in.
    var version: Int { hasSpeed ? StreamEncoding.versionWithSpeed : StreamEncoding.version }
}
