public import MotionTypes

/// The first line of an activity stream.
public struct StreamHeader: Sendable, Hashable {
    /// The log that was classified, as the user named it.
    public var source: String
    /// The model's name and the version of Gaitway that applied it, as `default-6 gaitway/0.1.0`.
    public var model: String
    /// The wall-clock time of elapsed 0, or nil when the log has none.
    public var origin: Timestamp?
    /// Whether windows may rest on speeds, which reports and footer then tell: version 2 of the format.
    public var hasSpeed: Bool

    /// A header.
    public init(source: String, model: String, origin: Timestamp?, hasSpeed: Bool = false) {
        self.source = source
        self.model = model
        self.origin = origin
        self.hasSpeed = hasSpeed
    }

    /// What ``model`` says of a model that this version of Gaitway applies: its name, a space, `gaitway/` and the version.
    package static func model(named name: String) -> String { name + " gaitway/" + ProductVersion.text }

    /// The version of the format that the stream is written in.
    var version: Int { hasSpeed ? StreamEncoding.versionWithSpeed : StreamEncoding.version }
}
