// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A place's own edge: one or more parts, each an outer ring with holes.
///
/// Its lines are those of GeoJSON (RFC 7946): straight in longitude and latitude, the shorter way across the
/// antimeridian. They are kept as great circles, which are straight in the plane that touches the sphere at the
/// polygon's centre; a line that bends away from its great circle by more than a decimetre is cut into pieces that do
/// not. So membership is exact on the sphere to a decimetre, and to a nanometre where no line had to be cut.
package struct Polygon: Sendable, Hashable {
    /// A corner, in degrees.
    package struct Position: Sendable, Hashable {
        /// Degrees north, -90...90.
        package var latitude: Double
        /// Degrees east, -180...180.
        package var longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The repairs made when a polygon was read.
    package struct Repairs: Sendable, Hashable {
        /// Rings that ran the wrong way round: outer ones run against the clock, holes with it.
        package var winding = 0
        /// Positions that repeat the one before.
        package var repeated = 0

        package init() {}
    }

    let outline: PolygonOutline

    /// A polygon of closed rings: of each part the outer one first, then its holes.
    ///
    /// - Parameters:
    ///   - parts: the rings of each part.
    ///   - repairs: the repairs are added to it.
    /// - Throws: `InputError` for a ring that is not closed, has fewer than four positions, no area, crosses or touches
    ///   itself or another, a hole outside its part, parts that overlap, coordinates out of range, and a polygon wider
    ///   than a region may be.
    package init(parts: [[[Position]]], repairs: inout Repairs) throws(InputError) {
        var builder = PolygonBuilder()
        outline = try builder.outline(parts)
        repairs.winding += builder.repairs.winding
        repairs.repeated += builder.repairs.repeated
    }

    /// The centre of the smallest circle around it, in degrees north.
    package var latitude: Double { outline.latitude }
    /// The centre of the smallest circle around it, in degrees east.
    package var longitude: Double { outline.longitude }
    /// The radius of that circle, in great-circle metres.
    package var radius: Double { outline.radius }
    /// Square metres.
    package var area: Double { outline.area }

    /// Whether a position lies within. One on the edge may count as inside or outside.
    package func contains(latitude: Double, longitude: Double) -> Bool {
        outline.contains(PolygonOutline.vector(latitude, longitude))
    }

    /// Great-circle metres to it, 0 within. Beyond 84° the nearest corner counts.
    package func distance(latitude: Double, longitude: Double) -> Double {
        outline.distance(PolygonOutline.vector(latitude, longitude))
    }

    /// The rings of each part as they were given, closed, with the winding of RFC 7946.
    package var parts: [[[Position]]] {
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
