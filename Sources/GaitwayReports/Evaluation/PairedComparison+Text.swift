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
        var table = TextTable(["model", "macro-F1", FigureInterval.title, "accuracy", "log-loss", "ECE"])
        for row in rows {
            table.add([
                row.name, FigureText.decimal(row.metrics.macroF1), FigureText.range(row.interval),
                FigureText.decimal(row.metrics.accuracy), FigureText.decimal(row.metrics.logLoss),
                FigureText.decimal(row.metrics.calibrationError),
            ])
        }
        return table.text(width: width)
    }

    /// The F1 of each activity, a table for each model beside the first.
    private func activityTable(_ width: Int) -> String {
        rows.dropFirst().map { row in
            var table = TextTable(["F1", rows[0].name, row.name, "difference", FigureInterval.title, "windows"])
            for activity in Activity.allCases where row.metrics[activity].windows > 0 {
                let difference = row.differences[activity]
                table.add([
                    activity.rawValue, FigureText.decimal(rows[0].metrics[activity].f1),
                    FigureText.decimal(row.metrics[activity].f1),
                    FigureText.signed(difference?.value),
                    FigureText.signed(difference?.interval), String(row.metrics[activity].windows),
                ])
            }
            return table.text(width: width)
        }.joined(separator: "\n")
    }

    private func dataSetTable(_ width: Int) -> String {
        var table = TextTable(["macro-F1 of data set"] + rows.map(\.name))
        for (index, name) in dataSets.enumerated() {
            table.add([name] + rows.map { FigureText.decimal($0.macroF1OfDataSet[index]) })
        }
        return table.text(width: width)
    }
}
