// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

/// The sphere against itself: two formulas for one distance, a way there and its length.
@Suite struct SphereTests {
    private static func positions(_ count: Int, seed: UInt64) -> [(latitude: Double, longitude: Double)] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
        }
    }

    @Test func knownDistances() {
        let quarter = Sphere.radius * .pi / 2
        #expect(abs(Sphere.distance(0, 0, 0, 90) - quarter) < 1e-6)
        #expect(abs(Sphere.distance(90, 0, 0, 17) - quarter) < 1e-6)
        #expect(abs(Sphere.distance(0, 179.5, 0, -179.5) - quarter / 90) < 1e-6)
        #expect(Sphere.distance(47.5, 8.25, 47.5, 8.25) == 0)
    }

    @Test func formulasOfTheDistanceAgree() {
        for (first, second) in zip(Self.positions(2000, seed: 1), Self.positions(2000, seed: 2)) {
            let a = Sphere.vector(latitude: first.latitude, longitude: first.longitude)
            let b = Sphere.vector(latitude: second.latitude, longitude: second.longitude)
            let distance = Sphere.distance(a, b)
            let squared = ((a - b) * (a - b)).sum()
            #expect(
                abs(Sphere.distance(first.latitude, first.longitude, second.latitude, second.longitude) - distance)
                    < 0.1)
            #expect(abs(Sphere.distance(squaredChord: squared) - distance) < 0.1)
            #expect(abs(Sphere.squaredChord(distance: distance) - squared) < 1e-12)
            #expect(Sphere.squaredChord(withinDistance: distance) > Sphere.squaredChord(distance: distance))
        }
    }

    @Test func sphereIsWithinItsStatedErrorOfTheEllipsoid() {
        for (first, second) in zip(Self.positions(2000, seed: 3), Self.positions(2000, seed: 4)) {
            let exact = Ellipsoid.distance(first.latitude, first.longitude, second.latitude, second.longitude)
            let round = Sphere.distance(first.latitude, first.longitude, second.latitude, second.longitude)
            #expect(abs(round - exact) <= 0.0057 * exact)
        }
    }

    @Test func positionsAndVectorsAreEachOthersInverse() {
        for (latitude, longitude) in Self.positions(1000, seed: 5) {
            let back = Sphere.position(3 * Sphere.vector(latitude: latitude, longitude: longitude))
            #expect(abs(back.latitude - latitude) < 1e-9 && abs(back.longitude - longitude) < 1e-7)
        }
    }

    @Test func aWayOfSomeLengthLeadsSoFar() {
        var random = SeededGenerator(seed: 6)
        for (latitude, longitude) in Self.positions(1000, seed: 7) {
            let length = Double.random(in: 1...1_000_000, using: &random)
            let end = Sphere.position(
                from: latitude, longitude, distance: length,
                bearing: Double.random(in: 0..<(2 * .pi), using: &random))
            #expect(abs(Sphere.distance(latitude, longitude, end.latitude, end.longitude) - length) < 1e-3)
        }
        let north = Sphere.position(from: 10, 20, distance: 111_000, bearing: 0)
        #expect(north.latitude > 10.99 && abs(north.longitude - 20) < 1e-9)
        let east = Sphere.position(from: 0, 20, distance: 111_000, bearing: .pi / 2)
        #expect(abs(east.latitude) < 1e-9 && east.longitude > 20.99)
    }

    @Test func latitudesShareOutTheArea() {
        #expect(abs(Sphere.latitude(below: 0, of: -30...50) + 30) < 1e-9)
        #expect(abs(Sphere.latitude(below: 1, of: -30...50) - 50) < 1e-9)
        #expect(abs(Sphere.latitude(below: 0.5, of: -90...90)) < 1e-9)
        // Half of a hemisphere lies beyond 30 degrees.
        #expect(abs(Sphere.latitude(below: 0.5, of: 0...90) - 30) < 1e-9)
    }
}
