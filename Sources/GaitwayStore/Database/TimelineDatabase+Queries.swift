// SPDX-License-Identifier: Apache-2.0
internal import GRDB
public import GaitwayBase
public import GaitwayTimeline

extension TimelineDatabase {
    /// The corrected timeline of a span: all items that share time with it, uncut, and their places.
    ///
    /// - Parameter span: the span; nil for everything.
    /// - Throws: `InputError` if the store cannot be read.
    public func timeline(during span: TimeSpan? = nil) throws(InputError) -> TimelineDocument {
        try timeline(during: span, withPaths: true)
    }

    /// The corrected timeline of a span, on request without most of the paths, which take the most memory.
    package func timeline(during span: TimeSpan?, withPaths: Bool) throws(InputError) -> TimelineDocument {
        try read { db in
            guard let span = try span ?? TimelineTable(db: db).span() else { return TimelineDocument(items: []) }
            let reader = try TimelineReader(db)
            let items = try reader.items(during: span, withPaths: withPaths).items
            var named: Set<String> = []
            for case .visit(let visit) in items {
                if let identifier = visit.placeIdentifier { named.insert(identifier) }
            }
            let places = try reader.places(named).map(\.place)
            return TimelineDocument(items: items, places: places)
        }
    }

    /// The timeline of a day. An item over midnight belongs to both days.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func timeline(of day: TimelineDay) throws(InputError) -> TimelineDocument { try timeline(during: day.span) }

    /// Time and distance of each activity within a day.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func summary(of day: TimelineDay) throws(InputError) -> [ActivitySummary] {
        day.summary(of: try timeline(of: day).items)
    }

    /// The span from the start of the first item to the end of the last; nil without items.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func span() throws(InputError) -> TimeSpan? { try read { db in try TimelineTable(db: db).span() } }

    /// Where derived and imported visits are, and where the paths of sections begin and end, in time order.
    ///
    /// - Parameter span: only those of items that share time with it; nil for all.
    package func positions(during span: TimeSpan? = nil) throws(InputError) -> [TimedPosition] {
        try read { db in
            let bounds: StatementArguments = [
                "start": span?.start.nanoseconds ?? .min, "end": span?.end.nanoseconds ?? .max,
                "derived": StoreSchema.derivedTimeline,
            ]
            func point(_ order: String, _ column: String) -> String {
                "(SELECT \(column) FROM pathPoint WHERE pathPoint.section = section.id "
                    + "ORDER BY piece \(order), number \(order) LIMIT 1)"
            }
            // Derived items come last at a moment, so that they outrank imported ones.
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT startTime AS time, latitude, longitude, timeline = :derived AS own FROM item
                    WHERE kind = 'visit' AND endTime > :start AND startTime < :end
                    UNION ALL
                    SELECT \(point("ASC", "time")), \(point("ASC", "latitude")), \(point("ASC", "longitude")),
                        timeline = :derived
                    FROM section JOIN item ON item.id = section.item
                    WHERE item.endTime > :start AND item.startTime < :end
                    UNION ALL
                    SELECT \(point("DESC", "time")), \(point("DESC", "latitude")), \(point("DESC", "longitude")),
                        timeline = :derived
                    FROM section JOIN item ON item.id = section.item
                    WHERE item.endTime > :start AND item.startTime < :end
                    ORDER BY 1, 4
                    """, arguments: bounds)
            var positions: [TimedPosition] = []
            while let row = try rows.next() {
                guard let latitude = try row.decode(Double?.self, atIndex: 1),
                    let longitude = try row.decode(Double?.self, atIndex: 2)
                else { continue }
                positions.append(TimedPosition(time: try row.time(at: 0), latitude: latitude, longitude: longitude))
            }
            return positions
        }
    }

    /// The visits to a place, in time order.
    ///
    /// - Parameters: - identifier: of the place, of a place that was merged into it, or one that once encoded a
    ///   position of the place. - span: only visits that share time with it.
    /// - Throws: `InputError`, also if the store has no such place.
    public func visits(at identifier: String, during span: TimeSpan? = nil) throws(InputError) -> [Visit] {
        try read { db in
            let reader = try TimelineReader(db)
            let root = try reader.existingPlace(identifier)
            return try reader.items(near: reader.spansOfVisits(to: root), during: span).compactMap { item in
                if case .visit(let visit) = item, visit.placeIdentifier == root { visit } else { nil }
            }
        }
    }

    /// The moves that have a section of an activity, in time order.
    ///
    /// - Parameters:
    ///   - activity: the activity of the section.
    ///   - span: only moves that share time with it.
    /// - Throws: `InputError` if the store cannot be read.
    public func moves(with activity: Activity, during span: TimeSpan? = nil) throws(InputError) -> [Move] {
        try read { db in
            let reader = try TimelineReader(db)
            return try reader.items(near: reader.spansOfSections(activity), during: span).compactMap { item in
                if case .move(let move) = item, move.sections.contains(where: { $0.activity == activity }) {
                    move
                } else {
                    nil
                }
            }
        }
    }

    /// The places of visits and corrections, by identifier.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func places() throws(InputError) -> [StoredPlace] { try read { db in try TimelineReader(db).places() } }

    /// The inputs in the order in which they were added.
    package func inputs() throws(InputError) -> [StoredInput] {
        try read { db in try InputRecord.order(Column("id")).fetchAll(db).map(\.input) }
    }
}
