// SPDX-License-Identifier: Apache-2.0
/// A circle to hide, such as a home, a school or a friend's flat.
package struct PrivacyZone: Sendable, Hashable {
    /// Degrees north of the centre, -90...90.
    package var latitude: Double
    /// Degrees east of the centre, -180...180.
    package var longitude: Double
    /// The radius in metres, above 0.
    package var radius: Double

    package init(latitude: Double, longitude: Double, radius: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }

    /// Whether exports leave out a position for this zone.
    package func hides(latitude: Double, longitude: Double) -> Bool {
        HiddenArea(self).contains(latitude: latitude, longitude: longitude)
    }
}
