/// A fix: one location sample. What the logger did not know is nil, never 0 or -1.
public struct Location: Sendable, Hashable {
    /// The time since the recording's first accelerometer sample.
    public var elapsed: Duration
    /// Degrees north, -90...90, WGS 84.
    public var latitude: Double
    /// Degrees east, -180...180, WGS 84.
    public var longitude: Double
    /// Metres above the ellipsoid or the sea, as the logger has it.
    public var altitude: Double?
    /// Metres per second.
    public var speed: Double?
    /// Degrees clockwise from north.
    public var course: Double?
    /// Radius of the 68 % circle, in metres.
    public var horizontalAccuracy: Double?

    /// A fix.
    public init(
        elapsed: Duration, latitude: Double, longitude: Double, altitude: Double? = nil,
        speed: Double? = nil, course: Double? = nil, horizontalAccuracy: Double? = nil
    ) {
        self.elapsed = elapsed
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.horizontalAccuracy = horizontalAccuracy
    }
}
