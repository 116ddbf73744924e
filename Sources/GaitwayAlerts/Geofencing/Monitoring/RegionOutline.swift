// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Circles as rings of corners, for maps without circles.
package enum RegionOutline {
    /// Corners on a circle, against the clock, the first again at the end. Longitudes go on beyond 180° where the
    /// circle crosses the antimeridian, as maps draw them.
    package static func corners(
        latitude: Double, longitude: Double, radius: Double, count: Int
    ) -> [(latitude: Double, longitude: Double)] {
        (0...count).map { number in
            // The last one is the first, to the bit.
            let bearing = -2 * Double.pi * Double(number % count) / Double(count)
            let position = Sphere.position(from: latitude, longitude, distance: radius, bearing: bearing)
            return (position.latitude, longitude + Longitude.difference(longitude, position.longitude))
        }
    }
}
