// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReports

/// Every smoother on spliced rides, with jumps beside, and on whole rides.
struct OverTimeTables {
    let figures: OverTimeFigures

    var markup: Markup { "\(spliced)\(figures.whole.map(whole) ?? "")" }

    private var spliced: Markup {
        let table = PageTable<SplicedScore>(
            "smoothing", style: "stack parts", caption: "Spliced rides under each smoother",
            columns: [
                .strong(.macroF1, heading: "macro\u{2011}F1"), .figure(.interval),
                .figure(.right.named("time right")),
                .figure(
                    .init("changes found") { .text("\(FigureText.count($0.found)) of \(FigureText.count($0.changes))") }
                ),
                .figure(
                    .init("delay, s") { .text(Self.seconds($0.medianDelay, $0.delay90)) }, heading: "delay, s (90 %)"),
                .figure(.falseChangesPerHour.named("false / h"), heading: "false changes per hour"),
                .figure(
                    .init("kept, s") { .text(Self.seconds($0.vehicleEnds.median, $0.vehicleEnds.percentile90)) },
                    heading: "kept, s (90 %)"),
            ],
            rows: figures.parts.map { part, score in
                switch part {
                case .smoother(let smoothing): .init(name: smoothing.heading, subject: score, style: "whole")
                case .jumps: .init(name: "with jumps<small></small>", subject: score, style: "part")
                case .short: .init(name: "short stretches<small></small>", subject: score, style: "part")
                }
            })
        return """
            \(table.markup)
            <p class="aside">Of the time, \(figures.shares(places: 0)). "Kept" is the time after a ride in which the \
            answer still names its vehicle.\(jumps)\(short)</p>

            """
    }

    /// A median with its 90th percentile.
    private static func seconds(_ median: Double?, _ percentile90: Double?) -> String {
        "\(FigureText.decimal(median, places: 1)) (\(FigureText.decimal(percentile90, places: 1)))"
    }

    /// What jumps are, and the time that vehicles are kept if rest follows them directly.
    private var jumps: String {
        guard !figures.jumps.isEmpty else { return "" }
        let kept = figures.jumps.compactMap { row -> String? in
            let ends = row.score.vehicleEnds
            guard let median = ends.medianIntoRest else { return nil }
            return "\(row.smoothing.rawValue) \(FigureText.decimal(median, places: 1)) s "
                + "(90 %: \(FigureText.decimal(ends.percentile90IntoRest, places: 1)) s)"
        }
        return " With jumps, any activity follows any other, as a chair a bus."
            + (kept.isEmpty
                ? "" : " If rest follows a vehicle at once, the vehicle is kept: " + kept.joined(separator: ", ") + ".")
    }

    private var short: String {
        figures.short.isEmpty ? "" : " In short stretches each activity lasts 10 to 40 s instead of 30 s to 6 min."
    }

    private func whole(_ whole: WholeRideFigures) -> Markup {
        let table = PageTable(
            "smoothing", style: "stack", caption: "Whole rides under each smoother",
            columns: [
                .strong(.macroF1, heading: "macro\u{2011}F1"), .figure(.accuracy),
                .figure(.logLoss, heading: "log\u{2011}loss"),
                .figure(.rightWhereChanging.named("at changes"), heading: "right where activities change"),
            ], rows: whole.rows.map { .init(name: $0.smoothing.heading, subject: $0) })
        return """
            \(table.markup)
            <p class="aside">\(whole.explanation)</p>

            """
    }
}

extension Smoothing {
    /// Its name, and in a few words what it joins.
    fileprivate var heading: Markup { "\(rawValue)<small>\(shortMeaning)</small>" }

    private var shortMeaning: String {
        switch self {
        case .none: "each window alone"
        case .causal: "windows so far"
        case .lag: "10 s later"
        case .viterbi: "after the whole ride"
        }
    }
}
