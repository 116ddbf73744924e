// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// The corrections before something is forgotten, to find those of what is gone.
struct ForgottenCorrections {
    private let db: Database
    /// The numbers of those that applied to something.
    private let fitting: Set<Int64>

    init(_ db: Database) throws {
        self.db = db
        fitting = try TimelineReader(db).fittingCorrections()
    }

    /// Deletes corrections that state a position for which a condition holds.
    func delete(where condition: (PlaceReference.Position) -> Bool) throws -> Int {
        let gone = try CorrectionRecord.fetchAll(db).filter { record in
            record.correction.positions.contains(where: condition)
        }
        for record in gone { try record.delete(db) }
        return gone.count
    }

    /// Deletes corrections that applied before and do not now, and those that are mostly about forgotten times. Others
    /// refer to places by what is left of them.
    func deleteUnfit(forgotten spans: [TimeSpan]) throws -> Int {
        var count = 0
        let reader = try TimelineReader(db)
        let unfit = fitting.subtracting(try reader.fittingCorrections())
        for var record in reader.corrections {
            let about = record.correction.span
            let isForgotten = spans.contains { span in
                about.map {
                    $0.lies(mostlyIn: span) || $0.start == $0.end && span.start <= $0.start && $0.start < span.end
                }
                    ?? false
            }
            if isForgotten || record.id.map(unfit.contains) ?? false {
                try record.delete(db)
                count += 1
                continue
            }
            let correction = try record.correction.mapPlaces { place in
                guard let time = place.time, spans.contains(where: { $0.start <= time && time < $0.end }),
                    let known = try reader.lookup.identifier(place)
                else { return place }
                return try reader.lookup.reference(to: known) ?? place
            }
            guard correction != record.correction else { continue }
            record.correction = correction
            try record.update(db)
        }
        return count
    }
}
