// SPDX-License-Identifier: Apache-2.0
internal import GRDB

/// The corrections of a store by subject, while further ones are added.
struct KnownCorrections {
    private let meaning: (PlaceReference) throws -> PlaceReference
    private var records: [Correction.Subject: [CorrectionRecord]] = [:]

    /// Takes all corrections of a store.
    ///
    /// - Parameter meaning: gives equal references to one place if two references mean it.
    init(_ known: [CorrectionRecord], meaning: @escaping (PlaceReference) throws -> PlaceReference = { $0 }) throws {
        self.meaning = meaning
        for record in known { records[try record.correction.mapPlaces(meaning).subject, default: []].append(record) }
    }

    /// Writes a correction's row in place of earlier ones of its subject, unless it already holds. Returns the last of
    /// those that it replaces.
    mutating func keep(
        _ correction: Correction, _ db: Database
    ) throws -> (record: CorrectionRecord, isNew: Bool, replaced: CorrectionRecord?) {
        let meant = try correction.mapPlaces(meaning)
        let earlier = records[meant.subject] ?? []
        if let last = earlier.last, try holds(last.correction, correction, meant) { return (last, false, nil) }
        for record in earlier { try record.delete(db) }
        var record = CorrectionRecord(correction)
        try record.insert(db)
        records[meant.subject] = [record]
        return (record, true, earlier.last)
    }

    /// Whether an earlier correction says the same as one that was given, or as what it means.
    private func holds(_ earlier: Correction, _ given: Correction, _ meant: Correction) throws -> Bool {
        // A stay may found a place within another.
        if case .stay = given { return earlier == given }
        return try earlier.mapPlaces(meaning) == meant
    }
}
