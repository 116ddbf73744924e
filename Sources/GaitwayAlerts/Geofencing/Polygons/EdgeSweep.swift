// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Finds two edges of a polygon that cross, or touch within one ring, by a sweep from west to east (M. Shamos, D. Hoey,
/// "Geometric intersection problems", 1976).
///
/// The edges at the sweep's line stand from south to north. Two edges that cross are neighbours there just before they
/// do, so only neighbours are compared: n log n comparisons for n edges, whatever their shape.
struct EdgeSweep {
    /// What a sweep finds.
    enum Finding {
        /// No two edges meet where they must not.
        case apart
        case fault(PolygonRing.Fault)
        /// Two rings touch, as they may. Then the order of their edges is not sure, so all edges must be compared.
        case touch
    }

    private struct Event {
        var point: SIMD2<Double>
        var edge: Int
        var isEnd: Bool
    }

    private let rings: [PolygonRing]
    private let edges: [RingEdge]
    private var order = EdgeOrder()

    init(_ rings: [PolygonRing], _ edges: [RingEdge]) {
        self.rings = rings
        self.edges = edges
    }

    mutating func finding() -> Finding {
        for event in events() {
            let place = order.place { isNorth($0, of: event.edge) }
            let south = order.edge(before: place)
            var met: Finding?
            if event.isEnd {
                // Another edge here means that the order is not sure.
                guard order.edge(at: place) == event.edge else { return .touch }
                order.remove(at: place)
                met = order.edge(at: place).flatMap { north in south.flatMap { meeting($0, north) } }
            } else {
                met =
                    south.flatMap { meeting($0, event.edge) }
                    ?? order.edge(at: place).flatMap { meeting(event.edge, $0) }
                order.insert(event.edge, at: place)
            }
            if let met { return met }
        }
        return cornersNearEachOther().map(Finding.fault) ?? .apart
    }

    /// The ends of all edges from west to east. Where one edge ends and another begins, the end comes first.
    private func events() -> [Event] {
        var events: [Event] = []
        events.reserveCapacity(2 * edges.count)
        for (index, edge) in edges.enumerated() {
            events.append(Event(point: edge.first, edge: index, isEnd: false))
            events.append(Event(point: edge.last, edge: index, isEnd: true))
        }
        events.sort { one, other in
            one.point == other.point
                ? one.isEnd != other.isEnd ? one.isEnd : one.edge < other.edge
                : RingEdge.isBefore(one.point, other.point)
        }
        return events
    }

    /// Whether an edge is the given one or stands north of it. Both are at the sweep's line.
    private func isNorth(_ other: Int, of index: Int) -> Bool {
        guard other != index else { return true }
        let (edge, known) = (edges[index], edges[other])
        func side(_ point: SIMD2<Double>, of edge: RingEdge) -> Double {
            PlaneWay.cross(edge.last - edge.first, point - edge.first)
        }
        let isLater = RingEdge.isBefore(known.first, edge.first)
        var height = isLater ? side(edge.first, of: known) : -side(known.first, of: edge)
        // Both begin at one corner.
        if height == 0 { height = side(edge.last, of: known) }
        return height == 0 ? other > index : height < 0
    }

    private func meeting(_ one: Int, _ other: Int) -> Finding? {
        if let fault = PolygonRing.fault(edges[one], edges[other], rings) { return .fault(fault) }
        let areApart = edges[one].ring == edges[other].ring || edges[one].distance(to: edges[other]) > PolygonRing.touch
        return areApart ? nil : .touch
    }

    /// Two corners of one ring that touch. The sweep does not compare an edge that ends with one that begins later.
    private func cornersNearEachOther() -> PolygonRing.Fault? {
        struct Cell: Hashable {
            var ring: Int
            var x: Int
            var y: Int
        }
        var cells: [Cell: Int] = [:]
        cells.reserveCapacity(edges.count)
        for (index, edge) in edges.enumerated() {
            let cell = (edge.ends.0 / PolygonRing.touch).rounded(.down)
            let (x, y) = (Int(clamping: cell.x), Int(clamping: cell.y))
            for step in 0..<9 {
                guard let other = cells[Cell(ring: edge.ring, x: x + step % 3 - 1, y: y + step / 3 - 1)] else {
                    continue
                }
                if let fault = PolygonRing.fault(edges[other], edge, rings) { return fault }
            }
            cells[Cell(ring: edge.ring, x: x, y: y)] = index
        }
        return nil
    }
}
