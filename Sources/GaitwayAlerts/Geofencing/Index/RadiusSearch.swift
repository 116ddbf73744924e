// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A search for the points within a radius, in no order. Distances are great-circle metres.
struct RadiusSearch: PointSearch {
    let query: SIMD3<Double>
    let bound: Double
    private let radius: Double
    private(set) var found: [PlaceIndex.Neighbor] = []

    init(query: SIMD3<Double>, radius: Double) {
        self.query = query
        self.radius = radius
        bound = Sphere.squaredChord(withinDistance: radius)
    }

    mutating func take(_ point: PlaceIndex.IndexedPoint, squaredChord: Double) {
        // The bound is a hair too wide; the exact distance decides.
        let distance = Sphere.distance(squaredChord: squaredChord)
        if distance <= radius { found.append(PlaceIndex.Neighbor(index: point.index, distance: distance)) }
    }
}
