// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

/// Timelines for the terminal: a block per day with a row per item and section, and totals.
package struct TimelineTable: Sendable {
    private let timeline: TimelineDocument
    private let zones: TravelZones?
    private let width: Int
    private let titles: PlaceTitles

    /// A timeline for a width in columns.
    ///
    /// - Parameters:
    ///   - zones: the zones of the days and times; nil for a log without a wall clock, whose times count from its
    ///     start.
    ///   - showsIdentifiers: whether the identifiers of places stand behind their titles.
    package init(
        timeline: TimelineDocument, zones: TravelZones?, width: Int, showsIdentifiers: Bool = false
    ) {
        self.timeline = timeline
        self.zones = zones
        self.width = width
        titles = PlaceTitles(timeline.places, showsIdentifiers: showsIdentifiers)
    }

    private static let header = ["from", "to", "duration", "", "distance", "speed", ""]
    /// The columns that a narrow table does without: speeds, and the ends of items, where the next ones begin.
    private static let wideColumns = [1, 5]
    /// The least room for notes, in columns.
    private static let leastNotes = 12
    /// The column of what an item is, the last one of a visit's row.
    private static let kindColumn = 3

    /// The days of the timeline, or of a stretch of it; without a zone there are no days, and the whole timeline is
    /// shown.
    package func text(of days: [TimelineDay]) -> String {
        // As from fixes that are all too coarse.
        guard !timeline.items.isEmpty else { return "no visit, no move and no gap\n" }
        guard let zones else {
            let title = "elapsed times; the log has no wall clock\n"
            return title
                + block(
                    timeline.items, summary: timeline.span.map { TimelineDay.summary(of: timeline.items, in: $0) })
        }
        if days.isEmpty, let span = timeline.span, !timeline.holdsSomething(during: span) {
            let gaps = timeline.items.count == 1 ? "a gap" : "gaps"
            return TextWidth.wrapped(
                "no visit and no move, only \(gaps): \(zones.text(of: span.start)) to \(zones.text(of: span.end))",
                width: width)
        }
        return days.map { day in
            title(day) + "\n"
                + block(day.items(among: timeline.items), day: day, summary: day.summary(of: timeline.items))
        }.joined(separator: "\n")
    }

    private func title(_ day: TimelineDay) -> String {
        "\(day.date) \(day.weekday), \(zones?.text(during: day.span) ?? "")"
    }

    private func block(_ items: [TimelineItem], day: TimelineDay? = nil, summary: [ActivitySummary]?) -> String {
        var rows = [Self.header]
        for item in items { rows += self.rows(item, day) }
        for total in summary ?? [] {
            let isPause = total.activity == .stationary
            rows.append([
                "", "total", Self.duration(total.duration.inSeconds), isPause ? "pause" : total.activity.rawValue,
                Self.way(total.wholeDistance, isPause), isPause ? "" : Self.speed(total.meanSpeed),
                Self.sums(total.unobservedDistance, total.steps).joined(separator: ", "),
            ])
        }
        return text(rows)
    }

    /// The rows in all columns, or without the wide ones if the width has no room for them: times have dates in a row
    /// that begins on another day.
    private func text(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(QuotedText.printable) }
        guard width >= TextWidth.standard else { return text(rows, isNarrow: true) }
        let whole = text(rows, isNarrow: false)
        let fits = whole.split(separator: "\n").allSatisfy { TextWidth.columns(of: $0) <= width }
        return fits ? whole : text(rows, isNarrow: true)
    }

    /// The rows, indented: columns of one width, and in the room that is left the notes, in lines. The notes of a
    /// visit, which has neither distance nor speed, begin where those would stand.
    private func text(_ rows: [[String]], isNarrow: Bool) -> String {
        var rows = rows
        var (notes, kind) = (Self.header.count - 1, Self.kindColumn)
        if isNarrow {
            for index in rows.indices {
                let row = rows[index]
                rows[index] = row.indices.filter { !Self.wideColumns.contains($0) }.map { row[$0] }
                // A total has its word in the column of the ends.
                if rows[index][0].isEmpty { rows[index][0] = row[1] }
            }
            notes -= Self.wideColumns.count
            kind -= 1
        }
        let widths = (0..<notes).map { column in rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            let columns = row[..<notes].lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
            // The header and the longest rows keep their columns; a visit's row ends with what it is.
            let cells = (0..<max(columns, kind + 1)).map { TextWidth.padded(row[$0], to: widths[$0]) }
            let start = "  " + cells.joined(separator: "  ") + "  "
            let room = max(width - start.count, Self.leastNotes)
            let lines = TextWidth.lines(row[notes], width: room)
            let indent = String(repeating: " ", count: start.count)
            return lines.enumerated().map { number, line in
                String(((number == 0 ? start : indent) + line).reversed().drop { $0 == " " }.reversed()) + "\n"
            }.joined()
        }.joined()
    }

    private func rows(_ item: TimelineItem, _ day: TimelineDay?) -> [[String]] {
        func row(_ span: TimeSpan, _ what: String, _ distance: String = "", _ speed: String = "", _ notes: [String])
            -> [String]
        {
            [time(span.start, day), time(span.end, day), Self.duration(span.seconds), what, distance, speed]
                + [notes.joined(separator: ", ")]
        }
        let ongoing = item.isOngoing ? ["ongoing"] : []
        switch item {
        case .visit(let visit):
            var notes = [visit.placeIdentifier.map { titles[$0] } ?? ""].filter { !$0.isEmpty }
            if visit.longestSilence >= Self.notableSilence {
                notes.append("without a fix for " + Self.duration(visit.longestSilence.inSeconds))
            }
            if let steps = FigureText.steps(visit.steps) { notes.append(steps) }
            return [row(visit.span, "visit", "", "", notes + ongoing)]
        case .move(let move):
            func section(_ section: MoveSection, indent: String, _ more: [String] = []) -> [String] {
                var notes = section.evidence == .speed && section.activity != .stationary ? ["by speed"] : []
                if section.isDoubtful { notes.append("doubtful") }
                notes += Self.sums(section.unobservedDistance, section.steps)
                let isPause = section.activity == .stationary
                return row(
                    section.span, indent + (isPause ? "pause" : section.activity.rawValue),
                    Self.way(section.wholeDistance, isPause), isPause ? "" : Self.speed(section.meanSpeed),
                    notes + more)
            }
            if let only = move.sections.first, move.sections.count == 1, only.span == move.span {
                return [section(only, indent: "", ongoing)]
            }
            return [row(move.span, "move", Self.way(move.wholeDistance, false), Self.speed(move.meanSpeed), ongoing)]
                + move.sections.map { section($0, indent: "  ") }
        case .gap(let gap):
            return [
                row(
                    gap.span, "gap", "", "",
                    gap.displacement.map { [Self.distance($0) + " apart"] + ongoing } ?? ongoing)
            ]
        }
    }

    /// The table does not mention shorter silences within a visit.
    private static let notableSilence = Duration.seconds(1800)

    /// The clock's time; the date with it when that is another day's, and the year when that is another.
    private func time(_ time: Timestamp, _ day: TimelineDay?) -> String {
        guard let zones else { return Self.duration(time.seconds) }
        let parts = zones.parts(of: time)
        guard let day, time < day.span.start || time > day.span.end else {
            return time == day?.span.end && parts.clock == "00:00:00" ? "24:00:00" : parts.clock
        }
        // A gap of months begins in another year.
        return (parts.date.hasPrefix(day.date.prefix(5)) ? String(parts.date.dropFirst(5)) : parts.date) + " "
            + parts.clock
    }

    // MARK: Quantities

    /// `1:02:03`.
    private static func duration(_ seconds: Double) -> String { ClockText.text(seconds: seconds) }

    /// `840 m` or `4.1 km`.
    private static func distance(_ metres: Double) -> String { FigureText.distance(metres) }

    /// The distance of a move; empty for a pause.
    private static func way(_ metres: Double?, _ isPause: Bool) -> String {
        metres.map(distance) ?? (isPause ? "" : "not known")
    }

    /// `1.2 km of it unseen`, `355 steps`, both or nothing.
    private static func sums(_ unseen: Double, _ steps: Int?) -> [String] {
        (unseen < 1 ? [] : [distance(unseen) + " of it unseen"]) + [FigureText.steps(steps)].compactMap(\.self)
    }

    /// `12.5 km/h`.
    private static func speed(_ metresPerSecond: Double?) -> String {
        metresPerSecond.map(FigureText.speed) ?? ""
    }
}
