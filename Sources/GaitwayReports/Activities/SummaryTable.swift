// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition

/// What a person did along a log, as a table: a row per stretch, then the time by activity. It is written at the log's
/// end, or where the log was cut. Where all changes are asked for, nothing is folded, and a vehicle's rests are rows.
package struct SummaryTable: Sendable {
    private let form: StreamForm
    private let layout: TableLayout
    private var header: StreamHeader?
    private var reports: [ActivityReport] = []

    /// A table of one log, whose elements are to be appended in the order of the stream.
    package init(form: StreamForm, layout: TableLayout) {
        self.form = form
        self.layout = layout
    }

    /// Takes the next element; the closing line adds the whole table to `bytes`, all others add nothing.
    package mutating func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        switch element {
        case .header(let header): self.header = header
        case .report(let report): reports.append(report)
        case .footer(let footer): finish(footer, to: &bytes)
        }
    }

    /// Ends a log that has no closing line: its windows are all that is known of it.
    package mutating func cut(to bytes: inout [UInt8]) {
        guard !reports.isEmpty else { return }
        let end = reports.last.map { $0.window?.upperBound ?? $0.delivered } ?? .zero
        finish(StreamFooter(end: end, windows: reports.count, repaired: []), to: &bytes)
    }

    private mutating func finish(_ footer: StreamFooter, to bytes: inout [UInt8]) {
        guard let header else { return }
        let end = footer.end
        let showsAll = form.rows == .changes
        let all = ActivityStretches(reports, end: end, steps: footer.steps, restIsApart: showsAll)
        let stretches = showsAll ? all : all.folding()
        reports.removeAll()
        self.header = nil
        var text = rows(stretches, header: header, end: end)
        text += "\n" + totals(stretches, length: end) + "\n"
        text += layout.repairs(footer.repaired)
        text += layout.speeds(footer)
        if stretches.folded > 0 {
            text += layout.paragraph(
                stretches.folded == 1
                    ? "1 short stretch is folded into a neighbour; --all shows it."
                    : "\(stretches.folded) short stretches are folded into their neighbours; --all shows them.")
        }
        text += layout.closing(header)
        bytes.append(contentsOf: text.utf8)
    }

    private func rows(_ stretches: ActivityStretches, header: StreamHeader, end: Duration) -> String {
        let hasRest = layout.hasDates && stretches.stretches.contains { $0.restTime > .zero }
        let hasSteps = layout.hasSteps && stretches.stretches.contains { $0.steps > 0 }
        func row(
            _ times: [TableLayout.Cell], _ duration: String, _ activity: String, _ confidence: String = "",
            _ probability: String = "", _ steps: String = "", _ rest: String = "", _ prediction: Prediction? = nil
        ) -> String {
            layout.row(
                times + [
                    .init(text: duration, width: 9, isFlushRight: true),
                    .init(text: activity, width: form.rows == .changes ? 15 : 13, prediction: prediction),
                    .init(text: confidence, width: 17), layout.probability(probability),
                ] + (hasSteps ? [.init(text: steps, width: 6, isFlushRight: true)] : [])
                    + [.init(text: rest, width: 9, isFlushRight: true)])
        }
        var text = row(
            layout.times("start", header.origin == nil ? nil : layout.momentTitle), "duration", "activity",
            "confidence",
            layout.probabilityTitle, "steps", hasRest ? "at rest" : "")
        for stretch in stretches.stretches {
            let moment = header.origin.map { layout.moment($0 + stretch.start) }
            text += row(
                layout.times(TableLayout.clock(stretch.start), moment), TableLayout.clock(stretch.duration),
                TableLayout.name(of: stretch.prediction, isAtRest: stretch.isRest),
                stretch.isBySpeed
                    ? TableLayout.bySpeed(stretch.confidence) : stretch.reason ?? stretch.confidence.name,
                stretch.probability.map { FigureText.percent($0) } ?? "",
                stretch.steps > 0 ? String(stretch.steps) : "",
                hasRest && stretch.restTime > .zero ? TableLayout.clock(stretch.restTime) : "", stretch.prediction)
        }
        let moment = header.origin.map { layout.moment($0 + end) }
        return text + row(layout.times(TableLayout.clock(end), moment), "", "end")
    }

    private func totals(_ stretches: ActivityStretches, length: Duration) -> String {
        func row(
            _ activity: String, _ time: String, _ share: String, _ note: String = "", _ prediction: Prediction? = nil
        )
            -> String
        {
            layout.row([
                .init(text: activity, width: 13, prediction: prediction),
                .init(text: time, width: 9, isFlushRight: true),
                .init(text: share, width: 6, isFlushRight: true), .init(text: note, width: 0),
            ])
        }
        let totals = stretches.totals
        return row("activity", "time", "share")
            + zip(totals, FigureText.percents(totals.map(\.time), of: length)).map { total, share in
                let rest =
                    total.restTime > .zero && !total.isBySpeed
                    ? TableLayout.clock(total.restTime) + " of it at rest in the vehicle" : nil
                let notes = [total.isBySpeed ? "by speed alone" : total.reason, rest, FigureText.steps(total.steps)]
                return row(
                    TableLayout.name(of: total.prediction), TableLayout.clock(total.time), share,
                    notes.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "), total.prediction)
            }.joined()
    }
}
