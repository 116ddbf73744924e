// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayEvaluation

/// Policies side by side as text for the terminal.
package enum PolicyText {
    /// A row for each policy. An asterisk marks a policy that no other beats.
    package static func table(_ table: PolicyTable, width: Int) -> String {
        var text = TextTable(["policy", "front"] + table.columns, texts: 2)
        for row in table.rows { text.add([row.name, row.isOnFront ? "*" : ""] + row.cells) }
        let front =
            "* No other policy beats it: none is better in \(table.costName) or \(table.gainName) without being worse "
            + "in the other."
        return text.text(width: width) + "\n" + TextWidth.wrapped(front, width: width, indent: 2)
    }

    /// A sentence to begin with if no value of a sweep changes a figure; empty otherwise.
    ///
    /// - Parameters:
    ///   - swept: how many of the table's last rows belong to the sweep.
    ///   - base: the name of the policy that is swept.
    ///   - fields: the fields that are swept.
    package static func unchanged(
        _ table: PolicyTable, swept: Int, base: String, fields: [String], width: Int
    ) -> String {
        let rows = table.rows.suffix(swept) + table.rows.dropLast(swept).filter { $0.name == base }
        guard swept > 0, Set(rows.map(\.cells)).count == 1 else { return "" }
        let names = fields.joined(separator: " and ")
        let text = "The sweep changes nothing: with each value of \(names), the figures are the same."
        return TextWidth.wrapped(text, width: width, indent: 2) + "\n"
    }

    /// The rides and hours behind the figures.
    package static func basis(_ figures: OutlookFigures, rides: Int, width: Int) -> String {
        let hours = Activity.allCases.compactMap { activity -> String? in
            let time = figures.time(of: activity).total
            guard time > .zero else { return nil }
            return "\(activity.rawValue) \(FigureText.hours(time.inSeconds / 3600))"
        }
        return TextWidth.wrapped(
            "\(FigureText.count(rides, "ride", "rides")) of "
                + FigureText.count(figures.dataSets.count, "data set", "data sets") + ": "
                + hours.joined(separator: ", ")
                + ". A share is the mean over the data sets with a minute or more of the activity.", width: width,
            indent: 2)
    }

    /// The best policy for each weight of driving that passes against walking that is held.
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
                FigureText.decimal(choice.weight, places: 0), best.policy.name,
                FigureText.percent(best.figures.drivingPassed, places: 1),
                FigureText.percent(best.figures.walkingHeld, places: 1),
                FigureText.percent(choice.heldOut.drivingPassed, places: 1),
                FigureText.percent(choice.heldOut.walkingHeld, places: 1),
                "\(same) of \(choice.choices.count)",
            ])
        }
        let told = """
            The least of weight x driving passes + walking held. Left out: each data set with what the others choose. \
            Chosen without: by how many data sets' leave the choice stays the same.
            """
        return "\n" + table.text(width: width) + "\n" + TextWidth.wrapped(told, width: width, indent: 2)
    }
}
