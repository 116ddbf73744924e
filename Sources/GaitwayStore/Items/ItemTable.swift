// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The items of all timelines with their sections, paths and inner activities.
struct ItemTable {
    let db: Database

    /// Writes an item. `PlaceAssignment` must follow, since a new visit has no place.
    func insert(_ item: TimelineItem, timeline: Int64, settled: Timestamp?) throws {
        let record = try ItemRecord(item, timeline: timeline, settled: settled).inserted(db)
        guard let id = record.id else { preconditionFailure("an inserted item has a row") }
        switch item {
        case .visit(let visit): try insert(visit.activities, item: id)
        case .move(let move):
            for (number, section) in move.sections.enumerated() { try insert(section, item: id, number: number) }
            try insert(move.stops, item: id)
        case .gap: break
        }
    }

    private func insert(_ activities: [ReportedSpan], item: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO visitActivity (item, number, activity, startTime, endTime) VALUES (?, ?, ?, ?, ?)")
        for (number, reported) in activities.enumerated() {
            try statement.execute(
                arguments: [
                    item, number, reported.activity.rawValue, reported.span.start.nanoseconds,
                    reported.span.end.nanoseconds,
                ])
        }
    }

    private func insert(_ stops: [ShortStop], item: Int64) throws {
        guard !stops.isEmpty else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO shortStop (item, number, startTime, endTime, latitude, longitude, spread, fixCount,
                    longestSilence, isTold)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (number, stop) in stops.enumerated() {
            try statement.execute(
                arguments: [
                    item, number, stop.span.start.nanoseconds, stop.span.end.nanoseconds, stop.latitude,
                    stop.longitude, stop.spread, stop.fixCount, stop.longestSilence.inSeconds, stop.isTold,
                ])
        }
    }

    private func insert(_ section: MoveSection, item: Int64, number: Int) throws {
        let record = try SectionRecord(section, item: item, number: number).inserted(db)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO pathPoint (section, piece, number, time, latitude, longitude, altitude)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for (piece, points) in section.path.enumerated() {
            for (number, point) in points.enumerated() {
                try statement.execute(arguments: [
                    record.id, piece, number, point.time.nanoseconds, point.latitude, point.longitude, point.altitude,
                ])
            }
        }
    }

    /// Deletes the items of a timeline that begin in a span.
    func delete(timeline: Int64, from start: Timestamp, to end: Timestamp) throws {
        try ItemRecord.filter(
            Column("timeline") == timeline && Column("startTime") >= start.nanoseconds
                && Column("startTime") < end.nanoseconds
        ).deleteAll(db)
    }

    /// The items of a timeline that share time with `span`, in time order.
    ///
    /// - Parameter needsPaths: whether the paths of an item's sections are read, by its span and its short stops.
    func items(
        timeline: Int64, during span: TimeSpan, needsPaths: (TimeSpan, [ShortStop]) throws -> Bool = { _, _ in true }
    ) throws -> [TimelineItem] {
        let records = try records(timeline: timeline, during: span)
        let parts = try ItemParts(of: records, db)
        return try records.map { try item($0, parts, withPaths: needsPaths($0.span, parts.stops(of: $0))) }
    }

    /// The rows of those items.
    func records(timeline: Int64, during span: TimeSpan) throws -> [ItemRecord] {
        try ItemRecord.fetchAll(
            db, sql: "SELECT * FROM item WHERE \(Self.sharesTime) ORDER BY startTime",
            arguments: Self.arguments(timeline, span))
    }

    /// The span from the start of the first of those items to the end of the last; nil without items.
    func extent(timeline: Int64, during span: TimeSpan) throws -> TimeSpan? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT min(startTime) AS startTime, max(endTime) AS endTime FROM item WHERE \(Self.sharesTime)
                HAVING count(*) > 0
                """, arguments: Self.arguments(timeline, span)
        )?.span
    }

    /// Items of one timeline do not overlap. Only the last item that begins before the span can reach into it.
    private static let sharesTime = """
        timeline = :timeline AND startTime < :end AND endTime > :start
            AND startTime >= ifnull((SELECT max(startTime) FROM item
                WHERE timeline = :timeline AND startTime <= :start), :start)
        """

    private static func arguments(_ timeline: Int64, _ span: TimeSpan) -> StatementArguments {
        ["timeline": timeline, "start": span.start.nanoseconds, "end": span.end.nanoseconds]
    }

    private func item(_ record: ItemRecord, _ parts: ItemParts, withPaths: Bool) throws -> TimelineItem {
        switch record.kind {
        case .visit:
            guard var visit = record.visit else { preconditionFailure("a row of a visit holds one") }
            visit.activities = parts.activities(of: record)
            visit.placeIdentifier = parts.place(of: record)
            return .visit(visit)
        case .move:
            let sections = parts.sections(of: record)
            var move = Move(
                span: record.span, sections: try sections.map { withPaths ? try section($0) : $0.section },
                isOngoing: record.isOngoing)
            move.stops = parts.stops(of: record)
            return .move(move)
        case .gap: return .gap(Gap(span: record.span, displacement: record.displacement, isOngoing: record.isOngoing))
        }
    }

    private func section(_ record: SectionRecord) throws -> MoveSection {
        var section = record.section
        let statement = try db.cachedStatement(
            sql: """
                SELECT piece, time, latitude, longitude, altitude FROM pathPoint WHERE section = ?
                ORDER BY piece, number
                """)
        let rows = try Row.fetchCursor(statement, arguments: [record.id])
        var piece: Int?
        while let row = try rows.next() {
            let number: Int = try row.decode(atIndex: 0)
            if number != piece { section.path.append([]) }
            piece = number
            section.path[section.path.count - 1].append(
                try PathPoint(
                    time: row.time(at: 1), latitude: row.decode(atIndex: 2), longitude: row.decode(atIndex: 3),
                    altitude: row.decode(atIndex: 4)))
        }
        return section
    }
}
