// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// A row of the tables of reports.
///
/// Unlike a `MotionActivity`, it knows its stream. Two rows are the same if moment, flags and confidence are.
struct StoredReport: Sendable, Hashable, FetchableRecord {
    var time: Timestamp
    var flags: ActivityFlags
    var confidence: Confidence
    /// The stream that it belongs to; nil for the phone's own reports.
    var stream: Int64?

    init(time: Timestamp, report: MotionActivity) {
        self.time = time
        flags = report.flags
        confidence = report.confidence
    }

    init(row: Row) throws {
        time = try row.time("time")
        flags = try ActivityFlags(rawValue: row.decode(forColumn: "flags"))
        confidence = try Confidence(rawValue: row.decode(forColumn: "confidence")) ?? .low
        stream = try row.decode(forColumn: "stream")
    }

    /// The report for the segmenter.
    var activity: MotionActivity { MotionActivity(flags: flags, confidence: confidence, start: time) }
}

/// A row of table `stream`.
struct StreamRecord: Sendable, Hashable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "stream"

    var id: Int64?
    var model: String
    var span: TimeSpan
    /// The input that brought it first.
    var input: Int64?

    init(id: Int64?, model: String, span: TimeSpan, input: Int64?) {
        self.id = id
        self.model = model
        self.span = span
        self.input = input
    }

    init(row: Row) throws {
        id = try row.decode(forColumn: "id")
        model = try row.decode(forColumn: "model")
        span = try row.span
        input = try row.decode(forColumn: "input")
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["model"] = model
        container["input"] = input
        container.setSpan(span)
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
