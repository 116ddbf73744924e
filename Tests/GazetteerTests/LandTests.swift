// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import GaitwayTimeline

/// What is cut out of the built-in shores, borders and towns for a map.
@Suite struct LandTests {
    private static let world = MapBox(west: -180, south: -90, east: 180, north: 90)

    private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> MapBox {
        try #require(MapBox(west: west, south: south, east: east, north: north))
    }

    /// Whether a position is on land, by the shores of a box around it.
    private func isLand(_ latitude: Double, _ longitude: Double, level: Int = 0, around: Double = 0.05) throws -> Bool {
        let cut = try box(
            longitude - around, max(-90, latitude - around), longitude + around, min(90, latitude + around))
        let steps = Double(Land.stepsPerDegree(level: level))
        // Between two steps, so that no point of a line is level with it.
        let (x, y) = ((longitude * steps).rounded() + 0.5, (latitude * steps).rounded() + 0.5)
        var crossings = 0
        for shore in Land.builtIn.lines(in: cut, level: level) where shore.kind == .shore {
            var before = try #require(shore.points.last)
            for point in shore.points {
                if (Double(before.y) > y) != (Double(point.y) > y) {
                    let share = (y - Double(before.y)) / Double(point.y - before.y)
                    if Double(before.x) + share * Double(point.x - before.x) > x { crossings += 1 }
                }
                before = point
            }
        }
        return crossings % 2 == 1
    }

    @Test(arguments: [
        (37.827, -122.422), (37.824, -122.370), (37.776, -122.450), (37.862, -122.431), (47.38, 8.54), (40.758, -73.98),
        (40.69, -74.017), (45.437, 12.335), (60.4, 25.0), (46.0, -75.0), (-17.8, 178.0), (66.5, -179.0), (-80.0, 30.0),
        (-89.9, 0.0), (72.0, -40.0), (-33.86, 151.2), (1.35, 103.82), (35.68, 139.77),
    ]) func thisIsLand(_ latitude: Double, _ longitude: Double) throws {
        // Alcatraz, Treasure Island, San Francisco, Angel Island, Zurich, Manhattan, Governors Island, Venice, ...
        #expect(try isLand(latitude, longitude))
    }

    @Test(arguments: [
        (37.8, -122.34), (37.835, -122.40), (37.815, -122.479), (37.70, -122.27), (37.75, -122.6), (47.32, 8.57),
        (40.73, -74.02), (40.735, -73.967), (45.40, 12.31), (46.45, 6.5), (43.7, -78.5), (51.0, 1.4), (0.0, -30.0),
        (-65.0, 180.0), (89.9, 0.0), (42.0, 51.0), (-33.85, 151.27),
    ]) func thisIsWater(_ latitude: Double, _ longitude: Double) throws {
        // The bay twice, the Golden Gate, the south of the bay, the ocean, the lake of Zurich, the Hudson, ...
        #expect(try !isLand(latitude, longitude))
    }

    /// What a box has does not depend on where it ends.
    @Test func aPositionIsOnLandInBoxesOfEverySize() throws {
        var random = SeededGenerator(seed: 2)
        var count = 0
        for _ in 0..<60 {
            let latitude = Double.random(in: -80...80, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            let found = try [0.01, 1, 4, 9].map { try isLand(latitude, longitude, around: $0) }
            #expect(Set(found).count == 1, "\(latitude) \(longitude)")
            count += found[0] ? 1 : 0
        }
        #expect((8...35).contains(count))
    }

    /// Land is 29 % of the earth at each level.
    @Test(arguments: 0...4) func allLandHasItsArea(_ level: Int) throws {
        let steps = Double(Land.stepsPerDegree(level: level))
        var whole = 0.0
        for shore in Land.builtIn.lines(in: try #require(Self.world), level: level) where shore.kind == .shore {
            var before = try #require(shore.points.last)
            var area = 0.0
            for point in shore.points {
                // The sine of the middle, times the width: the area on a sphere below an edge.
                let middle = Double(point.y + before.y) / 2 / steps * .pi / 180
                area += sin(middle) * Double(point.x - before.x) / steps / 360 / 2
                before = point
            }
            whole += area.magnitude
        }
        // Lakes, which are counted as land twice, are less than 1 %.
        #expect((0.285...0.31).contains(whole))
    }

    @Test func aCutKeepsWithinItsBox() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<30 {
            let west = Double.random(in: -180...170, using: &random)
            let south = Double.random(in: -90...80, using: &random)
            let cut = try box(west, south, west + Double.random(in: 0...9, using: &random), south + 5)
            let edges = LandEdges(of: cut, stepsPerDegree: Land.stepsPerDegree(level: 0))
            for line in Land.builtIn.lines(in: cut, level: 0) where line.kind == .shore {
                #expect(line.points.allSatisfy { (edges.west...edges.east).contains($0.x) })
                #expect(line.points.allSatisfy { (edges.south...edges.north).contains($0.y) })
            }
        }
    }

    @Test func bordersAreWhereTheyAre() throws {
        // The strait of Dover, the Rhine below Basel, and the middle of Germany.
        let dover = Land.builtIn.lines(in: try box(1, 50.6, 2, 51.4), level: 0)
        #expect(!dover.isEmpty && dover.allSatisfy { $0.kind == .shore })
        let basel = Land.builtIn.lines(in: try box(7.4, 47.4, 8, 47.8), level: 0)
        #expect(basel.contains { $0.kind == .border })
        let germany = Land.builtIn.lines(in: try box(9.5, 50.5, 9.9, 51), level: 0)
        #expect(germany.allSatisfy { $0.kind == .shore })
    }

    @Test func coarserLevelsHaveFewerPoints() throws {
        let europe = try box(-10, 36, 30, 70)
        let points = (0...4).map { level in
            Land.builtIn.lines(in: europe, level: level).reduce(0) { $0 + $1.points.count }
        }
        for (fine, coarse) in zip(points, points.dropFirst()) { #expect(coarse < fine * 2 / 3 && coarse > 0) }
        #expect(try [2.0, 8, 20, 100, 300].map { Land.level(of: try box(0, 0, $0, 1)) } == [0, 1, 2, 3, 4])
        #expect(Land.builtIn.lines(in: europe, level: 5).isEmpty && Land.builtIn.lines(in: europe, level: -1).isEmpty)
    }

    /// Fiji lies on both sides of the antimeridian.
    @Test func linesAndTownsGoOnAcrossTheAntimeridian() throws {
        let fiji = try box(176, -20, 184, -15)
        let steps = Double(Land.stepsPerDegree(level: 0))
        let x = Land.builtIn.lines(in: fiji, level: 0).flatMap(\.points).map { Double($0.x) / steps }
        #expect(x.contains { $0 < 180 } && x.contains { $0 > 180.1 } && x.allSatisfy { (170...190).contains($0) })
        let turned = try box(-184, -20, -176, -15)
        #expect(Land.builtIn.lines(in: turned, level: 0).flatMap(\.points).count == x.count)
        #expect(Gazetteer.builtIn.towns(in: turned, most: 99).contains { $0.name == "Labasa" && $0.longitude < -180 })
    }

    /// Chunks that a reader passes over end where those that it reads do.
    @Test func aReaderThatPassesOverChunksComesToTheSameEnds() throws {
        func ends(_ whole: Bool) throws -> [[SIMD2<Int32>]] {
            var reader = try #require(LandReader(bytes: Land.bytes, level: 1))
            var (points, found): ([SIMD2<Int32>], [[SIMD2<Int32>]]) = ([], [])
            while reader.next(into: &points, whole: { _, _ in whole }) != nil {
                found.append([points[0], points[points.count - 1]])
            }
            return found
        }
        let found = try ends(true)
        #expect(found.count > 10_000)
        #expect(try ends(false) == found)
    }

    @Test func bytesThatAreNotAFileHaveNoLines() throws {
        let good = [UInt8](Land.bytes)
        func reader(_ bytes: [UInt8], level: Int = 0) -> LandReader? {
            bytes.withUnsafeBytes { LandReader(bytes: $0, level: level) }
        }
        #expect(reader([]) == nil && reader(Array(good.prefix(19))) == nil && reader(Array(good.prefix(52))) == nil)
        #expect(reader(Array("GWLAND01".utf8) + good.dropFirst(8)) == nil)
        #expect(reader(good, level: 5) == nil && reader(good, level: -1) == nil && reader(good, level: 4) != nil)
        // Cut off, or with wrong bytes, it comes to an end.
        var random = SeededGenerator(seed: 4)
        var bad = Array(good.prefix(40_000))
        for index in 52..<bad.count { bad[index] = UInt8.random(in: 0...255, using: &random) }
        for bytes in [Array(good.prefix(40_000)), bad] {
            bytes.withUnsafeBytes { bytes in
                guard var reader = LandReader(bytes: bytes, level: 0) else { return }
                var (points, lines): ([SIMD2<Int32>], Int) = ([], 0)
                while reader.next(into: &points, whole: { least, _ in least.x > 0 }) != nil { lines += 1 }
                #expect((1...40_000).contains(lines))
            }
        }
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

    @Test func aBoxAroundPositionsTakesTheShorterWayAroundTheEarth() throws {
        func around(_ positions: [(latitude: Double, longitude: Double)]) -> MapBox? { MapBox(around: positions) }
        #expect(around([(-16.8, 179.9), (-16.7, -179.9), (95, 0)]) == (try box(179.9, -16.8, 180.1, -16.7)))
        #expect(around([(48, 2), (40, -4)]) == (try box(-4, 40, 2, 48)))
        #expect(around([(91, 0), (0, .nan)]) == nil)
    }

    @Test func aWidenedBoxStaysOnTheEarth() throws {
        let polar = try box(-170, 80, 170, 89).widened(by: 5)
        #expect(polar.north == 90 && polar.width <= 360 && polar.south == 75)
        let flat = try box(8, 47, 9, 48).widened(by: 1)
        #expect(flat.height == 3 && flat.width > 3.5 && flat.width < 5)
    }
}
