// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// What is known of a recording before its samples: where it comes from and what it holds.
public struct RecordingHeader: Sendable, Hashable {
    /// The log as the user named it.
    public var source: String
    /// The app that wrote it, given or detected.
    public var logger: Logger
    /// The wall-clock time of elapsed 0, or nil when the log has none.
    public var origin: Timestamp?
    /// The sensors whose samples the reader delivers, in SI units (pressure in hPa).
    public var sensors: [Sensor] = []
    /// Whether there are location fixes (they are read when the options ask for them).
    package var hasLocation = false
    /// The phone, if the log names it.
    public var device: String?
    /// What was guessed, each with its reason, for a person to read.
    public var guesses: [String] = []
}
