/// A monitored circle.
public struct Region: Sendable, Hashable {
    /// Names the region; one with the same name replaces it.
    public var identifier: String
    /// Degrees north of the centre.
    public var latitude: Double
    /// Degrees east of the centre.
    public var longitude: Double
    /// Metres.
    public var radius: Double

    /// A circle.
    public init(identifier: String, latitude: Double, longitude: Double, radius: Double) {
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }

    /// The circle around a place.
    public init(_ place: Place) {
        self.init(
            identifier: place.identifier, latitude: place.latitude, longitude: place.longitude,
            radius: place.radius)
    }
}
