// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The phone's own reports, and those of streams.
struct ReportTable {
    let db: Database

    /// Adds reports of the phone. Two reports with the same moment, flags and confidence are duplicates; that of the
    /// lower rank is kept.
    ///
    /// - Parameters:
    ///   - rank: their precedence.
    ///   - input: the input that brings them.
    /// - Returns: the first and the last moment of new ones.
    func insert(
        _ reports: [(time: Timestamp, report: MotionActivity)], rank: Int, input: Int64?,
        counting count: inout StoreChange.Count
    ) throws -> TimeRange? {
        try insert(
            reports.lazy.map { time, report in
                // Far times cannot be widened; they are refused below.
                let window = time.isUsable ? (time - Precedence.reach, time + Precedence.reach) : (time, time)
                return (time, report, TimeSpan(start: window.0, end: window.1))
            }, rank: rank, input: input, counting: &count)
    }

    /// Adds reports that an import states for spans.
    ///
    /// - Returns: the first and the last moment of new ones.
    func insert(_ claims: [ClaimReport], input: Int64?, counting count: inout StoreChange.Count) throws -> TimeRange? {
        try insert(
            claims.lazy.map { ($0.time, $0.report, $0.span) }, rank: Precedence.derived, input: input, counting: &count)
    }

    private func insert(
        _ reports: some Sequence<(Timestamp, MotionActivity, TimeSpan)>, rank: Int, input: Int64?,
        counting count: inout StoreChange.Count
    ) throws -> TimeRange? {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO phoneReport (time, flags, confidence, rank, windowStart, windowEnd, input)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (time, flags, confidence) DO UPDATE SET
                    rank = excluded.rank, windowStart = excluded.windowStart, windowEnd = excluded.windowEnd
                WHERE excluded.rank < phoneReport.rank
                """)
        return try db.offer(reports.lazy.map { ($0, ($1, $2)) }, counting: &count) { time, row in
            let (report, window) = row
            guard rank == 0 || window.start.isUsable && window.end.isUsable else { return false }
            try statement.execute(arguments: [
                time.nanoseconds, report.flags.rawValue, report.confidence.rawValue, rank,
                rank == 0 ? nil : window.start.nanoseconds, rank == 0 ? nil : window.end.nanoseconds, input,
            ])
            return true
        }
    }

    /// A claim of a longer time does not tell the activity of each moment.
    private static let longestClaim = Duration.seconds(86_400)

    /// The activities that imports state for spans that share time with a span, where no report outranks them.
    func stated(during span: TimeSpan) throws -> [StatedActivity] {
        let coverage = StreamCoverage(try StreamRecord.order(Column("id")).fetchAll(db))
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT windowStart, windowEnd, flags FROM phoneReport
                WHERE rank > 0 AND rank = ? AND time = windowStart AND time BETWEEN ? AND ? AND windowEnd > ?
                    AND \(Precedence.reportCounts)
                ORDER BY time
                """,
            arguments: [
                Precedence.derived, (span.start - Self.longestClaim).nanoseconds, span.end.nanoseconds,
                span.start.nanoseconds,
            ])
        return try rows.compactMap { row in
            let claim = TimeSpan(start: try row.time("windowStart"), end: try row.time("windowEnd"))
            let flags = try ActivityFlags(rawValue: row.decode(forColumn: "flags"))
            guard let activity = flags.movement, coverage.stream(at: claim.start) == nil,
                coverage.stream(at: claim.end) == nil
            else { return nil }
            return StatedActivity(span: claim, activity: activity)
        }
    }

    /// Adds a stream.
    ///
    /// Streams of one model that begin at the same moment belong to the same recording. If the store has all reports of
    /// the new stream, nothing changes. If the new stream is longer, because the log has grown, the stored one grows.
    /// Otherwise the new stream replaces the stored one.
    ///
    /// - Returns: the first and the last moment for which other reports count now.
    func insert(_ stream: ReportStream, input: Int64?, counting count: inout StoreChange.Count) throws -> TimeRange? {
        guard stream.span.start.isUsable, stream.span.end.isUsable,
            stream.span.start <= stream.span.end
        else {
            count.unusable += stream.reports.count
            return nil
        }
        let given = Set(stream.reports.filter { $0.time.isUsable }.map(StoredReport.init))
        let stored =
            try StreamRecord
            .filter(Column("model") == stream.model && Column("startTime") == stream.span.start.nanoseconds)
            .order(Column("id").desc).fetchAll(db)
        for record in stored {
            let known = Set(try reports(of: record))
            if known.isSuperset(of: given), record.span.end >= stream.span.end {
                try StepTable(db: db).insert(stream.steps, stream: record.id)
                count.known += stream.reports.count
                return nil
            }
            if given.isSuperset(of: known), record.span.end <= stream.span.end {
                return try grow(record, by: stream, counting: &count)
            }
        }
        let record = try StreamRecord(id: nil, model: stream.model, span: stream.span, input: input).inserted(db)
        _ = try insert(stream, into: record, counting: &count)
        return TimeRange(first: stream.span.start, last: stream.span.end)
    }

    private func grow(_ record: StreamRecord, by stream: ReportStream, counting count: inout StoreChange.Count) throws
        -> TimeRange?
    {
        var grown = record
        grown.span.end = stream.span.end
        try grown.update(db)
        var changed = try insert(stream, into: record, counting: &count)
        if grown.span != record.span {
            TimeRange.extend(&changed, by: TimeRange(first: record.span.end, last: grown.span.end))
        }
        return changed
    }

    private func insert(
        _ stream: ReportStream, into record: StreamRecord, counting count: inout StoreChange.Count
    ) throws -> TimeRange? {
        try StepTable(db: db).insert(stream.steps, stream: record.id)
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO streamReport (stream, time, flags, confidence) VALUES (?, ?, ?, ?)")
        return try db.offer(stream.reports.lazy.map { ($0.time, $0.report) }, counting: &count) { time, report in
            try statement.execute(
                arguments: [record.id, time.nanoseconds, report.flags.rawValue, report.confidence.rawValue])
            return true
        }
    }

    private func reports(of record: StreamRecord) throws -> [StoredReport] {
        try StoredReport.fetchAll(
            db, sql: "SELECT time, flags, confidence FROM streamReport WHERE stream = ?", arguments: [record.id])
    }

    /// The reports that count, from the one in force at a moment on, in time order.
    ///
    /// At a moment that streams cover, the reports of the stream added last count; at other moments, the phone's own.
    func reports(from start: Timestamp) throws -> HoldingReports {
        let coverage = StreamCoverage(try StreamRecord.order(Column("id")).fetchAll(db))
        func holds(_ report: StoredReport) -> Bool { coverage.stream(at: report.time) == report.stream }
        // The report in force at the start may be much older.
        let earlier = try StoredReport.fetchCursor(
            db, sql: Self.all + "WHERE time < ? ORDER BY time DESC, confidence DESC, flags DESC",
            arguments: [start.nanoseconds])
        var inForce: StoredReport?
        while inForce == nil, let report = try earlier.next() {
            if holds(report) { inForce = report }
        }
        let later = try StoredReport.fetchCursor(
            db, sql: Self.all + "WHERE time >= ? ORDER BY time, confidence, flags", arguments: [start.nanoseconds])
        return HoldingReports(first: inForce) {
            while let report = try later.next() {
                if holds(report) { return report }
            }
            return nil
        }
    }

    /// The time of the first report that counts after a moment.
    func firstTime(after time: Timestamp) throws -> Timestamp? {
        let coverage = StreamCoverage(try StreamRecord.order(Column("id")).fetchAll(db))
        let later = try StoredReport.fetchCursor(
            db, sql: Self.all + "WHERE time > ? ORDER BY time", arguments: [time.nanoseconds])
        while let report = try later.next() {
            if coverage.stream(at: report.time) == report.stream { return report.time }
        }
        return nil
    }

    private static let all = """
        SELECT * FROM (SELECT time, flags, confidence, NULL AS stream FROM phoneReport WHERE \(Precedence.reportCounts)
            UNION ALL SELECT time, flags, confidence, stream FROM streamReport)

        """
}

/// Reports in time order, read one by one.
final class HoldingReports {
    private var first: StoredReport?
    private let following: () throws -> StoredReport?

    init(first: StoredReport?, following: @escaping () throws -> StoredReport?) {
        self.first = first
        self.following = following
    }

    /// The next report; nil at the end.
    func next() throws -> StoredReport? {
        if let report = first {
            first = nil
            return report
        }
        return try following()
    }
}
