// SPDX-License-Identifier: Apache-2.0
internal import GRDB
public import GaitwayBase
import GaitwayTimeline

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
            var record = try InputRecord(source: input.source).inserted(db)
            var rows = try insert(input, of: record.id, db, nextPiece: nextPiece)
            try derive(&rows, of: input.source, db)
            if rows.change.isNothing {
                try record.delete(db)
            } else {
                record.add(rows.change)
                try record.update(db)
            }
            return rows.change
        }
    }

    /// Adds small inputs in one transaction, and derives the timeline once. An input continues the last one of the same
    /// source.
    ///
    /// - Returns: the sum of the changes.
    /// - Throws: `InputError`, as for one input; nothing of them is added.
    package func add(together inputs: [TimelineInput]) throws(InputError) -> StoreChange {
        try write { db in
            var sum = NewRows()
            for input in inputs {
                let last = try InputRecord.filter(Column("source") == input.source).order(Column("id").desc)
                    .fetchOne(db)
                var record = try last ?? InputRecord(source: input.source).inserted(db)
                let rows = try insert(input, of: record.id, db) { nil }
                sum.add(rows)
                record.add(rows.change)
                if rows.change.isNothing, last == nil { try record.delete(db) } else { try record.update(db) }
            }
            try derive(&sum, of: inputs.first?.source ?? "", db)
            return sum.change
        }
    }

    /// The rows that inputs brought, and the moments at which the tables changed.
    private struct NewRows {
        var change = StoreChange()
        var fixes: TimeRange?
        var reports: TimeRange?

        mutating func add(_ other: NewRows) {
            change.fixes.add(other.change.fixes)
            change.reports.add(other.change.reports)
            change.items.add(other.change.items)
            TimeRange.extend(&fixes, by: other.fixes)
            TimeRange.extend(&reports, by: other.reports)
        }
    }

    private func insert(
        _ input: TimelineInput, of record: Int64?, _ db: Database,
        nextPiece: () throws(InputError) -> [(time: Timestamp, fix: Location)]?
    ) throws -> NewRows {
        var rows = NewRows()
        let fixTable = FixTable(db: db)
        func add(_ piece: [(time: Timestamp, fix: Location)], rank: Int) throws {
            let new = try fixTable.insert(piece, rank: rank, input: record, counting: &rows.change.fixes)
            TimeRange.extend(&rows.fixes, by: new)
        }
        try add(input.fixes, rank: input.rank)
        while let piece = try nextPiece() { try add(piece, rank: input.rank) }
        try add(input.derivedFixes, rank: Precedence.derived)
        try ForgottenTable(db: db).dropKnown(during: rows.fixes)
        let table = ReportTable(db: db)
        rows.reports = try table.insert(input.reports, rank: input.rank, input: record, counting: &rows.change.reports)
        TimeRange.extend(
            &rows.reports, by: try table.insert(input.claims, input: record, counting: &rows.change.reports))
        for stream in input.streams {
            TimeRange.extend(&rows.reports, by: try table.insert(stream, input: record, counting: &rows.change.reports))
        }
        if let timeline = input.timeline {
            rows.change.items = try TimelineTable(db: db).insert(timeline, input: record)
        }
        return rows
    }

    private func derive(_ rows: inout NewRows, of source: String, _ db: Database) throws {
        let fixes = try Precedence.widened(fixes: rows.fixes, db)
        let reports = try Precedence.widened(reports: rows.reports, db)
        rows.change.outranked = try Precedence.outranked(db, fixes: fixes, reports: reports)
        (rows.change.derived, rows.change.repairs) = try derive(db, fixes: fixes, reports: reports)
        if rows.change.repairs.isMixed(policy) { throw Self.mixed(source, rows.change.repairs) }
    }

    private static func mixed(_ source: String, _ repairs: TimelineRepairs) -> InputError {
        let first = repairs.firstJump.map { ", the first at \($0.iso8601)" } ?? ""
        return .ambiguous(
            "the track and the store seem to belong to two people: \(repairs.jumps + repairs.leaps) of "
                + "\(repairs.positions) fixes are out of reach\(first)",
            remedy: "keep a store for each person; nothing was changed", source: source)
    }

    func derive(_ db: Database, fixes: TimeRange?, reports: TimeRange?) throws -> (TimeSpan?, TimelineRepairs) {
        guard fixes != nil || reports != nil else { return (nil, TimelineRepairs()) }
        let policy = try personalPolicy(db)
        guard try TimelineTable(db: db).derivingPolicy() == policy.identity else { return try deriveAll(db) }
        return try Derivation(db: db, policy: policy).run(fixes: fixes, reports: reports)
    }

    /// The policy with the rides that the person's corrections state.
    private func personalPolicy(_ db: Database) throws -> TimelinePolicy {
        var personal = policy
        personal.confirmedRides = ConfirmedRides(try Self.statedModes(db))
        return personal
    }

    /// The number of corrections to each activity. A kind of vehicle is one to automotive.
    static func statedModes(_ db: Database) throws -> [Activity: Int] {
        let modes = try CorrectionRecord.fetchAll(db).compactMap { record -> Activity? in
            switch record.correction {
            case .activity(let activity, _): activity
            case .vehicle: .automotive
            default: nil
            }
        }
        return Dictionary(grouping: modes) { $0 }.mapValues(\.count)
    }

    /// Derives the whole timeline again if it was derived by another policy. Without this, the next change does.
    package func deriveAgain() throws(InputError) {
        try write { db in
            guard try TimelineTable(db: db).derivingPolicy() != personalPolicy(db).identity else { return }
            _ = try deriveAll(db)
        }
    }

    /// Derives the whole timeline by ``policy``. Identifiers of places stay, and so do corrections.
    func deriveAll(_ db: Database) throws -> (TimeSpan?, TimelineRepairs) {
        let policy = try personalPolicy(db)
        try TimelineTable(db: db).setDerivingPolicy(policy.identity)
        return try Derivation(db: db, policy: policy).runAll()
    }
}
