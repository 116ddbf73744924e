// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition

extension OverTimeFigures {
    /// What the spliced rides are.
    package var splicing: String {
        switch variant {
        case .onFoot: "in which vehicles are entered and left on foot"
        case .direct: "in which any activity follows any other"
        }
    }

    /// The share of the time of each activity, in words.
    package func shares(places: Int) -> String {
        Activity.allCases.map { activity in
            activity.rawValue + " " + FigureText.percent(causal.shareOfTime(activity), places: places)
        }.joined(separator: ", ")
    }

    /// The figures for a terminal of `width` columns.
    func text(width: Int) -> String {
        EvaluationReport.wrapped(summary, width, indent: 4) + spliced(width) + EvaluationReport.wrapped(notes, width)
            + (whole.map { "\n" + $0.text(width: width) } ?? "")
    }

    private var summary: [String] {
        let interval = causal.intervals.macroF1.map { " (\(FigureInterval.title) \(FigureText.range($0)))" } ?? ""
        return [
            "Over time, on \(causal.blocks) spliced blocks (\(FigureText.decimal(causal.hours, places: 1)) h) "
                + "\(splicing), causal smoothing",
            (knowable.map {
                "  macro-F1 \(FigureText.decimal($0.metrics.macroF1)) of activities seen; of all "
            } ?? "  macro-F1 ")
                + "\(FigureText.decimal(causal.metrics.macroF1))\(interval), right "
                + "\(FigureText.percent(causal.metrics.accuracy, places: 1)) of the time",
            "  changes found \(causal.found) of \(causal.changes), after "
                + "\(FigureText.decimal(causal.medianDelay, places: 1)) s (median), "
                + "\(FigureText.decimal(causal.delay90, places: 1)) s (90th percentile)",
            "  \(causal.answerChanges) changes of the answer, "
                + (FigureText.decimal(causal.answerChangesPerChange, places: 2))
                + " for each change; \(FigureText.decimal(causal.falseChangesPerHour, places: 1)) false ones per hour",
        ]
    }

    /// Every smoother, with jumps below.
    private func spliced(_ width: Int) -> String {
        var table = TextTable([
            "smoothing", "macro-F1", FigureInterval.title, "right", "delay, s", "false/h", "kept, s",
        ])
        for (place, row) in rows.enumerated() {
            table.add(Self.cells(row.smoothing.rawValue, row.score))
            if jumps.indices.contains(place) { table.add(Self.cells("  jumps", jumps[place].score)) }
            if short.indices.contains(place) { table.add(Self.cells("  short", short[place].score)) }
        }
        return table.text(width: width)
    }

    private var notes: [String] {
        var notes = [
            "kept: how long after the end of a ride the answer still names the vehicle, median (90th percentile).",
            "Of the time, \(shares(places: 1)).",
        ]
        if !jumps.isEmpty {
            let rest = jumps.map {
                $0.smoothing.rawValue + " "
                    + Self.kept($0.score.vehicleEnds.medianIntoRest, $0.score.vehicleEnds.percentile90IntoRest)
            }
            notes.append(
                "jumps: any activity follows any other, as a chair a bus. Where rest follows a vehicle at once, the "
                    + "vehicle is kept: \(rest.joined(separator: ", ")).")
        }
        if !short.isEmpty { notes.append("short: each activity lasts 10 to 40 s instead of 30 s to 6 min.") }
        return notes
    }

    private static func cells(_ name: String, _ score: SplicedScore) -> [String] {
        [
            name, FigureText.decimal(score.metrics.macroF1), FigureText.range(score.intervals.macroF1),
            FigureText.percent(score.metrics.accuracy, places: 1), FigureText.decimal(score.medianDelay, places: 1),
            FigureText.decimal(score.falseChangesPerHour, places: 1),
            kept(score.vehicleEnds.median, score.vehicleEnds.percentile90),
        ]
    }

    private static func kept(_ median: Double?, _ percentile90: Double?) -> String {
        median == nil
            ? "-" : "\(FigureText.decimal(median, places: 1)) (\(FigureText.decimal(percentile90, places: 1)))"
    }
}

extension WholeRideFigures {
    /// The figures for a terminal of `width` columns.
    func text(width: Int) -> String {
        var table = TextTable(["whole rides", "macro-F1", "accuracy", "log-loss", "right where activities change"])
        for row in rows {
            table.add([
                row.smoothing.rawValue, FigureText.decimal(row.metrics.macroF1),
                FigureText.decimal(row.metrics.accuracy), FigureText.decimal(row.metrics.logLoss),
                FigureText.percent(row.rightWhereChanging, places: 1),
            ])
        }
        return table.text(width: width) + EvaluationReport.wrapped([explanation], width)
    }

    /// What the figures are of.
    package var explanation: String {
        "Whole rides are as they were recorded: \(FigureText.count(recordings, "recording", "recordings")). "
            + "In \(FigureText.count(changing)) of them the activity changes."
    }
}
