// SPDX-License-Identifier: Apache-2.0
internal import GRDB
package import GaitwayBase
import GaitwayTimeline

extension TimelineDatabase {
    /// Deletes part of the inputs for good, derives again what followed from it, and deletes corrections of what is
    /// gone.
    ///
    /// The deleted rows are overwritten, and the file is written anew, so that its free pages hold nothing of them.
    ///
    /// - Parameter isTrial: whether only to count. The store is then unchanged.
    /// - Throws: `InputError` if the store lacks the input, cannot be written or is damaged.
    @discardableResult
    package func forget(_ what: Forgotten, isTrial: Bool = false) throws(InputError) -> ForgottenCount {
        func body(_ db: Database) throws -> ForgottenCount {
            var forgetting = Forgetting(db: db, database: self)
            return try forgetting.run(what)
        }
        if isTrial { return try trial(body) }
        let count = try write { db in
            // The content of deleted rows is overwritten by zeros.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            return try body(db)
        }
        // Also if there was nothing to delete: an earlier derivation left its pages.
        try rewrite()
        return count
    }
}

/// One act of forgetting, within a transaction.
struct Forgetting {
    let db: Database
    let database: TimelineDatabase
    private var count = ForgottenCount()
    /// The spans in which something changed; they may overlap.
    private var changed: [TimeRange] = []
    private var hasOtherPlaces = false

    init(db: Database, database: TimelineDatabase) {
        self.db = db
        self.database = database
    }

    /// Ranges this close to each other are derived together.
    private static let nearness = Duration.seconds(30 * 86_400)

    mutating func run(_ what: Forgotten) throws -> ForgottenCount {
        let corrections = try ForgottenCorrections(db)
        let named = try namedPlaces()
        var spans: [TimeSpan] = []
        var holes: [TimeSpan] = []
        switch what {
        case .span(let span):
            spans = [span]
            try forget(during: span)
            holes = changed.isEmpty ? [] : [span]
        case .input(let source):
            let inputs = try Set(InputRecord.filter(Column("source") == source).fetchAll(db).compactMap(\.id))
            holes = try Self.holes(db) { _, _, input in input.map(inputs.contains) ?? false }
            try forget(input: source)
        case .circle(let latitude, let longitude, let radius):
            let circle = ForgottenCircle(latitude: latitude, longitude: longitude, radius: radius)
            holes = try Self.holes(db) { latitude, longitude, _ in circle.contains(latitude, longitude) }
            spans = try forget(circle)
            count.corrections += try corrections.delete { circle.contains($0.latitude, $0.longitude) }
        }
        try ForgottenTable(db: db).insert(holes)
        try derive(named)
        count.corrections += try corrections.deleteUnfit(forgotten: spans)
        count.inputs = try forgetEmptyInputs()
        if let first = changed.map(\.first).min(), let last = changed.map(\.last).max() {
            count.span = TimeSpan(start: first, end: last)
        }
        return count
    }

    // MARK: A span

    private mutating func forget(during span: TimeSpan) throws {
        let bounds: StatementArguments = [span.start.nanoseconds, span.end.nanoseconds]
        count.fixes += try delete("fix", "time >= ? AND time < ?", bounds)
        count.reports += try delete("phoneReport", "time >= ? AND time < ?", bounds)
        try forgetStreams(during: span)
        try forgetItems(during: span)
    }

    /// Deletes rows, and notes their times.
    private mutating func delete(_ table: String, _ condition: String, _ arguments: StatementArguments) throws -> Int {
        let row = try Row.fetchOne(
            db, sql: "SELECT min(time), max(time) FROM \(table) WHERE \(condition)", arguments: arguments)
        guard let first: Int64 = try row?.decode(atIndex: 0), let last: Int64 = try row?.decode(atIndex: 1) else {
            return 0
        }
        changed.append(TimeRange(first: Timestamp(nanoseconds: first), last: Timestamp(nanoseconds: last)))
        try db.execute(sql: "DELETE FROM \(table) WHERE \(condition)", arguments: arguments)
        return db.changesCount
    }

    /// Deletes reports of streams; a stream keeps its parts before and after the span.
    private mutating func forgetStreams(during span: TimeSpan) throws {
        count.reports += try delete(
            "streamReport", "time >= ? AND time < ?", [span.start.nanoseconds, span.end.nanoseconds])
        try StepTable(db: db).forget(during: span)
        for var record in try StreamRecord.fetchAll(db) {
            guard record.span.start < span.end, span.start <= record.span.end else { continue }
            let whole = record.span
            changed.append(TimeRange(first: max(whole.start, span.start), last: min(whole.end, span.end)))
            let hasStart = whole.start < span.start
            guard hasStart || whole.end >= span.end else {
                try record.delete(db)
                continue
            }
            let number = record.id
            if hasStart {
                record.span.end = span.start
            } else {
                record.span.start = span.end
            }
            try record.update(db)
            guard hasStart, whole.end >= span.end else { continue }
            let rest = try StreamRecord(
                id: nil, model: record.model, span: TimeSpan(start: span.end, end: whole.end), input: record.input
            ).inserted(db)
            try db.execute(
                sql: "UPDATE streamReport SET stream = ? WHERE stream = ? AND time >= ?",
                arguments: [rest.id, number, span.end.nanoseconds])
            try db.execute(
                sql: "UPDATE streamSteps SET stream = ? WHERE stream = ? AND startTime >= ?",
                arguments: [rest.id, number, span.end.nanoseconds])
        }
    }

    /// Cuts items of imported timelines, and deletes those within the span.
    private mutating func forgetItems(during span: TimeSpan) throws {
        let table = ItemTable(db: db)
        for timeline in try TimelineTable(db: db).elsewhere() {
            for item in try table.items(timeline: timeline, during: span) {
                count.items += 1
                note(item)
                try table.delete(
                    timeline: timeline, from: item.span.start, to: item.span.start.advanced(byNanoseconds: 1))
                for end in item.span.parts(outside: span) {
                    guard let part = item.clipped(to: end) else { continue }
                    try PlaceAssignment.begin(db)
                    try table.insert(part, timeline: timeline, settled: nil)
                }
            }
        }
    }

    private mutating func note(_ item: TimelineItem) {
        changed.append(TimeRange(first: item.span.start, last: item.span.end))
        hasOtherPlaces = true
    }

    // MARK: An input

    private mutating func forget(input source: String) throws {
        let records = try InputRecord.filter(Column("source") == source).fetchAll(db)
        guard !records.isEmpty else {
            let known = try String.fetchAll(db, sql: "SELECT DISTINCT source FROM input ORDER BY id DESC LIMIT 5")
                .map { QuotedText.text($0) }.joined(separator: ", ")
            throw InputError(
                .empty, problem: "the store has no input \(quoted: source)",
                remedy: known.isEmpty
                    ? "the store has no inputs" : "give the name with which it was added, such as \(known)")
        }
        guard records.allSatisfy(\.isTracked) else {
            throw InputError.unsupported(
                "the store was made before it noted which input brought what",
                remedy: "forget the days of the input instead")
        }
        for id in records.compactMap(\.id) {
            count.fixes += try delete("fix", "input = ?", [id])
            count.reports += try delete("phoneReport", "input = ?", [id])
            for record in try StreamRecord.filter(Column("input") == id).fetchAll(db) {
                changed.append(TimeRange(first: record.span.start, last: record.span.end))
                count.reports +=
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM streamReport WHERE stream = ?", arguments: [record.id]) ?? 0
                try record.delete(db)
            }
            for timeline in try Int64.fetchAll(db, sql: "SELECT id FROM timeline WHERE input = ?", arguments: [id]) {
                let all = TimeSpan(start: Timestamp(nanoseconds: .min), end: Timestamp(nanoseconds: .max))
                for record in try ItemTable(db: db).records(timeline: timeline, during: all) {
                    count.items += 1
                    changed.append(TimeRange(first: record.span.start, last: record.span.end))
                }
                try db.execute(sql: "DELETE FROM timeline WHERE id = ?", arguments: [timeline])
                hasOtherPlaces = true
            }
            try db.execute(sql: "DELETE FROM givenPlace WHERE input = ?", arguments: [id])
            hasOtherPlaces = hasOtherPlaces || db.changesCount > 0
        }
    }

    // MARK: A circle

    /// Deletes what lies within a circle.
    ///
    /// - Returns: the spans between the fixes within it.
    private mutating func forget(_ circle: ForgottenCircle) throws -> [TimeSpan] {
        var spans = try circle.spansOfFixes(db)
        let given = try circle.spansOfItems(db)
        spans = (spans + given).sorted { $0.start < $1.start }
        for span in spans { try forget(during: span) }
        // Fixes within the circle at a moment at which others lie outside.
        for key in try circle.keysOfFixes(db) {
            count.fixes += try delete("fix", "time = ? AND latitude = ? AND longitude = ?", key)
        }
        for id in try circle.givenPlaces(db) {
            try db.execute(sql: "DELETE FROM givenPlace WHERE id = ?", arguments: [id])
            try db.execute(
                sql: """
                    UPDATE item SET givenPlace = NULL
                    WHERE timeline <> ? AND givenPlace NOT IN (SELECT identifier FROM givenPlace)
                    """, arguments: [StoreSchema.derivedTimeline])
            hasOtherPlaces = true
        }
        return spans
    }

    // MARK: What follows

    /// The imported places that imported visits name.
    private func namedPlaces() throws -> Set<String> {
        try String.fetchSet(db, sql: "SELECT DISTINCT givenPlace FROM item WHERE givenPlace IS NOT NULL")
    }

    /// - Parameter named: the imported places that visits named before.
    private mutating func derive(_ named: Set<String>) throws {
        var ranges: [TimeRange] = []
        for range in changed.sorted(by: { $0.first < $1.first }) {
            if let last = ranges.last, range.first <= last.last + Self.nearness {
                ranges[ranges.count - 1].last = max(last.last, range.last)
            } else {
                ranges.append(range)
            }
        }
        for range in ranges {
            let fixes = try Precedence.widened(fixes: range, db)
            let reports = try Precedence.widened(reports: range, db)
            _ = try database.derive(db, fixes: fixes, reports: reports)
        }
        guard hasOtherPlaces else { return }
        for place in named.subtracting(try namedPlaces()) {
            try db.execute(sql: "DELETE FROM givenPlace WHERE identifier = ?", arguments: [place])
        }
        try PlaceAssignment(db: db).runAll()
    }

    /// Deletes the names of inputs that have no rows left.
    private func forgetEmptyInputs() throws -> [String] {
        var kept: Set<Int64> = []
        for table in ["fix", "phoneReport", "stream", "timeline", "givenPlace"] {
            let rows = try Int64.fetchSet(db, sql: "SELECT DISTINCT input FROM \(table) WHERE input IS NOT NULL")
            kept.formUnion(rows)
        }
        let empty = try InputRecord.filter(Column("isTracked") == true).fetchAll(db).filter { record in
            record.id.map { !kept.contains($0) } ?? false
        }
        for record in empty { try record.delete(db) }
        return empty.map(\.input.source)
    }
}
