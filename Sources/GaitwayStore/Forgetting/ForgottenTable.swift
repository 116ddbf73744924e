// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The spans that a person forgot. Derived items do not reach over them: what lay there is not known any more, also if
/// the person was at one place before and after.
struct ForgottenTable {
    let db: Database

    static let creation = """
        CREATE TABLE forgotten (
            startTime INTEGER NOT NULL, endTime INTEGER NOT NULL, PRIMARY KEY (startTime, endTime),
            CHECK (startTime < endTime)
        ) STRICT, WITHOUT ROWID
        """

    /// Notes spans.
    func insert(_ spans: [TimeSpan]) throws {
        for span in spans where span.start < span.end {
            try db.execute(
                sql: "INSERT OR IGNORE INTO forgotten (startTime, endTime) VALUES (?, ?)",
                arguments: [span.start.nanoseconds, span.end.nanoseconds])
        }
    }

    /// The spans that share time with a window, in time order.
    func spans(during window: TimeSpan) throws -> [TimeSpan] {
        try Row.fetchAll(
            db, sql: "SELECT startTime, endTime FROM forgotten WHERE startTime < ? AND endTime > ? ORDER BY startTime",
            arguments: [window.end.nanoseconds, window.start.nanoseconds]
        ).map { try $0.span }
    }

    /// Ends the spans that have a fix again.
    func dropKnown(during range: TimeRange?) throws {
        guard let range else { return }
        try db.execute(
            sql: """
                DELETE FROM forgotten WHERE startTime <= ? AND endTime > ? AND EXISTS (
                    SELECT 1 FROM fix WHERE time > startTime AND time < endTime)
                """, arguments: [range.last.nanoseconds, range.first.nanoseconds])
    }

    /// Derived items, cut where something was forgotten. In between are gaps.
    func cut(_ items: [TimelineItem]) throws -> [TimelineItem] {
        guard let first = items.first, let last = items.last else { return items }
        let forgotten = try spans(during: TimeSpan(start: first.span.start, end: last.span.end))
        guard !forgotten.isEmpty else { return items }
        return try items.flatMap { item -> [TimelineItem] in
            let own = forgotten.filter { $0.overlaps(item.span) }
            guard !own.isEmpty else { return [item] }
            var parts: [TimelineItem] = []
            var rest: TimeSpan? = item.span
            for span in own {
                guard let now = rest else { break }
                if now.start < span.start { parts += try part(of: item, from: now.start, to: span.start) }
                let gap = TimeSpan(start: max(now.start, span.start), end: min(now.end, span.end))
                if gap.start < gap.end { parts.append(.gap(Gap(span: gap))) }
                rest = span.end < now.end ? TimeSpan(start: max(now.start, span.end), end: now.end) : nil
            }
            if let rest { parts += try part(of: item, from: rest.start, to: rest.end) }
            for index in parts.indices.dropLast() { parts[index].isOngoing = false }
            return parts
        }
    }

    private func part(of item: TimelineItem, from start: Timestamp, to end: Timestamp) throws -> [TimelineItem] {
        guard let part = item.clipped(to: TimeSpan(start: start, end: end)) else { return [] }
        guard case .visit(var visit) = part else { return [part] }
        let times = try Int64.fetchAll(
            db, sql: "SELECT time FROM fix WHERE time >= ? AND time < ? ORDER BY time",
            arguments: [start.nanoseconds, end.nanoseconds]
        ).map { Timestamp(nanoseconds: $0) }
        visit.fixCount = min(visit.fixCount, times.count)
        let known = [start] + times + [end]
        visit.longestSilence = zip(known, known.dropFirst()).reduce(.zero) { max($0, $1.1 - $1.0) }
        return [.visit(visit)]
    }
}

extension Forgetting {
    /// The spans between the fixes that stay on both sides of fixes that go. Shorter ones are as good as known.
    ///
    /// - Parameter goes: whether a fix is forgotten: its latitude, longitude and input.
    static func holes(
        _ db: Database, _ goes: (_ latitude: Double, _ longitude: Double, _ input: Int64?) -> Bool
    ) throws -> [TimeSpan] {
        var holes: [TimeSpan] = []
        var before: Timestamp?
        var isHole = false
        let rows = try Row.fetchCursor(db, sql: "SELECT time, latitude, longitude, input FROM fix ORDER BY time")
        while let row = try rows.next() {
            if try goes(row.decode(atIndex: 1), row.decode(atIndex: 2), row.decode(Int64?.self, atIndex: 3)) {
                isHole = true
                continue
            }
            let time = try row.time(at: 0)
            if isHole, let before, time - before >= shortestHole { holes.append(TimeSpan(start: before, end: time)) }
            (before, isHole) = (time, false)
        }
        return holes
    }

    private static let shortestHole = Duration.seconds(300)
}
