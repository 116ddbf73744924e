// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayEvaluation

package enum PolicyText {
    /// The policies that no other beats, in a sentence, and an empty line.
    package static func verdict(_ table: PolicyTable, width: Int) -> String {
        let best = table.rows.filter(\.isOnFront).map(\.name)
        let names = best.count > mostNamed ? "\(best.count) of \(table.rows.count) policies" : list(best)
        return TextWidth.wrapped("Best (*): \(names). \(table.front)", width: width) + "\n"
    }

    private static let mostNamed = 3

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// A row for each policy. An asterisk marks a policy that no other beats.
    package static func table(_ table: PolicyTable, width: Int) -> String {
        var text = TextTable(["policy", "best"] + table.columns, texts: 2)
        for row in table.rows { text.add([row.name, row.isOnFront ? "*" : ""] + row.cells) }
        return text.text(width: width)
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
                "weight", "choice", "driving passes", "walking held", "held out: driving passes", "walking held",
                "same choice",
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
            Each choice has the least of weight x driving passes + walking held. Held out: each data set is scored \
            with the policy that the other data sets choose. Same choice: how many data sets can be left out without \
            changing the choice.
            """
        return "\n" + table.text(width: width) + "\n" + TextWidth.wrapped(told, width: width, indent: 2)
    }
}
