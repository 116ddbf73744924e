import Geodesy

/// Leaves out the points of a path that say nothing.
package enum PathSimplifier {
    /// The points that are needed so that no point of the path lies further than `tolerance` metres from the simplified line.
    ///
    /// Douglas and Peucker, Cartographica 10 (1973) 112, with an own stack instead of recursion. The first and the last point stay.
    /// - Complexity: O(n log n) on usual paths, O(n²) at worst.
    package static func simplify(_ path: [PathPoint], tolerance: Double) -> [PathPoint] {
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
        let p = place(point)
        let line = place(end)
        let length = (line * line).sum()
        let share = length > 0 ? min(1, max(0, (p * line).sum() / length)) : 0
        let offset = p - line * share
        return (offset * offset).sum().squareRoot()
    }
}
