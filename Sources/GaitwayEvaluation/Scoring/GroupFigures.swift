// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// How the rides of one data set, or of one person, fare. Every activity that the group has weighs the same in it.
package struct GroupFigures: Sendable, Hashable {
    package struct Cell: Sendable, Hashable {
        package let activity: Activity
        package let windows: Int
        package let recall: Double
    }

    /// The data set, or the person as `dataset/user`.
    package let name: String
    package let cells: [Cell]
    /// The mean of the cells' shares.
    package let meanRecall: Double
    /// The mean F1 of its activities, from a matrix whose rows have the same sum.
    package let macroF1: Double

    /// All windows of known activities.
    package var windows: Int { cells.reduce(0) { $0 + $1.windows } }

    /// The figures of each data set that has windows of known activities, the best first; `names` are theirs by index.
    package static func byDataSet(_ windows: [ScoredWindow], names: [String]) -> [GroupFigures] {
        grouped(windows) { names.indices.contains($0.dataSet) ? names[$0.dataSet] : "data set \($0.dataSet)" }
    }

    /// The figures of each person with windows of known activities, the best first; `rides` are the manifest's rows.
    package static func byUser(_ windows: [ScoredWindow], rides: [ManifestRow]) -> [GroupFigures] {
        grouped(windows) { rides[$0.recordingIndex].dataSet + "/" + rides[$0.recordingIndex].user }
    }

    private static func grouped(_ windows: [ScoredWindow], name: (ScoredWindow) -> String) -> [GroupFigures] {
        var matrices: [String: ConfusionMatrix] = [:]
        for window in windows {
            guard let truth = window.truth else { continue }
            matrices[name(window), default: ConfusionMatrix()][truth, window.prediction] += 1
        }
        return matrices.map { GroupFigures(name: $0.key, counts: $0.value) }
            .sorted { ($1.meanRecall, $0.name) < ($0.meanRecall, $1.name) }
    }

    private init(name: String, counts: ConfusionMatrix) {
        var balanced = ConfusionMatrix()
        var cells: [Cell] = []
        for activity in Activity.allCases {
            let total = counts.total(of: activity)
            guard total > 0 else { continue }
            for prediction in Prediction.allCases {
                balanced[activity, prediction] = counts[activity, prediction] / total
            }
            cells.append(
                Cell(
                    activity: activity, windows: Int(clamping: total),
                    recall: counts[activity, Prediction(activity)] / total))
        }
        self.name = name
        self.cells = cells
        meanRecall = cells.reduce(0) { $0 + $1.recall } / Double(max(1, cells.count))
        macroF1 = balanced.macroF1 ?? 0
    }
}
