// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The polygons of an index's places, and how far they reach around the points of each part of the tree.
struct PlaceShapes: Sendable {
    /// By the place's index; nil for a circle.
    let outlines: [PolygonOutline?]
    /// For each node, leaves included, the longest chord from a place's centre to the edge of the circle around its
    /// polygon.
    private(set) var reaches: [Double]

    /// A chord is longer by this than computed, so that rounding leaves no place out.
    private static let margin = 1e-12

    /// - Parameters:
    ///   - points: the places in tree order.
    ///   - inner: how many nodes have children.
    init(_ outlines: [PolygonOutline?], of points: [PlaceIndex.IndexedPoint], inner: Int) {
        self.outlines = outlines
        reaches = Array(repeating: 0, count: 2 * inner + 1)
        _ = measure(points, node: 0, range: points.indices)
    }

    private mutating func measure(_ points: [PlaceIndex.IndexedPoint], node: Int, range: Range<Int>) -> Double {
        var reach = 0.0
        if range.count > PlaceIndex.leafSize {
            let middle = range.lowerBound + range.count / 2
            reach = max(
                measure(points, node: 2 * node + 1, range: range.lowerBound..<middle),
                measure(points, node: 2 * node + 2, range: middle..<range.upperBound))
        } else {
            for slot in range {
                guard let outline = outlines[points[slot].index] else { continue }
                reach = max(reach, Sphere.squaredChord(distance: outline.radius).squareRoot() + Self.margin)
            }
        }
        reaches[node] = reach
        return reach
    }
}

/// A search for the nearest places in an index with polygons, within a radius and up to a limit.
struct ShapeSearch: PlaceSearch {
    let query: SIMD3<Double>
    /// Metres; infinite until enough places are found.
    private var greatest: Double
    /// The chord of it.
    private var bound: Double
    private let shapes: PlaceShapes
    private let limit: Int
    /// Great-circle metres; nearest first where there is a limit, else in no order.
    private(set) var found: [PlaceIndex.Neighbor] = []

    init(query: SIMD3<Double>, shapes: PlaceShapes, limit: Int, radius: Double) {
        self.query = query
        self.shapes = shapes
        self.limit = limit
        greatest = radius
        bound = Self.chord(radius)
    }

    private static func chord(_ distance: Double) -> Double {
        distance == .infinity ? .infinity : Sphere.squaredChord(withinDistance: distance).squareRoot()
    }

    func mayFind(in node: Int, squaredChord: Double) -> Bool {
        // No point of a place is nearer than its centre less the reach of its polygon.
        squaredChord.squareRoot() * (1 - 1e-14) - shapes.reaches[node] <= bound
    }

    mutating func look(at point: PlaceIndex.IndexedPoint, squaredChord: Double) {
        var distance = Sphere.distance(squaredChord: squaredChord)
        if let outline = shapes.outlines[point.index] {
            guard distance - outline.radius <= greatest else { return }
            distance = outline.distance(query)
        }
        guard distance <= greatest else { return }
        let neighbor = PlaceIndex.Neighbor(index: point.index, distance: distance)
        guard limit < .max else { return found.append(neighbor) }
        var slot = found.count
        while slot > 0,
            found[slot - 1].distance > distance
                || found[slot - 1].distance == distance && found[slot - 1].index > point.index
        {
            slot -= 1
        }
        guard slot < limit else { return }
        if found.count == limit { found.removeLast() }
        found.insert(neighbor, at: slot)
        if found.count == limit {
            greatest = found[limit - 1].distance
            bound = Self.chord(greatest)
        }
    }
}
