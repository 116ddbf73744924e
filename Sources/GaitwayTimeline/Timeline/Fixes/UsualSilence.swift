// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The longest silence follows the log's own interval: some phones log a fix in ten minutes, and a path of such fixes
/// is coarse, but not unknown.
extension [TrackPoint] {
    /// The number of intervals on each side that tell how often the log has a fix.
    private static let neighbours = 3
    /// A silence is unusual if it is longer than this number of intervals.
    private static let factor = 4.0

    /// The fixes with ``TrackPoint/usualSilence``.
    ///
    /// Both sides of a silence must be sparse. Only fixes within ``TimelinePolicy/certainVisit`` count, since a stream
    /// keeps as many.
    func withUsualSilences(_ policy: TimelinePolicy) -> [TrackPoint] {
        var copy = self
        let (shortest, reach) = (policy.longestSilence.inSeconds, policy.certainVisit.inSeconds)
        for index in indices.dropFirst() where self[index].time - self[index - 1].time > shortest {
            let before = Swift.stride(from: index - 1, to: Swift.max(0, index - 1 - Self.neighbours), by: -1).filter {
                self[index - 1].time - self[$0 - 1].time <= reach
            }
            let after = (index + 1..<Swift.min(count, index + 1 + Self.neighbours)).filter {
                self[$0].time - self[index].time <= reach
            }
            let usual = [before, after].compactMap { steps in
                Quantile.value(0.5, of: steps.map { self[$0].time - self[$0 - 1].time })
            }.min()
            copy[index].usualSilence = Swift.min(reach, Self.factor * (usual ?? 0))
        }
        return copy
    }
}

extension TimelinePolicy {
    /// The longest time without a fix, in seconds, before a fix whose path is still known; without one, that of dense
    /// logs.
    func longestSilence(upTo fix: TrackPoint?) -> Double { max(longestSilence.inSeconds, fix?.usualSilence ?? 0) }
}
