// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Straight ways between points of a plane.
enum PlaneWay {
    static func cross(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Double {
        first.x * second.y - first.y * second.x
    }

    /// Whether the ray eastwards from a point crosses the way; a way's southern end belongs to it and its northern end
    /// does not.
    @inline(__always)
    static func crossesRay(from point: SIMD2<Double>, _ first: SIMD2<Double>, _ last: SIMD2<Double>) -> Bool {
        guard (first.y > point.y) != (last.y > point.y) else { return false }
        // The side of the way on which the point lies, without a division.
        let side = cross(last - first, point - first)
        return (last.y > first.y) == (side > 0)
    }

    /// The share of the way `first` to `last` at which it crosses another, from 0 to 1; nil if it does not.
    static func crossing(
        _ first: SIMD2<Double>, _ last: SIMD2<Double>, with other: (SIMD2<Double>, SIMD2<Double>)
    ) -> Double? {
        let step = last - first
        let far = other.1 - other.0
        let turn = cross(step, far)
        guard turn != 0 else { return nil }
        let share = cross(other.0 - first, far) / turn
        let along = cross(other.0 - first, step) / turn
        return share >= 0 && share <= 1 && along >= 0 && along <= 1 ? share : nil
    }

    /// Whether two ways cross, each with an end on both sides of the other.
    static func cross(_ first: (SIMD2<Double>, SIMD2<Double>), _ second: (SIMD2<Double>, SIMD2<Double>)) -> Bool {
        func side(_ way: (SIMD2<Double>, SIMD2<Double>), _ point: SIMD2<Double>) -> Double {
            cross(way.1 - way.0, point - way.0)
        }
        return side(first, second.0) * side(first, second.1) < 0 && side(second, first.0) * side(second, first.1) < 0
    }

    /// The shares of the way `first` to `last` between which it is within `reach` of another way; nil if it never is.
    /// Being within reach of a way is convex, so there is one stretch.
    static func shares(
        _ first: SIMD2<Double>, _ last: SIMD2<Double>, within reach: Double, of other: (SIMD2<Double>, SIMD2<Double>)
    ) -> (Double, Double)? {
        var low = Double.infinity
        var high = -Double.infinity
        func add(_ found: (Double, Double)?) {
            guard let found else { return }
            low = min(low, found.0)
            high = max(high, found.1)
        }
        add(PlaneSegment.shares(from: first, to: last, within: reach * reach, of: other.0))
        add(PlaneSegment.shares(from: first, to: last, within: reach * reach, of: other.1))
        let edge = other.1 - other.0
        let length = (edge * edge).sum().squareRoot()
        if length > 0 {
            // Between the edge's ends, and within reach of its line.
            let along = edge / length
            let across = SIMD2(-along.y, along.x)
            let box = clip(
                (first - other.0, last - other.0), along, 0...length,
                clip((first - other.0, last - other.0), across, -reach...reach, (0, 1)))
            add(box)
        }
        return low <= high ? (low, high) : nil
    }

    /// The part of `shares` in which the way's coordinate along an axis lies in a range.
    private static func clip(
        _ way: (SIMD2<Double>, SIMD2<Double>), _ axis: SIMD2<Double>, _ range: ClosedRange<Double>,
        _ shares: (Double, Double)?
    ) -> (Double, Double)? {
        guard let shares else { return nil }
        let start = (way.0 * axis).sum()
        let step = (way.1 * axis).sum() - start
        guard let found = PlaneSegment.shares(from: start, step: step, in: range) else { return nil }
        let low = max(shares.0, found.first)
        let high = min(shares.1, found.last)
        return low <= high ? (low, high) : nil
    }
}
