// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What of a manifest and its recordings is in no figure, other than rides that cannot be read.
package struct LeftOutTime: Sendable, Hashable {
    package var unlabelledRows = 0
    /// Their hours, from the spans that the manifest states.
    package var unlabelledHours = 0.0
    /// Recordings of rides that are too short for a window, or have no samples in their span.
    package var withoutWindows: [String] = []
    /// Hours of the recordings in which no ride's span holds a window.
    package var outsideHours = 0.0

    package var onlyTrainedOn = 0
    /// What rides had to meet to be judged, in words.
    package var judged = ""

    package init() {}

    var notes: [String] {
        var notes: [String] = []
        if unlabelledRows > 0 {
            let hours = unlabelledHours > 0 ? " (\(LeftOutTime.hours(unlabelledHours)))" : ""
            notes.append("Skipped \(unlabelledRows) \(unlabelledRows == 1 ? "row" : "rows")\(hours) without a label.")
        }
        if onlyTrainedOn > 0 {
            notes.append(
                "Judged: the rides with \(judged). Trained on, and not judged: \(onlyTrainedOn) other "
                    + "\(onlyTrainedOn == 1 ? "ride" : "rides").")
        }
        if outsideHours >= 0.01 {
            notes.append(
                "Left out: \(LeftOutTime.hours(outsideHours)) of these recordings, "
                    + "outside the labelled spans that are used."
            )
        }
        if !withoutWindows.isEmpty {
            let count = withoutWindows.count
            notes.append(
                "Left out: \(count == 1 ? "1 ride" : "\(count) rides") without a window of 5.12 s ("
                    + withoutWindows.prefix(3).joined(separator: ", ") + (count > 3 ? ", …" : "") + ").")
        }
        return notes
    }

    private static func hours(_ hours: Double) -> String { DecimalText.text(hours, places: 2) + " h" }
}
