internal import MotionTypes

/// How the modes fare: the manifest's finer words for what a ride is, such as tram or stairs. All windows count the same.
public struct ModeFigures: Sendable, Hashable {
    /// The windows of rides with one mode and label.
    public struct Row: Sendable, Hashable {
        /// The mode; empty where the manifest says nothing.
        public let mode: String
        /// The label of its rides.
        public let label: RideLabel
        /// How many windows there are, and how many are answered right; for none and unknown either answer is.
        public internal(set) var windows = SplicedScore.Tally()
        /// The recordings, by index.
        public internal(set) var recordings: Set<Int> = []

        /// The same over time; nil where no spliced ride has the mode.
        public func overTime(_ score: SplicedScore) -> SplicedScore.Tally? {
            let tallies = recordings.compactMap { score.recordings[$0] }
            return tallies.isEmpty ? nil : tallies.reduce(SplicedScore.Tally(), +)
        }
    }

    /// The modes of vehicles on rails.
    public static let rail: Set = ["train", "tram", "metro"]
    /// The modes of rides that are none of the five activities, and in which a person moves briskly.
    public static let brisk: Set = ["sport", "fussball", "jumping", "climbing", "teethbrushing"]

    /// The modes, by label and name.
    public let rows: [Row]

    /// The modes of scored windows; `rides` are the manifest's rows, by index.
    public init(_ windows: [ScoredWindow], rides: [ManifestRow]) {
        struct Key: Hashable {
            var label: RideLabel
            var mode: String
        }
        var rows: [Key: Row] = [:]
        for window in windows where rides.indices.contains(window.recordingIndex) {
            let ride = rides[window.recordingIndex]
            let key = Key(label: ride.label, mode: ride.mode)
            var row = rows[key] ?? Row(mode: ride.mode, label: ride.label)
            row.windows.windows += 1
            row.windows.right += window.isRight ? 1 : 0
            row.recordings.insert(window.recordingIndex)
            rows[key] = row
        }
        let order = RideLabel.allCases
        self.rows = rows.values.sorted {
            (order.firstIndex(of: $0.label) ?? 0, $0.mode) < (order.firstIndex(of: $1.label) ?? 0, $1.mode)
        }
    }

    /// The share of time in which vehicles on rails are told over time; nil without any.
    public func railOverTime(_ score: SplicedScore) -> Double? {
        rows.filter { $0.label.activity == .automotive && Self.rail.contains($0.mode) }
            .compactMap { $0.overTime(score) }.reduce(SplicedScore.Tally(), +).share
    }
}
