public import MotionTypes

/// How many fixes of a track a phone uses, and why it refuses the others.
public struct FixUse: Sendable, Hashable {
    /// Why a fix is refused: it neither gives events nor chooses regions.
    public enum Refusal: String, CaseIterable, Sendable, Hashable {
        /// Its radius of accuracy is above the limit.
        case inaccurate
        /// It was too old when it arrived.
        case stale
        /// It is earlier than one that was used.
        case earlier
    }

    /// The fixes that are used.
    public private(set) var used = 0
    /// How many are refused for each reason.
    public private(set) var refused: [Refusal: Int] = [:]
    /// The best accuracy among those that are refused for theirs, in metres.
    public private(set) var bestRefusedAccuracy: Double?

    /// The fixes of a track, each of which arrives at its own time.
    public init(_ track: [Location], policy: MonitorPolicy) {
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
