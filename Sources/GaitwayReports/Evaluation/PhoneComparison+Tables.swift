// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
package import GaitwayEvaluation

/// A table of figures for any medium: its first columns are text, the others numbers.
package struct FigureTable: Sendable, Hashable {
    package var title: String
    /// The headings; the first columns, `texts` of them, hold text.
    package var header: [String]
    package var texts = 1
    package var rows: [[String]]
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

    package func tables<Style: FigureStyle>(_ style: Style.Type) -> [FigureTable] {
        let hasTruth = outcomes(of: .phone).seconds > 0
        return
            (hasTruth
            ? [shares(style), activities(style), dataSetTable(style), delays(style), confidences(style)] : [])
            .compactMap(\.self) + [vehicles(style), stepTable(style), confusionTable(style)].compactMap(\.self)
    }

    private func shares<Style: FigureStyle>(_: Style.Type) -> FigureTable {
        let rows = [0, Self.settled].flatMap { start in
            Contestant.allCases.compactMap { contestant -> [String]? in
                let outcomes = outcomes(of: contestant, from: start)
                guard outcomes.seconds > 0 else { return nil }
                return [
                    start == 0 ? "all" : "from second \(start) on", contestant.name,
                    Figures<Style>.count(outcomes.seconds),
                    Figures<Style>.percent(outcomes.share(outcomes.right)),
                    Figures<Style>.percent(outcomes.share(outcomes.wrong)),
                    Figures<Style>.percent(outcomes.share(outcomes.unknown)),
                    Figures<Style>.percent(balanced(contestant, from: start)),
                ]
            }
        }
        return FigureTable(
            title: "Right, wrong and unknown",
            header: ["seconds", "by", "count", "right", "wrong", "unknown", "balanced"],
            texts: 2, rows: rows,
            note: "All are seconds of known activity, in each log from the phone's first report on. Live is what the "
                + "model had delivered by the middle of the second, offline what it says after the log. The last "
                + "column is the mean over the activities.")
    }

    private func activities<Style: FigureStyle>(_: Style.Type) -> FigureTable {
        let rows = Activity.allCases.compactMap { activity -> [String]? in
            row(activity.rawValue, Style.self) { outcomes(of: $0, activity: activity) }
        }
        return FigureTable(
            title: "By activity", header: ["activity", "seconds"] + Self.rightHeadings, rows: rows,
            note: Self.rightNote)
    }

    private func dataSetTable<Style: FigureStyle>(_: Style.Type) -> FigureTable? {
        guard dataSets.count > 1 else { return nil }
        let rows = dataSets.compactMap { dataSet -> [String]? in
            row(dataSet, Style.self) { outcomes(of: $0, dataSet: dataSet) }
        }
        return FigureTable(
            title: "By data set", header: ["data set", "seconds"] + Self.rightHeadings, rows: rows,
            note: Self.rightNote)
    }

    private static let rightNote = "The share that is right, and the share that is unknown."
    private static let rightHeadings = Contestant.allCases.flatMap { [$0.name, "unknown"] }

    private func row<Style: FigureStyle>(
        _ name: String, _: Style.Type, _ outcomes: (Contestant) -> Outcomes
    ) -> [String]? {
        let seconds = outcomes(.phone).seconds
        guard seconds > 0 else { return nil }
        return [name, Figures<Style>.count(seconds)]
            + Contestant.allCases.flatMap { contestant in
                let own = outcomes(contestant)
                return [
                    Figures<Style>.percent(own.share(own.right)), Figures<Style>.percent(own.share(own.unknown)),
                ]
            }
    }

    private func delays<Style: FigureStyle>(_: Style.Type) -> FigureTable? {
        let rows = [true, false].flatMap { afterChanges in
            Contestant.allCases.compactMap { contestant -> [String]? in
                let delays = delays(of: contestant, afterChanges: afterChanges)
                guard !delays.each.isEmpty else { return nil }
                return [
                    afterChanges ? "change of activity" : "first report", contestant.name,
                    Figures<Style>.count(delays.each.count), Figures<Style>.count(delays.found.count),
                    Figures<Style>.decimal(Quantile.median(of: delays.found), places: 0),
                    Figures<Style>.decimal(Quantile.value(0.9, of: delays.found), places: 0),
                ]
            }
        }
        guard !rows.isEmpty else { return nil }
        return FigureTable(
            title: "Until the first right second",
            header: ["after a", "by", "times", "found", "median s", "90 % s"], texts: 2, rows: rows)
    }

    private func confidences<Style: FigureStyle>(_: Style.Type) -> FigureTable {
        let rows = Contestant.allCases.flatMap { contestant in
            Confidence.allCases.reversed().map { level in
                let outcomes = outcomes(of: contestant, confidence: level)
                return [
                    contestant.name, level.name, Figures<Style>.count(outcomes.seconds),
                    Figures<Style>.percent(outcomes.share(outcomes.right)),
                ]
            }
        }
        return FigureTable(
            title: "Confidence against correctness", header: ["by", "confidence", "seconds", "right"], texts: 2,
            rows: rows, note: "Seconds without an answer are left out.")
    }

    private func vehicles<Style: FigureStyle>(_: Style.Type) -> FigureTable? {
        let rows = Contestant.allCases.compactMap { contestant -> [String]? in
            guard let vehicle = vehicle(contestant) else { return nil }
            return [
                contestant.name, Figures<Style>.count(Int(clamping: vehicle.total.inSeconds.rounded())),
                Figures<Style>.count(Int(clamping: vehicle.delivered.inSeconds.rounded())),
                Figures<Style>.percent(vehicle.total > .zero ? vehicle.delivered / vehicle.total : nil, places: 1),
            ]
        }
        guard !rows.isEmpty else { return nil }
        return FigureTable(
            title: "Alerts in a vehicle", header: ["reports", "vehicle seconds", "would deliver", "share"], rows: rows,
            note: "The rule is that of the article: no alert while driving, for 120 s afterwards, or without a report.")
    }

    private func stepTable<Style: FigureStyle>(_: Style.Type) -> FigureTable? {
        let rows = rides.compactMap { ride in
            ride.steps.map { steps in
                [
                    ride.name, Figures<Style>.count(steps.phone), Figures<Style>.count(steps.gaitway),
                    steps.phone > 0
                        ? Figures<Style>.percent(Double(steps.gaitway - steps.phone) / Double(steps.phone), places: 1)
                        : Style.absent,
                ]
            }
        }
        guard !rows.isEmpty else { return nil }
        return FigureTable(
            title: "Steps beside the phone's pedometer", header: ["log", "phone", "gaitway", "difference"], rows: rows)
    }

    private func confusionTable<Style: FigureStyle>(_: Style.Type) -> FigureTable {
        let counts = confusion
        let columns = Answer.allCases.filter { answer in counts.contains { $0[answer.rawValue] > 0 } }
        let rows = Answer.allCases.filter { counts[$0.rawValue].contains { $0 > 0 } }.map { phone in
            [phone.name] + columns.map { Figures<Style>.count(counts[phone.rawValue][$0.rawValue]) }
        }
        return FigureTable(
            title: "The two answers, in seconds", header: ["phone, beside live"] + columns.map(\.name), rows: rows)
    }
}

extension PhoneComparison.Contestant {
    var name: String { rawValue }
}

extension PhoneComparison {
    /// All figures for a terminal of `width` columns.
    package func text(width: Int) -> String {
        ([lead(TerminalStyle.self)] + notes).map { TextWidth.wrapped($0, width: width, indent: 2) }.joined()
            + tables(TerminalStyle.self).map { figures in
                var table = TextTable(figures.header, texts: figures.texts)
                for row in figures.rows { table.add(row) }
                return "\n\(figures.title)\n" + table.text(width: width)
                    + (figures.note.isEmpty ? "" : TextWidth.wrapped(figures.note, width: width, indent: 2))
            }.joined()
    }
}
