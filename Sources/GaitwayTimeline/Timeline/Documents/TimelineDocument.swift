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
}
