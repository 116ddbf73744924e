import MotionTypes

/// A monitored circle, and what is known beyond it of the place.
public struct Region: Sendable, Hashable {
    /// Names the region; one with the same name replaces it.
    public var identifier: String
    /// Degrees north of the centre.
    public var latitude: Double
    /// Degrees east of the centre.
    public var longitude: Double
    /// Metres.
    public var radius: Double
    /// The place's own edge, within the circle. A phone monitors the circle alone: inside of it the app compares each fix.
    public var polygon: Polygon?
    /// How long after an enter event a dwell event comes; nil for the policy's.
    public var dwellTime: Duration?

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
        polygon = place.polygon
        dwellTime = place.rules.dwell
    }
}
