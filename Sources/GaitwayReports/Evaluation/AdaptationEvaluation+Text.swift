// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension AdaptationEvaluation {
    /// The least gain or loss in macro-F1 that counts: less is a window or two.
    private static let leastChange = 0.005

    /// The table of all people and their mean gain, for a terminal of `width` columns.
    package func text(width: Int = TextWidth.standard) -> String {
        let sentences =
            notes + [
                "Each person's model is adapted to about \(FigureText.decimal(minutes, places: 1)) minutes of each of "
                    + "their activities, and judged on their other recordings."
            ]
        return [
            EvaluationReport.wrapped(sentences, width), peopleTable(width), allTable(width),
            EvaluationReport.wrapped(summary, width),
        ]
        .joined(separator: "\n")
    }

    private func peopleTable(_ width: Int) -> String {
        var table = TextTable([
            "macro-F1", "minutes", "penalty", "windows", "before", "after", "gain",
        ])
        for person in people {
            table.add([
                person.name, FigureText.decimal(person.minutes, places: 1),
                person.penalty.map { "\($0)" } ?? "stays", String(person.before.windows),
                FigureText.decimal(person.before.macroF1), FigureText.decimal(person.after.macroF1),
                FigureText.decimal(person.gain),
            ])
        }
        return table.text(width: width)
    }

    private func allTable(_ width: Int) -> String {
        var table = TextTable(["all people", "macro-F1", "accuracy", "log-loss", "ECE", "windows"])
        for (name, metrics) in [("before", before), ("after", after)] {
            table.add([
                name, FigureText.decimal(metrics.macroF1), FigureText.decimal(metrics.accuracy),
                FigureText.decimal(metrics.logLoss),
                FigureText.decimal(metrics.calibrationError), String(metrics.windows),
            ])
        }
        return table.text(width: width)
    }

    private var summary: [String] {
        func mean(_ value: (Person) -> Double?) -> Double {
            people.reduce(0) { $0 + (value($1) ?? 0) } / Double(max(1, people.count))
        }
        let gaining = people.count { $0.gain >= Self.leastChange }
        let losing = people.count { $0.gain <= -Self.leastChange }
        let worst = people.min { $0.gain < $1.gain }
        return [
            "A person's macro-F1 is \(FigureText.decimal(mean(\.before.macroF1))) before and "
                + "\(FigureText.decimal(mean(\.after.macroF1))) after (mean), their log-loss "
                + "\(FigureText.decimal(mean(\.before.logLoss))) and \(FigureText.decimal(mean(\.after.logLoss))).",
            "Of \(people.count.counted("person", "people")) \(gaining) gain half a point or more, "
                + "\(losing) lose as much"
                + (worst.map {
                    $0.gain < 0
                        ? "; the most that anyone loses is \(FigureText.decimal(-$0.gain)) (\($0.name))." : "."
                }
                    ?? "."),
        ]
    }
}
