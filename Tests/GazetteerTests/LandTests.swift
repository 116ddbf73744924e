// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayTimeline

/// What is cut out of the built-in lines and towns for a map.
@Suite struct LandTests {
    private static let world = MapBox(west: -180, south: -90, east: 180, north: 90)

    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> MapBox {
        try #require(MapBox(west: west, south: south, east: east, north: north))
    }

    private func edges(_ lines: [Land.Line]) -> [(from: SIMD2<Int32>, to: SIMD2<Int32>)] {
        lines.flatMap { line in zip(line.points, line.points.dropFirst()).map { (from: $0, to: $1) } }
    }

    /// Each edge of the earth whose own box reaches into the cut, and no other.
    @Test func aCutHasTheEdgesThatLookingAtAllFinds() throws {
        var random = SeededGenerator(seed: 2)
        let all = edges(Land.builtIn.lines(in: try #require(Self.world), level: 0))
        #expect(all.count > 150_000)
        for _ in 0..<20 {
            let west = Double.random(in: -180...170, using: &random)
            let south = Double.random(in: -60...70, using: &random)
            let cut = try box(west, south, west + Double.random(in: 0...9, using: &random), south + 5)
            let found = edges(Land.builtIn.lines(in: cut, level: 0))
            let expected = all.count { edge in
                let least = SIMD2<Double>(pointwiseMin(edge.from, edge.to)) / 1000
                let greatest = SIMD2<Double>(pointwiseMax(edge.from, edge.to)) / 1000
                return least.x <= cut.east && greatest.x >= cut.west && least.y <= cut.north && greatest.y >= cut.south
            }
            #expect(found.count == expected, "\(cut)")
        }
    }

    @Test func coastsAndBordersAreWhereTheyAre() throws {
        // The strait of Dover, the Rhine below Basel, and the middle of Germany.
        let dover = Land.builtIn.lines(in: try box(1, 50.6, 2, 51.4), level: 0)
        #expect(!dover.isEmpty && dover.allSatisfy { $0.kind == .coast })
        let basel = Land.builtIn.lines(in: try box(7.4, 47.4, 8, 47.8), level: 0)
        #expect(!basel.isEmpty && basel.allSatisfy { $0.kind == .border })
        #expect(Land.builtIn.lines(in: try box(9.5, 50.5, 9.9, 51), level: 0).isEmpty)
    }

    @Test func coarserLevelsHaveFewerPointsOfTheSameLines() throws {
        let europe = try box(-10, 36, 30, 70)
        let points = (0...3).map { level in
            Set(Land.builtIn.lines(in: europe, level: level).flatMap(\.points))
        }
        for (fine, coarse) in zip(points, points.dropFirst()) {
            #expect(coarse.count < fine.count / 2 && !coarse.isEmpty)
        }
        #expect(try [2.0, 20, 100, 300].map { Land.level(of: try box(0, 0, $0, 1)) } == [0, 1, 2, 3])
    }

    /// Fiji lies on both sides of the antimeridian.
    @Test func linesAndTownsGoOnAcrossTheAntimeridian() throws {
        let fiji = try box(176, -20, 184, -15)
        let x = Land.builtIn.lines(in: fiji, level: 0).flatMap(\.points).map { Double($0.x) / 1000 }
        #expect(x.contains { $0 < 180 } && x.contains { $0 > 180.1 } && x.allSatisfy { (170...190).contains($0) })
        let turned = try box(-184, -20, -176, -15)
        #expect(Land.builtIn.lines(in: turned, level: 0).flatMap(\.points).count == x.count)
        #expect(Gazetteer.builtIn.towns(in: turned, most: 99).contains { $0.name == "Labasa" && $0.longitude < -180 })
    }

    @Test func townsOfABoxAreAllOfItTheLargestFirst() throws {
        let berlin = try box(12.5, 52, 14.5, 53)
        let towns = Gazetteer.builtIn.towns(in: berlin, most: 1000)
        let all = Gazetteer.builtIn.allTowns
        #expect(
            towns.count == all.count { (12.5...14.5).contains($0.longitude) && (52...53).contains($0.latitude) })
        #expect(towns.first?.name == "Berlin" && towns.first.map { 60...70 ~= $0.size } == true)
        #expect(towns.map(\.size) == towns.map(\.size).sorted(by: >))
        #expect(Gazetteer.builtIn.towns(in: berlin, most: 3) == Array(towns.prefix(3)))
    }

    @Test(arguments: [
        (5.0, 0.0, 4.0, 1.0), (0, 2, 1, 1), (0, -91, 1, 0), (0, 0, 361, 1), (.nan, 0, 1, 1), (0, 0, .infinity, 1),
        (900, 0, 901, 1),
    ]) func whatIsNoBox(_ west: Double, _ south: Double, _ east: Double, _ north: Double) {
        #expect(MapBox(west: west, south: south, east: east, north: north) == nil)
    }

    @Test func aWidenedBoxStaysOnTheEarth() throws {
        let polar = try box(-170, 80, 170, 89).widened(by: 5)
        #expect(polar.north == 90 && polar.width <= 360 && polar.south == 75)
        let flat = try box(8, 47, 9, 48).widened(by: 1)
        #expect(flat.height == 3 && flat.width > 3.5 && flat.width < 5)
    }
}
