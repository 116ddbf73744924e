import MotionTypes
import TextFormats

extension EvaluationReport {
    /// The report as plain text for the terminal, 7-bit characters but for names.
    public var text: String {
        var parts = [summary, classTable, confusionTable]
        if let confidence { parts.append(Self.confidenceTable(confidence)) }
        if let smoothed { parts.append(Self.overTime(smoothed) + alternativeLines) }
        if !variants.isEmpty { parts.append(variantTable) }
        if unknown.windows > 0 { parts.append(unknownSummary) }
        if modes.rows.count > 1 { parts.append(modeTable) }
        if !folds.isEmpty { parts.append(foldTable) }
        if !smallCells.isEmpty { parts.append(smallCellTable) }
        if !skipped.isEmpty {
            parts.append(
                "Skipped: \(skipped.count)\n"
                    + skipped.map { "  " + $0.recording + ": " + $0.problem + "\n" }.joined())
        }
        if let randomSplitMacroF1 {
            parts.append(
                "For comparison only: a random split over windows gives macro-F1 "
                    + Self.number(randomSplitMacroF1)
                    + ".\nIt has windows of the same ride on both sides, so it flatters.\n")
        }
        return parts.joined(separator: "\n")
    }

    /// Three decimals, or a dash.
    private static func number(_ value: Double?) -> String {
        value.map { DecimalText.text($0, places: 3) } ?? "-"
    }

    /// From where to where.
    private static func range(_ interval: FigureInterval) -> String {
        number(interval.lower) + " to " + number(interval.upper)
    }

    /// Per cent, or a dash.
    private static func percent(_ value: Double?, places: Int = 1) -> String {
        value.map { DecimalText.text(100 * $0, places: places) + " %" } ?? "-"
    }

    private var summary: String {
        var table = TextTable(["", "macro-F1", "accuracy", "log-loss", "Brier", "ECE", "windows"])
        for (name, metrics) in [("balanced", weighted), ("plain", unweighted)] {
            table.add([
                name, Self.number(metrics.macroF1), Self.number(metrics.accuracy),
                Self.number(metrics.logLoss), Self.number(metrics.brier),
                Self.number(metrics.calibrationError), String(metrics.windows),
            ])
        }
        var text = "Single windows"
        if let grouping { text += ", each \(grouping == .user ? "user" : "data set") held out" }
        text += "\n" + table.text()
        if let interval = intervals.macroF1 {
            text += "90 % interval of the balanced macro-F1 over data sets: " + Self.range(interval) + "\n"
        }
        return text
    }

    private var classTable: String {
        var table = TextTable(["activity", "precision", "recall", "F1", "90 % interval", "windows"])
        for activity in Activity.allCases {
            let figures = weighted[activity]
            table.add([
                activity.rawValue, Self.number(figures.precision), Self.number(figures.recall),
                Self.number(figures.f1), intervals.f1[activity].map(Self.range) ?? "-", String(figures.windows),
            ])
        }
        return table.text()
    }

    private static func confidenceTable(_ figures: ConfidenceFigures) -> String {
        var table = TextTable(["confidence", "windows", "right"])
        for level in figures.levels.reversed() {
            table.add([level.confidence.name, percent(level.share), percent(level.right)])
        }
        return table.text()
    }

    private var confusionTable: String {
        var table = TextTable(["truth \\ answer"] + Answer.allCases.map(\.name))
        for truth in Activity.allCases {
            table.add([truth.rawValue] + Answer.allCases.map { String(Int(weighted.counts[truth, $0])) })
        }
        return table.text()
    }

    private static func overTime(_ score: SplicedScore) -> String {
        "Over time, on \(score.blocks) spliced blocks (" + DecimalText.text(score.hours, places: 1) + " h)\n"
            + "  macro-F1 " + number(score.metrics.macroF1)
            + (score.intervals.macroF1.map { " (90 % interval " + range($0) + ")" } ?? "") + ", right "
            + percent(score.metrics.accuracy) + " of the time\n"
            + "  changes found \(score.found) of \(score.changes), after "
            + (score.medianDelay.map { DecimalText.text($0, places: 1) } ?? "-") + " s (median), "
            + (score.delay90.map { DecimalText.text($0, places: 1) } ?? "-") + " s (90th percentile)\n"
            + "  \(score.answerChanges) changes of the answer, "
            + (score.answerChangesPerChange.map { DecimalText.text($0, places: 2) } ?? "-") + " for each change; "
            + (score.falseChangesPerHour.map { DecimalText.text($0, places: 1) } ?? "-") + " false ones per hour\n"
    }

    private var alternativeLines: String {
        alternatives.map { alternative in
            "  with smoothing \(alternative.smoothing): macro-F1 " + Self.number(alternative.score.metrics.macroF1)
                + ", right " + Self.percent(alternative.score.metrics.accuracy) + ", after "
                + (alternative.score.medianDelay.map { DecimalText.text($0, places: 1) } ?? "-") + " s, "
                + (alternative.score.falseChangesPerHour.map { DecimalText.text($0, places: 1) } ?? "-")
                + " false changes per hour\n"
        }.joined()
    }

    private var unknownSummary: String {
        "Rides that are none of these: \(unknown.windows) windows, " + Self.percent(unknown.shareRight)
            + " answered none or unknown; of known rides " + Self.percent(unknown.knownRefused) + "\n"
            + "  AUROC of P(none) " + Self.number(unknown.auroc) + ", with the distance from the training data "
            + Self.number(unknown.noveltyAUROC) + "\n"
            + (briskUnknown.map { brisk in
                "  brisk ones (\(brisk.windows) windows): " + Self.number(brisk.auroc) + ", with the distance "
                    + Self.number(brisk.noveltyAUROC) + "\n"
            } ?? "")
    }

    private var modeTable: String {
        var table = TextTable(["label", "mode", "windows", "right", "over time"])
        for row in modes.rows {
            table.add([
                row.label.name, row.mode.isEmpty ? "-" : row.mode, String(row.windows.windows),
                Self.percent(row.windows.share), Self.percent(smoothed.flatMap { row.overTime($0) }?.share),
            ])
        }
        let rail = smoothed.flatMap { modes.railOverTime($0) }
        return table.text() + (rail.map { "On rails, over time: " + Self.percent($0) + " right\n" } ?? "")
    }

    private var variantTable: String {
        var table = TextTable(["as another phone", "macro-F1", "same answer", "windows"])
        for figures in variants {
            table.add([
                figures.variant.name, Self.number(figures.macroF1), Self.percent(figures.sameAnswer, places: 2),
                String(figures.compared),
            ])
        }
        return table.text()
    }

    private var foldTable: String {
        var table = TextTable(["fold", "macro-F1", "accuracy", "hours", "windows"])
        var held = ""
        for (index, fold) in folds.enumerated() {
            table.add([
                String(index + 1), Self.number(fold.metrics.macroF1), Self.number(fold.metrics.accuracy),
                DecimalText.text(fold.hours.reduce(0) { $0 + $1.hours }, places: 2),
                String(fold.metrics.windows),
            ])
            held += "  \(index + 1): " + fold.heldOut.joined(separator: ", ") + "\n"
        }
        return table.text() + "Held out\n" + held
    }

    private var smallCellTable: String {
        let lines = smallCells.map { cell in
            "  " + name(ofDataSet: cell.dataSet) + ", " + cell.activity.rawValue + ": \(cell.windows)\n"
        }
        return "Too few windows to be weighted\n" + lines.joined()
    }
}
