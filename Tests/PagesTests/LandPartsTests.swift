// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayTimeline
import Testing

@testable import GaitwayPages

/// The parts of the earth that a page of one file carries.
@Suite struct LandPartsTests {
    private func parts(_ positions: [(latitude: Double, longitude: Double)]) -> [LandPart] {
        var parts = LandParts()
        for position in positions { parts.add(position.latitude, position.longitude) }
        return parts.parts
    }

    private func contains(_ part: LandPart, _ latitude: Double, _ longitude: Double) -> Bool {
        (part.box.west...part.box.east).contains(longitude) && (part.box.south...part.box.north).contains(latitude)
    }

    @Test func aRideHasItsSurroundingsInThreeSizes() throws {
        let found = parts([(51.12, 1.31), (51.15, 1.35)])
        #expect(found.count == 3 && found.allSatisfy { contains($0, 51.12, 1.31) && contains($0, 51.15, 1.35) })
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.box.width < $1.box.width })
        #expect(found.map(\.json.utf8.count).reduce(0, +) < 60_000)
        let near = try #require(
            try JSONSerialization.jsonObject(with: Data(found[0].json.utf8)) as? [String: Any])
        #expect((near["shores"] as? [String])?.isEmpty == false && (near["borders"] as? [String])?.isEmpty == true)
        let towns = try #require(near["towns"] as? [[Any]])
        #expect(towns.contains { $0.first as? String == "Dover" })
    }

    @Test func aLifeHasTheMostVisitedPartsAndAllOfItCoarsely() throws {
        // Most time near Bern, some in ten other places around the earth.
        var positions = [(latitude: Double, longitude: Double)](repeating: (46.9, 7.4), count: 50)
        for number in 0..<10 {
            positions.append((latitude: Double(number * 6 - 20), longitude: Double(number * 20 - 100)))
        }
        let found: [LandPart] = parts(positions)
        #expect(found.count == 9 && contains(found[0], 46.9, 7.4) && found[0].box.width < 2)
        let last = try #require(found.last)
        #expect(positions.allSatisfy { contains(last, $0.latitude, $0.longitude) })
        #expect(found.map(\.json.utf8.count).reduce(0, +) < 100_000)
    }

    /// A path of Fiji has the towns of Fiji, and not the largest of the whole band around the earth.
    @Test func aPathAcrossTheAntimeridianHasItsOwnSurroundings() throws {
        let found = parts([(-16.78, 179.97), (-16.74, -179.99), (-16.70, -179.95)])
        #expect(found.count == 3 && found.allSatisfy { contains($0, -16.74, 180.01) && $0.box.width < 30 })
        #expect(found.last?.towns.contains { $0.name == "Suva" } == true)
        #expect(found.last?.towns.contains { $0.name == "Surabaya" } == false)
        // A life in two places keeps its shortest way around: over the Pacific from New Zealand to Hawaii.
        let life = try #require(parts([(-41.3, 174.8), (21.3, -157.9)]).last)
        #expect(contains(life, -41.3, 174.8) && contains(life, 21.3, 202.1) && life.box.width < 120)
    }

    @Test func withoutAPositionOnTheEarthThereIsNoPart() {
        #expect(parts([]).isEmpty && parts([(91, 0), (.nan, 0), (0, 200)]).isEmpty)
    }

    @Test func aLineIsWrittenNorthBeforeEast() throws {
        let box = try #require(MapBox(west: 1, south: 50.6, east: 2, north: 51.4))
        let line = try #require(Land.builtIn.lines(in: box, level: 0).first { $0.kind == .shore })
        let data = try #require(
            try JSONSerialization.jsonObject(with: Data(LandPart(box).json.utf8)) as? [String: Any])
        let text = try #require((data["shores"] as? [String])?.first)
        var (numbers, value, shift): ([Int32], Int32, Int32) = ([], 0, 0)
        for byte in text.utf8 {
            let bits = Int32(byte) - 63
            value |= (bits & 31) << shift
            shift += 5
            guard bits < 32 else { continue }
            numbers.append((value >> 1) ^ -(value & 1))
            (value, shift) = (0, 0)
        }
        #expect(numbers.count == 2 * line.points.count)
        #expect(numbers[0] == line.points[0].y && numbers[1] == line.points[0].x)
        #expect(numbers[2] == line.points[1].y - line.points[0].y && numbers[3] == line.points[1].x - line.points[0].x)
    }
}
