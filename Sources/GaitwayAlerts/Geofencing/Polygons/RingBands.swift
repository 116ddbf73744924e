// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The lines of a ring by where they lie from south to north: a query about a point looks only at the lines beside it.
struct RingBands {
    let ring: PolygonRing
    private let south: Double
    private let height: Double
    /// Where each band begins in `edges`; bands that follow each other lie side by side there.
    private var starts: [Int]
    private var edges: [Int]

    /// As many bands as the root of the corners: in each are about as many lines, but for rings that go to and fro.
    init(_ ring: PolygonRing, _ effort: inout PolygonRing.Effort) throws(PolygonRing.Fault) {
        self.ring = ring
        let count = max(1, Int(clamping: Double(ring.corners.count).squareRoot()))
        south = ring.low.y
        height = max((ring.high.y - ring.low.y) / Double(count), PolygonRing.touch)
        starts = Array(repeating: 0, count: count + 1)
        edges = []
        // First how many each band has, then which.
        for index in ring.corners.indices {
            let bands = bands(of: index)
            try effort.spend(bands.count)
            for band in bands { starts[band + 1] += 1 }
        }
        for band in 0..<count { starts[band + 1] += starts[band] }
        edges = Array(repeating: 0, count: starts[count])
        var next = starts
        for index in ring.corners.indices {
            for band in bands(of: index) {
                edges[next[band]] = index
                next[band] += 1
            }
        }
    }

    private func band(_ y: Double) -> Int { Int(clamping: min(max((y - south) / height, 0), Double(starts.count - 2))) }

    private func bands(of edge: Int) -> ClosedRange<Int> {
        let (first, last) = ring.edge(edge)
        return band(min(first.y, last.y) - PolygonRing.touch)...band(max(first.y, last.y) + PolygonRing.touch)
    }

    /// The lines that come within a touch of a point's height, and others.
    func beside(_ point: SIMD2<Double>) -> ArraySlice<Int> { beside(point, point) }

    /// The lines that come within a touch of a way's heights, and others; some more than once.
    func beside(_ first: SIMD2<Double>, _ last: SIMD2<Double>) -> ArraySlice<Int> {
        let low = band(min(first.y, last.y) - PolygonRing.touch)
        let high = band(max(first.y, last.y) + PolygonRing.touch)
        return edges[starts[low]..<starts[high + 1]]
    }

    /// Whether a point lies inside by more than a touch.
    func holds(_ point: SIMD2<Double>) -> Bool { isInside(point) && !isNear(point) }

    /// Whether a point lies inside. One band is looked at, in which no line stands twice.
    func isInside(_ point: SIMD2<Double>) -> Bool {
        let band = band(point.y)
        return edges[starts[band]..<starts[band + 1]].count { index in
            let (first, last) = ring.edge(index)
            return PlaneWay.crossesRay(from: point, first, last)
        } % 2 == 1
    }

    /// Whether a point touches the ring.
    func isNear(_ point: SIMD2<Double>) -> Bool {
        beside(point).contains { index in
            let (first, last) = ring.edge(index)
            return Self.touches(point, first, last)
        }
    }

    private static func touches(_ point: SIMD2<Double>, _ first: SIMD2<Double>, _ last: SIMD2<Double>) -> Bool {
        PlaneSegment.squaredDistance(from: point, to: first, last) <= PolygonRing.touch * PolygonRing.touch
    }

    /// The middles of the parts into which this ring's corners divide a line of another ring.
    func middles(_ first: SIMD2<Double>, _ last: SIMD2<Double>) -> [SIMD2<Double>] {
        let way = last - first
        let square = (way * way).sum()
        var shares = [0.0, 1.0]
        for index in beside(first, last) {
            let corner = ring.corners[index]
            guard Self.touches(corner, first, last) else { continue }
            let share = ((corner - first) * way).sum() / square
            if share > 0, share < 1 { shares.append(share) }
        }
        shares.sort()
        let shortest = 2 * PolygonRing.touch / square.squareRoot()
        return zip(shares, shares.dropFirst()).filter { from, to in to - from > shortest }
            .map { from, to in first + way * ((from + to) / 2) }
    }

    /// Whether a line runs along this ring at one of its points, and the same way.
    func runs(_ first: SIMD2<Double>, _ last: SIMD2<Double>, at point: SIMD2<Double>) -> Bool {
        beside(point).contains { index in
            let (from, to) = ring.edge(index)
            return Self.touches(point, from, to) && ((to - from) * (last - first)).sum() > 0
        }
    }
}
