// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import Glibc

/// The area that is left out for a zone: the cells of a grid that the zone's circle touches, as one box of degrees.
///
/// Paths that were cut at the circle itself would end on it, and three ends reveal its centre. So paths are cut at the
/// cells of a grid that depends only on the zone's radius r. A cell is 4r wide. The circle touches one or two cells in
/// each direction. If it touches one, the centre may be anywhere in the 2r that are at least r from both edges. If it
/// touches two, the centre may be anywhere within r of their common edge, which is also 2r. So the box and the radius
/// reveal only that the centre lies in a square of 2r by 2r, which is larger than the zone. The box is the same in each
/// export; random boxes would reveal more with each export.
struct HiddenArea: Sendable, Hashable {
    let south: Double
    let north: Double
    let west: Double
    /// The width in degrees of longitude from `west` on; 360 for all.
    let width: Double

    /// A margin in degrees: pages round to 1e-5 degrees, and must not round a position into the area.
    private static let margin = 2e-5
    /// The width of a cell in radii.
    private static let radiiPerCell = 4.0

    init(_ zone: PrivacyZone) {
        // The shortest degree of latitude, so that the circle does not reach further.
        let reach = zone.radius / Ellipsoid.leastMetresPerDegree
        (south, north) = Self.cells(around: zone.latitude, reach, from: -90)
        // Degrees of longitude are shortest at the edge nearest to a pole.
        let shrinkage = cos(min(90, max(south.magnitude, north.magnitude)) * .pi / 180)
        let reachEast = reach / max(shrinkage, 1e-9)
        let (west, east) = Self.cells(around: zone.longitude, reachEast, from: -180)
        self.west = west
        width = min(360, east - west)
    }

    /// The edges of the cells between `middle - reach` and `middle + reach`.
    private static func cells(around middle: Double, _ reach: Double, from origin: Double) -> (Double, Double) {
        let size = radiiPerCell * reach
        let first = ((middle - reach - origin) / size).rounded(.down)
        let last = ((middle + reach - origin) / size).rounded(.down)
        return (origin + first * size - margin, origin + (last + 1) * size + margin)
    }

    /// Whether a position lies in the area, edges included.
    func contains(latitude: Double, longitude: Double) -> Bool {
        latitude >= south && latitude <= north && offset(of: longitude) <= width
    }

    /// Degrees east of the western edge, 0..<360.
    private func offset(of longitude: Double) -> Double {
        let offset = (longitude - west).truncatingRemainder(dividingBy: 360)
        return offset < 0 ? offset + 360 : offset
    }

    /// Whether the line between two points, straight on a map, touches the area.
    func meets(from start: PathPoint, to end: PathPoint) -> Bool {
        guard width < 360 else {
            return max(start.latitude, end.latitude) >= south && min(start.latitude, end.latitude) <= north
        }
        let east = offset(of: start.longitude)
        let step = Longitude.difference(start.longitude, end.longitude)
        // A line east of the box may reach it across the antimeridian.
        return [0.0, 360, -360].contains { turn in
            var shares = (first: 0.0, last: 1.0)
            let latitudes = PlaneSegment.shares(
                from: start.latitude, step: end.latitude - start.latitude, in: south...north)
            let longitudes = PlaneSegment.shares(from: east + turn, step: step, in: 0...width)
            for part in [latitudes, longitudes] {
                guard let part else { return false }
                shares = (max(shares.first, part.first), min(shares.last, part.last))
            }
            return shares.first <= shares.last
        }
    }
}
