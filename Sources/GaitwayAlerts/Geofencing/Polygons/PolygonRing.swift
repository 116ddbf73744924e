// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A ring in the plane, while it is checked.
struct PolygonRing {
    /// A fault of the ring, and where in the plane.
    struct Fault: Error {
        var problem: String
        var remedy: Remedy
        /// Nil for a polygon that is too large to be checked.
        var point: SIMD2<Double>?
        /// Whether a ring crosses itself.
        var isCrossing = false
    }

    /// Nearer than this is a touch, in metres: a tenth of a millimetre, the resolution of nine decimals of a degree.
    static let touch = 1e-4

    let name: String
    let part: Int
    let isHole: Bool
    private(set) var corners: [SIMD2<Double>]
    /// For each corner, the number of the line that goes from it, from 1.
    private(set) var lines: [Int]
    private(set) var isInserted: [Bool]
    /// The corners of the box around it.
    let low: SIMD2<Double>
    let high: SIMD2<Double>

    init(name: String, part: Int, isHole: Bool, corners: [SIMD2<Double>], lines: [Int], isInserted: [Bool]) {
        self.name = name
        self.part = part
        self.isHole = isHole
        self.corners = corners
        self.lines = lines
        self.isInserted = isInserted
        (low, high) = corners.reduce((corners[0], corners[0])) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    }

    /// The edge that goes from a corner.
    func edge(_ index: Int) -> (SIMD2<Double>, SIMD2<Double>) {
        (corners[index], corners[index + 1 < corners.count ? index + 1 : 0])
    }

    /// Square metres, positive for a ring that runs against the clock (C. F. Gauss's formula, from the first corner).
    var signedArea: Double {
        var sum = 0.0
        for index in corners.indices.dropFirst().dropLast() {
            sum += PlaneWay.cross(corners[index] - corners[0], corners[index + 1] - corners[0])
        }
        return sum / 2
    }

    /// Whether it is anywhere broader than a touch, on average.
    var hasArea: Bool {
        let perimeter = corners.indices.reduce(0.0) { sum, index in
            let (from, to) = edge(index)
            return sum + ((to - from) * (to - from)).sum().squareRoot()
        }
        return 2 * signedArea.magnitude > perimeter * Self.touch
    }

    mutating func reverse() {
        // The line from a corner is then the one that came to it.
        let last = lines[lines.count - 1]
        corners.reverse()
        isInserted.reverse()
        lines = lines.dropLast().reversed() + [last]
    }
}

extension PolygonRing {
    /// How many comparisons of two lines the check of a polygon may still take. Each takes about 10 ns.
    struct Effort {
        private var left = 300_000_000

        mutating func spend(_ comparisons: Int) throws(Fault) {
            left -= comparisons
            guard left >= 0 else {
                throw Fault(
                    problem: "the polygon has more lines beside each other than can be compared",
                    remedy: "draw it with fewer corners, or cut it into smaller ones")
            }
        }
    }

    /// - Throws: a ring that crosses or touches itself, two that cross, a hole that is not within its part, two that
    ///   overlap, and rings that cost too much to be checked.
    static func check(_ rings: [PolygonRing]) throws(Fault) {
        var effort = Effort()
        if let fault = try crossing(rings, &effort) { throw fault }
        guard rings.count > 1 else { return }
        var all: [RingBands] = []
        for ring in rings { all.append(try RingBands(ring, &effort)) }
        let boxes = Dictionary(grouping: rings.indices) { rings[$0].isHole ? rings[$0].part : nil }
            .mapValues { RingBoxes(rings, $0) }
        var outer = all[0]
        for (index, bands) in all.enumerated() {
            let ring = bands.ring
            if !ring.isHole { outer = bands }
            for corner in ring.isHole ? ring.corners : [] {
                try effort.spend(outer.beside(corner).count)
                guard !outer.isInside(corner), !outer.isNear(corner) else { continue }
                throw Fault(
                    problem: "\(ring.name) lies outside of its outer ring", remedy: "put it into its own polygon",
                    point: corner)
            }
            // Holes of one part, and parts, must not lie in each other.
            for other in try boxes[ring.isHole ? ring.part : nil]?.meeting(index, &effort) ?? [] {
                let other = all[other]
                guard let (point, isCorner) = try ring.overlap(with: other, &effort) else { continue }
                // A part may stand in another's hole.
                let isInHole = all.contains {
                    $0.ring.isHole && $0.ring.part == other.ring.part && ($0.isInside(point) || $0.isNear(point))
                }
                if ring.isHole || !isInHole {
                    throw Fault(
                        problem: "\(ring.name) \(isCorner ? "lies within" : "overlaps") \(other.ring.name)",
                        remedy: "join them, or remove one", point: point)
                }
                try effort.spend(rings.count)
            }
        }
    }

    /// A point that shows that this ring overlaps with another, which it does not cross: a corner or a part of an edge
    /// well inside the other, or a part along which both run the same way, so that both have the same side of it.
    private func overlap(
        with other: RingBands, _ effort: inout Effort
    ) throws(Fault) -> (point: SIMD2<Double>, isCorner: Bool)? {
        for corner in corners where other.ring.boxMeets(corner, corner) {
            try effort.spend(other.beside(corner).count)
            if other.holds(corner) { return (corner, true) }
        }
        for index in corners.indices {
            let (first, last) = edge(index)
            guard other.ring.boxMeets(pointwiseMin(first, last), pointwiseMax(first, last)) else { continue }
            try effort.spend(other.beside(first, last).count)
            for middle in other.middles(first, last) {
                try effort.spend(other.beside(middle).count)
                if other.holds(middle) || other.runs(first, last, at: middle) { return (middle, false) }
            }
        }
        return nil
    }

    /// Whether a box touches that around the ring.
    func boxMeets(_ otherLow: SIMD2<Double>, _ otherHigh: SIMD2<Double>) -> Bool {
        low.x <= otherHigh.x + Self.touch && otherLow.x <= high.x + Self.touch && low.y <= otherHigh.y + Self.touch
            && otherLow.y <= high.y + Self.touch
    }

    /// Two edges that cross, or touch within one ring.
    static func crossing(_ rings: [PolygonRing], _ effort: inout Effort) throws(Fault) -> Fault? {
        let edges = rings.enumerated().map { number, ring in
            ring.corners.indices.map { RingEdge(ring: number, index: $0, ends: ring.edge($0)) }
        }
        var sweep = EdgeSweep(rings, edges.flatMap(\.self))
        switch sweep.finding() {
        case .apart: return nil
        case .fault(let fault): return fault
        case .touch: break
        }
        // Each ring alone, as only different rings may touch; then those whose boxes meet.
        for own in edges {
            var sweep = EdgeSweep(rings, own)
            switch sweep.finding() {
            case .apart: break
            case .fault(let fault): return fault
            case .touch: if let fault = try crossing(among: own, rings, &effort) { return fault }
            }
        }
        guard rings.count > 1 else { return nil }
        var bands: [RingBands] = []
        for ring in rings { bands.append(try RingBands(ring, &effort)) }
        let boxes = RingBoxes(rings, Array(rings.indices))
        for (number, own) in edges.enumerated() {
            // Of two rings, the one with fewer edges is compared with lines of the other.
            for other in try boxes.meeting(number, &effort)
            where (own.count, number) < (edges[other].count, other) {
                if let fault = try crossing(of: own, edges[other], bands[other], rings, &effort) { return fault }
            }
        }
        return nil
    }

    /// Compares the edges of a ring with those of another, `bands`, that come to their height.
    private static func crossing(
        of edges: [RingEdge], _ others: [RingEdge], _ bands: RingBands, _ rings: [PolygonRing], _ effort: inout Effort
    ) throws(Fault) -> Fault? {
        for edge in edges {
            let (first, last) = edge.ends
            guard bands.ring.boxMeets(pointwiseMin(first, last), pointwiseMax(first, last)) else { continue }
            let beside = bands.beside(first, last)
            try effort.spend(beside.count)
            for index in beside {
                let (one, two) = edge.ring < others[index].ring ? (edge, others[index]) : (others[index], edge)
                if let fault = fault(one, two, rings) { return fault }
            }
        }
        return nil
    }

    /// Compares all edges of a ring whose ranges from west to east and from south to north meet.
    private static func crossing(
        among edges: [RingEdge], _ rings: [PolygonRing], _ effort: inout Effort
    ) throws(Fault) -> Fault? {
        let edges = edges.sorted { $0.first.x < $1.first.x }
        for (number, edge) in edges.enumerated() {
            var next = number + 1
            while next < edges.count, edges[next].first.x <= edge.last.x + touch {
                if edges[next].south <= edge.north + touch, edge.south <= edges[next].north + touch,
                    let fault = fault(edge, edges[next], rings)
                {
                    return fault
                }
                next += 1
            }
            try effort.spend(next - number)
        }
        return nil
    }

    /// Nil for two edges that may lie as they do.
    static func fault(_ first: RingEdge, _ second: RingEdge, _ rings: [PolygonRing]) -> Fault? {
        let ring = rings[first.ring]
        let count = ring.corners.count
        let isNext =
            first.ring == second.ring
            && ((first.index + 1) % count == second.index || (second.index + 1) % count == first.index)
        let crosses = !isNext && PlaneWay.cross(first.ends, second.ends)
        guard crosses || first.ring == second.ring else { return nil }
        /// The numbers of both lines.
        var lines: String {
            let numbers = [ring.lines[first.index], rings[second.ring].lines[second.index]].sorted()
            return "line \(numbers[0]) and line \(numbers[1])"
        }
        // By rounding, a corner on an edge may lie on either side of it: that is a touch, which two rings may have.
        if let point = touch(first, second, isNext: isNext, count: count) {
            guard first.ring == second.ring else { return nil }
            return Fault(
                problem: "\(ring.name) touches itself, \(lines)",
                remedy: "draw it as two polygons, or with a hole", point: point)
        }
        guard crosses else { return nil }
        let share = PlaneWay.crossing(first.ends.0, first.ends.1, with: second.ends) ?? 0
        let point = first.ends.0 + (first.ends.1 - first.ends.0) * share
        guard first.ring == second.ring else {
            return Fault(
                problem: "\(ring.name) crosses \(rings[second.ring].name)", remedy: "draw them apart", point: point)
        }
        return Fault(
            problem: "\(ring.name) crosses itself, \(lines)",
            remedy: "give its corners in the order in which one walks around it", point: point, isCrossing: true)
    }

    /// Where two edges of a ring of `count` touch, but for the corner that neighbours share.
    private static func touch(_ first: RingEdge, _ second: RingEdge, isNext: Bool, count: Int) -> SIMD2<Double>? {
        func near(_ point: SIMD2<Double>, _ edge: RingEdge) -> SIMD2<Double>? {
            PlaneSegment.squaredDistance(from: point, to: edge.ends.0, edge.ends.1) <= touch * touch ? point : nil
        }
        guard isNext else {
            return near(first.ends.0, second) ?? near(first.ends.1, second) ?? near(second.ends.0, first)
                ?? near(second.ends.1, first)
        }
        let (before, after) = (first.index + 1) % count == second.index ? (first, second) : (second, first)
        return near(before.ends.0, after) ?? near(after.ends.1, before)
    }
}
