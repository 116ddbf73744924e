// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayRecognition

extension EvaluationReport {
    /// The report as plain text for a terminal of `width` columns, in 7-bit characters but for names.
    ///
    /// It begins with what was left out and what the judged models had seen.
    package func text(width: Int = TextWidth.standard) -> String {
        let confidences = confidence.map { figures in
            TextTable(
                "confidence", [.share, .right], figures.levels.reversed().map { ($0.confidence.name, $0) }
            ).text(width: width)
        }
        let random = randomSplitMacroF1.map { macroF1 in
            "For comparison only: a random split over windows gives macro-F1 \(FigureText.decimal(macroF1)). "
                + "It has windows of the same ride on both sides, so the figure is too good."
        }
        let beside = (firstAnswers?.sentences ?? []) + [handling?.sentence].compactMap(\.self)
        return Self.joined([
            Self.wrapped(notes, width), summary(width), classTable(width), confusionTable(width), confidences,
            overTime?.text(width: width), speedTable(width), table?.text, variantTable(width), unknownSummary(width),
            modeTable(width), placements?.text(width: width), standing?.text(beside: weighted, width: width),
            Self.wrapped(beside, width), foldTable(width), smallCellTable(width), skippedList(width),
            Self.wrapped([random].compactMap(\.self), width),
        ])
    }

    /// The report in brief, for a terminal of `width` columns: what the figures rest on, the verdict, the figures of
    /// each activity, the confusion matrix, and what was asked for beside.
    package func brief(width: Int = TextWidth.standard) -> String {
        Self.joined([
            Self.wrapped(notes, width), Self.wrapped([verdict], width), classTable(width), confusionTable(width),
            speedTable(width), variantTable(width), smallCellTable(width), skippedList(width),
            "--details prints all figures; --report writes them as a page.\n",
        ])
    }

    /// Those of the parts that there are, with an empty line between.
    private static func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// How good the answers are, in a sentence or two.
    private var verdict: String {
        var text = "Single windows" + (grouping.map { ", each \($0.noun) held out" } ?? "") + ": macro-F1 "
        if let knowable {
            let seen = FigureText.decimal(knowable.macroF1)
            text += seen + " of activities seen, " + FigureText.decimal(weighted.macroF1) + " of all"
        } else {
            text += FigureText.decimal(weighted.macroF1)
            if let interval = intervals.macroF1 { text += " (\(FigureInterval.title) \(FigureText.range(interval)))" }
        }
        if let overTime, let macroF1 = (overTime.knowable ?? overTime.causal).metrics.macroF1 {
            text += "; over time \(FigureText.decimal(macroF1))"
        }
        text += "."
        if let weakest, weakest.f1 < 1 {
            text += " The weakest is \(weakest.activity.rawValue), with F1 \(FigureText.decimal(weakest.f1))"
            if let taken = weighted.confusion.mostlyTakenFor(weakest.activity) {
                text += ", mostly taken for \(taken.name)"
            }
            text += "."
        }
        return text
    }

    /// Sentences, each from the start of a line. Their names' control characters are shown as escapes.
    static func wrapped(_ sentences: [String], _ width: Int, indent: Int = 2) -> String {
        sentences.map { TextWidth.wrapped(QuotedText.printable($0), width: width, indent: indent) }.joined()
    }

    private func summary(_ width: Int) -> String {
        let rows =
            knowable.map { [("of activities seen", $0), ("of all", weighted), ("of all, plain", unweighted)] }
            ?? [("balanced", weighted), ("plain", unweighted)]
        let table = TextTable("", [.macroF1, .accuracy, .logLoss, .brier, .calibrationError, .windows], rows)
        var title = "Single windows"
        if let grouping { title += ", each \(grouping.noun) held out" }
        var lines: [String] = []
        if let interval = intervals.macroF1 {
            let over =
                dataSets.count < 2
                ? "rides, as there is one data set"
                : fewWindows.isEmpty ? "data sets" : "data sets, and over rides where windows are few"
            let range = FigureText.range(interval)
            lines.append("\(FigureInterval.title) of the balanced macro-F1: \(range), over \(over)")
        }
        if let macroF1WithoutFew {
            let few = Activity.allCases.filter { fewWindows[$0] != nil }.map(\.rawValue)
            lines.append("Without \(few.joined(separator: ", ")): macro-F1 \(FigureText.decimal(macroF1WithoutFew))")
        }
        return title + "\n" + table.text(width: width) + Self.wrapped(lines, width)
    }

    private func classTable(_ width: Int) -> String {
        TextTable(
            "activity",
            [
                .init("precision") { .number(weighted[$0].precision) },
                .init("recall") { .number(weighted[$0].recall) },
                .init("F1") { .number(weighted[$0].f1) },
                .init(FigureInterval.title) { .interval(intervals.f1[$0]) },
                .init("windows") { activity in
                    let isFew = fewWindows[activity] != nil && isTooFewToSay(activity)
                    return .text("\(weighted[activity].windows)" + (isFew ? ", too few to say" : ""))
                },
            ]
        ).text(width: width)
    }

    private func confusionTable(_ width: Int) -> String {
        TextTable(
            "truth \\ answer",
            Prediction.allCases.map { prediction in
                .init(prediction.name) { .count(Int(clamping: weighted.counts[$0, prediction])) }
            }
        ).text(width: width)
    }

    private func speedTable(_ width: Int) -> String? {
        guard let figures = speed else { return nil }
        var lines = [
            "By the speed of location fixes, too: \(figures.alone.windows.counted("window")) of "
                + "\(figures.dataSets.counted("data set")) \(figures.alone.windows == 1 ? "has" : "have") one"
        ]
        if let difference = figures.difference {
            lines.append(
                "  macro-F1 \(FigureText.decimal(difference.value)) more with the speed (\(FigureInterval.title) "
                    + "\(FigureText.range(difference.interval)), over data sets)")
        }
        var tables = [
            TextTable(
                "  windows with a speed", [.macroF1, .accuracy, .logLoss, .brier, .calibrationError],
                [("  motion alone", figures.alone), ("  with the speed", figures.fused)]),
            TextTable(
                "  F1",
                [
                    .init("motion alone") { .number(figures.alone[$0].f1) },
                    .init("with the speed") { .number(figures.fused[$0].f1) },
                    .init("windows") { .count(figures.alone[$0].windows) },
                ], Activity.allCases.map { ("  " + $0.rawValue, $0) }),
        ]
        if !figures.overTime.isEmpty {
            tables.append(
                TextTable(
                    "  over time", [.alone, .fused], figures.overTime.map { ("  " + $0.smoothing.rawValue, $0) }))
        }
        return Self.wrapped(lines, width, indent: 4) + tables.map { $0.text(width: width) }.joined()
    }

    private func unknownSummary(_ width: Int) -> String? {
        guard unknown.windows > 0 else { return nil }
        var lines = [
            "Rides outside these: \(unknown.windows.counted("window")), "
                + "\(FigureText.percent(unknown.shareRight, places: 1)) classified as none or unknown; of known rides "
                + FigureText.percent(unknown.knownRefused, places: 1),
            "  AUROC of P(none) \(FigureText.decimal(unknown.auroc)), with the distance from the training data "
                + FigureText.decimal(unknown.noveltyAUROC),
        ]
        if let briskUnknown {
            lines.append(
                "  brisk ones (\(briskUnknown.windows.counted("window"))): "
                    + "\(FigureText.decimal(briskUnknown.auroc)), with the distance "
                    + FigureText.decimal(briskUnknown.noveltyAUROC))
        }
        if let share = unknown.shareFoundAtFourPercent {
            lines.append(
                "  at 4 % of known windows lost, P(none) would find \(FigureText.percent(share, places: 1)) of them")
        }
        return Self.wrapped(lines, width, indent: 4)
    }

    private func modeTable(_ width: Int) -> String? {
        guard modes.rows.count > 1 else { return nil }
        var table = TextTable(["label", "mode", "windows", "right", "over time"], texts: 2)
        for row in modes.rows {
            table.add([
                row.label.name, row.mode.isEmpty ? "-" : row.mode, String(row.windows.windows),
                FigureText.percent(row.windows.share, places: 1),
                FigureText.percent(overTime.flatMap { row.overTime($0.causal) }?.share, places: 1),
            ])
        }
        let rail = overTime.flatMap { modes.railOverTime($0.causal) }
        return table.text(width: width)
            + (rail.map { "On rails, over time: " + FigureText.percent($0, places: 1) + " right\n" } ?? "")
    }

    private func variantTable(_ width: Int) -> String? {
        guard !variants.isEmpty else { return nil }
        return TextTable(
            "as another phone", [.macroF1, .sameAnswer, .windows], variants.map { ($0.variant.name, $0) }
        ).text(width: width)
    }

    private func foldTable(_ width: Int) -> String? {
        guard !folds.isEmpty else { return nil }
        let table = TextTable(
            "fold", [.macroF1, .accuracy, .hours, .windows], folds.enumerated().map { ("\($0 + 1)", $1) })
        let held = folds.enumerated().map { index, fold in
            "  \(index + 1): " + fold.heldOut.joined(separator: ", ") + " ("
                + fold.hours.map { "\($0.label.name) \(FigureText.hours($0.hours))" }.joined(separator: ", ") + ")"
        }
        return table.text(width: width) + "Held out\n" + Self.wrapped(held, width, indent: 5)
    }

    private func smallCellTable(_ width: Int) -> String? {
        guard !smallCells.isEmpty else { return nil }
        var table = TextTable(["too few windows to be weighted", "activity", "windows"], texts: 2)
        for cell in smallCells {
            table.add([name(ofDataSet: cell.dataSet), cell.activity.rawValue, String(cell.windows)])
        }
        return table.text(width: width)
    }

    private func skippedList(_ width: Int) -> String? {
        guard !skipped.isEmpty else { return nil }
        return "Cannot be read: \(skipped.count)\n"
            + Self.wrapped(skipped.map { "  \($0.recording): \($0.problem)" }, width, indent: 4)
    }
}
