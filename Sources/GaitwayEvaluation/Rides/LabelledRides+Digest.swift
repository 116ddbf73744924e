// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension LabelledRides {
    /// The hashes of the rides: of each its row, in the standard columns, and what is in its recording.
    ///
    /// - Throws: `InputError` for a recording that cannot be read, where that is not allowed; what `progress` throws.
    ///   One that may be left out counts as empty.
    package func digest(progress: (WorkProgress) throws -> Void) throws -> Provenance.Rides {
        let stage = "hashing rides"
        let writer = ManifestWriter()
        var known: [[UInt8]: [UInt8]] = [:]
        var all = SHA256()
        var texts: [String] = []
        try progress(.step(stage: stage, done: 0, total: rows.count))
        for (place, row) in rows.enumerated() {
            let recording = try known[row.recordingBytes] ?? digest(of: row)
            known[row.recordingBytes] = recording
            var hash = SHA256()
            hash.append(Array(writer.line(row).utf8)[...])
            hash.append(recording[...])
            all.append(hash.value[...])
            texts.append(String(SHA256.text(hash.value).prefix(Provenance.Rides.digits)))
            try progress(.step(stage: stage, done: place + 1, total: rows.count))
        }
        return Provenance.Rides(digest: SHA256.text(all.value), rows: texts)
    }

    private func digest(of row: ManifestRow) throws -> [UInt8] {
        do throws(InputError) {
            return try RecordingDigest.of(path(of: row))
        } catch {
            guard skipsUnreadable else { throw error }
            return []
        }
    }

    /// How these rides differ from those that a model was trained on; nil if they are the same. `own` is their
    /// ``digest(progress:)``.
    package func difference(_ own: Provenance.Rides, from trained: Provenance.Rides) -> RidesDifference? {
        guard own.digest != trained.digest else { return nil }
        var waiting: [String: Int] = [:]
        for row in trained.rows { waiting[row, default: 0] += 1 }
        var others: [String] = []
        for (row, text) in zip(rows, own.rows) {
            if let count = waiting[text], count > 0 {
                waiting[text] = count - 1
            } else {
                others.append(row.recording)
            }
        }
        return RidesDifference(
            others: others, missing: waiting.values.reduce(0, +), count: own.rows.count,
            trainedCount: trained.rows.count)
    }
}
