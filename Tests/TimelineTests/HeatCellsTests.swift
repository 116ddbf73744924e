// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import TestSupport
import Testing

@testable import GaitwayTimeline

/// Counts of cells against counts in another way.
@Suite struct HeatCellsTests {
    private func point(_ latitude: Double, _ longitude: Double) -> PathPoint {
        PathPoint(time: Timestamp(wholeSeconds: 0), latitude: latitude, longitude: longitude)
    }

    private func cells(_ paths: [[[PathPoint]]]) -> HeatCells {
        var cells = HeatCells()
        for path in paths { cells.add(path) }
        cells.settle()
        return cells
    }

    private func whole(_ cells: HeatCells, zoom: Int) -> [HeatCells.Cell] {
        let side = 1 << zoom
        return cells.cells(zoom: zoom, in: HeatCells.Box(columns: 0..<side, rows: 0..<side))
    }

    @Test(arguments: 1...UInt64(Rounds.count(20))) func pointsCountOnceForEachPath(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Each point is a piece of its own, so that nothing lies between points.
        let paths = (0..<30).map { _ in
            (0..<20).map { _ in
                [
                    point(
                        47 + Double.random(in: 0...0.01, using: &random),
                        8 + Double.random(in: 0...0.01, using: &random))
                ]
            }
        }
        let cells = cells(paths)
        for zoom in [0, 7, 14, 18, 20] {
            let side = Double(1 << zoom)
            var expected: [[Int]: Int] = [:]
            for path in paths {
                let own = path.map { piece -> [Int] in
                    let latitude = piece[0].latitude * .pi / 180
                    let y = (1 - log(tan(latitude) + 1 / cos(latitude)) / .pi) / 2
                    return [Int(proven: (piece[0].longitude + 180) / 360 * side), Int(proven: y * side)]
                }
                for cell in Set(own) { expected[cell, default: 0] += 1 }
            }
            let found = whole(cells, zoom: zoom)
            #expect(Dictionary(uniqueKeysWithValues: found.map { ([$0.column, $0.row], $0.count) }) == expected)
            #expect(cells.most(zoom: zoom) == expected.values.max())
        }
    }

    @Test func aLineIsConnectedAndASilenceIsNot() throws {
        let ends = [point(47, 8), point(47.02, 8.05)]
        let line = whole(cells([[ends]]), zoom: 20)
        for (cell, next) in zip(line, line.dropFirst()) where cell.row == next.row {
            #expect(next.column == cell.column + 1)
        }
        let rows = Set(line.map(\.row))
        #expect(try rows.count == #require(rows.max()) - #require(rows.min()) + 1)
        #expect(line.count > 100)
        #expect(whole(cells([ends.map { [$0] }]), zoom: 20).count == 2)
    }

    @Test func aFlightHasNoStreets() {
        let flight = cells([[[point(47, 8), point(40, -74)]]])
        #expect(whole(flight, zoom: 20).isEmpty)
        #expect(whole(flight, zoom: 10).count > 200)
    }

    @Test func theMapRepeatsAcrossTheAntimeridian() {
        let cells = cells([[[point(0.1, 179.9), point(0.1, -179.9)]]])
        let zoom = 10
        let side = 1 << zoom
        let rows = 0..<side
        let east = cells.cells(zoom: zoom, in: HeatCells.Box(columns: side - 4..<side + 4, rows: rows))
        #expect(east.map(\.column) == [side - 1, side])
        let west = cells.cells(zoom: zoom, in: HeatCells.Box(columns: -4..<4, rows: rows))
        #expect(west.map(\.column) == [-1, 0])
        #expect(whole(cells, zoom: zoom).map(\.column) == [0, side - 1])
    }

    @Test func countsOfManyPathsAddUp() {
        // More cells than are kept before a merge.
        let path = [[point(47, 8), point(47.1, 8.1)]]
        let cells = cells([[[PathPoint]]](repeating: path, count: 2000))
        let counts = Set(whole(cells, zoom: 20).map(\.count))
        #expect(counts == [2000])
        #expect(cells.cells(zoom: 20, in: HeatCells.Box(columns: 5..<9, rows: -9..<(-5))).isEmpty)
    }
}
