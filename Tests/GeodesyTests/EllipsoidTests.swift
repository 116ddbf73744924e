// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@Suite struct EllipsoidTests {
    /// Published geodesics: a degree of the equator, a quarter of the meridian, and the Flinders Peak to Buninyong line
    /// (Geocentric Datum of Australia Technical Manual; its ellipsoid differs from WGS 84 by less than a millimetre
    /// here).
    @Test func knownGeodesics() {
        #expect(abs(Ellipsoid.distance(0, 0, 0, 1) - 111_319.491) < 0.001)
        #expect(abs(Ellipsoid.distance(0, 10, 90, 10) - 10_001_965.729) < 0.001)
        let flinders = (-(37 + 57 / 60.0 + 3.72030 / 3600), 144 + 25 / 60.0 + 29.52440 / 3600)
        let buninyong = (-(37 + 39 / 60.0 + 10.15610 / 3600), 143 + 55 / 60.0 + 35.38390 / 3600)
        #expect(abs(Ellipsoid.distance(flinders.0, flinders.1, buninyong.0, buninyong.1) - 54_972.271) < 0.001)
    }

    @Test func overTheAntimeridianAndNearTheAntipode() {
        #expect(abs(Ellipsoid.distance(0, 179.5, 0, -179.5) - 111_319.491) < 0.001)
        #expect(
            abs(Ellipsoid.shortDistance(10, 179.99, 10, -179.99) - Ellipsoid.distance(10, 179.99, 10, -179.99))
                < 1)
        let antipode = Ellipsoid.distance(0.1, 0, -0.1, 179.99)
        #expect(antipode > 19_900_000 && antipode < 20_100_000)
    }

    @Test func shortDistanceIsWithinItsStatedError() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let latitude = Double.random(in: -70...70, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            let reach = Double.random(in: 0.0001...0.06, using: &random)
            let other = latitude + Double.random(in: -reach...reach, using: &random)
            let east = longitude + Double.random(in: -reach...reach, using: &random)
            let exact = Ellipsoid.distance(latitude, longitude, other, east)
            #expect(
                abs(Ellipsoid.shortDistance(latitude, longitude, other, east) - exact) <= 1e-4 * exact + 1e-6)
        }
    }

    @Test func boxHoldsItsCircle() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let latitude = Double.random(in: -80...80, using: &random)
            let longitude = Double.random(in: -170...170, using: &random)
            let radius = Double.random(in: 10...100_000, using: &random)
            let box = Ellipsoid.box(around: latitude, longitude, radius: radius)
            for _ in 0..<20 {
                let (north, east) = Sphere.position(
                    from: latitude, longitude, distance: radius * Double.random(in: 0...1, using: &random),
                    bearing: Double.random(in: 0..<(2 * .pi), using: &random))
                guard Ellipsoid.distance(latitude, longitude, north, east) <= radius else { continue }
                let unwrapped = longitude + Longitude.difference(longitude, east)
                #expect(box.south <= north && north <= box.north && box.west <= unwrapped && unwrapped <= box.east)
            }
        }
        let pole = Ellipsoid.box(around: 89.9999, 10, radius: 100)
        #expect(pole.west <= -180 && pole.east >= 180, "around a pole all longitudes are near")
    }
}
