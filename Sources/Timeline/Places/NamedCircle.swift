internal import Geodesy

/// A place that somebody has a name for.
package struct NamedCircle: Sendable, Hashable {
    /// What it is called.
    package var name: String
    /// Its middle, in degrees north.
    package var latitude: Double
    /// Its middle, in degrees east.
    package var longitude: Double
    /// In metres.
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
    /// Names each place that has no name after the circle that holds it; of several after the one whose middle is nearest.
    package mutating func namePlaces(by circles: [NamedCircle]) {
        for index in places.indices where places[index].name == nil {
            let place = places[index]
            let distances = circles.map { circle in
                Ellipsoid.distance(place.latitude, place.longitude, circle.latitude, circle.longitude)
            }
            let holding = circles.indices.filter { distances[$0] <= circles[$0].radius }
            places[index].name = holding.min { distances[$0] < distances[$1] }.map { circles[$0].name }
        }
    }
}
