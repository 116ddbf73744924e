// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// An edge among all those of a polygon.
struct RingEdge {
    let ring: Int
    let index: Int
    /// In the direction of the ring.
    let ends: (SIMD2<Double>, SIMD2<Double>)

    /// Whether a point is west of another, or south of it on one meridian.
    static func isBefore(_ point: SIMD2<Double>, _ other: SIMD2<Double>) -> Bool {
        point.x == other.x ? point.y < other.y : point.x < other.x
    }

    private var isEastward: Bool { Self.isBefore(ends.0, ends.1) }
    /// The western end.
    var first: SIMD2<Double> { isEastward ? ends.0 : ends.1 }
    /// The eastern end.
    var last: SIMD2<Double> { isEastward ? ends.1 : ends.0 }

    var south: Double { min(ends.0.y, ends.1.y) }
    var north: Double { max(ends.0.y, ends.1.y) }

    /// Metres to another edge that it does not cross.
    func distance(to other: RingEdge) -> Double {
        min(
            PlaneSegment.squaredDistance(from: ends.0, to: other.ends.0, other.ends.1),
            PlaneSegment.squaredDistance(from: ends.1, to: other.ends.0, other.ends.1),
            PlaneSegment.squaredDistance(from: other.ends.0, to: ends.0, ends.1),
            PlaneSegment.squaredDistance(from: other.ends.1, to: ends.0, ends.1)
        ).squareRoot()
    }
}
