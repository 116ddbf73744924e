// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Removes points of a path that are not needed for its shape.
enum PathSimplifier {
    /// The points of a simplified line. Every point of the path lies within `tolerance` metres of it.
    ///
    /// The algorithm of Douglas and Peucker, Cartographica 10 (1973) 112, with a stack instead of recursion. The first
    /// and the last point stay.
    /// - Complexity: O(n log n) on usual paths, O(n²) at worst.
    static func simplify(_ path: [PathPoint], tolerance: Double) -> [PathPoint] {
        guard path.count > 2, tolerance > 0 else { return path }
        var keep = [Bool](repeating: false, count: path.count)
        keep[0] = true
        keep[path.count - 1] = true
        var stack = [(0, path.count - 1)]
        while let (first, last) = stack.popLast() {
            guard last - first > 1 else { continue }
            var farthest = first
            var greatest = tolerance
            for index in (first + 1)..<last {
                let distance = distance(of: path[index], from: path[first], to: path[last])
                if distance > greatest {
                    greatest = distance
                    farthest = index
                }
            }
            guard farthest != first else { continue }
            keep[farthest] = true
            stack.append((first, farthest))
            stack.append((farthest, last))
        }
        return path.indices.filter { keep[$0] }.map { path[$0] }
    }

    /// Metres from a point to a segment, in the plane tangent at the segment's start.
    static func distance(of point: PathPoint, from start: PathPoint, to end: PathPoint) -> Double {
        let scale = Ellipsoid.metresPerDegree(atLatitude: start.latitude)
        func place(_ other: PathPoint) -> SIMD2<Double> {
            SIMD2(
                Longitude.difference(start.longitude, other.longitude) * scale.east,
                (other.latitude - start.latitude) * scale.north)
        }
        return PlaneSegment.squaredDistance(from: place(point), to: .zero, place(end)).squareRoot()
    }
}
