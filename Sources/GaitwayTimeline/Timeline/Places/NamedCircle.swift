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
    /// Names each nameless place after the circle that contains it. Of several circles, the one with the nearest centre
    /// counts.
    package mutating func namePlaces(by circles: [NamedCircle]) {
        var grid = CircleGrid()
        for (index, circle) in circles.enumerated() {
            grid.insert(index, latitude: circle.latitude, longitude: circle.longitude, radius: circle.radius)
        }
        for index in places.indices where places[index].name == nil {
            let place = places[index]
            var nearest: (distance: Double, index: Int)?
            grid.forEach(near: place.latitude, place.longitude) { index in
                let circle = circles[index]
                let distance = Ellipsoid.distance(
                    place.latitude, place.longitude, circle.latitude, circle.longitude)
                guard distance <= circle.radius, (distance, index) < nearest ?? (.infinity, .max) else { return }
                nearest = (distance, index)
            }
            places[index].name = nearest.map { circles[$0.index].name }
        }
    }
}
