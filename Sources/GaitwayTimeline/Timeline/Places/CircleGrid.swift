// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Finds the circles that may contain a position, among any number of circles.
///
/// A circle stands in the cell of its centre: a cube in space, without a seam at the antimeridian or at a
/// pole. For each power of two, the circles of about that radius have a grid of their own. Its cells are twice as wide
/// as they reach, so at most eight of them lie near a position.
struct CircleGrid: Sendable {
    private struct Cell: Hashable {
        var level: Int
        var corner: SIMD3<Int32>
    }

    private var cells: [Cell: [Int]] = [:]
    private var levels: [Int] = []
    /// Distances are those of the ellipsoid or near it, cells those of the sphere.
    private static let margin = 1.25
    /// From there on, a circle reaches around the earth.
    private static let widestLevel = 24

    /// Adds the circle of an index.
    mutating func insert(_ index: Int, latitude: Double, longitude: Double, radius: Double) {
        var level = 0
        while level < Self.widestLevel, Self.reach(level) < radius * Self.margin { level += 1 }
        if !levels.contains(level) { levels.append(level) }
        let centre = Self.point(latitude, longitude)
        cells[Cell(level: level, corner: Self.corner(centre, level)), default: []].append(index)
    }

    /// Calls `body` with the index of each circle that may contain a position, in any order.
    func forEach(near latitude: Double, _ longitude: Double, _ body: (_ index: Int) -> Void) {
        let point = Self.point(latitude, longitude)
        for level in levels {
            let reach = SIMD3<Double>(repeating: Self.reach(level))
            let (from, to) = (Self.corner(point - reach, level), Self.corner(point + reach, level))
            for x in from.x...to.x {
                for y in from.y...to.y {
                    for z in from.z...to.z {
                        cells[Cell(level: level, corner: SIMD3(x, y, z))]?.forEach(body)
                    }
                }
            }
        }
    }

    private static func reach(_ level: Int) -> Double { Double(1 << level) }

    private static func point(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
        Sphere.vector(latitude: latitude, longitude: longitude) * Sphere.radius
    }

    private static func corner(_ point: SIMD3<Double>, _ level: Int) -> SIMD3<Int32> {
        SIMD3<Int32>((point / (2 * reach(level))).rounded(.down))
    }
}
