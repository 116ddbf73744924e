// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayAlerts

@Suite struct PlaceRadiusTests {
    /// Places on a line, by their metres to the east.
    private static func radii(_ east: [Double]) throws -> [Double] {
        let places = east.enumerated().map { number, metres in
            Place(identifier: "\(number)", latitude: 0, longitude: metres / 111_319.49, radius: 100)
        }
        return try PlaceRadius("spacing").applied(to: PlaceSet(places)).places.map(\.radius)
    }

    @Test func aRadiusIsHalfTheWayToTheNextPlace() throws {
        let radii = try Self.radii([0, 300, 1500])
        #expect(zip(radii, [150, 150, 300]).allSatisfy { abs($0 - $1) < 2 }, "\(radii)")
        #expect(try Self.radii([0, 20]) == [50, 50])
    }

    @Test func aPlaceAloneHasTheLargest() throws {
        #expect(try Self.radii([0]) == [300])
    }
}
