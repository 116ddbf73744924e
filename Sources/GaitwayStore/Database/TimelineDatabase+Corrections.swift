// SPDX-License-Identifier: Apache-2.0
internal import GRDB
public import GaitwayBase
package import GaitwayTimeline

extension TimelineDatabase {
    /// Adds a correction. It replaces an earlier correction of the same subject (this span's activity, this place's
    /// name); otherwise it applies after all earlier ones. A correction that already holds changes nothing.
    ///
    /// A place may be named by its identifier in this store. The store keeps its position and the time of a visit.
    ///
    /// - Throws: `InputError` if the correction fits nothing.
    @discardableResult
    public func correct(_ correction: Correction) throws(InputError) -> StoredCorrection {
        try replace(by: correction).kept
    }

    /// The same as ``correct(_:)``, with the earlier correction that it replaces, by which a page takes it back.
    package func replace(
        by correction: Correction
    ) throws(InputError) -> (kept: StoredCorrection, replaced: (number: Int64, correction: Correction)?) {
        try write { db in
            try correction.check()
            let reader = try TimelineReader(db)
            let complete = try correction.mapPlaces { place in
                if case .stay = correction, place.position != nil, try reader.lookup.placeOfStay(place) == nil {
                    // The stay founds its place.
                    return place
                }
                let identifier = try reader.lookup.identifier(place) ?? reader.existingPlace(place.text)
                return place.time == nil ? try reader.lookup.reference(to: identifier) ?? place : place
            }
            if case .samePlace(let place, let other) = complete,
                try reader.lookup.identifier(place) == reader.lookup.identifier(other)
            {
                throw Self.nothing(correction)
            }
            var known = try KnownCorrections(reader.corrections) { place in
                try reader.lookup.identifier(place).map(PlaceReference.init(identifier:)) ?? place
            }
            let (record, isNew, earlier) = try known.keep(complete, db)
            guard let number = record.id, try !isNew || TimelineReader(db).fits(record) else {
                throw Self.nothing(correction)
            }
            let replaced = earlier.flatMap { earlier in earlier.id.map { (number: $0, correction: earlier.correction) }
            }
            return (StoredCorrection(number: number, correction: record.correction, fits: true), replaced)
        }
    }

    /// Adds the corrections of a file in their order, all or none. A correction that fits nothing yet is kept and
    /// applies as soon as its days are added.
    ///
    /// - Returns: the store's corrections afterwards.
    /// - Throws: `InputError` for a wrong correction, such as a span that ends before it begins. ``CorrectionDocument``
    ///   refuses these when it reads a file.
    @discardableResult
    package func correct(_ document: CorrectionDocument) throws(InputError) -> [StoredCorrection] {
        try write { db in
            // Two places may look like one until more days are added, so only identical references count as the same.
            var known = try KnownCorrections(TimelineReader(db).corrections)
            for correction in document.corrections {
                try correction.check()
                _ = try known.keep(correction, db)
            }
            return try Self.corrections(db)
        }
    }

    /// All corrections in the order in which they were made. Each tells whether it still fits.
    ///
    /// - Throws: `InputError` if the store cannot be read.
    public func corrections() throws(InputError) -> [StoredCorrection] { try read(Self.corrections) }

    private static func corrections(_ db: Database) throws -> [StoredCorrection] {
        let reader = try TimelineReader(db)
        let fitting = try reader.fittingCorrections()
        return reader.corrections.map { record in
            guard let number = record.id else { preconditionFailure("a fetched correction has a row") }
            return StoredCorrection(number: number, correction: record.correction, fits: fitting.contains(number))
        }
    }

    /// The number of corrections to each activity. From the next input on, they make these likelier for rides whose
    /// activity only their speeds tell; a withdrawn correction no longer counts.
    package func statedModes() throws(InputError) -> [Activity: Int] { try read(Self.statedModes) }

    /// The places that corrections refer to, as they are called apart from merges.
    package func places(of corrections: [Correction]) throws(InputError) -> [PlaceReference: VisitedPlace] {
        try read { db in
            let reader = try TimelineReader(db)
            var places: [PlaceReference: VisitedPlace] = [:]
            for reference in corrections.flatMap(\.places) where places[reference] == nil {
                places[reference] = try reader.placeReferred(to: reference)
            }
            return places
        }
    }

    /// Withdraws a correction.
    ///
    /// - Throws: `InputError` if there is no correction with this number.
    public func withdraw(correction number: Int64) throws(InputError) {
        try write { db in
            guard try CorrectionRecord.deleteOne(db, key: number) else {
                throw InputError.empty(
                    "there is no correction \(number)", remedy: "give the number of one that is listed")
            }
        }
    }

    private static func nothing(_ correction: Correction) -> InputError {
        let (problem, remedy): (String, Remedy) =
            switch correction {
            case .stay, .gap, .trip: ("the timeline has nothing at that time", "give a time within its days")
            case .boundary:
                (
                    "no item ends at that time, or it does not reach the other one",
                    "give the end of an item, and a time within it or the next"
                )
            case .activity, .vehicle: ("no section of a move lies there", "give the start and the end of a section")
            case .split: ("there is no item at that time", "give a time within an item")
            case .visit: ("there are no items with a visit to merge", "give the time from a visit to another item")
            case .move: ("there are no items with a move to merge", "give the time from a move to another item")
            case .name, .radius: ("the place has no visit", "name a place that has one")
            case .samePlace: ("the two places are one already", "give two places")
            }
        return .empty(problem, remedy: remedy)
    }
}
