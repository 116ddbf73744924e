public import MotionTypes
import Timeline

/// Which place a person means: where it is, and when somebody was there.
///
/// It holds whatever the place is called in a store, and whatever was added to it before or since. Only a place that came with a timeline
/// made elsewhere also has an identifier of its own.
public struct PlaceReference: Sendable, Hashable {
    /// A position, in degrees.
    public struct Position: Sendable, Hashable {
        /// Degrees north.
        public var latitude: Double
        /// Degrees east.
        public var longitude: Double

        /// A position.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Where it is; nil if only its identifier is known.
    public var position: Position?
    /// A moment at which somebody was there, as far as is known.
    public var time: Timestamp?
    /// The identifier that it came with from elsewhere. One that only tells the position is none.
    public var identifier: String?

    /// A place at a position.
    public init(latitude: Double, longitude: Double, time: Timestamp? = nil, identifier: String? = nil) {
        position = Position(latitude: latitude, longitude: longitude)
        self.time = time
        self.identifier = identifier.flatMap { PlaceIdentifier.position($0) == nil ? $0 : nil }
    }

    /// The place of an identifier, as a timeline tells it.
    public init(identifier: String) {
        if let (latitude, longitude) = PlaceIdentifier.position(identifier) {
            position = Position(latitude: latitude, longitude: longitude)
        } else {
            self.identifier = identifier
        }
    }

    /// For people: the identifier, or the one that tells the position.
    package var text: String {
        identifier ?? position.map { PlaceIdentifier.text(latitude: $0.latitude, longitude: $0.longitude) } ?? ""
    }
}
