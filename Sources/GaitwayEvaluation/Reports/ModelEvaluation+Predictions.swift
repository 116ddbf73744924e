// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

extension ModelEvaluation {
    private static let columns = ["recording", "user", "dataset", "fold", "start_s", "truth", "prediction"]

    /// Each judged window as a row of CSV, with a header: its ride, where it begins, the label, the answer of the model
    /// alone, and the probabilities. Without folds, the column of the fold is empty.
    package var predictions: String {
        let classes = ActivityClass.allCases
        var text = CSVText.record(Self.columns + classes.map { "probabilities." + Prediction($0).name })
        for window in scored {
            let ride = windows.rides[window.recordingIndex]
            text += CSVText.record(
                [
                    ride.recording, ride.user, ride.dataSet, report.grouping == nil ? "" : String(window.fold + 1),
                    DecimalText.text(window.start, places: 2), ride.label.name, window.prediction.name,
                ] + classes.map { DecimalText.text(window.probabilities[$0], places: 4) })
        }
        return text
    }
}
