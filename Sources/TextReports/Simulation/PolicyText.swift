package import GateScoring
import MotionTypes
import NotificationGate
import TextFormats

/// Policies side by side as text, for people.
package enum PolicyText {
    /// A row for each policy; what nothing beats is marked.
    package static func table(_ table: PolicyTable, width: Int) -> String {
        var text = TextTable(["policy", "front"] + table.columns, texts: 2)
        for row in table.rows { text.add([row.name, row.isOnFront ? "*" : ""] + row.cells) }
        let front =
            "* nothing beats it: no other is better in one of \(table.costName) and \(table.gainName) without being worse in "
            + "the other."
        return text.text(width: width) + "\n" + TextWidth.wrapped(front, width: width, indent: 2)
    }

    /// What the figures rest on.
    package static func basis(_ figures: OutlookFigures, rides: Int, width: Int) -> String {
        let hours = Activity.allCases.compactMap { activity -> String? in
            let time = figures.time(of: activity).total
            guard time > .zero else { return nil }
            return "\(activity.rawValue) \(DecimalText.text(time.inSeconds / 3600, places: 2)) h"
        }
        return TextWidth.wrapped(
            "\(rides) \(rides == 1 ? "ride" : "rides") of \(figures.dataSets.count) data \(figures.dataSets.count == 1 ? "set" : "sets"): "
                + hours.joined(separator: ", ")
                + ". A share is the mean over the data sets with a minute or more of the activity.", width: width,
            indent: 2)
    }

    /// What would be chosen, by how much worse driving that passes is than walking that is held.
    package static func choices(_ choices: [SweepChoice], of trials: [PolicyTrial], width: Int) -> String {
        guard !choices.isEmpty else { return "" }
        var table = TextTable(
            [
                "weight", "choice", "driving passes", "walking held", "left out: driving passes", "walking held",
                "chosen without",
            ], texts: 2)
        for choice in choices {
            let best = trials[choice.best]
            let same = choice.choices.count { $0.trial == choice.best }
            table.add([
                DecimalText.text(choice.weight, places: 0), best.policy.name,
                PolicyTable.percent(best.figures.drivingPassed), PolicyTable.percent(best.figures.walkingHeld),
                PolicyTable.percent(choice.heldOut.drivingPassed), PolicyTable.percent(choice.heldOut.walkingHeld),
                "\(same) of \(choice.choices.count)",
            ])
        }
        let told = """
            The least of weight x driving passes + walking held. Left out: each data set with what the others choose. Chosen without: by how many data sets' leave the choice \
            stays the same.
            """
        return "\n" + table.text(width: width) + "\n" + TextWidth.wrapped(told, width: width, indent: 2)
    }
}
