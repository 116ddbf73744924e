// SPDX-License-Identifier: Apache-2.0
/// How far in or out a point is.
enum RegionZone: Sendable {
    /// Inside by at least the minimum distance.
    case inner
    /// Inside, but nearer to the edge.
    case innerBand
    /// Outside, but nearer to the edge than the minimum distance.
    case outerBand
    /// Outside by more than the minimum distance.
    case beyond

    var isWithinEdge: Bool { self == .inner || self == .innerBand }
}

/// Where a straight way lies within and around a region.
enum RegionGeometry: Sendable {
    case circle(CircleGeometry)
    case polygon(PolygonGeometry)

    init(_ region: Region, policy: MonitorPolicy) {
        if let polygon = region.polygon {
            self = .polygon(PolygonGeometry(polygon, policy: policy))
        } else {
            self = .circle(CircleGeometry(region, policy: policy))
        }
    }

    /// The zone of a point, a unit vector.
    func zone(_ vector: SIMD3<Double>) -> RegionZone {
        switch self {
        case .circle(let circle): circle.zone(vector)
        case .polygon(let polygon): polygon.zone(vector)
        }
    }

    /// Calls `body` for each piece of the way from one point to another that lies in one zone, with the fractions of
    /// the way where it begins and ends, in order.
    func pieces(from start: SIMD3<Double>, to end: SIMD3<Double>, _ body: (RegionZone, Double, Double) -> Void) {
        switch self {
        case .circle(let circle): circle.pieces(from: start, to: end, body)
        case .polygon(let polygon): polygon.pieces(from: start, to: end, body)
        }
    }
}
