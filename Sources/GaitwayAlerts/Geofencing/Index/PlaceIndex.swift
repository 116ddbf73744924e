// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Finds the nearest places, exactly, by great-circle distance; right across the antimeridian and at the poles.
///
/// A k-d tree over the places' unit vectors (J. L. Bentley, "Multidimensional binary search trees used for associative
/// searching", 1975), laid out without pointers: the points stand in tree order in one array, each half of a range
/// is a subtree, ranges of a few points are scanned. A query prunes by the distance to a subtree's cell, summed
/// over the three axes (S. Arya, D. Mount, 1993). Built in O(n log n), a query takes O(log n) on common sets.
///
/// A place with a polygon is as near as its nearest point: 0 within. It stands in the tree by the centre of the circle
/// around it, and each node knows the largest such circle below it, by which a query widens its cell. Other places are
/// as near as their centre.
package struct PlaceIndex: Sendable {
    /// A place found: its index in the list that the index was made of, and how far it is.
    package struct Neighbor: Sendable, Hashable {
        /// The index in the list.
        package var index: Int
        /// Great-circle metres.
        package var distance: Double
    }

    /// How many places there are.
    package var count: Int { points.count }

    /// The points in tree order.
    let points: [IndexedPoint]
    /// The axis and the value that each inner node splits at; the children of node i are 2i + 1 and 2i + 2.
    let splits: [Split]
    /// The shapes of places with polygons; nil if no place has one.
    let shapes: PlaceShapes?
    /// Ranges of at most this many points are scanned.
    static let leafSize = 12

    /// A unit vector in the first three lanes, the place's index in the fourth: 32 bytes.
    struct IndexedPoint: Sendable {
        private let lanes: SIMD4<Double>

        init(vector: SIMD3<Double>, index: Int) { lanes = SIMD4(vector, Double(index)) }

        var vector: SIMD3<Double> { SIMD3(lanes.x, lanes.y, lanes.z) }
        var index: Int { Int(proven: lanes.w) }
    }

    struct Split: Sendable {
        var value: Double
        var axis: Int
    }

    /// An index of places.
    package init(_ places: [Place]) {
        self.init(
            points: places.enumerated().map { offset, place in
                IndexedPoint(vector: Sphere.vector(latitude: place.latitude, longitude: place.longitude), index: offset)
            }, outlines: places.contains { $0.polygon != nil } ? places.map { $0.polygon?.outline } : [])
    }

    private init(points: [IndexedPoint], outlines: [PolygonOutline?]) {
        var builder = PlaceIndexBuilder(points: points)
        builder.build()
        self.points = builder.points
        splits = builder.splits
        shapes = outlines.isEmpty ? nil : PlaceShapes(outlines, of: builder.points, inner: builder.splits.count)
    }

    /// The `count` nearest places, nearest first; of equal distances, the first in the list.
    package func nearest(_ count: Int, latitude: Double, longitude: Double) -> [Neighbor] {
        var found: [Neighbor] = []
        nearest(count, latitude: latitude, longitude: longitude, into: &found)
        return found
    }

    /// Finds the `count` nearest places into an array that the caller reuses, so that a query allocates no memory.
    package func nearest(_ count: Int, latitude: Double, longitude: Double, into found: inout [Neighbor]) {
        found.removeAll(keepingCapacity: true)
        guard count > 0, latitude.isFinite, longitude.isFinite else { return }
        if let shapes {
            var search = ShapeSearch(
                query: Sphere.vector(latitude: latitude, longitude: longitude), shapes: shapes,
                limit: min(count, points.count), radius: .infinity)
            visit(&search)
            return found = search.found
        }
        var search = NearestSearch(
            query: Sphere.vector(latitude: latitude, longitude: longitude), limit: min(count, points.count),
            found: found)
        found = []
        visit(&search)
        found = search.found
        for index in found.indices {
            found[index].distance = Sphere.distance(squaredChord: found[index].distance)
        }
    }

    /// The places within `radius` metres, nearest first; of equal distances, the first in the list.
    package func within(_ radius: Double, latitude: Double, longitude: Double) -> [Neighbor] {
        guard let shapes else { return centers(within: radius, latitude: latitude, longitude: longitude) }
        guard radius >= 0, latitude.isFinite, longitude.isFinite else { return [] }
        var search = ShapeSearch(
            query: Sphere.vector(latitude: latitude, longitude: longitude), shapes: shapes, limit: .max, radius: radius)
        visit(&search)
        return search.found.sorted { $0.distance != $1.distance ? $0.distance < $1.distance : $0.index < $1.index }
    }

    /// The places whose centres are within `radius` metres, whatever their shape; nearest first.
    func centers(within radius: Double, latitude: Double, longitude: Double) -> [Neighbor] {
        guard radius >= 0, latitude.isFinite, longitude.isFinite else { return [] }
        var search = RadiusSearch(query: Sphere.vector(latitude: latitude, longitude: longitude), radius: radius)
        visit(&search)
        return search.found.sorted { $0.distance != $1.distance ? $0.distance < $1.distance : $0.index < $1.index }
    }
}
