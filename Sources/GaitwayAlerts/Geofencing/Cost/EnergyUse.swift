// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What watching places cost a phone.
package struct EnergyUse: Sendable, Hashable {
    package var registrations = 0
    /// How often the app was woken: by a region's entry or exit, and by a significant change.
    package var wakeUps = 0
    /// Fixes asked for, one for each set of regions chosen.
    package var fixes = 0
    /// How long fixes were followed: while the phone was in the circle around a polygon, and for the oracle all the
    /// time.
    package var followed = Duration.zero

    package init() {}
}

extension EnergyUse {
    /// The time that spans cover, which may overlap.
    static func length(of spans: [Range<Duration>]) -> Duration {
        var sum = Duration.zero
        var end: Duration?
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let from = end.map { max($0, span.lowerBound) } ?? span.lowerBound
            if span.upperBound > from { sum += span.upperBound - from }
            end = max(end ?? span.upperBound, span.upperBound)
        }
        return sum
    }
}
