// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayTimeline

/// Timelines for the terminal: a block per day with a row per item and section, and totals.
package struct TimelineTable: Sendable {
    private let timeline: TimelineDocument
    private let zone: LocalZone?
    private let width: Int
    private let towns: [String: String]
    private let showsIdentifiers: Bool

    /// A timeline for a width in columns.
    ///
    /// - Parameters:
    ///   - zone: the zone of the days and times; nil for a log without a wall clock, whose times count from its start.
    ///   - towns: the towns near places without a name, by identifier.
    ///   - showsIdentifiers: whether places have their identifiers, and not only names or numbers.
    package init(
        timeline: TimelineDocument, zone: LocalZone?, width: Int, towns: [String: String] = [:],
        showsIdentifiers: Bool = false
    ) {
        self.timeline = timeline
        self.zone = zone
        self.width = width
        self.towns = towns
        self.showsIdentifiers = showsIdentifiers
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
        guard zone != nil else {
            let title = "elapsed times; the log has no wall clock\n"
            return title
                + block(
                    timeline.items, titles(of: timeline.items),
                    summary: timeline.span.map { TimelineDay.summary(of: timeline.items, in: $0) })
        }
        let shown = days.map { $0.items(among: timeline.items) }
        let titles = titles(of: shown.joined())
        return zip(days, shown).map { day, items in
            title(day) + "\n" + block(items, titles, day: day, summary: day.summary(of: timeline.items))
        }.joined(separator: "\n")
    }

    private func title(_ day: TimelineDay) -> String {
        "\(day.date) \(day.weekday), \(zone?.name ?? "") (\(zone?.parts(of: day.span.start).offset ?? ""))"
    }

    private func titles(of items: some Sequence<TimelineItem>) -> PlaceTitles {
        PlaceTitles(of: items, places: timeline.places, towns: towns, showsIdentifiers: showsIdentifiers)
    }

    private func block(
        _ items: [TimelineItem], _ titles: PlaceTitles, day: TimelineDay? = nil, summary: [ActivitySummary]?
    ) -> String {
        var rows = [Self.header]
        for item in items { rows += self.rows(item, titles, day) }
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

    /// The rows, indented: columns of one width, and in the room that is left the notes, in lines. The notes of a
    /// visit, which has neither distance nor speed, begin where those would stand.
    private func text(_ rows: [[String]]) -> String {
        var rows = rows.map { $0.map(QuotedText.printable) }
        var (notes, kind) = (Self.header.count - 1, Self.kindColumn)
        if width < TextWidth.standard {
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

    private func rows(_ item: TimelineItem, _ titles: PlaceTitles, _ day: TimelineDay?) -> [[String]] {
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

    /// The clock's time; the date with it when that is another day's.
    private func time(_ time: Timestamp, _ day: TimelineDay?) -> String {
        guard let zone else { return Self.duration(time.seconds) }
        let parts = zone.parts(of: time)
        guard let day, time < day.span.start || time > day.span.end else {
            return time == day?.span.end ? "24:00:00" : parts.clock
        }
        return parts.date.dropFirst(5) + " " + parts.clock
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
