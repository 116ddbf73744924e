// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The least confidence at which each flag of a report counts. A flag below it counts as not set. A report without a
/// flag that counts is unknown.
public struct ConfidenceThresholds: Sendable, Hashable {
    /// The least confidence at which stationary counts.
    public var stationary = Confidence.low
    /// The least confidence at which walking counts.
    public var walking = Confidence.low
    /// The least confidence at which running counts.
    public var running = Confidence.low
    /// The least confidence at which cycling counts.
    public var cycling = Confidence.low
    /// The least confidence at which automotive counts.
    public var automotive = Confidence.low

    /// Every flag counts.
    public init() {}

    /// The flags that count at `confidence`. The unknown flag always does.
    func counted(_ flags: ActivityFlags, at confidence: Confidence) -> ActivityFlags {
        var counted = flags
        if confidence < stationary { counted.remove(.stationary) }
        if confidence < walking { counted.remove(.walking) }
        if confidence < running { counted.remove(.running) }
        if confidence < cycling { counted.remove(.cycling) }
        if confidence < automotive { counted.remove(.automotive) }
        return counted
    }
}
