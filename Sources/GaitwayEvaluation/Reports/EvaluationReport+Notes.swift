// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension EvaluationReport {
    /// Fewer windows than these cover less than half a minute: too little to say anything of an activity.
    package static let tooFewWindows = 10

    /// What a reader needs to know before the figures, a sentence or two each: what was left out, which activities have
    /// few windows, and what the judged models had seen.
    package var notes: [String] {
        unseenNotes + labelNotes + leftOutNotes + activityNotes
            + (exposure?.notes(dataSets: dataSets.count, windows: windows) ?? [])
    }

    /// Whether an activity has so few windows that its figures say nothing.
    package func isTooFewToSay(_ activity: Activity) -> Bool { weighted[activity].windows < Self.tooFewWindows }

    private var labelNotes: [String] {
        guard labelledByModel > 0 else { return [] }
        return [
            "A model labelled \(labelledByModel) of \(rides.counted("ride")). The figures are too good for models "
                + "that answer as it does."
        ]
    }

    private var leftOutNotes: [String] {
        var notes: [String] = []
        if !skipped.isEmpty {
            let them = skipped.count == 1 ? "it" : "they"
            notes.append(
                "Left out: \(skipped.count) of \((skipped.count + rides).counted("ride")), "
                    + "as \(them) cannot be read; see the list below."
            )
        }
        notes += leftOut.notes
        if !smallCells.isEmpty {
            let windows = smallCells.reduce(0) { $0 + $1.windows }
            notes.append(
                "Left out of the balanced figures: \(windows.counted("window")) in "
                    + "\(smallCells.count.counted("cell")), a cell being an activity in a data set, with fewer "
                    + "than \(CellWeights.minimumWindows); see the list below.")
        }
        if unknown.windows > 0 {
            notes.append(
                "Judged apart: \(unknown.windows.counted("window")) of rides outside the "
                    + "five activities.")
        }
        return notes
    }

    private var activityNotes: [String] {
        let missing = Activity.allCases.filter { weighted[$0].windows == 0 }
        var notes: [String] = []
        if missing.count == Activity.allCases.count {
            notes.append("No window of a known activity: there is nothing to measure.")
        } else if !missing.isEmpty {
            let count = Activity.allCases.count - missing.count
            notes.append(
                "No window of \(missing.map(\.rawValue).joined(separator: ", ")): macro-F1 is the mean over "
                    + (count == 1 ? "one activity." : "\(count) activities."))
        }
        for activity in Activity.allCases {
            guard let windows = fewWindows[activity] else { continue }
            let count = "\(windows) \(windows == 1 ? "window" : "windows")"
            notes.append(
                isTooFewToSay(activity)
                    ? "\(activity.rawValue): \(count), too few to say. Macro-F1 counts it all the same."
                    : "\(activity.rawValue): \(count) only. Its figures are in macro-F1; see its interval.")
        }
        return notes
    }
}
