extension PlaceSet {
    /// Metres to the edge of the nearest place that `isWanted` lets through, 0 inside of it; infinite without one. The place is
    /// given by its index in ``places``.
    public func distanceToEdge(
        latitude: Double, longitude: Double, where isWanted: (Int) -> Bool = { _ in true }
    ) -> Double {
        guard latitude.isFinite, longitude.isFinite else { return .infinity }
        var search = EdgeSearch(query: Sphere.vector(latitude: latitude, longitude: longitude), in: self)
        search.visit(node: 0, range: 0..<places.count, offset: .zero, squared: 0, isWanted)
        return search.best
    }
}

/// One search for the nearest edge. A subtree is passed over when its cell is farther than the best edge and the largest radius.
private struct EdgeSearch {
    let query: SIMD3<Double>
    let set: PlaceSet
    /// Metres.
    var best = Double.infinity
    /// The squared chord beyond which no centre is of interest.
    private var bound = Double.infinity

    init(query: SIMD3<Double>, in set: PlaceSet) {
        self.query = query
        self.set = set
    }

    mutating func visit(
        node: Int, range: Range<Int>, offset: SIMD3<Double>, squared: Double, _ isWanted: (Int) -> Bool
    ) {
        guard range.count > PlaceIndex.leafSize else {
            for slot in range { look(at: set.index.points[slot], isWanted) }
            return
        }
        let split = set.index.splits[node]
        let middle = range.lowerBound + range.count / 2
        let step = query[split.axis] - split.value
        let isRight = step >= 0
        let near = isRight ? middle..<range.upperBound : range.lowerBound..<middle
        let far = isRight ? range.lowerBound..<middle : middle..<range.upperBound
        visit(node: 2 * node + (isRight ? 2 : 1), range: near, offset: offset, squared: squared, isWanted)
        var farOffset = offset
        farOffset[split.axis] = step
        let farSquared = squared - offset[split.axis] * offset[split.axis] + step * step
        if farSquared <= bound {
            visit(node: 2 * node + (isRight ? 1 : 2), range: far, offset: farOffset, squared: farSquared, isWanted)
        }
    }

    private mutating func look(at point: PlaceIndex.IndexedPoint, _ isWanted: (Int) -> Bool) {
        let difference = point.vector - query
        let squared = (difference * difference).sum()
        guard squared <= bound else { return }
        let distance = max(0, Sphere.distance(squaredChord: squared) - set.places[point.index].radius)
        guard distance < best, isWanted(point.index) else { return }
        best = distance
        // A hair more, so that rounding loses none.
        bound = Sphere.squaredChord(distance: best + set.largestRadius) * (1 + 1e-12) + 1e-24
    }
}
