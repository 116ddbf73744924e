// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayEvaluation

/// A table of figures for any medium: its first columns are text, the others numbers.
package struct FigureTable {
    package var title: String
    /// The headings; the first columns, `texts` of them, hold text.
    package var header: [String]
    package var texts = 1
    package var rows: [[FigureValue]]
    /// A sentence below it; empty for none.
    package var note = ""
}

extension PhoneComparison {
    package func lead<Style: FigureStyle>(_: Style.Type) -> String {
        let known = outcomes(of: .phone).seconds
        return "\(Figures<Style>.count(rides.count, "log", "logs")) with reports of the phone's own recognition, from "
            + "the first report on: \(Figures<Style>.count(secondCount, "second", "seconds")), "
            + "\(Figures<Style>.count(known)) of known activity. The model is \(model)."
    }

    package var notes: [String] {
        [
            withoutReports > 0
                ? "\(withoutReports == 1 ? "1 log has" : "\(withoutReports) logs have") no report of the phone." : nil,
            skipped.isEmpty ? nil : "Not read: \(skipped.map(\.recording).joined(separator: ", ")).",
            outcomes(of: .phone).seconds == 0 ? "No activity is known: only the two answers are compared." : nil,
        ].compactMap(\.self)
    }

    /// All figures; tables without rows are left out.
    package var tables: [FigureTable] {
        let known =
            outcomes(of: .phone).seconds > 0
            ? [shares, activityTable] + (dataSets.count > 1 ? [dataSetTable] : []) + [delayTable, confidences] : []
        return (known + [vehicleTable, stepTable]).filter { !$0.rows.isEmpty } + [confusionTable]
    }

    private var shares: FigureTable {
        FigureTable(
            title: "Right, wrong and unknown",
            header: ["seconds", "by", "count", "right", "wrong", "unknown", "balanced"],
            texts: 2,
            rows: [0, Self.settled].flatMap { start in
                Contestant.allCases.compactMap { contestant -> [FigureValue]? in
                    let outcomes = outcomes(of: contestant, from: start)
                    guard outcomes.seconds > 0 else { return nil }
                    return [
                        .text(start == 0 ? "all" : "from second \(start) on"), .text(contestant.rawValue),
                        .count(outcomes.seconds), outcomes.shown(\.right), outcomes.shown(\.wrong),
                        outcomes.shown(\.unknown), .share(balanced(contestant, from: start), places: 0),
                    ]
                }
            },
            note: "All are seconds of known activity, in each log from the phone's first report on. Live is what the "
                + "model had delivered by the middle of the second, offline what it says after the log. The last "
                + "column is the mean over the activities.")
    }

    private var activityTable: FigureTable {
        table("By activity", "activity", Activity.allCases, \.rawValue) { outcomes(of: $0, activity: $1) }
    }

    private var dataSetTable: FigureTable {
        table("By data set", "data set", dataSets, \.self) { outcomes(of: $0, dataSet: $1) }
    }

    /// A row for each part of the seconds that has any.
    private func table<Part>(
        _ title: String, _ heading: String, _ parts: [Part], _ name: (Part) -> String,
        _ outcomes: (Contestant, Part) -> Outcomes
    ) -> FigureTable {
        FigureTable(
            title: title, header: [heading, "seconds"] + Contestant.allCases.flatMap { [$0.rawValue, "unknown"] },
            rows: parts.compactMap { part in
                let seconds = outcomes(.phone, part).seconds
                guard seconds > 0 else { return nil }
                return [.text(name(part)), .count(seconds)]
                    + Contestant.allCases.map { outcomes($0, part) }
                    .flatMap { [$0.shown(\.right), $0.shown(\.unknown)] }
            },
            note: "The share that is right, and the share that is unknown.")
    }

    private var delayTable: FigureTable {
        FigureTable(
            title: "Until the first right second",
            header: ["after a", "by", "times", "found", "median s", "90 % s"], texts: 2,
            rows: [true, false].flatMap { afterChanges in
                Contestant.allCases.compactMap { contestant -> [FigureValue]? in
                    let delays = delays(of: contestant, afterChanges: afterChanges)
                    guard !delays.each.isEmpty else { return nil }
                    return [
                        .text(afterChanges ? "change of activity" : "first report"), .text(contestant.rawValue),
                        .count(delays.each.count), .count(delays.found.count),
                        .number(Quantile.median(of: delays.found), places: 0),
                        .number(Quantile.value(0.9, of: delays.found), places: 0),
                    ]
                }
            })
    }

    private var confidences: FigureTable {
        FigureTable(
            title: "Confidence against correctness", header: ["by", "confidence", "seconds", "right"], texts: 2,
            rows: Contestant.allCases.flatMap { contestant in
                Confidence.allCases.reversed().map { level in
                    let outcomes = outcomes(of: contestant, confidence: level)
                    return [
                        .text(contestant.rawValue), .text(level.name), .count(outcomes.seconds),
                        outcomes.shown(\.right),
                    ]
                }
            }, note: "Seconds without an answer are left out.")
    }

    private var vehicleTable: FigureTable {
        FigureTable(
            title: "Alerts in a vehicle", header: ["reports", "vehicle seconds", "would deliver", "share"],
            rows: Contestant.allCases.compactMap { contestant in
                vehicle(contestant).map { vehicle in
                    [
                        .text(contestant.rawValue), .count(Int(clamping: vehicle.total.inSeconds.rounded())),
                        .count(Int(clamping: vehicle.delivered.inSeconds.rounded())),
                        .share(vehicle.total > .zero ? vehicle.delivered / vehicle.total : nil),
                    ]
                }
            },
            note: "The rule is that of the article: no alert while driving, for 120 s afterwards, or without a report.")
    }

    private var stepTable: FigureTable {
        FigureTable(
            title: "Steps beside the phone's pedometer", header: ["log", "phone", "gaitway", "difference"],
            rows: rides.compactMap { ride in
                ride.steps.map { steps in
                    let difference = Double(steps.gaitway - steps.phone) / Double(steps.phone)
                    return [
                        .text(ride.name), .count(steps.phone), .count(steps.gaitway),
                        .share(steps.phone > 0 ? difference : nil),
                    ]
                }
            })
    }

    private var confusionTable: FigureTable {
        let counts = confusion
        let columns = Prediction.allCases.filter { prediction in counts.contains { $0[prediction.rawValue] > 0 } }
        return FigureTable(
            title: "The two answers, in seconds", header: ["phone, beside live"] + columns.map(\.name),
            rows: Prediction.allCases.filter { counts[$0.rawValue].contains { $0 > 0 } }.map { phone in
                [.text(phone.name)] + columns.map { .count(counts[phone.rawValue][$0.rawValue]) }
            })
    }

    /// All figures for a terminal of `width` columns.
    package func text(width: Int) -> String {
        ([lead(TerminalStyle.self)] + notes).map { TextWidth.wrapped($0, width: width, indent: 2) }.joined()
            + tables.map { figures in
                var table = TextTable(figures.header, texts: figures.texts)
                for row in figures.rows { table.add(row.map(FigureText.text)) }
                return "\n\(figures.title)\n" + table.text(width: width)
                    + (figures.note.isEmpty ? "" : TextWidth.wrapped(figures.note, width: width, indent: 2))
            }.joined()
    }
}

extension PhoneComparison.Outcomes {
    /// A part of the seconds as a share.
    fileprivate func shown(_ part: KeyPath<Self, Int>) -> FigureValue { .share(share(self[keyPath: part]), places: 0) }
}
