// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The first line of an activity stream.
public struct StreamHeader: Sendable, Hashable {
    /// The log that was classified, as the user named it.
    public var source: String
    /// The model's name and the version of Gaitway that applied it, as `default-7 gaitway/0.1.0`.
    public var model: String
    /// The wall-clock time of elapsed 0, or nil when the log has none.
    public var origin: Timestamp?
    /// How the windows were joined, as a word of `gaitway classify --smoothing`; nil if the stream does not say.
    public var smoothing: String?
    /// Whether windows may also rest on speeds. Reports and footer then have fields for them.
    public var hasSpeed: Bool
    /// Whether steps are counted. Reports and footer then have fields for them.
    package var hasSteps: Bool
    /// Whether reports may be first answers from half a window. They then have a field for that.
    package var hasProvisional: Bool

    /// The header of a stream, with the fields for speeds, steps and provisional answers if it has those.
    public init(
        source: String, model: String, origin: Timestamp?, smoothing: String? = nil, hasSpeed: Bool = false,
        hasSteps: Bool = false, hasProvisional: Bool = false
    ) {
        self.source = source
        self.model = model
        self.origin = origin
        self.smoothing = smoothing
        self.hasSpeed = hasSpeed
        self.hasSteps = hasSteps
        self.hasProvisional = hasProvisional
    }

    /// The optional fields of its reports, as the header lists them.
    var fields: [StreamField] {
        (hasSpeed ? [.speed] : []) + (hasSteps ? [.steps] : []) + (hasProvisional ? [.provisional] : [])
    }
}

/// A field that only some streams have; the raw value is its name in the header.
package enum StreamField: String, Sendable {
    /// The speed of location fixes.
    case speed
    /// The steps so far, with the cadence.
    case steps
    /// Whether a report is a first answer from half a window.
    case provisional
}
