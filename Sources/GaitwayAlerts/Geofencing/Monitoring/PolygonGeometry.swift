// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Where a straight way lies within and around a polygon: beyond its edge inwards, at the edge, beyond outwards.
///
/// All is measured in the plane that touches the sphere at the polygon's centre, in which its edges and the way are
/// straight: the edge is crossed where it is on the sphere. Distances from the edge are too long there by 0.025 % at
/// most, 5 mm of 20 m.
struct PolygonGeometry: Sendable {
    private let outline: PolygonOutline
    private let map: TangentPlane.Map
    /// Metres inwards and outwards from the edge.
    private let depth: Double
    private let reach: Double
    /// Nothing farther from the centre is near, in metres of the plane.
    private let limit: Double

    /// More than the plane stretches the radius of the largest region.
    private static let widening = 1.001

    init(_ polygon: Polygon, policy: MonitorPolicy) {
        outline = polygon.outline
        map = polygon.outline.map
        depth = max(0, min(policy.minimumDistance, outline.breadth * policy.largestInwardShare))
        reach = max(0, policy.minimumDistance)
        limit = outline.radius * Self.widening + reach + 1
    }

    func zone(_ vector: SIMD3<Double>) -> RegionZone { map.point(vector).map(zone) ?? .beyond }

    private func zone(_ point: SIMD2<Double>) -> RegionZone {
        guard (point * point).sum() <= limit * limit else { return .beyond }
        let distance = outline.distanceToEdge(point)
        if outline.contains(point) { return distance >= depth ? .inner : .innerBand }
        return distance <= reach ? .outerBand : .beyond
    }

    /// Calls `body` for each piece of the way from one point to another that lies in one zone, with the fractions of
    /// the way where it begins and ends, in order.
    func pieces(from start: SIMD3<Double>, to end: SIMD3<Double>, _ body: (RegionZone, Double, Double) -> Void) {
        guard let first = map.point(start), let last = map.point(end),
            PlaneSegment.squaredDistance(from: .zero, to: first, last) <= limit * limit
        else { return body(.beyond, 0, 1) }
        // The zone changes only where the way crosses an edge, or comes within a distance of one or leaves it.
        var cuts: [Double] = [0, 1]
        outline.forEachEdge { from, to in
            if let share = PlaneWay.crossing(first, last, with: (from, to)) { cuts.append(share) }
            for distance in [depth, reach] {
                guard let found = PlaneWay.shares(first, last, within: distance, of: (from, to)) else { continue }
                cuts.append(found.0)
                cuts.append(found.1)
            }
        }
        cuts.sort()
        var open: (zone: RegionZone, from: Double)?
        for (low, high) in zip(cuts, cuts.dropFirst()) where low < high {
            let zone = zone(first + (last - first) * ((low + high) / 2))
            guard zone != open?.zone else { continue }
            if let open { body(open.zone, open.from, low) }
            open = (zone, open == nil ? 0 : low)
        }
        if let open { body(open.zone, open.from, 1) }
    }
}
