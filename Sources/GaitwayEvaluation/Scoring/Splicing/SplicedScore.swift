// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// How answers over time fare on spliced rides. Every window stands for one hop of time, so all weigh the same.
package struct SplicedScore: Sendable, Hashable {
    /// Macro-F1, accuracy (the share of time that is right) and the other figures of the smoothed answers.
    package let metrics: Metrics
    package let intervals: FigureIntervals
    package let blocks: Int
    /// The number of seams, all changes of activity.
    package let changes: Int
    /// The changes after which some window of the new block is classified correctly.
    package let found: Int
    /// The delay of each found change, in seconds, in order: from the seam to the end of the first window of the new
    /// block that is classified correctly (then its last sample is known), plus the smoother's lag. At least a window's
    /// length.
    package let delays: [Double]
    package let answerChanges: Int
    /// Windows by recording, and how many of them are classified correctly.
    package let recordings: [Int: Tally]
    /// Changes of the answer that are not the first to the truth within their block, per hour; nil without windows.
    package let falseChangesPerHour: Double?
    /// The time scored, in hours.
    package let hours: Double
    /// How long the answer still names a vehicle after it was left.
    package let vehicleEnds: VehicleEnds

    package struct Tally: Sendable, Hashable {
        package var windows = 0
        package var right = 0

        /// The share that is right; nil of none.
        package var share: Double? { windows > 0 ? Double(right) / Double(windows) : nil }

        package static func + (one: Tally, other: Tally) -> Tally {
            Tally(windows: one.windows + other.windows, right: one.right + other.right)
        }
    }

    /// Changes of the answer for each change of the activity, 1 at best; nil without changes.
    package var answerChangesPerChange: Double? { changes > 0 ? Double(answerChanges) / Double(changes) : nil }
    /// The median of ``delays``; nil when no change was found.
    package var medianDelay: Double? { Quantile.value(0.5, of: delays) }
    /// The 90th percentile of ``delays``; nil when no change was found.
    package var delay90: Double? { Quantile.value(0.9, of: delays) }

    /// The score of `predictions` and smoothed `probabilities`: an array per spliced ride, an entry for each window in
    /// order. `lag` is how many seconds after a window's end its prediction is given.
    package init(
        _ spliced: SplicedRides, predictions: [[Prediction]], probabilities: [[ActivityProbabilities]],
        lag: Double = 0
    ) {
        precondition(
            predictions.map(\.count) == spliced.rides.map { $0.windows.count }
                && probabilities.map(\.count) == predictions.map(\.count), "one answer per window of each ride")
        let truths = spliced.rides.flatMap(\.truths)
        var delays: [Double] = []
        var (blocks, changes, answerChanges, rightChanges) = (0, 0, 0, 0)
        var recordings: [Int: Tally] = [:]
        for (ride, given) in zip(spliced.rides, predictions) {
            answerChanges += zip(given, given.dropFirst()).count { $0 != $1 }
            var position = 0
            for (number, block) in ride.blocks.enumerated() {
                let range = position..<position + block.windows.count
                position = range.upperBound
                blocks += 1
                let right = Prediction(block.activity)
                let first = range.first { given[$0] == right }
                recordings[block.recordingIndex, default: Tally()].windows += range.count
                recordings[block.recordingIndex, default: Tally()].right += given[range].count { $0 == right }
                // Going over to the truth for the first time in a block is what an answer should do.
                if let first, first > 0, given[first - 1] != right { rightChanges += 1 }
                guard number > 0 else { continue }
                changes += 1
                if let first {
                    delays.append(
                        Double(first - range.lowerBound) * spliced.hop + spliced.windowLength + lag)
                }
            }
        }
        vehicleEnds = VehicleEnds(spliced, predictions: predictions, lag: lag)
        metrics = Metrics(
            truths: truths, predictions: Array(predictions.joined()), probabilities: Array(probabilities.joined()),
            weights: [Double](repeating: 1, count: truths.count))
        intervals = FigureIntervals(spliced, predictions: predictions)
        hours = Double(truths.count) * spliced.hop / 3600
        falseChangesPerHour = hours > 0 ? Double(answerChanges - rightChanges) / hours : nil
        self.answerChanges = answerChanges
        self.recordings = recordings
        self.blocks = blocks
        self.changes = changes
        found = delays.count
        self.delays = delays
    }
}
