// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The smallest circle around points of a plane (E. Welzl, "Smallest enclosing disks", 1991, as loops).
///
/// A point outside of the circle so far lies on the edge of the next one. Points in no particular order take linear
/// time on average; a polygon's are taken in steps that mix them.
enum EnclosingCircle {
    private struct Circle {
        var center: SIMD2<Double>
        var square: Double

        func holds(_ point: SIMD2<Double>) -> Bool {
            let way = point - center
            return (way * way).sum() <= square * (1 + 1e-12)
        }

        init(_ first: SIMD2<Double>, _ second: SIMD2<Double>) {
            center = (first + second) / 2
            let half = (second - first) / 2
            square = (half * half).sum()
        }

        /// The circle through three points; nil if they lie on a line.
        init?(_ first: SIMD2<Double>, _ second: SIMD2<Double>, _ third: SIMD2<Double>) {
            let (b, c) = (second - first, third - first)
            let turn = 2 * PlaneWay.cross(b, c)
            guard turn != 0 else { return nil }
            let (bb, cc) = ((b * b).sum(), (c * c).sum())
            let way = SIMD2(c.y * bb - b.y * cc, b.x * cc - c.x * bb) / turn
            guard way.x.isFinite, way.y.isFinite else { return nil }
            center = first + way
            square = (way * way).sum()
        }
    }

    /// The centre of the circle; `points` must not be empty.
    static func center(of points: [SIMD2<Double>]) -> SIMD2<Double> {
        let points = mixed(points)
        var circle = Circle(points[0], points[0])
        for i in points.indices where !circle.holds(points[i]) {
            circle = Circle(points[i], points[i])
            for j in 0..<i where !circle.holds(points[j]) {
                circle = Circle(points[i], points[j])
                for k in 0..<j where !circle.holds(points[k]) {
                    circle = Circle(points[i], points[j], points[k]) ?? circle
                }
            }
        }
        return circle.center
    }

    /// The same points in an order that does not follow the edge.
    private static func mixed(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        guard points.count > 8 else { return points }
        var points = points
        var state: UInt64 = 1
        for index in points.indices.dropFirst() {
            // A linear congruential generator (D. E. Knuth, MMIX) is random enough to mix.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            points.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
        }
        return points
    }
}
