package import MotionTypes

/// The fixes of a track that a phone would use, to be looked up by time.
package struct AcceptedFixes: Sendable {
    /// By ascending time.
    package private(set) var fixes: [Location]
    private let policy: MonitorPolicy

    /// The fixes of a track, which are by ascending time, that the policy does not refuse as inaccurate.
    package init(_ track: [Location], policy: MonitorPolicy) {
        self.policy = policy
        fixes = track.filter { policy.accepts($0, at: $0.elapsed) }
    }

    /// Adds the track's next fix, if the policy does not refuse it.
    package mutating func append(_ fix: Location) {
        if policy.accepts(fix, at: fix.elapsed) { fixes.append(fix) }
    }

    /// The last one at an elapsed time; nil before the first.
    package func last(at elapsed: Duration) -> Location? {
        let later = fixes.partitioningIndex { $0.elapsed > elapsed }
        return later > 0 ? fixes[later - 1] : nil
    }
}
