// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@Suite struct TangentPlaneTests {
    @Test(arguments: [(0.0, 0.0), (47.5, 8.25), (-33.0, 179.999), (89.9999, 10.0)])
    func circlesStayCircles(_ center: (latitude: Double, longitude: Double)) throws {
        let plane = TangentPlane(latitude: center.latitude, longitude: center.longitude)
        for radius in [1.0, 100, 10_000, 1_000_000] {
            let expected = TangentPlane.squaredRadius(ofCircle: radius)
            for step in 0..<12 {
                let edge = Sphere.position(
                    from: center.latitude, center.longitude, distance: radius, bearing: Double(step) * .pi / 6)
                let point = try #require(
                    plane.projected(Sphere.vector(latitude: edge.latitude, longitude: edge.longitude)))
                // A position in degrees is known to about a nanometre.
                #expect(abs((point * point).sum() - expected) <= expected * 1e-6 / radius + 1e-9 * expected)
            }
        }
    }

    @Test func greatCirclesAreStraight() throws {
        let plane = TangentPlane(latitude: 47.5, longitude: 8.25)
        let first = Sphere.vector(latitude: 47, longitude: 7)
        let last = Sphere.vector(latitude: 49, longitude: 10)
        let (a, b) = (try #require(plane.projected(first)), try #require(plane.projected(last)))
        for share in [0.1, 0.5, 0.8] {
            let between = first + (last - first) * share
            let onTheWay = between / (between * between).sum().squareRoot()
            let point = try #require(plane.projected(onTheWay))
            let (along, aside) = (b - a, point - a)
            let cross = SIMD3(
                along.y * aside.z - along.z * aside.y, along.z * aside.x - along.x * aside.z,
                along.x * aside.y - along.y * aside.x)
            #expect((cross * cross).sum().squareRoot() < 1e-12)
        }
    }

    @Test func whatIsBeyondIsNotProjected() {
        let plane = TangentPlane(latitude: 0, longitude: 0)
        #expect(plane.projected(Sphere.vector(latitude: 0, longitude: 84)) != nil)
        #expect(plane.projected(Sphere.vector(latitude: 0, longitude: 85)) == nil)
        #expect(plane.projected(Sphere.vector(latitude: 0, longitude: 180)) == nil)
        #expect(TangentPlane.squaredRadius(ofCircle: 20_000_000) == TangentPlane.squaredRadius(ofCircle: 15_000_000))
    }
}
