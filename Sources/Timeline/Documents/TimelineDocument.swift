public import MotionTypes

/// A timeline as files carry it: its items, and what is known of the places of its visits.
public struct TimelineDocument: Sendable, Hashable {
    /// In the order of time; each ends where the next begins.
    public var items: [TimelineItem]
    /// The places that the visits name; a visit may name one that is not among them.
    public var places: [VisitedPlace]

    /// A timeline.
    public init(items: [TimelineItem], places: [VisitedPlace] = []) {
        self.items = items
        self.places = places
    }

    /// From the first item's start to the last one's end; nil without items.
    public var span: TimeSpan? {
        guard let first = items.first, let last = items.last else { return nil }
        return TimeSpan(start: first.span.start, end: last.span.end)
    }

    /// What people call the places, by identifier.
    var namesOfPlaces: [String: String] {
        var names: [String: String] = [:]
        for place in places { names[place.identifier] = place.name }
        return names
    }
}
