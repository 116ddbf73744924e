internal import MotionTypes
internal import TextFormats

extension AdaptationEvaluation {
    /// What counts as a gain or a loss in macro-F1: less is a window or two.
    private static let leastChange = 0.005

    /// The table of all people, and what they gain together, for a terminal of so many columns.
    package func text(width: Int = TextWidth.standard) -> String {
        let sentences =
            notes + [
                "Each person's model is adapted to about \(DecimalText.text(minutes, places: 1)) minutes of each of their activities, and "
                    + "judged on their other recordings."
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
                person.name, DecimalText.text(person.minutes, places: 1),
                person.penalty.map { DecimalText.text($0, places: 0) } ?? "stays", String(person.before.windows),
                EvaluationReport.number(person.before.macroF1), EvaluationReport.number(person.after.macroF1),
                EvaluationReport.number(person.gain),
            ])
        }
        return table.text(width: width)
    }

    private func allTable(_ width: Int) -> String {
        var table = TextTable(["all people", "macro-F1", "accuracy", "log-loss", "ECE", "windows"])
        for (name, metrics) in [("before", before), ("after", after)] {
            table.add([
                name, EvaluationReport.number(metrics.macroF1), EvaluationReport.number(metrics.accuracy),
                EvaluationReport.number(metrics.logLoss),
                EvaluationReport.number(metrics.calibrationError), String(metrics.windows),
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
            "A person's macro-F1 is \(EvaluationReport.number(mean(\.before.macroF1))) before and \(EvaluationReport.number(mean(\.after.macroF1))) after (mean), their "
                + "log-loss \(EvaluationReport.number(mean(\.before.logLoss))) and \(EvaluationReport.number(mean(\.after.logLoss))).",
            "Of \(people.count) people \(gaining) gain half a point or more, \(losing) lose as much"
                + (worst.map {
                    $0.gain < 0
                        ? "; the most that anyone loses is \(EvaluationReport.number(-$0.gain)) (\($0.name))." : "."
                }
                    ?? "."),
        ]
    }
}
