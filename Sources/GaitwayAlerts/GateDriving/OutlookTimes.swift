// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How long a gate would have held an alert back or shown it, and why. The place has neither a story nor priority.
package struct OutlookTimes: Sendable {
    /// The time in which an alert would have been held back.
    package private(set) var held = Duration.zero
    /// The time in which it would have been shown.
    package private(set) var allowed = Duration.zero
    private var times: [Bool: [GateReason: Duration]] = [:]
    private var current: (outlook: GateOutlook, since: Timestamp)?

    package init() {}

    /// The reasons that would have held an alert back, or those that were true while it would have been shown; in the
    /// reasons' order, with the time for which each was true. Several may be true at once.
    package func reasons(held: Bool) -> [(reason: GateReason, time: Duration)] {
        let times = times[held] ?? [:]
        return GateReason.allCases.compactMap { reason in times[reason].map { (reason, $0) } }
    }

    /// From `time` on another outlook holds.
    mutating func change(to outlook: GateOutlook, at time: Timestamp) {
        end(at: time)
        current = (outlook, time)
    }

    /// The present outlook holds until `time` at least.
    mutating func end(at time: Timestamp) {
        guard let (outlook, since) = current, time > since else { return }
        let length = time - since
        let isHeld = !outlook.holds.isEmpty
        if isHeld { held += length } else { allowed += length }
        for reason in outlook.reasons where reason != .allowed {
            times[isHeld, default: [:]][reason, default: .zero] += length
        }
        current = (outlook, time)
    }
}
