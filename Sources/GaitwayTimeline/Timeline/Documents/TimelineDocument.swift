// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The content of a timeline file: items, and the places of visits.
public struct TimelineDocument: Sendable, Hashable {
    /// The items in time order; each ends where the next begins.
    public var items: [TimelineItem]
    /// The places of the visits. A visit may name a place that is missing here.
    public var places: [VisitedPlace]

    /// A timeline of items that touch, in time order.
    public init(items: [TimelineItem], places: [VisitedPlace] = []) {
        self.items = items
        self.places = places
    }

    /// The span from the first item's start to the last item's end; nil without items.
    public var span: TimeSpan? {
        guard let first = items.first, let last = items.last else { return nil }
        return TimeSpan(start: first.span.start, end: last.span.end)
    }

    /// The names of places, by identifier.
    var namesOfPlaces: [String: String] {
        var names: [String: String] = [:]
        for place in places { names[place.identifier] = place.name }
        return names
    }

    /// What places are called, by identifier.
    var titlesOfPlaces: [String: String] {
        Dictionary(places.map { ($0.identifier, $0.title) }) { first, _ in first }
    }

    /// Gives each visited place without a number the next free one, in the order of first visits. A number that a file
    /// gave stays; of two places with one number, the first one in the list keeps it.
    package mutating func numberPlaces() {
        var taken: Set<Int> = []
        var rows: [String: Int] = [:]
        for index in places.indices {
            if let number = places[index].number, !taken.insert(number).inserted { places[index].number = nil }
            rows[places[index].identifier] = index
        }
        var next = 1
        for case .visit(let visit) in items {
            guard let row = visit.placeIdentifier.flatMap({ rows[$0] }), places[row].number == nil else { continue }
            while taken.contains(next) { next += 1 }
            places[row].number = next
            taken.insert(next)
        }
    }
}
