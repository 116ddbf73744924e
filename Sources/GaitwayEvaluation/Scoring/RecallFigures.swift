// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// How a part of the windows of known rides is answered.
///
/// Weights are those of ``CellWeights`` within the part: every activity that it has weighs the same, and within it
/// every data set with 50 windows or more; smaller ones weigh nothing, unless there are no others: then every window
/// weighs the same.
package struct RecallFigures: Sendable, Hashable {
    package struct WrongPrediction: Sendable, Hashable {
        package let prediction: Prediction
        /// The share of all windows with this answer, by weight.
        package let share: Double
    }

    package let windows: Int
    /// The time that they stand for, a hop each, in hours.
    package let hours: Double
    package let rides: Int
    /// How many people; a name counts once in each data set.
    package let people: Int
    /// How many data sets have weight.
    package let dataSets: Int
    /// The share that is classified correctly, by weight, each window alone.
    package let right: Double?
    /// The same over time, as a causal stream answers the whole ride: ``StreamPredictions``.
    package let rightOverTime: Double?
    /// The share that is classified correctly when every window weighs the same.
    package let plainRight: Double?
    package let plainRightOverTime: Double?
    /// What is predicted most often of windows that are classified wrong, each alone; of equals, the first by
    /// ``Prediction``. Nil where none is.
    package let mostlyTakenFor: WrongPrediction?

    /// The figures of the windows with these `indices`, all of a known activity; `overTime` has an answer for each of
    /// `windows`. `rides` are the manifest's rows, which name the people; where one is missing, its ride counts as a
    /// person.
    init(_ indices: [Int], of windows: [ScoredWindow], overTime: [Prediction], rides: [ManifestRow]) {
        precondition(overTime.count == windows.count, "one answer over time per window")
        let own = indices.map { windows[$0] }
        let cells = CellWeights(own, keepsEveryActivity: true)
        var (single, smoothed) = (ConfusionMatrix(), ConfusionMatrix())
        var (plain, plainOverTime) = (ConfusionMatrix(), ConfusionMatrix())
        for (index, weight) in zip(indices, cells.weights) {
            let window = windows[index]
            guard let truth = window.truth else { continue }
            single[truth, window.prediction] += weight
            smoothed[truth, overTime[index]] += weight
            plain[truth, window.prediction] += 1
            plainOverTime[truth, overTime[index]] += 1
        }
        self.windows = own.count
        hours = Double(own.count) * Nanoseconds.product(WindowGrid.hopDuration) / 3600
        self.rides = Set(own.map(\.recordingIndex)).count
        people =
            Set(
                own.map { window in
                    let row = rides.indices.contains(window.recordingIndex) ? rides[window.recordingIndex] : nil
                    return [String(window.dataSet), row?.user ?? "", row == nil ? String(window.recordingIndex) : ""]
                }
            ).count
        dataSets = Set(zip(own, cells.weights).filter { $0.1 > 0 }.map(\.0.dataSet)).count
        right = single.accuracy
        rightOverTime = smoothed.accuracy
        plainRight = plain.accuracy
        plainRightOverTime = plainOverTime.accuracy
        mostlyTakenFor = single.mostlyTakenFor
    }
}

extension ConfusionMatrix {
    fileprivate var mostlyTakenFor: RecallFigures.WrongPrediction? {
        let total = total
        guard total > 0 else { return nil }
        let wrong = Prediction.allCases.map { prediction in
            (
                prediction: prediction,
                weight: Activity.allCases.reduce(0) { $0 + (Prediction($1) == prediction ? 0 : self[$1, prediction]) }
            )
        }
        guard let most = wrong.max(by: { $0.weight < $1.weight })?.weight, most > 0,
            let first = wrong.first(where: { $0.weight == most })
        else { return nil }
        return RecallFigures.WrongPrediction(prediction: first.prediction, share: first.weight / total)
    }
}
