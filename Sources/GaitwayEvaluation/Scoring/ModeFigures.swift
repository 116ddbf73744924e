// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// How the modes fare: the manifest's finer words for what a ride is, such as tram or stairs. All windows count the
/// same.
package struct ModeFigures: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        /// The mode; empty where the manifest says nothing.
        package let mode: String
        package let label: RideLabel
        /// How many windows there are, and how many are classified correctly; for none and unknown either answer is.
        package internal(set) var windows = SplicedScore.Tally()
        package internal(set) var recordings: Set<Int> = []

        /// The same over time; nil where no spliced ride has the mode.
        package func overTime(_ score: SplicedScore) -> SplicedScore.Tally? {
            let tallies = recordings.compactMap { score.recordings[$0] }
            return tallies.isEmpty ? nil : tallies.reduce(SplicedScore.Tally(), +)
        }
    }

    package static let rail: Set = ["train", "tram", "metro"]
    /// The modes of rides outside the five activities, in which a person moves briskly.
    package static let brisk: Set = ["sport", "fussball", "jumping", "climbing", "teethbrushing"]

    package let rows: [Row]

    package init(_ windows: [ScoredWindow], rides: [ManifestRow]) {
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
    package func railOverTime(_ score: SplicedScore) -> Double? {
        rows.filter { $0.label.activity == .automotive && Self.rail.contains($0.mode) }
            .compactMap { $0.overTime(score) }.reduce(SplicedScore.Tally(), +).share
    }
}
