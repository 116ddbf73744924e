// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// How many fixes of a track a phone uses, and why it refuses the others.
package struct FixUse: Sendable, Hashable {
    /// Why a fix is refused: it neither gives events nor chooses regions.
    package enum Refusal: String, CaseIterable, Sendable, Hashable {
        /// Its radius of accuracy is above the limit.
        case inaccurate
        /// It was too old when it arrived.
        case stale
        /// It is earlier than one that was used.
        case earlier
    }

    /// The fixes that are used.
    package private(set) var used = 0
    /// How many are refused for each reason.
    package private(set) var refused: [Refusal: Int] = [:]
    /// The best accuracy among fixes refused as inaccurate, in metres.
    package private(set) var bestRefusedAccuracy: Double?

    /// Counts the fixes of a track. Each arrives at its own time.
    package init(_ track: [Location], policy: MonitorPolicy) {
        var latest: Duration?
        for fix in track {
            let isEarlier = latest.map { fix.elapsed < $0 } ?? false
            guard let refusal = policy.refusal(of: fix, at: fix.elapsed) ?? (isEarlier ? .earlier : nil) else {
                used += 1
                latest = fix.elapsed
                continue
            }
            refused[refusal, default: 0] += 1
            if refusal == .inaccurate, let accuracy = fix.horizontalAccuracy {
                bestRefusedAccuracy = min(bestRefusedAccuracy ?? accuracy, accuracy)
            }
        }
    }
}
