public import MotionTypes

/// A named point with a radius, or a polygon, and a story, which is told when somebody comes near.
public struct Place: Sendable, Hashable {
    /// Names the place; of a set, each has its own.
    public var identifier: String
    /// What the alert is called.
    public var title: String
    /// What the alert says.
    public var blurb: String
    /// Degrees north, -90...90, WGS 84; of a polygon, the centre of the circle around it.
    public var latitude: Double
    /// Degrees east, -180...180, WGS 84.
    public var longitude: Double
    /// Metres: the place's own, else its story's, else 100; of a polygon, the radius of the circle around it.
    public var radius: Double
    /// The story that the place belongs to, if any.
    public var story: String?
    /// Where to read on.
    public var url: String?
    /// What few places have, so that the others pay for a reference alone.
    private var extras: Extras?

    private indirect enum Extras: Sendable, Hashable {
        case both(Polygon?, Rules?)
    }

    private indirect enum Rules: Sendable, Hashable {
        case rules(AlertRules)
    }

    /// The edge of a place that is no circle.
    public var polygon: Polygon? { if case .both(let polygon, _)? = extras { polygon } else { nil } }

    /// What the place asks of its alerts.
    public var rules: AlertRules {
        get { if case .both(_, .rules(let rules)?)? = extras { rules } else { AlertRules() } }
        set {
            let polygon = polygon
            let rules = newValue == AlertRules() ? nil : Rules.rules(newValue)
            extras = polygon == nil && rules == nil ? nil : Extras.both(polygon, rules)
        }
    }

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

    /// A place with an edge of its own.
    public init(
        identifier: String, title: String = "", blurb: String = "", polygon: Polygon, story: String? = nil,
        url: String? = nil
    ) {
        self.init(
            identifier: identifier, title: title, blurb: blurb, latitude: polygon.latitude,
            longitude: polygon.longitude, radius: polygon.radius, story: story, url: url)
        extras = Extras.both(polygon, nil)
    }
}
