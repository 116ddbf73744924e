// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase

/// The precedence of fixes and reports where inputs overlap: a row counts only if no row of a lower rank lies close to
/// it.
enum Precedence {
    /// What an app derived.
    static let derived = 2
    /// Rows are close within this time.
    static let reach = Duration.nanoseconds(reachNanoseconds)
    private static let reachNanoseconds = 120_000_000_000

    /// A condition for rows of `fix` that count.
    static let fixCounts = """
        (rank = 0 OR NOT EXISTS (SELECT 1 FROM fix AS other
            WHERE other.time BETWEEN fix.time - \(reachNanoseconds) AND fix.time + \(reachNanoseconds)
                AND other.rank < fix.rank))
        """

    /// A condition for rows of `phoneReport` that count.
    static let reportCounts = """
        (rank = 0 OR NOT EXISTS (SELECT 1 FROM phoneReport AS other
            WHERE other.time BETWEEN phoneReport.windowStart AND phoneReport.windowEnd
                AND other.rank < phoneReport.rank))
        """

    /// The moments between which fixes may count or not after those in a range changed.
    static func widened(fixes range: TimeRange?, _ db: Database) throws -> TimeRange? {
        guard let range else { return nil }
        let (first, last) = (range.first - reach, range.last + reach)
        let row = try Row.fetchOne(
            db,
            sql: "SELECT min(time), max(time) FROM fix INDEXED BY fix_on_rank WHERE rank > 0 AND time BETWEEN ? AND ?",
            arguments: [first.nanoseconds, last.nanoseconds])
        return try range.widened(by: row)
    }

    /// The moments between which reports may count or not after those in a range changed.
    static func widened(reports range: TimeRange?, _ db: Database) throws -> TimeRange? {
        guard let range else { return nil }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT min(time), max(time) FROM phoneReport INDEXED BY phoneReport_on_rank
                WHERE rank > 0 AND windowStart <= ? AND windowEnd >= ?
                """, arguments: [range.last.nanoseconds, range.first.nanoseconds])
        return try range.widened(by: row)
    }

    /// The number of fixes and reports of a range that do not count.
    static func outranked(_ db: Database, fixes: TimeRange?, reports: TimeRange?) throws -> Int {
        var count = 0
        for (table, condition, range) in [("fix", fixCounts, fixes), ("phoneReport", reportCounts, reports)] {
            guard let range else { continue }
            count +=
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM \(table) INDEXED BY \(table)_on_rank
                        WHERE rank > 0 AND time BETWEEN ? AND ? AND NOT \(condition)
                        """,
                    arguments: [range.first.nanoseconds, range.last.nanoseconds]) ?? 0
        }
        return count
    }
}

extension TimeRange {
    /// The range together with the moments between two columns of a row, if there are any.
    fileprivate func widened(by row: Row?) throws -> TimeRange {
        guard let row, let start: Int64 = try row.decode(atIndex: 0), let end: Int64 = try row.decode(atIndex: 1)
        else { return self }
        return TimeRange(first: min(first, Timestamp(nanoseconds: start)), last: max(last, Timestamp(nanoseconds: end)))
    }
}
