// SPDX-License-Identifier: Apache-2.0
/// A search through the points of a ``PlaceIndex``. The index shows it candidates; the search says how near they must
/// be.
protocol PlaceSearch {
    /// The unit vector that is searched from.
    var query: SIMD3<Double> { get }

    /// Whether a node may hold a point of interest: none of its points is nearer than by this squared chord, but for
    /// rounding.
    func mayFind(in node: Int, squaredChord: Double) -> Bool

    mutating func look(at point: PlaceIndex.IndexedPoint, squaredChord: Double)
}

/// A search for points within a bound.
protocol PointSearch: PlaceSearch {
    /// The squared chord beyond which points are left out. It may shrink while the search goes on.
    var bound: Double { get }

    /// Takes a point within the bound.
    mutating func take(_ point: PlaceIndex.IndexedPoint, squaredChord: Double)
}

extension PointSearch {
    @inline(__always)
    func mayFind(in node: Int, squaredChord: Double) -> Bool {
        // Rounding may lift the sum over the true distance by some units in the last place.
        squaredChord * (1 - 1e-14) <= bound
    }

    @inline(__always)
    mutating func look(at point: PlaceIndex.IndexedPoint, squaredChord: Double) {
        if squaredChord <= bound { take(point, squaredChord: squaredChord) }
    }
}

extension PlaceIndex {
    /// Shows `search` every point that may be of interest, the nearer half of each range first.
    func visit<Search: PlaceSearch>(_ search: inout Search) {
        visit(&search, node: 0, range: 0..<points.count, offset: .zero, squared: 0)
    }

    /// Visits a subtree; `offset` is the way from the query to its cell along each axis, `squared` their sum of
    /// squares.
    private func visit<Search: PlaceSearch>(
        _ search: inout Search, node: Int, range: Range<Int>, offset: SIMD3<Double>, squared: Double
    ) {
        guard search.mayFind(in: node, squaredChord: squared) else { return }
        guard range.count > Self.leafSize else {
            for slot in range {
                let difference = points[slot].vector - search.query
                search.look(at: points[slot], squaredChord: (difference * difference).sum())
            }
            return
        }
        let split = splits[node]
        let middle = range.lowerBound + range.count / 2
        let step = search.query[split.axis] - split.value
        let isRight = step >= 0
        let near = isRight ? middle..<range.upperBound : range.lowerBound..<middle
        let far = isRight ? range.lowerBound..<middle : middle..<range.upperBound
        visit(&search, node: 2 * node + (isRight ? 2 : 1), range: near, offset: offset, squared: squared)
        var farOffset = offset
        farOffset[split.axis] = step
        let farSquared = squared - offset[split.axis] * offset[split.axis] + step * step
        visit(&search, node: 2 * node + (isRight ? 1 : 2), range: far, offset: farOffset, squared: farSquared)
    }
}
