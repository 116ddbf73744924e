// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Where a straight way lies within three circles around one centre: beyond the edge inwards, the edge, beyond
/// outwards.
///
/// Points are projected onto the plane that touches the sphere at the centre, where the way is a straight line and the
/// circles are circles, so that their crossing is a quadratic equation.
struct CircleGeometry: Sendable {
    private let plane: TangentPlane
    private let squaredInner: Double
    private let squaredEdge: Double
    private let squaredOuter: Double

    init(_ region: Region, policy: MonitorPolicy) {
        let minimumDistance = policy.minimumDistance
        plane = TangentPlane(latitude: region.latitude, longitude: region.longitude)
        squaredInner = TangentPlane.squaredRadius(
            ofCircle: region.radius - min(minimumDistance, region.radius * policy.largestInwardShare))
        squaredEdge = TangentPlane.squaredRadius(ofCircle: region.radius)
        squaredOuter = TangentPlane.squaredRadius(ofCircle: region.radius + minimumDistance)
    }

    /// The zone of a point.
    func zone(_ vector: SIMD3<Double>) -> RegionZone {
        guard let point = plane.projected(vector) else { return .beyond }
        let squared = (point * point).sum()
        if squared <= squaredInner { return .inner }
        if squared <= squaredEdge { return .innerBand }
        return squared <= squaredOuter ? .outerBand : .beyond
    }

    /// Calls `body` for each piece of the way from one point to another that lies in one zone, with the fractions of
    /// the way where it begins and ends, in order.
    func pieces(from start: SIMD3<Double>, to end: SIMD3<Double>, _ body: (RegionZone, Double, Double) -> Void) {
        guard let first = plane.projected(start), let last = plane.projected(end) else { return body(.beyond, 0, 1) }
        /// The fractions between which the way is within a circle; empty if it misses or only touches it.
        func inside(_ squaredRadius: Double) -> (Double, Double) {
            guard let shares = PlaneSegment.shares(from: first, to: last, within: squaredRadius),
                shares.first < shares.last
            else { return (1, 1) }
            return shares
        }
        let outer = inside(squaredOuter)
        guard outer.0 < outer.1 else { return body(.beyond, 0, 1) }
        var edge = inside(squaredEdge)
        if edge.0 >= edge.1 { edge = (outer.1, outer.1) }
        var inner = inside(squaredInner)
        if inner.0 >= inner.1 { inner = (edge.1, edge.1) }
        func piece(_ zone: RegionZone, _ low: Double, _ high: Double) {
            if low < high { body(zone, low, high) }
        }
        piece(.beyond, 0, outer.0)
        piece(.outerBand, outer.0, edge.0)
        piece(.innerBand, edge.0, inner.0)
        piece(.inner, inner.0, inner.1)
        piece(.innerBand, inner.1, edge.1)
        piece(.outerBand, edge.1, outer.1)
        piece(.beyond, outer.1, 1)
    }
}
