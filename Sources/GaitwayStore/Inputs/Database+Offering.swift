// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase

extension Database {
    /// Offers rows to a table, one by one, and counts which of them are new, known and unusable.
    ///
    /// - Parameter insert: writes a row by one statement that leaves known ones alone; false if the row is unusable.
    /// - Returns: the first and the last moment at which the table changed.
    func offer<Row>(
        _ rows: some Sequence<(Timestamp, Row)>, counting count: inout StoreChange.Count,
        insert: (Timestamp, Row) throws -> Bool
    ) rethrows -> TimeRange? {
        var changed: TimeRange?
        for (time, row) in rows {
            guard time.isUsable, try insert(time, row) else {
                count.unusable += 1
                continue
            }
            if changesCount > 0 {
                count.new += 1
                TimeRange.extend(&changed, by: time)
            } else {
                count.known += 1
            }
        }
        return changed
    }
}
