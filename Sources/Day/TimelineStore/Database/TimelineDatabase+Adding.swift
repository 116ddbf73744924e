internal import GRDB
public import MotionTypes
import Timeline

extension TimelineDatabase {
    /// Adds a log, a stream or a timeline file, and derives the affected part of the timeline again.
    ///
    /// Adding the same input twice changes nothing. An input is added as a whole or not at all.
    ///
    /// - Throws: `InputError` if the store cannot be written or is damaged, and for fixes that must be those of another
    ///   person.
    @discardableResult
    public func add(_ input: TimelineInput) throws(InputError) -> StoreChange {
        try add(input) { () throws(InputError) in nil }
    }

    /// Adds an input whose fixes come piece by piece, in any order, so that they are never all in memory.
    ///
    /// - Parameters:
    ///   - input: the input without the pieces.
    ///   - nextPiece: gives the next piece; nil after the last. If it throws, nothing of the input is added.
    @discardableResult
    package func add(
        _ input: TimelineInput, nextPiece: () throws(InputError) -> [(time: Timestamp, fix: Location)]?
    ) throws(InputError) -> StoreChange {
        try write { db in
            var change = StoreChange()
            let fixTable = FixTable(db: db)
            var fixes = try fixTable.insert(input.fixes, counting: &change.fixes)
            while let piece = try nextPiece() {
                TimeRange.extend(&fixes, by: try fixTable.insert(piece, counting: &change.fixes))
            }
            let table = ReportTable(db: db)
            var reports = try table.insert(input.reports, counting: &change.reports)
            for stream in input.streams {
                TimeRange.extend(&reports, by: try table.insert(stream, counting: &change.reports))
            }
            if let timeline = input.timeline { change.items = try TimelineTable(db: db).insert(timeline) }
            (change.derived, change.repairs) = try derive(db, fixes: fixes, reports: reports)
            if change.repairs.isMixed(policy) { throw Self.mixed(input, change.repairs) }
            if !change.isNothing { try InputRecord(source: input.source, change: change).insert(db) }
            return change
        }
    }

    private static func mixed(_ input: TimelineInput, _ repairs: TimelineRepairs) -> InputError {
        let first = repairs.firstJump.map { ", the first at \($0.iso8601)" } ?? ""
        return InputError(
            .ambiguous, source: input.source,
            problem: "this track and the store seem to belong to two people: \(repairs.jumps + repairs.leaps) of "
                + "\(repairs.positions) fixes are too far away to be reached in time\(first)",
            remedy: "keep a store for each person; nothing was changed")
    }

    private func derive(_ db: Database, fixes: TimeRange?, reports: TimeRange?) throws
        -> (TimeSpan?, TimelineRepairs)
    {
        guard fixes != nil || reports != nil else { return (nil, TimelineRepairs()) }
        guard try TimelineTable(db: db).derivingPolicy() == String(describing: policy) else { return try deriveAll(db) }
        return try Derivation(db: db, policy: policy).run(fixes: fixes, reports: reports)
    }

    /// Derives the whole timeline by ``policy``. Identifiers of places stay, and so do corrections.
    func deriveAll(_ db: Database) throws -> (TimeSpan?, TimelineRepairs) {
        try TimelineTable(db: db).setDerivingPolicy(String(describing: policy))
        return try Derivation(db: db, policy: policy).runAll()
    }
}
