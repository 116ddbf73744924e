// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayAlerts

/// Polygons of many corners and rings.
@Suite("Bounds of polygons")
struct PolygonBoundsTests {
    /// A ring of teeth side by side, each as long as the polygon is high. `width` is the share of a tooth, the rest the
    /// gap's.
    private func comb(teeth: Int, slant: Double, width: Double = 0.5) -> [Polygon.Position] {
        let step = 0.4 / Double(teeth)
        var ring: [Polygon.Position] = []
        for tooth in 0..<teeth {
            let south = 50 + step * Double(tooth)
            ring += [
                .init(latitude: south, longitude: 8), .init(latitude: south + slant, longitude: 8.3),
                .init(latitude: south + slant + step * width, longitude: 8.3),
                .init(latitude: south + step * width, longitude: 8.000_01),
            ]
        }
        let top = ring[ring.count - 1].latitude
        return ring + [.init(latitude: top, longitude: 7.99), .init(latitude: 50, longitude: 7.99), ring[0]]
    }

    /// A square around a place, in degrees, with corners along its sides.
    private func square(_ latitude: Double, _ longitude: Double, reach: Double, corners: Int) -> [Polygon.Position] {
        let side = corners / 4
        let ring = (0..<4 * side).map { corner -> Polygon.Position in
            let way = Double(corner % side) / Double(side) * 2 * reach
            return switch corner / side {
            case 0: .init(latitude: latitude - reach, longitude: longitude - reach + way)
            case 1: .init(latitude: latitude - reach + way, longitude: longitude + reach)
            case 2: .init(latitude: latitude + reach, longitude: longitude + reach - way)
            default: .init(latitude: latitude + reach - way, longitude: longitude - reach)
            }
        }
        return ring + [ring[0]]
    }

    @Test("a comb of ten thousand teeth is a polygon", arguments: [0, 0.3])
    func comb(slant: Double) throws {
        #expect(try polygon([[comb(teeth: 10_000, slant: slant)]]).area > 0)
    }

    @Test("one tooth that crosses another among ten thousand is found")
    func brokenTooth() throws {
        var ring = comb(teeth: 10_000, slant: 0.3)
        ring[20_001].latitude += 0.0001
        let fault = #expect(throws: InputError.self) { try polygon([[ring]]) }
        #expect(fault?.problem.contains("itself, line ") == true, "\(fault?.problem ?? "")")
    }

    /// A part that touches a comb at its first corner.
    private func part(at corner: Polygon.Position) -> [Polygon.Position] {
        [corner, .init(latitude: 49.9, longitude: 7.9), .init(latitude: 49.9, longitude: 7.95), corner]
    }

    @Test("a comb of ten thousand teeth that another part touches is a polygon")
    func touchedComb() throws {
        let comb = comb(teeth: 10_000, slant: 0.3)
        #expect(try polygon([[comb], [part(at: comb[0])]]).area > 0)
    }

    @Test("two combs of thousands of teeth between each other are more than can be compared")
    func combsBetweenEachOther() throws {
        let comb = comb(teeth: 4000, slant: 0.3, width: 0.3)
        // The same comb from the other side: its teeth lie in the gaps, two tenths from those of the first.
        let other = comb.map {
            Polygon.Position(latitude: 100.701 + 0.8 * 0.4 / 4000 - $0.latitude, longitude: 16.301 - $0.longitude)
        }
        let fault = #expect(throws: InputError.self) { try polygon([[comb], [other]]) }
        #expect(fault?.code == .limitExceeded && fault?.problem.contains("compared") == true, "\(fault?.problem ?? "")")
    }

    @Test("lines around half the world do not fill the memory with corners")
    func longLines() throws {
        let ring = (0..<1000).map { Polygon.Position(latitude: 40, longitude: $0 % 2 == 0 ? 0 : 150) }
        let fault = #expect(throws: InputError.self) { try polygon([[ring + [ring[0]]]]) }
        #expect(fault?.code == .limitExceeded && fault?.problem.contains("corners") == true)
    }

    @Test("rings within each other by the thousand are refused")
    func manyRings() throws {
        // Frames around one point, each a hole of the first.
        let rings = (0..<6000).map { square(50, 8, reach: 0.3 / Double($0 + 2), corners: 16) }
        let fault = #expect(throws: InputError.self) { try polygon([rings]) }
        #expect(fault?.problem.contains("lies within") == true)
    }

    @Test("a feature whose text is longer than any place is refused before values are made of it")
    func longFeature() throws {
        let corners = (0..<1_200_000).map { "[8.\(100_000 + $0),50.1]" }.joined(separator: ",")
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[\(corners)]]},\
            "properties":{"identifier":"a"}}]}
            """
        let fault = #expect(throws: InputError.self) {
            try PlaceSet(decoding: Array(text.utf8), source: "places.geojson")
        }
        #expect(fault?.code == .limitExceeded && fault?.line == 2 && fault?.problem.contains("16 MiB") == true)
        // Nor are values made of what a cut file has of it.
        let cut = #expect(throws: InputError.self) {
            try PlaceSet(decoding: Array(text.utf8.prefix(text.utf8.count - 60)), source: "places.geojson")
        }
        #expect(cut?.code == .limitExceeded && cut?.line == 2)
    }

    @Test("a lake with thousands of islands, an archipelago and two long banks are polygons")
    func manyCorners() throws {
        let lake = square(50, 8, reach: 0.3, corners: 40_000)
        let islands = (0..<2500).map { number in
            square(49.8 + 0.008 * Double(number / 50), 7.8 + 0.008 * Double(number % 50), reach: 0.003, corners: 16)
        }
        #expect(try polygon([[lake] + islands]).area > 0)
        #expect(try polygon(islands.map { [$0] }).area > 0)
        // Two banks of a river that winds: the boxes around them meet.
        func bank(_ offset: Double) -> [Polygon.Position] {
            let shore = (0...20_000).map { step -> Polygon.Position in
                let way = Double(step) / 20_000
                return .init(latitude: 49.9 + 0.2 * way, longitude: 8 + offset + 0.02 * sin(40 * way))
            }
            let far: [Polygon.Position] = shore.reversed().map {
                .init(latitude: $0.latitude, longitude: $0.longitude + (offset > 0 ? 0.01 : -0.01))
            }
            return shore + far + [shore[0]]
        }
        #expect(try polygon([[bank(0.001)], [bank(-0.001)]]).area > 0)
    }
}
