import Geodesy
internal import MotionTypes

/// Says which visits were at the same place.
///
/// Visits are taken in the order of time; each goes to the nearest known place whose radius holds it, else it founds one. A
/// place never moves, so what was said of earlier visits holds when later days are added; and places handed in from an
/// earlier run keep their identifiers when older days are added too. A new identifier is made from the founding visit's
/// coordinates, so that the same days give the same identifiers on every run and machine.
public struct PlaceClusterer: Sendable {
    /// All places known so far, in the order in which they were founded.
    public private(set) var places: [VisitedPlace]
    private let radius: Double

    /// A clusterer that knows `places`; new ones get `radius` metres.
    public init(places: [VisitedPlace] = [], radius: Double = VisitedPlace.defaultRadius) {
        self.places = places
        self.radius = radius
    }

    /// The place of a visit, founded if there is none.
    public mutating func place(of visit: Visit) -> VisitedPlace {
        var nearest: VisitedPlace?
        var least = Double.infinity
        for place in places {
            // The difference of latitudes alone tells of most places that they are too far.
            let north = abs(place.latitude - visit.latitude) * Ellipsoid.leastMetresPerDegree
            guard north <= place.radius else { continue }
            let distance = Ellipsoid.shortDistance(
                place.latitude, place.longitude, visit.latitude, visit.longitude)
            if distance <= place.radius, distance < least {
                least = distance
                nearest = place
            }
        }
        if let nearest { return nearest }
        let founded = VisitedPlace(
            identifier: freeIdentifier(for: visit), latitude: visit.latitude, longitude: visit.longitude,
            radius: radius)
        places.append(founded)
        return founded
    }

    /// The items with the place of each visit filled in; a visit that names a known place stays there.
    public mutating func assign(_ items: [TimelineItem]) -> [TimelineItem] {
        items.map { item in
            guard case .visit(var visit) = item else { return item }
            if let named = visit.placeIdentifier, places.contains(where: { $0.identifier == named }) { return item }
            visit.placeIdentifier = place(of: visit).identifier
            return .visit(visit)
        }
    }

    private func freeIdentifier(for visit: Visit) -> String {
        let base = PlaceIdentifier.text(latitude: visit.latitude, longitude: visit.longitude)
        guard places.contains(where: { $0.identifier == base }) else { return base }
        var number = 2
        while places.contains(where: { $0.identifier == base + "-" + String(number) }) { number += 1 }
        return base + "-" + String(number)
    }
}
