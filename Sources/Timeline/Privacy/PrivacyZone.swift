/// A circle of which nothing shall be told: a home, a school, a friend's flat.
package struct PrivacyZone: Sendable, Hashable {
    /// Its middle, in degrees north, -90...90.
    package var latitude: Double
    /// Its middle, in degrees east, -180...180.
    package var longitude: Double
    /// In metres, above 0.
    package var radius: Double

    /// A circle.
    package init(latitude: Double, longitude: Double, radius: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }
}
