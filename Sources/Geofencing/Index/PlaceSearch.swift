/// A search through the points of a ``PlaceIndex``: it is shown those that may be of interest, and says how near they must be.
protocol PlaceSearch {
    /// The unit vector that is searched from.
    var query: SIMD3<Double> { get }
    /// The squared chord beyond which no point is of interest. It may shrink while the search goes on.
    var bound: Double { get }

    /// Looks at a point within the bound.
    mutating func look(at point: PlaceIndex.IndexedPoint, squaredChord: Double)
}

extension PlaceIndex {
    /// Shows `search` every point within its bound, the nearer half of each range first.
    func visit<Search: PlaceSearch>(_ search: inout Search) {
        visit(&search, node: 0, range: 0..<points.count, offset: .zero, squared: 0)
    }

    /// Visits a subtree; `offset` is the way from the query to its cell along each axis, `squared` their sum of squares.
    private func visit<Search: PlaceSearch>(
        _ search: inout Search, node: Int, range: Range<Int>, offset: SIMD3<Double>, squared: Double
    ) {
        guard range.count > Self.leafSize else {
            for slot in range {
                let difference = points[slot].vector - search.query
                let distance = (difference * difference).sum()
                if distance <= search.bound { search.look(at: points[slot], squaredChord: distance) }
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
        // Rounding may lift the sum over the true distance by some units in the last place.
        if farSquared * (1 - 1e-14) <= search.bound {
            visit(&search, node: 2 * node + (isRight ? 1 : 2), range: far, offset: farOffset, squared: farSquared)
        }
    }
}
