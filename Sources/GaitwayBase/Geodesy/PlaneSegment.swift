// SPDX-License-Identifier: Apache-2.0
/// The straight way between two points of a plane, whose points have two coordinates or three.
///
/// A share of the way is 0 at its first point and 1 at its last.
package enum PlaneSegment {
    /// The squared distance from a point to the way between `first` and `last`.
    package static func squaredDistance(
        from point: SIMD2<Double>, to first: SIMD2<Double>, _ last: SIMD2<Double>
    ) -> Double { squared(point, first, last) }

    /// The squared distance from a point to the way between `first` and `last`.
    package static func squaredDistance(
        from point: SIMD3<Double>, to first: SIMD3<Double>, _ last: SIMD3<Double>
    ) -> Double { squared(point, first, last) }

    /// The shares between which the way lies within a circle; nil if it misses the circle.
    package static func shares(
        from first: SIMD2<Double>, to last: SIMD2<Double>, within squaredRadius: Double,
        of center: SIMD2<Double> = .zero
    ) -> (first: Double, last: Double)? { solved(first, last, squaredRadius, center) }

    /// The shares between which the way lies within a sphere; nil if it misses the sphere.
    package static func shares(
        from first: SIMD3<Double>, to last: SIMD3<Double>, within squaredRadius: Double,
        of center: SIMD3<Double> = .zero
    ) -> (first: Double, last: Double)? { solved(first, last, squaredRadius, center) }

    // Generic code is specialised within its module alone: across modules each operation would be looked up.

    @inline(__always)
    private static func squared<Point: SIMD>(_ point: Point, _ first: Point, _ last: Point) -> Double
    where Point.Scalar == Double {
        let step = last - first
        let square = (step * step).sum()
        let share = square > 0 ? min(1, max(0, ((point - first) * step).sum() / square)) : 0
        let offset = point - (first + step * share)
        return (offset * offset).sum()
    }

    /// With f = first - center and s = last - first, the edge is crossed where |f + ts|² = r²: the quadratic equation
    /// (s·s) t² + 2 (f·s) t + f·f - r² = 0.
    @inline(__always)
    private static func solved<Point: SIMD>(
        _ first: Point, _ last: Point, _ squaredRadius: Double, _ center: Point
    ) -> (first: Double, last: Double)? where Point.Scalar == Double {
        let step = last - first
        let from = first - center
        let square = (step * step).sum()
        let rest = (from * from).sum() - squaredRadius
        guard square > 0 else { return rest <= 0 ? (0, 1) : nil }
        let half = (from * step).sum()
        let discriminant = half * half - square * rest
        guard discriminant >= 0 else { return nil }
        let root = discriminant.squareRoot()
        let low = max(0, (-half - root) / square)
        let high = min(1, (-half + root) / square)
        return low <= high ? (low, high) : nil
    }

    /// The shares between which one coordinate of the way lies in `range`; nil if it never does. Shares below 0 and
    /// above 1 lie before and behind the way.
    ///
    /// - Parameters:
    ///   - start: the coordinate at the first point.
    ///   - step: from there to the coordinate at the last point.
    package static func shares(
        from start: Double, step: Double, in range: ClosedRange<Double>
    ) -> (first: Double, last: Double)? {
        guard step != 0 else { return range.contains(start) ? (0, 1) : nil }
        let (one, other) = ((range.lowerBound - start) / step, (range.upperBound - start) / step)
        return (min(one, other), max(one, other))
    }
}
