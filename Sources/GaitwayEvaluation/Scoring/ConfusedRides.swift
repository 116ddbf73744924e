// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The rides whose windows were taken for another activity, for one truth and one answer.
package struct ConfusedRides: Sendable, Hashable {
    package struct Ride: Sendable, Hashable {
        /// The index of its row in the manifest.
        package let index: Int
        /// How many of its windows have this answer.
        package let wrong: Int
        package let windows: Int
    }

    package let truth: Activity
    package let prediction: Prediction
    /// The rides, those with the most such windows first.
    package let rides: [Ride]

    /// One entry for each error that occurs, in the order of a confusion matrix.
    package static func list(_ windows: [ScoredWindow]) -> [ConfusedRides] {
        struct Cell: Hashable {
            var truth: Activity
            var prediction: Prediction
        }
        var totals: [Int: Int] = [:]
        var counts: [Cell: [Int: Int]] = [:]
        for window in windows {
            totals[window.recordingIndex, default: 0] += 1
            guard let truth = window.truth, !window.isRight else { continue }
            counts[Cell(truth: truth, prediction: window.prediction), default: [:]][
                window.recordingIndex, default: 0] += 1
        }
        return Activity.allCases.flatMap { truth in
            Prediction.allCases.compactMap { prediction in
                guard let own = counts[Cell(truth: truth, prediction: prediction)] else { return nil }
                let rides = own.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                return ConfusedRides(
                    truth: truth, prediction: prediction,
                    rides: rides.map { Ride(index: $0.key, wrong: $0.value, windows: totals[$0.key] ?? 0) })
            }
        }
    }
}
