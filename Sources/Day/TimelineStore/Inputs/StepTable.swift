internal import GRDB
import MotionTypes
import Timeline

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
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM streamSteps WHERE endTime > ? AND startTime < ?",
            arguments: [span.start.nanoseconds, span.end.nanoseconds])
        for row in rows {
            let (own, steps, stream): (TimeSpan, Int, Int64) =
                try (row.span, row.steps ?? 0, row.decode(forColumn: "stream"))
            try db.execute(
                sql: "DELETE FROM streamSteps WHERE stream = ? AND startTime = ?",
                arguments: [stream, own.start.nanoseconds])
            let ends = [
                TimeSpan(start: own.start, end: min(own.end, span.start)),
                TimeSpan(start: max(own.start, span.end), end: own.end),
            ]
            try insert(
                ends.filter { $0.start < $0.end }.map {
                    StepCount(span: $0, steps: Int((Double(steps) * $0.seconds / own.seconds).rounded()))
                }, stream: stream)
        }
    }

    /// The counts that share time with a span, by time. Where streams overlap, those of the stream added last.
    func counts(during span: TimeSpan) throws -> [StepCount] {
        let coverage = StreamCoverage(try StreamRecord.order(Column("id")).fetchAll(db))
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT * FROM streamSteps WHERE endTime > ? AND startTime < ? ORDER BY startTime, stream",
            arguments: [span.start.nanoseconds, span.end.nanoseconds])
        var counts: [StepCount] = []
        for row in rows {
            let own = try row.span
            guard own.start.isUsable, own.end.isUsable, own.start < own.end else { continue }
            let stream: Int64? = try row.decode(forColumn: "stream")
            let middle = own.start + own.duration / 2
            guard coverage.stream(at: middle) == stream, counts.last?.span.end ?? own.start <= own.start else {
                continue
            }
            counts.append(try StepCount(span: own, steps: row.steps ?? 0))
        }
        return counts
    }
}
