// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A monitored circle, or the circle around a monitored polygon.
package struct Region: Sendable, Hashable {
    /// Names the region; a region with the same name replaces it.
    package var identifier: String
    /// Degrees north of the centre.
    package var latitude: Double
    /// Degrees east of the centre.
    package var longitude: Double
    /// Metres.
    package var radius: Double
    /// The place's own edge, within the circle. A phone monitors the circle alone: inside of it the app compares each
    /// fix.
    package var polygon: Polygon?
    /// How long after an enter event a dwell event comes; nil for the policy's.
    var dwellTime: Duration?

    package init(identifier: String, latitude: Double, longitude: Double, radius: Double) {
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }

    /// The circle around a place.
    package init(_ place: Place) {
        self.init(
            identifier: place.identifier, latitude: place.latitude, longitude: place.longitude, radius: place.radius)
        polygon = place.polygon
        dwellTime = place.rules.dwell
    }
}
