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
            var record = try InputRecord(source: input.source).inserted(db)
            let fixTable = FixTable(db: db)
            var fixes: TimeRange?
            func add(_ piece: [(time: Timestamp, fix: Location)], rank: Int) throws {
                let new = try fixTable.insert(piece, rank: rank, input: record.id, counting: &change.fixes)
                TimeRange.extend(&fixes, by: new)
            }
            try add(input.fixes, rank: input.rank)
            while let piece = try nextPiece() { try add(piece, rank: input.rank) }
            try add(input.derivedFixes, rank: Precedence.derived)
            let table = ReportTable(db: db)
            var reports = try table.insert(
                input.reports, rank: input.rank, input: record.id, counting: &change.reports)
            TimeRange.extend(
                &reports, by: try table.insert(input.claims, input: record.id, counting: &change.reports))
            for stream in input.streams {
                TimeRange.extend(
                    &reports, by: try table.insert(stream, input: record.id, counting: &change.reports))
            }
            if let timeline = input.timeline {
                change.items = try TimelineTable(db: db).insert(timeline, input: record.id)
            }
            fixes = try Precedence.widened(fixes: fixes, db)
            reports = try Precedence.widened(reports: reports, db)
            change.outranked = try Precedence.outranked(db, fixes: fixes, reports: reports)
            (change.derived, change.repairs) = try derive(db, fixes: fixes, reports: reports)
            if change.repairs.isMixed(policy) { throw Self.mixed(input, change.repairs) }
            if change.isNothing {
                try record.delete(db)
            } else {
                (record.input.fixes, record.input.reports) = (change.fixes.new, change.reports.new)
                record.input.items = change.items.new
                try record.update(db)
            }
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

    func derive(_ db: Database, fixes: TimeRange?, reports: TimeRange?) throws
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
