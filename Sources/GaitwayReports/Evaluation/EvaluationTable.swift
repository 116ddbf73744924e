// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

/// How `gaitway evaluate` prints its figures; the raw value is the word for it.
package enum FigureFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// A row for each model and activity, for spreadsheets and programs.
    case csv
    /// A table for a paper, with the package booktabs.
    case latex
}

/// The figures of one model or several as rows: for each model a row for each activity, then `all` with macro-F1.
package struct EvaluationTable {
    /// Precision, recall, F1 with its interval, the difference with its interval if there is one, windows.
    private struct Row {
        var model: String
        var activity: String
        var figures: [FigureValue]
    }

    private var rows: [Row] = []
    private let hasDifferences: Bool

    /// The figures of an evaluation, whose model is called `name`.
    package init(_ report: EvaluationReport, name: String) {
        hasDifferences = false
        add(name, report.weighted, interval: report.intervals.macroF1, f1: report.intervals.f1)
    }

    /// The figures of several models, with their differences from the first.
    package init(_ comparison: PairedComparison) {
        hasDifferences = true
        for row in comparison.rows {
            add(
                row.name, row.metrics, interval: row.interval, f1: row.f1Intervals, difference: row.difference,
                differences: row.differences)
        }
    }

    private mutating func add(
        _ name: String, _ metrics: Metrics, interval: FigureInterval?, f1: [Activity: FigureInterval],
        difference: PairedComparison.Difference? = nil, differences: [Activity: PairedComparison.Difference] = [:]
    ) {
        func shown(_ difference: PairedComparison.Difference?) -> [FigureValue] {
            hasDifferences ? [.number(difference?.value), .interval(difference?.interval)] : []
        }
        for activity in Activity.allCases where metrics[activity].windows > 0 {
            let figures = metrics[activity]
            rows.append(
                Row(
                    model: name, activity: activity.rawValue,
                    figures: [
                        .number(figures.precision), .number(figures.recall), .number(figures.f1),
                        .interval(f1[activity]),
                    ] + shown(differences[activity]) + [.count(figures.windows)]))
        }
        rows.append(
            Row(
                model: name, activity: "all",
                figures: [.number(nil), .number(nil), .number(metrics.macroF1), .interval(interval)]
                    + shown(difference) + [.count(metrics.windows)]))
    }

    /// The rows as CSV with a header, six decimals, empty cells for what does not exist.
    package var csv: String {
        var columns = ["model", "activity", "precision", "recall", "f1", "f1_lower", "f1_upper"]
        if hasDifferences { columns += ["f1_difference", "difference_lower", "difference_upper"] }
        func number(_ value: Double?) -> String { value.map { DecimalText.text($0, places: 6) } ?? "" }
        let cells = rows.map { row in
            [row.model, row.activity]
                + row.figures.flatMap { figure in
                    switch figure {
                    case .number(let value, _), .share(let value, _): [number(value)]
                    case .interval(let interval): [number(interval?.lower), number(interval?.upper)]
                    case .count, .text: [FigureText.text(figure)]
                    }
                }
        }
        return ([columns + ["windows"]] + cells).map { CSVText.record($0) }.joined()
    }

    /// The rows as a LaTeX table, three decimals. It needs `\usepackage{booktabs}`.
    package var latex: String {
        var columns = ["Model", "Activity", "Precision", "Recall", "F1", FigureInterval.title]
        if hasDifferences { columns += ["Difference", FigureInterval.title] }
        columns.append("Windows")
        var lines = [
            "% \\usepackage{booktabs}",
            "\\begin{tabular}{ll\(String(repeating: "r", count: columns.count - 2))}", "\\toprule",
            Self.line(columns.map(Self.escaped)), "\\midrule",
        ]
        for (index, row) in rows.enumerated() {
            let isFirst = index == 0 || rows[index - 1].model != row.model
            if isFirst, index > 0 { lines.append("\\midrule") }
            let figures = row.figures.map { figure in
                switch figure {
                case .number(let value, _), .share(let value, _): Self.number(value)
                case .interval(let interval):
                    interval.map { Self.number($0.lower) + " to " + Self.number($0.upper) } ?? "--"
                case .count, .text: FigureText.text(figure)
                }
            }
            lines.append(Self.line([isFirst ? Self.escaped(row.model) : "", row.activity] + figures))
        }
        return (lines + ["\\bottomrule", "\\end{tabular}"]).map { $0 + "\n" }.joined()
    }

    private static func line(_ cells: [String]) -> String { cells.joined(separator: " & ") + " \\\\" }

    private static func number(_ value: Double?) -> String {
        guard let value else { return "--" }
        let text = FigureText.decimal(value)
        return text.hasPrefix("-") ? "$" + text + "$" : text
    }

    /// A text with what LaTeX reads as commands made plain.
    static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\textbackslash{}"
            case "~": "\\textasciitilde{}"
            case "^": "\\textasciicircum{}"
            case "&", "%", "$", "#", "_", "{", "}": "\\\(character)"
            default: String(character)
            }
        }.joined()
    }
}
