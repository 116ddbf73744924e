internal import Geodesy
internal import Glibc

/// What is left out for a zone: the cells of a grid that the zone's circle touches, as one box of degrees.
///
/// Ways that were cut at the circle itself would end on it, and three ends tell its middle. So they are cut at cells of a grid that
/// knows nothing of the zone but its radius r. A cell is 4r wide. The circle touches one or two of them each way. If it touches one, its
/// middle may lie anywhere in the 2r between r from either edge; if two, anywhere within r of the edge between them, which is 2r, too.
/// So whoever knows the box and the radius knows of the middle that it lies in a square of 2r by 2r, which is larger than the zone. The
/// box is the same in each export: chance, which another export would show in another way, plays no part.
struct HiddenArea: Sendable, Hashable {
    let south: Double
    let north: Double
    let west: Double
    /// Degrees of longitude from `west` on; 360 for all.
    let width: Double

    /// Pages round to 1e-5 degrees: what lies this near must not be rounded into the area.
    private static let margin = 2e-5
    /// Cells are so many radii wide.
    private static let radiiPerCell = 4.0

    init(_ zone: PrivacyZone) {
        // No degree of latitude is shorter, so that the circle reaches no further than this.
        let reach = zone.radius / Ellipsoid.leastMetresPerDegree
        (south, north) = Self.cells(around: zone.latitude, reach, from: -90)
        // Degrees of longitude are shortest at the edge that is nearest to a pole.
        let shrinkage = cos(min(90, max(abs(south), abs(north))) * .pi / 180)
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

    /// Whether a position lies in it, edges included.
    func contains(latitude: Double, longitude: Double) -> Bool {
        latitude >= south && latitude <= north && offset(of: longitude) <= width
    }

    /// Degrees east of the western edge, 0..<360.
    private func offset(of longitude: Double) -> Double {
        let offset = (longitude - west).truncatingRemainder(dividingBy: 360)
        return offset < 0 ? offset + 360 : offset
    }

    /// Whether the line between two points, which a map draws straight, touches it.
    func meets(from start: PathPoint, to end: PathPoint) -> Bool {
        guard width < 360 else {
            return max(start.latitude, end.latitude) >= south && min(start.latitude, end.latitude) <= north
        }
        let east = offset(of: start.longitude)
        let step = Longitude.difference(start.longitude, end.longitude)
        // A line east of the box may reach it around the world.
        return [0.0, 360, -360].contains { turn in
            var shares = (first: 0.0, last: 1.0)
            let latitudes = Self.shares(from: start.latitude, step: end.latitude - start.latitude, south, north)
            let longitudes = Self.shares(from: east + turn, step: step, 0, width)
            for part in [latitudes, longitudes] {
                guard let part else { return false }
                shares = (max(shares.first, part.first), min(shares.last, part.last))
            }
            return shares.first <= shares.last
        }
    }

    /// The shares of a way at which a coordinate lies between two values; nil if it never does.
    private static func shares(
        from start: Double, step: Double, _ low: Double, _ high: Double
    ) -> (first: Double, last: Double)? {
        guard step != 0 else { return start >= low && start <= high ? (0, 1) : nil }
        let (one, other) = ((low - start) / step, (high - start) / step)
        return (min(one, other), max(one, other))
    }
}
