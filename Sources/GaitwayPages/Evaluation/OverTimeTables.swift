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
        let rows = figures.rows.enumerated().flatMap { place, own -> [Markup] in
            [row(own.smoothing.rawValue, own.smoothing.shortMeaning, style: "whole", own.score)]
                + (figures.jumps.indices.contains(place)
                    ? [row("with jumps", "", style: "part", figures.jumps[place].score)] : [])
                + (figures.short.indices.contains(place)
                    ? [row("short stretches", "", style: "part", figures.short[place].score)] : [])
        }
        return """
            <div class="scroll"><table class="stack parts">
            <caption><span>Spliced rides under each smoother</span></caption>
            <thead><tr><th scope="col">smoothing</th><th scope="col" class="number">macro\u{2011}F1</th>\
            <th scope="col" class="number">\(FigureInterval.title)</th><th scope="col" class="number">time right</th>\
            <th scope="col" class="number">changes found</th><th scope="col" class="number">delay, s (90 %)</th>\
            <th scope="col" class="number">false changes per hour</th>\
            <th scope="col" class="number">kept, s (90 %)</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>
            <p class="aside">Of the time, \(figures.shares(places: 0)). "Kept" is the time after a ride in which the \
            answer still names its vehicle.\(jumps)\(short)</p>

            """
    }

    private func row(_ name: String, _ said: String, style: String, _ score: SplicedScore) -> Markup {
        """
        <tr class="\(style)"><th scope="row">\(name)<small>\(said)</small></th>\
        <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(score.metrics.macroF1))</b></td>\
        <td data-name="\(FigureInterval.title)" class="number">\(FigureText.range(score.intervals.macroF1))</td>\
        <td data-name="time right" class="number">\(FigureText.percent(score.metrics.accuracy, places: 1))</td>\
        <td data-name="changes found" class="number">\(FigureText.count(score.found)) of \
        \(FigureText.count(score.changes))</td>\
        <td data-name="delay, s" class="number">\(FigureText.decimal(score.medianDelay, places: 1)) \
        (\(FigureText.decimal(score.delay90, places: 1)))</td>\
        <td data-name="false / h" class="number">\(FigureText.decimal(score.falseChangesPerHour, places: 1))</td>\
                <td data-name="kept, s" class="number">\(FigureText.decimal(score.vehicleEnds.median, places: 1)) \
        (\(FigureText.decimal(score.vehicleEnds.percentile90, places: 1)))</td></tr>

        """
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
        let rows = whole.rows.map { row -> Markup in
            """
            <tr><th scope="row">\(row.smoothing.rawValue)<small>\(row.smoothing.shortMeaning)</small></th>\
            <td data-name="macro-F1" class="number"><b>\(FigureText.decimal(row.metrics.macroF1))</b></td>\
            <td data-name="accuracy" class="number">\(FigureText.decimal(row.metrics.accuracy))</td>\
            <td data-name="log-loss" class="number">\(FigureText.decimal(row.metrics.logLoss))</td>\
            <td data-name="at changes" class="number">\
            \(FigureText.percent(row.rightWhereChanging, places: 1))</td></tr>

            """
        }
        return """
            <div class="scroll"><table class="stack">
            <caption><span>Whole rides under each smoother</span></caption>
            <thead><tr><th scope="col">smoothing</th><th scope="col" class="number">macro\u{2011}F1</th>\
            <th scope="col" class="number">accuracy</th><th scope="col" class="number">log\u{2011}loss</th>\
            <th scope="col" class="number">right where activities change</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table></div>
            <p class="aside">\(whole.explanation)</p>

            """
    }
}

extension Smoothing {
    /// What it joins, in a few words.
    fileprivate var shortMeaning: String {
        switch self {
        case .none: "each window alone"
        case .causal: "windows so far"
        case .lag: "10 s later"
        case .viterbi: "after the whole ride"
        }
    }
}
