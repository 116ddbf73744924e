// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A named point with a radius, or a polygon, and the story that its alert tells.
public struct Place: Sendable, Hashable {
    /// Names the place; unique in a set.
    public var identifier: String
    /// The title of the alert.
    public var title: String
    /// The text of the alert.
    public var blurb: String
    /// Degrees north, -90...90, WGS 84; of a polygon, the centre of the circle around it.
    public var latitude: Double
    /// Degrees east, -180...180, WGS 84.
    public var longitude: Double
    /// Metres: the place's own, else its story's, else 100; of a polygon, the radius of the circle around it.
    public var radius: Double
    /// The story that the place belongs to, if any.
    public var story: String?
    /// An address with more about the place; nil without one.
    public var url: String?
    /// Members that few places have; the others store one reference.
    private var extras: Extras?

    private indirect enum Extras: Sendable, Hashable {
        case both(Polygon?, Rules?)
    }

    private indirect enum Rules: Sendable, Hashable {
        case rules(AlertRules)
    }

    /// The edge of a place that is a polygon; nil for a circle.
    package var polygon: Polygon? { if case .both(let polygon, _)? = extras { polygon } else { nil } }

    /// The place's own rules for its alerts.
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
    package init(
        identifier: String, title: String = "", blurb: String = "", polygon: Polygon, story: String? = nil,
        url: String? = nil
    ) {
        self.init(
            identifier: identifier, title: title, blurb: blurb, latitude: polygon.latitude,
            longitude: polygon.longitude, radius: polygon.radius, story: story, url: url)
        extras = Extras.both(polygon, nil)
    }
}
