// SPDX-License-Identifier: Apache-2.0
/// A search for the nearest points: the best so far, in order. Distances are squared chords until the end.
struct NearestSearch: PointSearch {
    let query: SIMD3<Double>
    private let limit: Int
    private(set) var found: [PlaceIndex.Neighbor]
    private(set) var bound = Double.infinity

    /// A search for the `limit` nearest, in the memory of `found`, which is empty.
    init(query: SIMD3<Double>, limit: Int, found: [PlaceIndex.Neighbor]) {
        self.query = query
        self.limit = limit
        self.found = found
        self.found.reserveCapacity(limit + 1)
    }

    mutating func take(_ point: PlaceIndex.IndexedPoint, squaredChord distance: Double) {
        let index = point.index
        var slot = found.count
        while slot > 0,
            found[slot - 1].distance > distance || found[slot - 1].distance == distance && found[slot - 1].index > index
        {
            slot -= 1
        }
        guard slot < limit else { return }
        if found.count == limit { found.removeLast() }
        found.insert(PlaceIndex.Neighbor(index: index, distance: distance), at: slot)
        if found.count == limit { bound = found[limit - 1].distance }
    }
}
