// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
package import GaitwayRecognition

extension OverTimeFigures {
    package var splicing: String {
        switch variant {
        case .onFoot: "in which vehicles are entered and left on foot"
        case .direct: "in which any activity follows any other"
        }
    }

    package func shares(places: Int) -> String {
        Activity.allCases.map { activity in
            activity.rawValue + " " + FigureText.percent(causal.shareOfTime(activity), places: places)
        }.joined(separator: ", ")
    }

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

    /// What a row of the table of smoothers is of.
    package enum Part: Sendable {
        case smoother(Smoothing)
        case jumps
        case short
    }

    /// The score of each smoother, with those of jumps and of short stretches below it.
    package var parts: [(part: Part, score: SplicedScore)] {
        rows.indices.flatMap { place in
            [(.smoother(rows[place].smoothing), rows[place].score)]
                + jumps.dropFirst(place).prefix(1).map { (.jumps, $0.score) }
                + short.dropFirst(place).prefix(1).map { (.short, $0.score) }
        }
    }

    private func spliced(_ width: Int) -> String {
        let kept = FigureField<SplicedScore>("kept, s") {
            .text(Self.kept($0.vehicleEnds.median, $0.vehicleEnds.percentile90))
        }
        return TextTable(
            "smoothing", [.macroF1, .interval, .right, .medianDelay, .falseChangesPerHour, kept],
            parts.map { part, score in
                switch part {
                case .smoother(let smoothing): (smoothing.rawValue, score)
                case .jumps: ("  jumps", score)
                case .short: ("  short", score)
                }
            }
        ).text(width: width)
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

    private static func kept(_ median: Double?, _ percentile90: Double?) -> String {
        median == nil
            ? "-" : "\(FigureText.decimal(median, places: 1)) (\(FigureText.decimal(percentile90, places: 1)))"
    }
}

extension WholeRideFigures {
    func text(width: Int) -> String {
        let table = TextTable(
            "whole rides", [.macroF1, .accuracy, .logLoss, .rightWhereChanging],
            rows.map { ($0.smoothing.rawValue, $0) })
        return table.text(width: width) + EvaluationReport.wrapped([explanation], width)
    }

    package var explanation: String {
        "Whole rides are as they were recorded: \(FigureText.count(recordings, "recording", "recordings")). "
            + "In \(FigureText.count(changing)) of them the activity changes."
    }
}
