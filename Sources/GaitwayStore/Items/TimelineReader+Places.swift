// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

extension TimelineReader {
    /// The present identifier of the place that an identifier refers to.
    ///
    /// - Throws: `InputError` if there is no such place.
    func existingPlace(_ identifier: String) throws -> String {
        guard let found = try lookup.identifier(identifier) else {
            throw InputError(
                .empty, problem: "there is no place \(identifier)",
                remedy: "give an identifier as the timeline has it, or add the log first that has a visit to it")
        }
        return merges.root(of: found)
    }

    /// The places of visits and corrections, without those merged into others.
    func places() throws -> [StoredPlace] {
        let records =
            (try PlaceRecord.order(Column("identifier")).fetchAll(db) + lookup.founded.map(PlaceRecord.init))
            .sorted { $0.place.identifier < $1.place.identifier }
        let stays = try lookup.staysAtFounded(corrections)
        let byIdentifier = Dictionary(records.map { ($0.place.identifier, $0) }) { first, _ in first }
        let counts = try visitCounts()
        return records.compactMap { record in
            guard merges.root(of: record.place.identifier) == record.place.identifier else { return nil }
            let members = merges.members(of: record.place.identifier).compactMap { byIdentifier[$0] }
            let count = members.reduce(0) {
                $0 + ($1.id.flatMap { counts[$0] } ?? 0) + (stays[$1.place.identifier] ?? 0)
            }
            guard count > 0 || members.contains(where: { merges.spoken.contains($0.place.identifier) }) else {
                return nil
            }
            let merged = members.dropFirst().map(\.place)
            var place = record.numbered
            place.name = merges.name(of: place, merged: merged)
            place.radius = merges.radius(of: place)
            return StoredPlace(place: place, merged: merged.map(\.identifier), visitCount: count)
        }
    }

    /// The place that a correction refers to, as it is called apart from merges; nil if the store has none there.
    func placeReferred(to reference: PlaceReference) throws -> VisitedPlace? {
        guard let identifier = try lookup.identifier(reference) else { return nil }
        guard let record = try PlaceTable(db: db).record(identifier) else { return try lookup.place(reference) }
        var place = record.numbered
        place.name = merges.name(of: place, merged: [])
        return place
    }

    private func visitCounts() throws -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT place, count(*) FROM item WHERE place IS NOT NULL GROUP BY place")
        while let row = try rows.next() { counts[try row.decode(atIndex: 0)] = try row.decode(Int.self, atIndex: 1) }
        return counts
    }

    // MARK: Where to look

    /// The times of visits to a place before corrections.
    func spansOfVisits(to root: String) throws -> [TimeSpan] {
        let members = merges.members(of: root)
        return try members.flatMap { identifier in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT startTime, endTime FROM item
                    WHERE place = (SELECT id FROM place WHERE identifier = ?)
                    """, arguments: [identifier]
            ).map { try $0.span }
        }
    }

    /// The times of sections with an activity before corrections.
    func spansOfSections(_ activity: Activity) throws -> [TimeSpan] {
        try Row.fetchAll(
            db, sql: "SELECT startTime, endTime FROM section WHERE activity = ?", arguments: [activity.rawValue]
        ).map { try $0.span }
    }

    /// The corrected items at `spans`, and wherever a person corrected something, within `window`. Each comes once, in
    /// time order.
    func items(near spans: [TimeSpan], during window: TimeSpan?) throws -> [TimelineItem] {
        let all = (spans + self.spans.groups.map(\.span)).sorted { $0.start < $1.start }
        var items: [TimelineItem] = []
        for span in all where window.map({ $0.overlaps(span) }) ?? true {
            // Spans are in order, but an item may contain several.
            if let last = items.last, last.span.end >= span.end { continue }
            let found = try self.items(during: span).items
            items += found.filter { $0.span.start >= items.last?.span.end ?? $0.span.start }
        }
        return items.filter { item in window.map { $0.overlaps(item.span) } ?? true }
    }
}
