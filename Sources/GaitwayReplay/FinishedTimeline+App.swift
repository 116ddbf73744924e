// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// What an app had found by itself, as a timeline that fills what the fixes leave open.
extension FinishedTimeline {
    /// The stays and ways of a track, or nil.
    ///
    /// Where two overlap, the one that begins first stands and the other is cut: an app's own stays within stays, and
    /// the same day in two files of one export. A way with another activity than ours is left out of the timeline; the
    /// track keeps it.
    init?(_ track: Track, source: String) {
        let visits = track.visits.map { visit in
            var own = Visit(span: visit.span, latitude: visit.latitude, longitude: visit.longitude, fixCount: 0)
            own.isConfirmed = visit.isConfirmed
            return TimelineItem.visit(own)
        }
        let moves = track.moves.compactMap { move in move.flags?.movement.map { Self.item(move, $0) } }
        var items: [TimelineItem] = []
        // Stays before ways, and longer ones before shorter, where both begin at once.
        for item in (visits + moves).sorted(by: { ($0.span.start, $1.span.end) < ($1.span.start, $0.span.end) }) {
            let from = max(item.span.start, items.last?.span.end ?? item.span.start)
            guard from < item.span.end, let part = item.clipped(to: TimeSpan(start: from, end: item.span.end)) else {
                continue
            }
            items.append(part)
        }
        guard !items.isEmpty else { return nil }
        var clusterer = PlaceClusterer()
        items = clusterer.assign(items)
        var places = clusterer.places
        let indices = Dictionary(
            places.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        // What the app calls a place, it calls all visits within the place's radius, and all with its identifier; the
        // first name counts.
        var named: [String: Int] = [:]
        for visit in track.visits.sorted(by: { $0.span.start < $1.span.start }) {
            let place = clusterer.place(
                of: Visit(span: visit.span, latitude: visit.latitude, longitude: visit.longitude))
            guard let index = indices[place.identifier] else { continue }
            if let name = visit.name { places[index].name = places[index].name ?? name }
            if let own = visit.place { named[own] = named[own] ?? index }
        }
        let known = Dictionary(track.visits.map { ($0.span.start, $0.place) }, uniquingKeysWith: { first, _ in first })
        for index in items.indices {
            guard case .visit(var visit) = items[index], let own = known[visit.span.start] ?? nil,
                let place = named[own]
            else { continue }
            visit.placeIdentifier = places[place].identifier
            items[index] = .visit(visit)
        }
        self.init(source: source, timeline: TimelineDocument(items: items, places: places))
    }

    private init(source: String, timeline: TimelineDocument) {
        self.source = source
        self.timeline = timeline
        notes = []
        isDerived = true
    }

    /// How many ways there are.
    var moveCount: Int { timeline.items.count { if case .move = $0 { true } else { false } } }

    private static func item(_ move: ReportedMove, _ activity: Activity) -> TimelineItem {
        .move(Move(span: move.span, sections: [section(move, activity)]))
    }

    private static func section(_ move: ReportedMove, _ activity: Activity) -> MoveSection {
        var section = MoveSection(
            span: move.span, activity: activity, evidence: .reports, unobservedDistance: move.distance ?? 0)
        if activity == .automotive { section.vehicle = Vehicle(word: move.kind) }
        return section
    }
}
