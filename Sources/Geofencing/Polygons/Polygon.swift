public import MotionTypes

/// A place's own edge: one or more parts, each an outer ring with holes.
///
/// Its lines are those of GeoJSON (RFC 7946): straight in longitude and latitude, the shorter way across the antimeridian. They are
/// kept as great circles, which are straight in the plane that touches the sphere at the polygon's centre; a line that bends away
/// from its great circle by more than a decimetre is cut into pieces that do not. So membership is exact on the
/// sphere to a decimetre, and to a nanometre where nothing had to be cut.
public struct Polygon: Sendable, Hashable {
    /// A corner, in degrees.
    public struct Position: Sendable, Hashable {
        /// Degrees north, -90...90.
        public var latitude: Double
        /// Degrees east, -180...180.
        public var longitude: Double

        /// A corner.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// What was put right when a polygon was made.
    public struct Repairs: Sendable, Hashable {
        /// Rings that ran the wrong way round: outer ones run against the clock, holes with it.
        public var winding = 0
        /// Positions that repeat the one before.
        public var repeated = 0

        /// Nothing.
        public init() {}
    }

    let outline: PolygonOutline

    /// A polygon of closed rings: of each part the outer one first, then its holes.
    ///
    /// - Parameters:
    ///   - parts: the rings of each part.
    ///   - repairs: what was put right is added to it.
    /// - Throws: `InputError` for a ring that is not closed, has fewer than four positions, no area, crosses or touches itself or
    ///   another, a hole outside its part, parts that overlap, coordinates out of range, and a polygon wider than a region may be.
    public init(parts: [[[Position]]], repairs: inout Repairs) throws(InputError) {
        var builder = PolygonBuilder()
        outline = try builder.outline(parts)
        repairs.winding += builder.repairs.winding
        repairs.repeated += builder.repairs.repeated
    }

    /// The centre of the smallest circle around it, in degrees north.
    public var latitude: Double { outline.latitude }
    /// The centre of the smallest circle around it, in degrees east.
    public var longitude: Double { outline.longitude }
    /// The radius of that circle, in great-circle metres.
    public var radius: Double { outline.radius }
    /// Square metres.
    public var area: Double { outline.area }

    /// Whether a position lies within; one on the edge may count as either.
    public func contains(latitude: Double, longitude: Double) -> Bool {
        outline.contains(PolygonOutline.vector(latitude, longitude))
    }

    /// Great-circle metres to it, 0 within. Beyond 84° the nearest corner counts.
    public func distance(latitude: Double, longitude: Double) -> Double {
        outline.distance(PolygonOutline.vector(latitude, longitude))
    }

    /// The rings of each part as they were given, closed, with the winding of RFC 7946.
    public var parts: [[[Position]]] {
        var parts: [[[Position]]] = []
        for ring in outline.rings {
            let positions = outline.positions(of: ring)
            if ring.isHole, !parts.isEmpty {
                parts[parts.count - 1].append(positions)
            } else {
                parts.append([positions])
            }
        }
        return parts
    }
}
