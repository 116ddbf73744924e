// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A circle with a name, such as a place of a place set.
package struct NamedCircle: Sendable, Hashable {
    /// The name of the place.
    package var name: String
    /// Degrees north of the centre.
    package var latitude: Double
    /// Degrees east of the centre.
    package var longitude: Double
    /// The radius in metres.
    package var radius: Double

    /// A circle with a name.
    package init(name: String, latitude: Double, longitude: Double, radius: Double) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }
}

extension TimelineDocument {
    /// Groups visits by place, makes visits of short stops at known places, and numbers the places.
    package mutating func findPlaces(_ circles: [NamedCircle] = []) {
        visitKnownPlaces(circles)
        numberPlaces()
    }

    /// Groups visits by place, and makes a visit of each short stop whose place is known: it was visited, or a circle
    /// contains the stop. A stop that no report tells needs a place with a name or with two visits.
    package mutating func visitKnownPlaces(_ circles: [NamedCircle] = []) {
        var clusterer = PlaceClusterer(places: places)
        items = clusterer.assign(items)
        let grid = CircleGrid(circles)
        var visits: [String: Int] = [:]
        for case .visit(let visit) in items { visits[visit.placeIdentifier ?? "", default: 0] += 1 }
        items = clusterer.assign(
            items.visiting { stop in
                let place = clusterer.nearest(to: stop.latitude, stop.longitude)
                let isNamed =
                    place?.name != nil || grid.nearest(of: circles, to: stop.latitude, stop.longitude) != nil
                guard let place else {
                    return isNamed ? PlaceIdentifier.text(latitude: stop.latitude, longitude: stop.longitude) : nil
                }
                let isFamiliar = isNamed || visits[place.identifier, default: 0] >= ShortStop.fewestVisits
                return stop.isTold || isFamiliar ? place.identifier : nil
            })
        places = clusterer.places
    }

    /// Names each nameless place after the circle that contains it. Of several circles, the one with the nearest centre
    /// counts.
    package mutating func namePlaces(by circles: [NamedCircle]) {
        let grid = CircleGrid(circles)
        for index in places.indices where places[index].name == nil {
            places[index].name = grid.nearest(of: circles, to: places[index].latitude, places[index].longitude)?.name
        }
    }
}

extension CircleGrid {
    /// The grid of all circles, each with its index.
    fileprivate init(_ circles: [NamedCircle]) {
        self.init()
        for (index, circle) in circles.enumerated() {
            insert(index, latitude: circle.latitude, longitude: circle.longitude, radius: circle.radius)
        }
    }

    /// The circle that contains a position; of several, the one with the nearest centre.
    fileprivate func nearest(of circles: [NamedCircle], to latitude: Double, _ longitude: Double) -> NamedCircle? {
        var nearest: (distance: Double, index: Int)?
        forEach(near: latitude, longitude) { index in
            let circle = circles[index]
            let distance = Ellipsoid.distance(latitude, longitude, circle.latitude, circle.longitude)
            guard distance <= circle.radius, (distance, index) < nearest ?? (.infinity, .max) else { return }
            nearest = (distance, index)
        }
        return nearest.map { circles[$0.index] }
    }
}
