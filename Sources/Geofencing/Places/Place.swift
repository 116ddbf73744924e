/// A named point with a radius and a story, which is told when somebody comes near.
public struct Place: Sendable, Hashable {
    /// Names the place; of a set, each has its own.
    public var identifier: String
    /// What the alert is called.
    public var title: String
    /// What the alert says.
    public var blurb: String
    /// Degrees north, -90...90, WGS 84.
    public var latitude: Double
    /// Degrees east, -180...180, WGS 84.
    public var longitude: Double
    /// Metres: the place's own, else its story's, else 100.
    public var radius: Double
    /// The story that the place belongs to, if any.
    public var story: String?
    /// Where to read on.
    public var url: String?

    /// The radius where neither place nor story has one, in metres.
    public static let defaultRadius = 100.0
    /// No region is larger, in metres; phones refuse larger ones.
    public static let largestRadius = 100_000.0

    /// A place.
    public init(
        identifier: String, title: String = "", blurb: String = "", latitude: Double, longitude: Double,
        radius: Double = Place.defaultRadius, story: String? = nil, url: String? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.blurb = blurb
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.story = story
        self.url = url
    }
}
