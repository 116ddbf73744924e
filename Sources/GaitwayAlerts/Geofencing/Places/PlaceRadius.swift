// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A rule for the radii of all circles of a place set, to try in a sweep.
package enum PlaceRadius: Sendable, Hashable {
    /// One radius in metres.
    case metres(Double)
    /// Half the way to the nearest other place, so that circles are small where places are dense: 50 to 300 m.
    case spacing

    private static let spacings = 50.0...300.0

    /// The rule of a word: `spacing`, or metres.
    package init(_ word: String) throws(InputError) {
        if word == "spacing" {
            self = .spacing
            return
        }
        guard let metres = Double(word), metres > 0, metres <= Place.largestRadius else {
            throw .malformed(
                "the radius \(quoted: word) is not a number of metres",
                remedy: "give metres above 0 and at most \(Int(proven: Place.largestRadius)), or spacing")
        }
        self = .metres(metres)
    }

    /// The places with radii of this rule. Polygons stay.
    package func applied(to places: PlaceSet) -> PlaceSet {
        PlaceSet(
            checked: places.places.map { place in
                guard place.polygon == nil else { return place }
                var copy = place
                switch self {
                case .metres(let metres): copy.radius = metres
                case .spacing:
                    let near = places.index.nearest(2, latitude: place.latitude, longitude: place.longitude)
                    // The nearest is the place itself.
                    let half = near.count > 1 ? (near.map(\.distance).max() ?? 0) / 2 : Self.spacings.upperBound
                    copy.radius = min(max(half, Self.spacings.lowerBound), Self.spacings.upperBound)
                }
                return copy
            })
    }
}
