// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

@Suite("The sweep over a polygon's edges")
struct EdgeSweepTests {
    private func ring(_ name: String, _ corners: [SIMD2<Double>]) -> PolygonRing {
        PolygonRing(
            name: name, part: 0, isHole: false, corners: corners, lines: Array(1...corners.count),
            isInserted: corners.map { _ in false })
    }

    /// The definition: all pairs of edges are compared.
    private func hasFault(_ rings: [PolygonRing]) -> Bool {
        let edges = rings.enumerated().flatMap { number, ring in
            ring.corners.indices.map { RingEdge(ring: number, index: $0, ends: ring.edge($0)) }
        }
        return edges.indices.contains { one in
            edges[(one + 1)...].contains { PolygonRing.fault(edges[one], $0, rings) != nil }
        }
    }

    private func agrees(_ rings: [PolygonRing]) throws -> Bool {
        var effort = PolygonRing.Effort()
        return try (PolygonRing.crossing(rings, &effort) != nil) == hasFault(rings)
    }

    /// Corners on a small grid: vertical edges, shared corners, edges upon each other.
    private func onGrid(_ random: inout SeededGenerator) -> [SIMD2<Double>] {
        let size = Int.random(in: 2...6, using: &random)
        return (0..<Int.random(in: 3...9, using: &random)).map { _ in
            SIMD2(Double(Int.random(in: 0...size, using: &random)), Double(Int.random(in: 0...size, using: &random)))
        }
    }

    /// A star around a point, which does not cross itself, or does after two corners changed places.
    private func star(_ random: inout SeededGenerator) -> [SIMD2<Double>] {
        let count = Int.random(in: 3...60, using: &random)
        let center = SIMD2(Double.random(in: -20...20, using: &random), Double.random(in: -20...20, using: &random))
        var corners = (0..<count).map { number -> SIMD2<Double> in
            let turn = 2 * Double.pi * Double(number) / Double(count)
            return center + Double.random(in: 1...30, using: &random) * SIMD2(cos(turn), sin(turn))
        }
        if Bool.random(using: &random) { corners.swapAt(0, count / 2) }
        return corners
    }

    @Test("it finds a fault where a comparison of all edges does")
    func agreesWithAllPairs() throws {
        var random = SeededGenerator(seed: 5)
        var faults = 0
        for round in 0..<Rounds.count(4000) {
            let corners = round % 2 == 0 ? onGrid(&random) : star(&random)
            let rings = [ring("the ring", corners)]
            #expect(try agrees(rings), "\(corners)")
            faults += hasFault(rings) ? 1 : 0
        }
        #expect(faults > 0 && faults < Rounds.count(4000))
    }

    @Test("it finds two rings that cross, and lets them touch")
    func agreesForTwoRings() throws {
        var random = SeededGenerator(seed: 6)
        for round in 0..<Rounds.count(4000) {
            let corners = (0..<2).map { _ in round % 2 == 0 ? onGrid(&random) : star(&random) }
            #expect(try agrees([ring("one", corners[0]), ring("other", corners[1])]), "\(corners)")
        }
    }

    @Test("many edges at one sweep line stay in order, in blocks")
    func manyEdgesAtOnce() throws {
        // Steps of teeth, each over the whole breadth.
        var corners: [SIMD2<Double>] = []
        for tooth in 0..<700 {
            let y = Double(tooth)
            corners += [SIMD2(0.01 * y, y), SIMD2(1000 - 0.01 * y, y + 0.25), SIMD2(0.01 * y, y + 0.5)]
        }
        corners += [SIMD2(-5, 800), SIMD2(-5, -5)]
        var effort = PolygonRing.Effort()
        #expect(try PolygonRing.crossing([ring("the comb", corners)], &effort) == nil)
        corners[1501].y += 3
        #expect(try PolygonRing.crossing([ring("the comb", corners)], &effort)?.isCrossing == true)
    }
}
