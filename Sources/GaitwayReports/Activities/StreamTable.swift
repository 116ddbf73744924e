// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition

/// An activity stream as a table for people, as it arrives: a row per change of the activity, or per window where
/// windows are written. Changes of confidence alone, and repeats, are for programs.
package struct StreamTable: Sendable {
    private let form: StreamForm
    private let layout: TableLayout
    private var header: StreamHeader?
    private var hasRest = false
    private var lastFlags: ActivityFlags?

    package init(form: StreamForm, layout: TableLayout) {
        self.form = form
        self.layout = layout
    }

    /// Adds the rows of the next element to `bytes`, each with its line end; none for what repeats the last row.
    package mutating func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        var text = ""
        switch element {
        case .header(let header):
            self.header = header
            text += row(
                layout.times("start", header.origin == nil ? nil : layout.momentTitle), "activity", "confidence",
                layout.probabilityTitle)
        case .report(let report):
            guard report.window != nil || report.activity.flags != lastFlags else { return }
            lastFlags = report.activity.flags
            text += line(report)
        case .footer(let footer):
            text += row(layout.times(TableLayout.clock(footer.end), nil), "end", "", "")
            text += layout.repairs(footer.repaired)
            text += layout.speeds(footer)
            if hasRest {
                text += layout.paragraph(
                    "Vehicle at rest: the probability is that of automotive and stationary together.")
            }
            text += layout.closing(header)
        }
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func line(_ report: ActivityReport) -> String {
        let prediction = Prediction(report.activity.flags)
        let isAtRest = report.activity.flags.isSuperset(of: [.automotive, .stationary])
        hasRest = hasRest || isAtRest
        let probability = report.probabilities.flatMap { probabilities in
            prediction.activityClass.map {
                FigureText.percent(probabilities[$0] + (isAtRest ? probabilities.stationary : 0))
            }
        }
        let from = report.window?.lowerBound ?? report.activity.elapsed
        return row(
            layout.times(TableLayout.clock(from), header?.origin.map { layout.moment($0 + from) }),
            TableLayout.name(of: prediction, isAtRest: isAtRest),
            confidence(of: report), probability ?? "", prediction)
    }

    /// The confidence of a report, or why its window has no estimate.
    private func confidence(of report: ActivityReport) -> String {
        let confidence = report.activity.confidence
        guard let reason = report.reason else { return confidence.name }
        return report.probabilities == nil ? reason : TableLayout.bySpeed(confidence)
    }

    private func row(
        _ times: [TableLayout.Cell], _ activity: String, _ confidence: String, _ last: String,
        _ prediction: Prediction? = nil
    ) -> String {
        layout.row(
            times + [
                .init(text: activity, width: 15, prediction: prediction), .init(text: confidence, width: 17),
                layout.probability(last),
            ])
    }
}
