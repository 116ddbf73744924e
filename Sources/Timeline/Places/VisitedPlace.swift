/// A place of a timeline: a spot that visits share.
public struct VisitedPlace: Sendable, Hashable {
    /// Its name for programs; never changes.
    public var identifier: String
    /// Degrees north, of the first visit: a centre that moved with each visit would let two runs disagree.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Visits within this distance are at the place, in metres.
    public var radius: Double
    /// What people call it, if somebody said.
    public var name: String?

    /// The radius of a place of which none is given, in metres.
    public static let defaultRadius = 100.0

    /// A place that visits share.
    public init(
        identifier: String, latitude: Double, longitude: Double, radius: Double = VisitedPlace.defaultRadius,
        name: String? = nil
    ) {
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.name = name
    }
}

extension VisitedPlace {
    /// No name that somebody gives has more characters.
    package static let longestName = 200

    /// Whether a name has more characters than ``longestName``. Unicode's scalars are counted, as one letter may bear thousands of marks.
    package static func isTooLong(_ name: String) -> Bool { name.unicodeScalars.count > longestName }
}
