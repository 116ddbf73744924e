// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension ModelComparison {
    /// The comparison as one JSON object, without a line's end. PROTOCOL.md describes it.
    package var json: String { JSONWriter.text { write(to: &$0) } }

    package func write(to json: inout JSONWriter) { json.object { writeFields(to: &$0) } }

    package func writeFields(to json: inout JSONWriter) {
        json.add("rides", judged.count)
        json.add("labelledByModel", labelledByModel)
        json.add("minutes", minutes, places: 1)
        json.add("folds", folds)
        json.objects("rows", rows) { row, json in write(row, to: &json) }
    }

    /// How many of the judged recordings have a label that a model gave.
    private var labelledByModel: Int {
        let recordings = Set(rides.lazy.filter(\.isLabelledByModel).map(\.recording))
        return judged.count { recordings.contains($0) }
    }

    private func write(_ row: Row, to json: inout JSONWriter) {
        json.add("model", row.model.rawValue)
        guard let metrics = row.metrics else { return json.add("problem", row.problem) }
        json.add("macroF1", metrics.macroF1, places: 4)
        json.add("accuracy", metrics.accuracy, places: 4)
        json.add("logLoss", metrics.logLoss, places: 4)
        json.object("classes") { json in
            for activity in Activity.allCases {
                if let f1 = metrics[activity].f1 { json.add(activity.rawValue, f1, places: 4) }
            }
        }
        json.object("right") { json in
            for activity in Activity.allCases where metrics[activity].windows > 0 {
                json.add(activity.rawValue, Int(clamping: metrics.counts[activity, Prediction(activity)]))
            }
        }
        json.objects("confusion", row.confused) { cell, json in
            json.add("truth", cell.truth.rawValue)
            json.add("answer", cell.prediction.name)
            json.add("windows", cell.rides.reduce(0) { $0 + $1.wrong })
            json.add("rides", recordings(of: cell))
        }
    }

    /// The recordings of an error, those with the most such windows first; each once, whatever its rows.
    private func recordings(of cell: ConfusedRides) -> [String] {
        var wrong: [String: Int] = [:]
        for ride in cell.rides { wrong[rides[ride.index].recording, default: 0] += ride.wrong }
        return wrong.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
