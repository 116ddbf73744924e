// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

extension TimelineReader {
    /// The present identifier of the place that an identifier refers to.
    func existingPlace(_ identifier: String) throws -> String {
        guard let found = try lookup.identifier(identifier) else {
            throw InputError.empty(
                "there is no place \(identifier)",
                remedy: "give an identifier as the timeline has it, or add the log first that has a visit to it")
        }
        return merges.root(of: found)
    }

    /// The places of visits and corrections, without those merged into others; or those wanted, without their counts of
    /// visits, for which the whole store is looked through.
    func places(_ wanted: Set<String>? = nil) throws -> [StoredPlace] {
        let records =
            (try PlaceRecord.order(Column("identifier")).fetchAll(db) + lookup.founded.map(PlaceRecord.init))
            .sorted { $0.place.identifier < $1.place.identifier }
        let stays = wanted == nil ? try lookup.staysAtFounded(corrections) : [:]
        let byIdentifier = Dictionary(records.map { ($0.place.identifier, $0) }) { first, _ in first }
        let counts = wanted == nil ? try visitCounts() : [:]
        let stops = wanted == nil ? Dictionary(grouping: try visitedStops()) { $0.place }.mapValues(\.count) : [:]
        return records.compactMap { record in
            guard merges.root(of: record.place.identifier) == record.place.identifier else { return nil }
            let members = merges.members(of: record.place.identifier).compactMap { byIdentifier[$0] }
            let count = members.reduce(0) {
                $0 + ($1.id.flatMap { counts[$0] } ?? 0) + (stays[$1.place.identifier] ?? 0)
                    + (stops[$1.place.identifier] ?? 0)
            }
            let isShown =
                wanted?.contains(record.place.identifier)
                ?? (count > 0 || members.contains { merges.spoken.contains($0.place.identifier) })
            guard isShown else { return nil }
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

    // MARK: Short stops

    /// The identifier of the place that contains a short stop; nil if the store knows none there, or not well enough
    /// for a stop that no report tells.
    func knownPlace(of stop: ShortStop) throws -> String? {
        let position = PlaceReference(latitude: stop.latitude, longitude: stop.longitude)
        guard let place = try lookup.identifier(position) else { return nil }
        return try stop.isTold || isFamiliar(place) ? place : nil
    }

    /// Whether a place has a name, was founded by a correction, or has two visits, short stops apart.
    private func isFamiliar(_ identifier: String) throws -> Bool {
        let root = merges.root(of: identifier)
        if let known = lookup.familiar[root] { return known }
        let found = try hasNameOrVisits(merges.members(of: root))
        lookup.familiar[root] = found
        return found
    }

    private func hasNameOrVisits(_ members: [String]) throws -> Bool {
        var visits = 0
        for member in members {
            guard !merges.isNamed(member), let record = try PlaceTable(db: db).record(member), record.place.name == nil
            else { return true }
            visits +=
                try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE place = ?", arguments: [record.id]) ?? 0
        }
        return visits >= ShortStop.fewestVisits
    }

    /// The short stops at known places, with the identifiers of these.
    func visitedStops() throws -> [(span: TimeSpan, place: String)] {
        try Row.fetchAll(
            db, sql: "SELECT shortStop.* FROM shortStop JOIN item ON item.id = shortStop.item WHERE item.timeline = ?",
            arguments: [StoreSchema.derivedTimeline]
        ).compactMap { row in
            let stop = try ShortStop(row: row)
            return try knownPlace(of: stop).map { (stop.span, $0) }
        }
    }

    // MARK: Where to look

    /// The times of visits to a place before corrections.
    func spansOfVisits(to root: String) throws -> [TimeSpan] {
        let members = merges.members(of: root)
        let stops = try visitedStops().filter { members.contains($0.place) }.map(\.span)
        return try stops
            + members.flatMap { identifier in
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
