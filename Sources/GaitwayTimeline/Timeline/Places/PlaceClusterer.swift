// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Assigns visits to places.
///
/// Visits are taken in time order. Each goes to the nearest known place whose radius contains it, or else founds a new
/// place. A place never moves, so that later days do not change the places of earlier visits. Places from an earlier
/// run keep their identifiers, also if older days are added. A new identifier consists of the founding visit's
/// coordinates, so that the same days give the same identifiers on every machine.
package struct PlaceClusterer: Sendable {
    /// All places so far, in the order of their founding.
    package private(set) var places: [VisitedPlace]
    private let radius: Double
    private var grid = CircleGrid()
    private var identifiers: Set<String> = []

    /// A clusterer that knows `places`. New places have a radius of `radius` metres.
    package init(places: [VisitedPlace] = [], radius: Double = VisitedPlace.defaultRadius) {
        self.places = places
        self.radius = radius
        for index in places.indices { note(index) }
    }

    /// The index of the nearest of several places whose radius contains a position; the first of equally near ones.
    package static func nearest(of places: [VisitedPlace], to latitude: Double, _ longitude: Double) -> Int? {
        var best = Best(latitude: latitude, longitude: longitude)
        for index in places.indices { best.compare(index, places[index]) }
        return best.index
    }

    /// The nearest known place whose radius contains a position; nil if there is none.
    package func nearest(to latitude: Double, _ longitude: Double) -> VisitedPlace? {
        var best = Best(latitude: latitude, longitude: longitude)
        grid.forEach(near: latitude, longitude) { best.compare($0, places[$0]) }
        return best.index.map { places[$0] }
    }

    /// The place of a visit; a new one if none exists.
    package mutating func place(of visit: Visit) -> VisitedPlace {
        if let nearest = nearest(to: visit.latitude, visit.longitude) { return nearest }
        let founded = VisitedPlace(
            identifier: freeIdentifier(for: visit), latitude: visit.latitude, longitude: visit.longitude,
            radius: radius)
        places.append(founded)
        note(places.count - 1)
        return founded
    }

    /// The items with the place of each visit filled in. A visit that already names a known place keeps it.
    package mutating func assign(_ items: [TimelineItem]) -> [TimelineItem] {
        items.map { item in
            guard case .visit(var visit) = item else { return item }
            if let named = visit.placeIdentifier, identifiers.contains(named) { return item }
            visit.placeIdentifier = place(of: visit).identifier
            return .visit(visit)
        }
    }

    private func freeIdentifier(for visit: Visit) -> String {
        let base = PlaceIdentifier.text(latitude: visit.latitude, longitude: visit.longitude)
        guard identifiers.contains(base) else { return base }
        var number = 2
        while identifiers.contains(base + "-" + String(number)) { number += 1 }
        return base + "-" + String(number)
    }

    private mutating func note(_ index: Int) {
        let place = places[index]
        identifiers.insert(place.identifier)
        grid.insert(index, latitude: place.latitude, longitude: place.longitude, radius: place.radius)
    }

    /// The nearest place so far whose radius contains a position.
    private struct Best {
        let latitude: Double
        let longitude: Double
        private(set) var index: Int?
        private var distance = Double.infinity

        init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

        mutating func compare(_ other: Int, _ place: VisitedPlace) {
            // For most places, the difference of latitudes shows that they are too far.
            let north = (place.latitude - latitude).magnitude * Ellipsoid.leastMetresPerDegree
            guard north <= place.radius else { return }
            let distance = Ellipsoid.shortDistance(place.latitude, place.longitude, latitude, longitude)
            guard distance <= place.radius, (distance, other) < (self.distance, index ?? .max) else { return }
            (self.distance, index) = (distance, other)
        }
    }
}
