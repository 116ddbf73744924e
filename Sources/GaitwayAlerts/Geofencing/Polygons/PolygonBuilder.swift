// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Makes an outline of rings of positions, or finds their fault.
struct PolygonBuilder {
    /// How far a line of longitude and latitude may be from its great circle, in metres.
    static let tolerance = 0.1
    /// A line is halved at most this often: 65,536 pieces are a metre each on the largest region.
    private static let mostHalvings = 16

    /// More than any region of this size has: a metre of edge each.
    private static let mostCorners = 1_000_000

    private(set) var repairs = Polygon.Repairs()
    /// Of the rings so far, those between given corners too.
    private var cornerCount = 0

    /// A ring before it is placed in the plane.
    private struct RawRing {
        var name: String
        var part: Int
        var isHole: Bool
        var corners: [SIMD3<Double>] = []
        /// For each corner, the number of the line that goes from it, from 1.
        var lines: [Int] = []
        /// Whether each corner was put between those given.
        var isInserted: [Bool] = []
    }

    mutating func outline(_ parts: [[[Polygon.Position]]]) throws(InputError) -> PolygonOutline {
        guard parts.allSatisfy({ !$0.isEmpty }), !parts.isEmpty else {
            throw PolygonFault.shape("the polygon has no rings", "give each polygon an outer ring")
        }
        var raw: [RawRing] = []
        for (part, rings) in parts.enumerated() {
            for (number, positions) in rings.enumerated() {
                let name = PolygonFault.name(part: part, of: parts.count, ring: number, of: rings.count)
                raw.append(try ring(positions, RawRing(name: name, part: part, isHole: number > 0)))
            }
        }
        let circle = try enclosing(raw.flatMap(\.corners))
        return try placed(raw, circle)
    }

    /// The corners of a ring, each once, with those that its lines need besides.
    private mutating func ring(_ positions: [Polygon.Position], _ empty: RawRing) throws(InputError) -> RawRing {
        var ring = empty
        if let wrong = positions.first(where: { !($0.latitude.magnitude <= 90 && $0.longitude.magnitude <= 180) }) {
            throw PolygonFault.shape(
                "\(ring.name) has the position \(PolygonFault.text(wrong)), outside -180 to 180 and -90 to 90",
                "give degrees; GeoJSON has the longitude first")
        }
        guard positions.count >= 4 else {
            throw PolygonFault.shape(
                "\(ring.name) has \(positions.count) positions; a ring has four or more, "
                    + "and the last repeats the first",
                "give all of its corners")
        }
        let all = positions.map(Self.normalised)
        guard let first = all.first, first == all.last else {
            throw PolygonFault.shape(
                "\(ring.name) is open: it begins at \(PolygonFault.text(positions[0])) and ends at "
                    + PolygonFault.text(positions[positions.count - 1]),
                "repeat its first position at its end")
        }
        for (number, from) in all.dropLast().enumerated() {
            let to = all[number + 1]
            guard from != to else {
                repairs.repeated += 1
                continue
            }
            ring.corners.append(Self.vector(from))
            ring.lines.append(number + 1)
            ring.isInserted.append(false)
            addPieces(from, to, halvings: 0, line: number + 1, to: &ring)
            guard cornerCount + ring.corners.count <= Self.mostCorners else {
                throw .limitExceeded(
                    "the polygon has more than \(Self.mostCorners) corners, with those of its long lines",
                    remedy: "draw it with fewer corners, or cut it into smaller ones")
            }
        }
        cornerCount += ring.corners.count
        guard ring.isInserted.count(where: { !$0 }) >= 3, !Self.isLine(all) else {
            throw PolygonFault.noArea(ring.name)
        }
        return ring
    }

    /// Whether a closed ring goes along one line of longitude and latitude and back. A parallel of latitude bends on
    /// the sphere, so that great circles between its points would have an area.
    private static func isLine(_ ring: [Polygon.Position]) -> Bool {
        var corner = SIMD2<Double>.zero
        var corners = [corner]
        for (from, to) in zip(ring, ring.dropFirst()) {
            corner += SIMD2(Longitude.difference(from.longitude, to.longitude), to.latitude - from.latitude)
            corners.append(corner)
        }
        // A line around a pole is refused.
        guard corner.x.magnitude < 180 else { return false }
        let farthest = corners.max { ($0 * $0).sum() < ($1 * $1).sum() } ?? .zero
        let reach = (farthest * farthest).sum().squareRoot()
        return corners.allSatisfy { PlaneWay.cross(farthest, $0).magnitude <= reach * touchInDegrees }
    }

    /// A tenth of a millimetre, within which lines touch, on a meridian.
    private static let touchInDegrees = 1e-9

    /// Adds the corners between two, so that no great circle between neighbours is far from the line of longitude and
    /// latitude.
    private func addPieces(
        _ from: Polygon.Position, _ to: Polygon.Position, halvings: Int, line: Int, to ring: inout RawRing
    ) {
        let middle = Polygon.Position(
            latitude: (from.latitude + to.latitude) / 2,
            longitude: Longitude.between(from.longitude, to.longitude, share: 0.5))
        let (first, last, between) = (Self.vector(from), Self.vector(to), Self.vector(middle))
        guard halvings < Self.mostHalvings, Sphere.distance(first + last, between) > Self.tolerance else { return }
        addPieces(from, middle, halvings: halvings + 1, line: line, to: &ring)
        ring.corners.append(between)
        ring.lines.append(line)
        ring.isInserted.append(true)
        addPieces(middle, to, halvings: halvings + 1, line: line, to: &ring)
    }

    /// The antimeridian has one longitude, and a pole has one, so that equal points are equal positions.
    private static func normalised(_ position: Polygon.Position) -> Polygon.Position {
        var position = position
        if position.longitude == -180 { position.longitude = 180 }
        // Zero has no sign here.
        position.longitude += 0
        position.latitude += 0
        return position
    }

    private static func vector(_ position: Polygon.Position) -> SIMD3<Double> {
        Sphere.vector(latitude: position.latitude, longitude: position.longitude)
    }

    /// The smallest circle around the corners.
    private func enclosing(_ corners: [SIMD3<Double>]) throws(InputError) -> (
        latitude: Double, longitude: Double, radius: Double
    ) {
        let sum = corners.reduce(SIMD3.zero, +)
        let length = (sum * sum).sum().squareRoot()
        let tooWide = PolygonFault.shape(
            "the polygon is wider than a region may be, which is "
                + "\(Int(proven: Place.largestRadius)) m around its centre",
            "cut it into smaller ones")
        guard length > 0 else { throw tooWide }
        let map = TangentPlane(center: sum / length).map
        let points = corners.compactMap { map.point($0) }
        guard points.count == corners.count else { throw tooWide }
        let center = Sphere.position(map.vector(EnclosingCircle.center(of: points)))
        let vector = PolygonOutline.vector(center.latitude, center.longitude)
        let radius = corners.lazy.map { Sphere.distance(vector, $0) }.max() ?? 0
        guard radius <= Place.largestRadius else { throw tooWide }
        return (center.latitude, center.longitude, radius)
    }

    /// Places the rings in the plane of their centre, checks them there and turns them the right way round.
    private mutating func placed(
        _ raw: [RawRing], _ circle: (latitude: Double, longitude: Double, radius: Double)
    ) throws(InputError) -> PolygonOutline {
        let map = TangentPlane(latitude: circle.latitude, longitude: circle.longitude).map
        var checked: [PolygonRing] = []
        for ring in raw {
            // None is farther than the circle's radius, so that each has its point.
            var placed = PolygonRing(
                name: ring.name, part: ring.part, isHole: ring.isHole,
                corners: ring.corners.compactMap { map.point($0) }, lines: ring.lines, isInserted: ring.isInserted)
            guard placed.hasArea else {
                // The halves of a ring that crosses itself may outweigh each other.
                var effort = PolygonRing.Effort()
                do throws(PolygonRing.Fault) {
                    if let fault = try PolygonRing.crossing([placed], &effort), fault.isCrossing { throw fault }
                } catch {
                    throw Self.error(error, map)
                }
                throw PolygonFault.noArea(ring.name)
            }
            if (placed.signedArea > 0) == ring.isHole {
                placed.reverse()
                repairs.winding += 1
            }
            checked.append(placed)
        }
        do throws(PolygonRing.Fault) {
            try PolygonRing.check(checked)
        } catch {
            throw Self.error(error, map)
        }
        var parts = PolygonOutline.Parts(corners: [], rings: [], inserted: [], shared: [], area: 0, perimeter: 0)
        for ring in checked {
            let start = parts.corners.count
            parts.corners += ring.corners
            parts.rings.append(.init(corners: start..<parts.corners.count, isHole: ring.isHole))
            parts.inserted += ring.isInserted.indices.filter { ring.isInserted[$0] }.map { start + $0 }
            parts.area += ring.signedArea
        }
        parts.shared = Self.shared(parts)
        for ring in parts.rings {
            for index in ring.corners where !parts.shared.contains(index) {
                let next = index + 1 < ring.corners.upperBound ? index + 1 : ring.corners.lowerBound
                let step = parts.corners[next] - parts.corners[index]
                parts.perimeter += (step * step).sum().squareRoot()
            }
        }
        return PolygonOutline(latitude: circle.latitude, longitude: circle.longitude, radius: circle.radius, parts)
    }

    private static func error(_ fault: PolygonRing.Fault, _ map: TangentPlane.Map) -> InputError {
        guard let point = fault.point else { return .limitExceeded(fault.problem, remedy: fault.remedy) }
        let position = Sphere.position(map.vector(point))
        let place = Polygon.Position(latitude: position.latitude, longitude: position.longitude)
        return PolygonFault.shape(fault.problem + " at " + PolygonFault.text(place), fault.remedy)
    }

    /// The edges that two parts share, as they do where a polygon was cut at the antimeridian: both run along it, in
    /// turn.
    private static func shared(_ parts: PolygonOutline.Parts) -> Set<Int> {
        guard parts.rings.count(where: { !$0.isHole }) > 1 else { return [] }
        struct Edge: Hashable {
            var from: SIMD2<Double>
            var to: SIMD2<Double>
        }
        var edges: [Edge: Int] = [:]
        var shared: Set<Int> = []
        for ring in parts.rings where !ring.isHole {
            for index in ring.corners {
                let next = index + 1 < ring.corners.upperBound ? index + 1 : ring.corners.lowerBound
                let (from, to) = (parts.corners[index], parts.corners[next])
                if let other = edges[Edge(from: to, to: from)] {
                    shared.insert(other)
                    shared.insert(index)
                }
                edges[Edge(from: from, to: to)] = index
            }
        }
        return shared
    }
}
