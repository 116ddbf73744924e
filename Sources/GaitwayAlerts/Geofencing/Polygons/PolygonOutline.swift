// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A polygon as points of the plane that touches the sphere at its centre: metres east and north, in which its lines
/// are straight.
///
/// A class, so that places without a polygon store one reference.
final class PolygonOutline: Sendable {
    /// A ring: a range of corners; the last is joined to the first.
    struct Ring: Sendable, Hashable {
        var corners: Range<Int>
        var isHole: Bool
    }

    /// The centre of the smallest circle around the polygon, in degrees.
    let latitude: Double
    let longitude: Double
    /// Its radius, in great-circle metres.
    let radius: Double
    /// Square metres, in the plane.
    let area: Double
    /// Twice the area by the length of the edge: the radius for a circle, half the side for a square. A circle of half
    /// of it fits inside (the strip of that breadth along the edge could not cover more than the area).
    let breadth: Double
    let corners: [SIMD2<Double>]
    /// Corners that were put between those given, ascending.
    private let inserted: [Int]
    /// Corners at which an edge begins that two parts share; the whole does not have it.
    let shared: Set<Int>
    /// Empty for a single ring, as most polygons have.
    private let manyRings: [Ring]
    private let plane: TangentPlane

    /// Takes the findings of a builder.
    struct Parts {
        var corners: [SIMD2<Double>]
        var rings: [Ring]
        var inserted: [Int]
        var shared: Set<Int>
        var area: Double
        var perimeter: Double
    }

    init(latitude: Double, longitude: Double, radius: Double, _ parts: Parts) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        area = parts.area
        breadth = 2 * parts.area / parts.perimeter
        corners = parts.corners
        inserted = parts.inserted
        shared = parts.shared
        manyRings = parts.rings.count > 1 ? parts.rings : []
        plane = TangentPlane(latitude: latitude, longitude: longitude)
    }

    var rings: [Ring] { manyRings.isEmpty ? [Ring(corners: corners.indices, isHole: false)] : manyRings }

    /// The plane's map, to be made once for many points.
    var map: TangentPlane.Map { plane.map }

    static func vector(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
        Sphere.vector(latitude: latitude, longitude: longitude)
    }

    /// Calls `body` for each edge of the whole polygon.
    @inline(__always)
    func forEachEdge(_ body: (_ first: SIMD2<Double>, _ last: SIMD2<Double>) -> Void) {
        if manyRings.isEmpty {
            var first = corners[corners.count - 1]
            for last in corners {
                body(first, last)
                first = last
            }
            return
        }
        for ring in manyRings {
            for index in ring.corners where shared.isEmpty || !shared.contains(index) {
                let next = index + 1 < ring.corners.upperBound ? index + 1 : ring.corners.lowerBound
                body(corners[index], corners[next])
            }
        }
    }

    func contains(_ vector: SIMD3<Double>) -> Bool { map.point(vector).map(contains) ?? false }

    /// By the count of edges that a ray to the east crosses; right for parts and holes alike.
    func contains(_ point: SIMD2<Double>) -> Bool {
        var isInside = false
        forEachEdge { first, last in
            if PlaneWay.crossesRay(from: point, first, last) { isInside.toggle() }
        }
        return isInside
    }

    /// Great-circle metres from a unit vector, 0 within.
    func distance(_ vector: SIMD3<Double>) -> Double {
        let map = map
        if let point = map.point(vector), contains(point) { return 0 }
        // Around the vector, circles of the sphere are circles of the plane, so that the nearest point of a straight
        // edge is nearest on the sphere, too.
        let view = TangentPlane(center: vector)
        var best = Double.infinity
        var isFar = false
        forEachEdge { first, last in
            if let from = view.projected(unscaled: map.vector(first)),
                let to = view.projected(unscaled: map.vector(last))
            {
                best = min(best, PlaneSegment.squaredDistance(from: .zero, to: from, to))
            } else {
                isFar = true
            }
        }
        guard isFar else { return TangentPlane.distance(squaredLength: best) }
        return corners.lazy.map { Sphere.distance(map.vector($0), vector) }.min() ?? .infinity
    }

    /// Metres in the plane from one of its points to the nearest edge.
    func distanceToEdge(_ point: SIMD2<Double>) -> Double {
        var best = Double.infinity
        forEachEdge { first, last in best = min(best, PlaneSegment.squaredDistance(from: point, to: first, last)) }
        return best.squareRoot()
    }

    /// The corners of a ring that were given, in degrees, the first one again at the end.
    func positions(of ring: Ring) -> [Polygon.Position] {
        let map = map
        let inserted = Set(inserted)
        var positions = ring.corners.filter { !inserted.contains($0) }.map { index in
            let position = Sphere.position(map.vector(corners[index]))
            return Polygon.Position(latitude: position.latitude, longitude: position.longitude)
        }
        if let first = positions.first { positions.append(first) }
        return positions
    }
}

extension PolygonOutline: Hashable {
    static func == (left: PolygonOutline, right: PolygonOutline) -> Bool {
        left === right
            || left.latitude == right.latitude && left.longitude == right.longitude && left.corners == right.corners
                && left.manyRings == right.manyRings
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(latitude)
        hasher.combine(longitude)
        hasher.combine(corners.count)
    }
}
