// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension Ellipsoid {
    /// The longest way that is measured by local radii, in metres.
    private static let longestLocalWay = 100_000.0

    /// Metres between two points: by local radii if they are near, along the geodesic if they are far.
    static func way(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) -> Double {
        let way = shortDistance(latitude1, longitude1, latitude2, longitude2)
        return way <= longestLocalWay ? way : distance(latitude1, longitude1, latitude2, longitude2)
    }
}
