// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The edges of a box in steps, and what they cut out of lines.
package struct LandEdges: Sendable, Hashable {
    package let west: Int32
    package let south: Int32
    package let east: Int32
    package let north: Int32

    /// The least edges in whole steps that have a box.
    package init(of box: MapBox, stepsPerDegree: Int) {
        let steps = Double(stepsPerDegree)
        func down(_ degrees: Double) -> Int32 { Int32(clamping: (degrees * steps).rounded(.down)) }
        func up(_ degrees: Double) -> Int32 { Int32(clamping: (degrees * steps).rounded(.up)) }
        (west, south, east, north) = (down(box.west), down(box.south), up(box.east), up(box.north))
    }

    /// Whether a part of the earth, moved east by `turn`, reaches into the box.
    func reach(_ least: SIMD2<Int32>, _ greatest: SIMD2<Int32>, turn: Int32) -> Bool {
        least.x &+ turn <= east && greatest.x &+ turn >= west && least.y <= north && greatest.y >= south
    }

    /// The pieces of a line within the box, each to the first point outside.
    func pieces(_ points: [SIMD2<Int32>], turn: Int32) -> [[SIMD2<Int32>]] {
        var found: [[SIMD2<Int32>]] = []
        var isInside = false
        for (from, to) in zip(points, points.dropFirst()) {
            let wasInside = isInside
            isInside = reach(pointwiseMin(from, to), pointwiseMax(from, to), turn: turn)
            guard isInside else { continue }
            if !wasInside { found.append([from &+ SIMD2(turn, 0)]) }
            found[found.count - 1].append(to &+ SIMD2(turn, 0))
        }
        return found
    }

    /// The part of a closed line's inside that is in the box, as a closed line; no points if they do not overlap.
    ///
    /// Each edge is split where it crosses the box's four lines, and what is outside moves to the nearest position of
    /// the box. Nothing passes through the box's inside on this way, so each position there stays inside or outside of
    /// the line.
    func shore(_ points: [SIMD2<Int32>], turn: Int32) -> [SIMD2<Int32>] {
        guard var from = points.last else { return [] }
        from.x &+= turn
        var found: [SIMD2<Int32>] = []
        for point in points {
            let to = point &+ SIMD2(turn, 0)
            for crossing in crossings(from, to) { add(crossing, to: &found) }
            add(to, to: &found)
            from = to
        }
        return hasArea(found) ? found : []
    }

    /// Where an edge crosses the box's lines, in its order.
    private func crossings(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) -> [SIMD2<Int32>] {
        let isBeside =
            max(from.x, to.x) <= west || min(from.x, to.x) >= east || max(from.y, to.y) <= south
            || min(from.y, to.y) >= north
        let isWithin =
            min(from.x, to.x) >= west && max(from.x, to.x) <= east && min(from.y, to.y) >= south
            && max(from.y, to.y) <= north
        if isBeside || isWithin { return [] }
        let step = SIMD2<Double>(to) - SIMD2<Double>(from)
        var shares: [Double] = []
        for (line, axis) in [(west, 0), (east, 0), (south, 1), (north, 1)] {
            guard (from[axis] < line) != (to[axis] < line) else { continue }
            shares.append(Double(line - from[axis]) / step[axis])
        }
        return shares.sorted().map { share in
            SIMD2<Int32>((SIMD2<Double>(from) + share * step).rounded(.toNearestOrAwayFromZero))
        }
    }

    /// Adds a point moved into the box. Of points in a row on one edge of the box, the first and the last are enough.
    private func add(_ point: SIMD2<Int32>, to found: inout [SIMD2<Int32>]) {
        let point = SIMD2(min(max(point.x, west), east), min(max(point.y, south), north))
        while let last = found.last {
            if last == point { return }
            guard found.count > 1, isOnEdge(found[found.count - 2], last, point) else { break }
            found.removeLast()
        }
        found.append(point)
    }

    private func isOnEdge(_ one: SIMD2<Int32>, _ two: SIMD2<Int32>, _ three: SIMD2<Int32>) -> Bool {
        (one.x == two.x && two.x == three.x && (one.x == west || one.x == east))
            || (one.y == two.y && two.y == three.y && (one.y == south || one.y == north))
    }

    private func hasArea(_ points: [SIMD2<Int32>]) -> Bool {
        guard points.count > 2, var before = points.last else { return false }
        var twice = 0
        for point in points {
            twice += (Int(point.x) - Int(before.x)) * (Int(point.y) + Int(before.y))
            before = point
        }
        return twice != 0
    }
}
