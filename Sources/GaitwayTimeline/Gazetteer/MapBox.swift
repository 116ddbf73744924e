// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A part of the earth between two meridians and two parallels, in degrees.
///
/// East is above west, also across the antimeridian: a box from 170 to 190 has Fiji in its middle.
package struct MapBox: Sendable, Hashable {
    package let west: Double
    package let south: Double
    package let east: Double
    package let north: Double

    /// A box; nil unless the numbers are finite, in order and within the bounds below.
    ///
    /// - Parameters:
    ///   - west: from -540 to 540 degrees.
    ///   - south: from -90 degrees.
    ///   - east: at most 360 degrees above west.
    ///   - north: up to 90 degrees.
    package init?(west: Double, south: Double, east: Double, north: Double) {
        guard west <= east, east - west <= 360, west.magnitude <= 540, -90 <= south, south <= north, north <= 90 else {
            return nil
        }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// The smallest box around positions; nil without one on the earth.
    package init?(around positions: some Sequence<(latitude: Double, longitude: Double)>) {
        let positions = positions.filter { $0.latitude.magnitude <= 90 && $0.longitude.magnitude <= 180 }
        guard let west = Longitude.cut(outside: positions.lazy.map { ($0.longitude, $0.longitude) }) else { return nil }
        var (south, east, north) = (Double.infinity, west, -Double.infinity)
        for (latitude, longitude) in positions {
            east = max(east, longitude < west ? longitude + 360 : longitude)
            (south, north) = (min(south, latitude), max(north, latitude))
        }
        self.init(west: west, south: south, east: east, north: north)
    }

    /// The box with a margin of some degrees of latitude, as wide on the ground to the east and west.
    package func widened(by degrees: Double) -> MapBox {
        let farthest = max(south.magnitude, north.magnitude)
        // Near enough to the cosine.
        let sides = degrees / max(0.1, 1 - (farthest / 90) * (farthest / 90))
        let room = max(0, min(sides, (360 - (east - west)) / 2))
        return MapBox(
            west: west - room, south: max(-90, south - degrees), east: east + room, north: min(90, north + degrees))
            ?? self
    }

    /// Degrees from west to east.
    package var width: Double { east - west }
    /// Degrees from south to north.
    package var height: Double { north - south }

    /// Whether some position is in both boxes. Longitudes are compared as they are.
    func overlaps(west: Double, south: Double, east: Double, north: Double) -> Bool {
        west <= self.east && east >= self.west && south <= self.north && north >= self.south
    }
}
