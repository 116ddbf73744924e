// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase
import GaitwayTimeline

/// A reference to a place by its position and the time of a visit.
///
/// It stays valid whatever the place is called in a store, and whatever is added to the store. A place of an imported
/// timeline also has an identifier of its own.
public struct PlaceReference: Sendable, Hashable {
    /// A position, in degrees.
    package struct Position: Sendable, Hashable {
        /// Degrees north.
        package var latitude: Double
        /// Degrees east.
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// The position of a text, `52.52,13.405`; nil for any other, or one that is not on Earth.
        package init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], latitude.magnitude <= 90,
                longitude.magnitude <= 180
            else { return nil }
            self.init(latitude: latitude, longitude: longitude)
        }
    }

    /// The position; nil if only the identifier is known.
    package var position: Position?
    /// A moment of a visit to the place; nil if unknown.
    package var time: Timestamp?
    /// The identifier from an imported timeline; nil for an identifier that only encodes the position.
    package var identifier: String?

    /// A place at a position.
    public init(latitude: Double, longitude: Double, time: Timestamp? = nil, identifier: String? = nil) {
        position = Position(latitude: latitude, longitude: longitude)
        self.time = time
        self.identifier = identifier.flatMap { PlaceIdentifier.position($0) == nil ? $0 : nil }
    }

    /// The place with an identifier of a timeline.
    public init(identifier: String) {
        if let (latitude, longitude) = PlaceIdentifier.position(identifier) {
            position = Position(latitude: latitude, longitude: longitude)
        } else {
            self.identifier = identifier
        }
    }

    /// Text for people: the identifier, or one that encodes the position.
    package var text: String {
        identifier ?? position.map { PlaceIdentifier.text(latitude: $0.latitude, longitude: $0.longitude) } ?? ""
    }
}
