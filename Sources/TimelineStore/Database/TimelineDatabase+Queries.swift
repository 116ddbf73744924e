internal import GRDB
public import MotionTypes
public import Timeline

extension TimelineDatabase {
    /// The timeline of a stretch of time, corrections applied: all items that share time with it, whole, and their places.
    ///
    /// - Parameter span: the stretch; all that there is if nil.
    /// - Throws: `InputError` if the store cannot be read.
    public func timeline(during span: TimeSpan? = nil) throws(InputError) -> TimelineDocument {
        try timeline(during: span, withPaths: true)
    }

    /// The same, on request without most of the paths, which take more room than all else.
    package func timeline(during span: TimeSpan?, withPaths: Bool) throws(InputError) -> TimelineDocument {
        try read { db in
            guard let span = try span ?? TimelineTable(db: db).span() else { return TimelineDocument(items: []) }
            let reader = try TimelineReader(db)
            let items = try reader.items(during: span, withPaths: withPaths).items
            var named: Set<String> = []
            for case .visit(let visit) in items {
                if let identifier = visit.placeIdentifier { named.insert(identifier) }
            }
            let places = try reader.places().map(\.place).filter { named.contains($0.identifier) }
            return TimelineDocument(items: items, places: places)
        }
    }

    /// The timeline of a day. An item over midnight is in both days.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func timeline(of day: TimelineDay) throws(InputError) -> TimelineDocument {
        try timeline(during: day.span)
    }

    /// Time and distance of each activity within a day.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func summary(of day: TimelineDay) throws(InputError) -> [ActivitySummary] {
        day.summary(of: try timeline(of: day).items)
    }

    /// From the start of the first item to the end of the last one; nil while there is none.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func span() throws(InputError) -> TimeSpan? {
        try read { db in try TimelineTable(db: db).span() }
    }

    /// The visits to a place, in the order of time.
    ///
    /// - Parameters:
    ///   - identifier: the place's, that of one that was merged into it, or one that told a position of the place before.
    ///   - span: only visits that share time with it.
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

    /// The moves that have a section of an activity, in the order of time.
    ///
    /// - Parameters:
    ///   - activity: which.
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

    /// The places that visits were at or that a person spoke of, by identifier.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func places() throws(InputError) -> [StoredPlace] {
        try read { db in try TimelineReader(db).places() }
    }

    /// What was added, in the order in which it was.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func inputs() throws(InputError) -> [StoredInput] {
        try read { db in try InputRecord.order(Column("id")).fetchAll(db).map(\.input) }
    }
}
