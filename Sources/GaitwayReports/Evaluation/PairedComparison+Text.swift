// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension PairedComparison {
    /// The comparison for a terminal of `width` columns: notes, the verdict, then each model beside the first.
    package func text(width: Int = TextWidth.standard) -> String {
        var parts = [notes, verdicts(TerminalStyle.self)].map { EvaluationReport.wrapped($0, width) }
        parts += [modelTable(width), activityTable(width)]
        if dataSets.count > 1 { parts.append(dataSetTable(width)) }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Which model is better, in a sentence for each beside the first.
    package func verdicts<Style: FigureStyle>(_: Style.Type) -> [String] {
        typealias Text = Figures<Style>
        guard let first = rows.first else { return [] }
        return rows.dropFirst().map { row in
            let scores =
                "On the same \(Text.count(windows)) windows: macro-F1 \(Text.decimal(first.metrics.macroF1)) of "
                + "\(first.name), \(Text.decimal(row.metrics.macroF1)) of \(row.name). "
            guard let difference = row.difference, let interval = difference.interval else {
                return scores + "There are too few \(unit.rawValue) for an interval."
            }
            let better = difference.value > 0 ? row.name : first.name
            return scores + (difference.isClear ? "\(better) is better" : "No clear difference")
                + ": \(Text.signed(difference.value)) for \(row.name) (\(FigureInterval.title), over \(units) "
                + "\(unit.rawValue): \(Text.signed(interval)))."
        }
    }

    private func modelTable(_ width: Int) -> String {
        TextTable(
            "model", [.macroF1, .interval, .accuracy, .logLoss, .calibrationError], rows.map { ($0.name, $0) }
        ).text(width: width)
    }

    /// The F1 of each activity, a table for each model beside the first.
    private func activityTable(_ width: Int) -> String {
        rows.dropFirst().map { row in
            TextTable(
                "F1",
                [
                    .init(rows[0].name) { .number(rows[0].metrics[$0].f1) },
                    .init(row.name) { .number(row.metrics[$0].f1) },
                    .init("difference") { .text(FigureText.signed(row.differences[$0]?.value)) },
                    .init(FigureInterval.title) { .text(FigureText.signed(row.differences[$0]?.interval)) },
                    .init("windows") { .count(row.metrics[$0].windows) },
                ], Activity.allCases.filter { row.metrics[$0].windows > 0 }
            ).text(width: width)
        }.joined(separator: "\n")
    }

    private func dataSetTable(_ width: Int) -> String {
        TextTable(
            "macro-F1 of data set",
            rows.map { row in .init(row.name) { .number(row.macroF1OfDataSet[$0]) } },
            dataSets.enumerated().map { ($1, $0) }
        ).text(width: width)
    }
}
