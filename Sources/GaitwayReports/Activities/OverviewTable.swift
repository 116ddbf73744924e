// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayRecognition

/// Several logs as one table: a row for each with its main activity, then the time by activity and what they share.
package struct OverviewTable: Sendable {
    /// The least share of a log that another activity needs to be named beside the main one.
    private static let notableShare = 0.1
    /// Columns of the terminal: names may be cut to the first, notes are broken into lines at the second.
    private static let shortestName = 16
    private static let widestNotes = 24
    /// A narrower terminal has no room for notes, which --each shows, too.
    private static let widthWithNotes = 72

    private struct Row: Sendable {
        let log: String
        let length: Duration
        let prediction: Prediction
        let time: Duration
        let confidence: Confidence
        var notes: [String]
    }

    private let layout: TableLayout
    private var rows: [Row] = []
    private var log = LogStretches()
    private var smoothings: [Smoothing] = []
    private var totals: [Prediction: Duration] = [:]
    private var steps: [Prediction: Int] = [:]
    /// The closing lines of all logs together.
    private var footer = StreamFooter(end: .zero, windows: 0, repaired: [])

    package init(layout: TableLayout) { self.layout = layout }

    package mutating func append(_ element: StreamElement) {
        switch element {
        case .header(let header):
            log.begin(header)
            let smoothing = header.smoothing.flatMap(Smoothing.init(rawValue:))
            if let smoothing, !smoothings.contains(smoothing) { smoothings.append(smoothing) }
        case .report(let report): log.append(report)
        case .footer(let footer):
            add(footer)
            add(log.finish(footer), notes: [])
        }
    }

    /// Ends the current log, which was read in part.
    package mutating func cut() { add(log.cut(), notes: ["read in part"]) }

    private mutating func add(_ log: LogStretches.Whole?, notes: [String]) {
        guard let log else { return }
        let folded = log.folded
        let times = folded.totals.reduce(into: [Prediction: Duration]()) {
            $0[$1.prediction, default: .zero] += $1.time
        }
        totals.merge(times, uniquingKeysWith: +)
        for total in folded.totals { steps[total.prediction, default: 0] += total.steps }
        let ranked = times.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
        let (prediction, time) = ranked.first.map { ($0.key, $0.value) } ?? (.unknown, .zero)
        let reasons = folded.totals.filter { $0.prediction == .unknown && $0.reason?.isEmpty == false }
            .max { $0.time < $1.time }?.reason
        func name(_ other: Prediction) -> String {
            TableLayout.name(of: other) + (other == .unknown ? reasons.map { " (\($0))" } ?? "" : "")
        }
        var notes = notes
        if prediction == .unknown, let reasons { notes.append(reasons) }
        for (other, share) in ranked.dropFirst().map({ ($0.key, $0.value / log.end) }) where share >= Self.notableShare
        {
            notes.append("\(name(other)) \(FigureText.percent(share))")
        }
        rows.append(
            Row(
                log: log.header.source, length: log.end, prediction: prediction, time: time,
                confidence: folded.confidence(of: prediction), notes: notes))
    }

    private mutating func add(_ other: StreamFooter) {
        footer.end += other.end
        footer.windows += other.windows
        if let windows = other.windowsWithSpeed { footer.windowsWithSpeed = (footer.windowsWithSpeed ?? 0) + windows }
        for repair in other.repaired {
            if let index = footer.repaired.firstIndex(where: { $0.kind == repair.kind }) {
                footer.repaired[index].count += repair.count
            } else {
                footer.repaired.append(repair)
            }
        }
    }

    /// The table of all logs; empty without a log.
    package var text: String {
        guard !rows.isEmpty else { return "" }
        let folder = Self.commonFolder(of: rows.map(\.log))
        let columns = layout.width < Self.widthWithNotes ? 4 : 5
        let cells = rows.map { row in
            let all = [
                TableLayout.clock(row.length), TableLayout.name(of: row.prediction),
                TextWidth.padded(
                    row.length > .zero ? FigureText.percent(row.time / row.length) : "-", to: 6, flushRight: true),
                row.prediction == .unknown ? "" : row.confidence.name, row.notes.joined(separator: ", "),
            ]
            return Array(all.prefix(columns))
        }
        let heading = Array(["length", "activity", "share", "confidence", "notes"].prefix(columns))
        // What the other columns need, with the gaps before them. A log has one line if its notes are short.
        let others = heading.indices.reduce(0) { sum, column in
            let widest = ([heading] + cells).map { TextWidth.columns(of: $0[column]) }.max() ?? 0
            return sum + 2 + min(widest, Self.widestNotes)
        }
        var table = TextTable(["log"] + heading, texts: heading.count + 1)
        for (row, cells) in zip(rows, cells) {
            let name = QuotedText.printable(String(row.log.dropFirst(folder.count)))
            table.add([Self.end(of: name, width: max(Self.shortestName, layout.width - others))] + cells)
        }
        let length = rows.reduce(.zero) { $0 + $1.length }
        let hasSteps = steps.values.contains { $0 > 0 }
        var sums = TextTable(["activity", "time", "share"] + (hasSteps ? ["steps"] : []))
        let totals = totals.sorted { $0.key.rawValue < $1.key.rawValue }
        for ((prediction, time), share) in zip(totals, FigureText.percents(totals.map(\.value), of: length)) {
            sums.add(
                [TableLayout.name(of: prediction), TableLayout.clock(time), share]
                    + (hasSteps ? [steps[prediction].flatMap { $0 > 0 ? String($0) : nil } ?? ""] : []))
        }
        var text = ""
        if !folder.isEmpty {
            text = layout.paragraph("\(rows.count) logs in \(QuotedText.printable(String(folder.dropLast())))") + "\n"
        }
        text += table.text(width: layout.width) + "\n" + sums.text(width: layout.width) + "\n"
        text += layout.repairs(footer.repaired) + layout.speeds(footer)
        text += layout.paragraph("--each shows the stretches of each log.")
        for smoothing in smoothings { text += layout.closing(smoothing) }
        return text
    }

    /// A name, or its end behind an ellipsis if it is wider than `width`.
    private static func end(of name: String, width: Int) -> String {
        guard TextWidth.columns(of: name) > width else { return name }
        var end = name[...]
        while TextWidth.columns(of: String(end)) >= width { end = end.dropFirst() }
        return "…" + end
    }

    /// The folder that all names begin with, with its slash; empty if there is none.
    private static func commonFolder(of names: [String]) -> String {
        guard names.count > 1, let first = names.first else { return "" }
        var folder = first[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if names.allSatisfy({ $0.hasPrefix(folder + "/") }) { return folder + "/" }
        }
        return ""
    }
}
