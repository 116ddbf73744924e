// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The fixes of a track that a phone would use, looked up by time.
package struct AcceptedFixes: Sendable {
    /// By ascending time.
    package private(set) var fixes: [Location]
    private let policy: MonitorPolicy

    /// Keeps the fixes of a track that the policy accepts. The track is in order of time.
    package init(_ track: [Location], policy: MonitorPolicy) {
        self.policy = policy
        fixes = track.filter { policy.accepts($0, at: $0.elapsed) }
    }

    /// Adds the track's next fix, if the policy does not refuse it.
    package mutating func append(_ fix: Location) {
        if policy.accepts(fix, at: fix.elapsed) { fixes.append(fix) }
    }

    /// Drops fixes that a look-up at `elapsed` or later does not find, in large steps; returns their number.
    ///
    /// - Parameter most: how many it drops at most.
    package mutating func forget(before elapsed: Duration, atMost most: Int) -> Int {
        let later = fixes.partitioningIndex { $0.elapsed > elapsed }
        let count = min(later - 1, most)
        guard count > 1024 else { return 0 }
        fixes.removeFirst(count)
        return count
    }

    /// The last one at an elapsed time; nil before the first.
    package func last(at elapsed: Duration) -> Location? {
        let later = fixes.partitioningIndex { $0.elapsed > elapsed }
        return later > 0 ? fixes[later - 1] : nil
    }
}
