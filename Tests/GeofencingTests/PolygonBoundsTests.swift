import MotionTypes
import TestSupport
import Testing

@testable import Geofencing

/// Polygons that would cost more than anybody waits for are refused.
@Suite("Bounds of polygons")
struct PolygonBoundsTests {
    /// A ring of teeth side by side, each as long as the polygon is high.
    private func comb(teeth: Int, slant: Double) -> [Polygon.Position] {
        let step = 0.4 / Double(teeth)
        var ring: [Polygon.Position] = []
        for tooth in 0..<teeth {
            let south = 50 + step * Double(tooth)
            ring += [
                .init(latitude: south, longitude: 8), .init(latitude: south + slant, longitude: 8.3),
                .init(latitude: south + slant + step / 2, longitude: 8.3),
                .init(latitude: south + step / 2, longitude: 8.000_01),
            ]
        }
        let top = ring[ring.count - 1].latitude
        return ring + [.init(latitude: top, longitude: 7.99), .init(latitude: 50, longitude: 7.99), ring[0]]
    }

    @Test(
        "a comb of a thousand teeth is a polygon, one of ten thousand is refused within seconds", arguments: [0, 0.3])
    func comb(slant: Double) throws {
        #expect(try polygon([[comb(teeth: 300, slant: slant)]]).area > 0)
        let start = ContinuousClock.now
        let fault = #expect(throws: InputError.self) { try polygon([[comb(teeth: 10_000, slant: slant)]]) }
        #expect(
            fault?.code == .limitExceeded && fault?.remedy.isEmpty == false,
            "\(fault.map(String.init(describing:)) ?? "")")
        #expect(ContinuousClock.now - start < .seconds(60))
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
        let rings = (0..<6000).map { number -> [Polygon.Position] in
            let reach = 0.3 / Double(number + 2)
            let corners = (0..<16).map { corner -> Polygon.Position in
                let side = Double(corner % 4) / 4 * 2 * reach
                return switch corner / 4 {
                case 0: .init(latitude: 50 - reach, longitude: 8 - reach + side)
                case 1: .init(latitude: 50 - reach + side, longitude: 8 + reach)
                case 2: .init(latitude: 50 + reach, longitude: 8 + reach - side)
                default: .init(latitude: 50 + reach - side, longitude: 8 - reach)
                }
            }
            return corners + [corners[0]]
        }
        let start = ContinuousClock.now
        #expect(throws: InputError.self) { try polygon([rings]) }
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("a feature whose text is longer than any place is refused before values are made of it")
    func longFeature() throws {
        let corners = (0..<1_200_000).map { "[8.\(100_000 + $0),50.1]" }.joined(separator: ",")
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[\(corners)]]},"properties":{"identifier":"a"}}]}
            """
        let fault = #expect(throws: InputError.self) {
            try PlaceSet(decoding: Array(text.utf8), source: "places.geojson")
        }
        #expect(fault?.code == .limitExceeded && fault?.line == 2 && fault?.problem.contains("16 MiB") == true)
    }
}
