// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension PlaceSet {
    /// Metres to the edge of the nearest place that `isWanted` lets through, 0 inside of it; infinite without one. The
    /// place is given by its index in ``places``.
    func distanceToEdge(latitude: Double, longitude: Double, where isWanted: (Int) -> Bool = { _ in true }) -> Double {
        guard latitude.isFinite, longitude.isFinite else { return .infinity }
        return withoutActuallyEscaping(isWanted) { isWanted in
            var search = EdgeSearch(
                query: Sphere.vector(latitude: latitude, longitude: longitude), set: self, isWanted: isWanted)
            index.visit(&search)
            return search.best
        }
    }
}

/// A search for the nearest edge: nearer points than the best edge and the largest radius are of interest.
private struct EdgeSearch: PointSearch {
    let query: SIMD3<Double>
    let set: PlaceSet
    let isWanted: (Int) -> Bool
    private(set) var bound = Double.infinity
    /// Metres.
    private(set) var best = Double.infinity

    init(query: SIMD3<Double>, set: PlaceSet, isWanted: @escaping (Int) -> Bool) {
        self.query = query
        self.set = set
        self.isWanted = isWanted
    }

    mutating func take(_ point: PlaceIndex.IndexedPoint, squaredChord: Double) {
        let place = set.places[point.index]
        var distance = max(0, Sphere.distance(squaredChord: squaredChord) - place.radius)
        guard distance < best, isWanted(point.index) else { return }
        // The circle around a polygon is nearer than its edge.
        if let polygon = place.polygon { distance = polygon.outline.distance(query) }
        guard distance < best else { return }
        best = distance
        bound = Sphere.squaredChord(withinDistance: best + set.largestRadius)
    }
}
