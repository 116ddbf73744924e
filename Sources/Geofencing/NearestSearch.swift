/// One search for the nearest points: the best so far, in order. Distances are squared chords until the end.
struct NearestSearch {
    let query: SIMD3<Double>
    let limit: Int
    var found: [PlaceIndex.Neighbor]
    /// What a point must not exceed to be of interest.
    private var bound = Double.infinity

    init(query: SIMD3<Double>, limit: Int, found: [PlaceIndex.Neighbor]) {
        self.query = query
        self.limit = limit
        self.found = found
        self.found.reserveCapacity(limit + 1)
    }

    /// Searches a subtree; `offset` is the way from the query to its cell along each axis, `squared` their sum of squares.
    mutating func visit(
        _ tree: borrowing PlaceIndex, node: Int, range: Range<Int>, offset: SIMD3<Double>, squared: Double
    ) {
        guard range.count > PlaceIndex.leafSize else {
            for index in range {
                let difference = tree.points[index].vector - query
                let distance = (difference * difference).sum()
                if distance <= bound { insert(tree.points[index].index, distance) }
            }
            return
        }
        let split = tree.splits[node]
        let middle = range.lowerBound + range.count / 2
        let step = query[split.axis] - split.value
        let isRight = step >= 0
        let near = isRight ? middle..<range.upperBound : range.lowerBound..<middle
        let far = isRight ? range.lowerBound..<middle : middle..<range.upperBound
        visit(tree, node: 2 * node + (isRight ? 2 : 1), range: near, offset: offset, squared: squared)
        var farOffset = offset
        farOffset[split.axis] = step
        let farSquared = squared - offset[split.axis] * offset[split.axis] + step * step
        // Rounding may lift the sum over the true distance by some units in the last place.
        if farSquared * (1 - 1e-14) <= bound {
            visit(
                tree, node: 2 * node + (isRight ? 1 : 2), range: far, offset: farOffset, squared: farSquared)
        }
    }

    private mutating func insert(_ index: Int, _ distance: Double) {
        var slot = found.count
        while slot > 0,
            found[slot - 1].distance > distance
                || found[slot - 1].distance == distance && found[slot - 1].index > index
        {
            slot -= 1
        }
        guard slot < limit else { return }
        if found.count == limit { found.removeLast() }
        found.insert(PlaceIndex.Neighbor(index: index, distance: distance), at: slot)
        if found.count == limit { bound = found[limit - 1].distance }
    }
}
