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
        let fields: [FigureField<Person>] = [
            .init("minutes") { .number($0.minutes, places: 1) },
            .init("penalty") { .text($0.penalty.map { "\($0)" } ?? "stays") },
            .init("windows") { .count($0.before.windows) },
            .init("before") { .number($0.before.macroF1) },
            .init("after") { .number($0.after.macroF1) },
            .init("gain") { .number($0.gain) },
        ]
        return TextTable("macro-F1", fields, people.map { ($0.name, $0) }).text(width: width)
    }

    private func allTable(_ width: Int) -> String {
        TextTable(
            "all people", [.macroF1, .accuracy, .logLoss, .calibrationError, .windows],
            [("before", before), ("after", after)]
        ).text(width: width)
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
