// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The steps that streams counted.
struct StepTable {
    let db: Database

    /// Adds the counts of a stream. One that begins with a stored one replaces it, since the log may have grown.
    func insert(_ counts: [StepCount], stream: Int64?) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO streamSteps (stream, startTime, endTime, steps) VALUES (?, ?, ?, ?)")
        for count in counts where count.span.start.isUsable && count.span.end.isUsable {
            try statement.execute(arguments: [
                stream, count.span.start.nanoseconds, count.span.end.nanoseconds, count.steps,
            ])
        }
    }

    /// Deletes the steps within a span. A count over its edge is cut, and keeps its share by time.
    func forget(during span: TimeSpan) throws {
        for (stream, count) in try rows(during: span) {
            try db.execute(
                sql: "DELETE FROM streamSteps WHERE stream = ? AND startTime = ?",
                arguments: [stream, count.span.start.nanoseconds])
            try insert(count.span.parts(outside: span).map(count.during), stream: stream)
        }
    }

    /// The counts that share time with a span, by time. Where streams overlap, those of the stream added last.
    func counts(during span: TimeSpan) throws -> [StepCount] {
        let rows = try rows(during: span)
        guard !rows.isEmpty else { return [] }
        let coverage = StreamCoverage(try StreamRecord.order(Column("id")).fetchAll(db))
        var counts: [StepCount] = []
        for (stream, count) in rows {
            let own = count.span
            let middle = own.start + own.duration / 2
            guard coverage.stream(at: middle) == stream, counts.last?.span.end ?? own.start <= own.start else {
                continue
            }
            counts.append(count)
        }
        return counts
    }

    /// The counts of all streams that share time with a span, by time.
    private func rows(during span: TimeSpan) throws -> [(stream: Int64, count: StepCount)] {
        // A cross join keeps this order: of ten years only the streams of the span are read.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT streamSteps.* FROM stream CROSS JOIN streamSteps ON streamSteps.stream = stream.id
                WHERE stream.startTime < :end AND stream.endTime > :start
                    AND streamSteps.startTime < :end AND streamSteps.endTime > :start
                ORDER BY streamSteps.startTime, streamSteps.stream
                """,
            arguments: ["start": span.start.nanoseconds, "end": span.end.nanoseconds])
        return try rows.compactMap { row in
            let own = try row.span
            guard own.start.isUsable, own.end.isUsable, own.start < own.end else { return nil }
            return try (row.decode(forColumn: "stream"), StepCount(span: own, steps: row.steps ?? 0))
        }
    }
}
