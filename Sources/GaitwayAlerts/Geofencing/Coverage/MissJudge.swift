// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Finds why a strategy missed an entry.
struct MissJudge {
    private let phone: PhoneModel
    private let places: PlaceSet
    private let fixes: AcceptedFixes
    private let numbers: [String: Int]

    /// Later than any time of a track.
    private static let forEver = Duration.nanoseconds(Int64.max)

    init(_ phone: PhoneModel, places: PlaceSet, fixes: AcceptedFixes) {
        self.phone = phone
        self.places = places
        self.fixes = fixes
        // Only watched places are of interest; the dictionary leaves out all others.
        var numbers: [String: Int] = [:]
        for index in phone.watches.keys { numbers[places.places[index].identifier] = index }
        self.numbers = numbers
    }

    func reason(_ visit: PlaceStay) -> CoverageReport.Reason {
        let from = visit.enter.edge
        let to = visit.exit?.edge ?? Self.forEver
        let watches = numbers[visit.enter.region].flatMap { phone.watches[$0] } ?? []
        let during = watches.filter { $0.from <= to && ($0.to ?? Self.forEver) >= from }
        if let restart = phone.conditions.restarts.last(where: { $0 <= to }), restart >= from || during.isEmpty,
            !phone.choices.contains(where: { $0 >= restart && $0 <= from })
        {
            return .restarted
        }
        if let first = during.first {
            if first.from > from, phone.ignoresAlreadyInside { return .alreadyInside }
            let isWatched = during.contains { ($0.to ?? Self.forEver) >= to }
            if phone.loitered.contains(visit.enter.region), isWatched { return .leftEarly }
            return first.from > from ? .registeredLate : .droppedEarly
        }
        guard let choice = phone.choices.last(where: { $0 <= to }) else { return .beforeFirstSet }
        if phone.refusals.contains(where: { $0 > choice && $0 <= to }) { return .fixRefused }
        // Without a fix there is no entry.
        guard let fix = fixes.last(at: from) ?? fixes.last(at: Self.forEver) else { return .beforeFirstSet }
        let nearest = places.index.nearest(phone.watchedPlaces, latitude: fix.latitude, longitude: fix.longitude)
        let isNear = nearest.contains { places.places[$0.index].identifier == visit.enter.region }
        return isNear ? .setOutOfDate : .outranked
    }
}
