// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

/// A ring around a position: corners at random distances, as seen from it, never crossing.
struct RandomRing {
    /// Degrees around which the corners lie.
    let latitude: Double
    let longitude: Double
    let corners: [Polygon.Position]

    /// At most `size` metres from the position.
    init(_ generator: inout SeededGenerator, latitude: Double, longitude: Double, size: Double) {
        self.latitude = latitude
        self.longitude = longitude
        let count = Int.random(in: 3...12, using: &generator)
        let scale = 180 / Double.pi / 6_371_008.8
        corners = (0..<count).map { number in
            let angle = (Double(number) + Double.random(in: -0.2...0.2, using: &generator)) * 2 * .pi / Double(count)
            let length = size * Double.random(in: 0.4...1, using: &generator)
            let east = length * cos(angle) * scale / cos(latitude * .pi / 180)
            var corner = Polygon.Position(
                latitude: latitude + length * sin(angle) * scale, longitude: longitude + east)
            if corner.longitude > 180 { corner.longitude -= 360 }
            if corner.longitude < -180 { corner.longitude += 360 }
            return corner
        }
    }

    /// The ring, closed.
    var closed: [Polygon.Position] { corners + [corners[0]] }

    /// The same ring at a share of its size.
    func smaller(_ share: Double) -> [Polygon.Position] {
        let small = corners.map { corner in
            var east = corner.longitude - longitude
            if east > 180 { east -= 360 }
            if east < -180 { east += 360 }
            var position = Polygon.Position(
                latitude: latitude + (corner.latitude - latitude) * share, longitude: longitude + east * share)
            if position.longitude > 180 { position.longitude -= 360 }
            if position.longitude < -180 { position.longitude += 360 }
            return position
        }
        return small + [small[0]]
    }
}

/// The polygon of rings, without the repairs.
func polygon(_ parts: [[[Polygon.Position]]]) throws(InputError) -> Polygon {
    var repairs = Polygon.Repairs()
    return try Polygon(parts: parts, repairs: &repairs)
}

@Suite("Polygons")
struct PolygonTests {
    /// Whether a position lies in rings, by the angles under which it sees their lines in longitude and latitude.
    private func winds(_ rings: [[Polygon.Position]], around latitude: Double, _ longitude: Double) -> Bool {
        rings.map { ring -> Int in
            var sum = 0.0
            for (from, to) in zip(ring, ring.dropFirst()) {
                func direction(_ position: Polygon.Position) -> Double {
                    var east = position.longitude - longitude
                    if east > 180 { east -= 360 }
                    if east < -180 { east += 360 }
                    return atan2(position.latitude - latitude, east)
                }
                var turn = direction(to) - direction(from)
                if turn > .pi { turn -= 2 * .pi }
                if turn < -.pi { turn += 2 * .pi }
                sum += turn
            }
            return Int(proven: (sum / (2 * .pi)).rounded())
        }.reduce(0, +) % 2 != 0
    }

    /// The least haversine distance to positions along the lines.
    private func nearest(_ rings: [[Polygon.Position]], to latitude: Double, _ longitude: Double) -> Double {
        var best = Double.infinity
        for ring in rings {
            for (from, to) in zip(ring, ring.dropFirst()) {
                var east = to.longitude - from.longitude
                if east > 180 { east -= 360 }
                if east < -180 { east += 360 }
                for step in 0...2000 {
                    let share = Double(step) / 2000
                    let position = (
                        from.latitude + (to.latitude - from.latitude) * share, from.longitude + east * share
                    )
                    best = min(best, haversine((latitude, longitude), position))
                }
            }
        }
        return best
    }

    @Test("membership is that of the winding, and the distance that of points along the lines, all over the sphere")
    func anywhere() throws {
        var generator = SeededGenerator(seed: 11)
        var compared = 0
        for round in 0..<60 {
            let longitude = round % 4 == 0 ? 180 : Double.random(in: -180...180, using: &generator)
            let latitude = Double.random(in: -80...80, using: &generator)
            let size = pow(10, Double.random(in: 1.3...4.8, using: &generator))
            let ring = RandomRing(&generator, latitude: latitude, longitude: longitude, size: size)
            var rings = [ring.closed]
            if round % 2 == 0 { rings.append(ring.smaller(0.3)) }
            let polygon = try polygon([rings])
            #expect(polygon.radius <= size * 1.2)
            for _ in 0..<30 {
                let around = RandomRing(&generator, latitude: latitude, longitude: longitude, size: size * 1.5)
                let asked = around.corners[0]
                let distance = nearest(rings, to: asked.latitude, asked.longitude)
                // Points along the lines are this far apart, and lines may be 0.1 m from their great circles.
                let slack = 0.15 + size / 100
                let isInside = winds(rings, around: asked.latitude, asked.longitude)
                let found = polygon.distance(latitude: asked.latitude, longitude: asked.longitude)
                if distance > 0.2 {
                    #expect(polygon.contains(latitude: asked.latitude, longitude: asked.longitude) == isInside)
                    compared += 1
                }
                let expected = isInside ? 0 : distance
                #expect(found <= expected + 0.15 && found >= expected - slack * slack / max(expected, slack))
            }
        }
        #expect(compared > 1500)
    }

    @Test("far away, the distance is that of the nearest point, too")
    func farAway() throws {
        let square = [(10.0, 10.0), (10, 11), (11, 11), (11, 10), (10, 10)]
            .map { Polygon.Position(latitude: $0.0, longitude: $0.1) }
        let polygon = try polygon([[square]])
        for asked in [(10.5, 30.0), (-40, 10.2), (80, -60), (-10.5, -169.5)] {
            let expected = nearest([square], to: asked.0, asked.1)
            let found = polygon.distance(latitude: asked.0, longitude: asked.1)
            #expect(abs(found - expected) < 40)
        }
    }

    @Test("one that crosses the antimeridian is the same in one piece and in two")
    func antimeridian() throws {
        func ring(_ west: Double, _ east: Double) -> [Polygon.Position] {
            [(1.0, west), (1, east), (1.01, east), (1.01, west), (1, west)]
                .map { Polygon.Position(latitude: $0.0, longitude: $0.1) }
        }
        let whole = try polygon([[ring(179.995, -179.99)]])
        let cut = try polygon([[ring(179.995, 180)], [ring(-180, -179.99)]])
        #expect(abs(whole.area - cut.area) < 1 && abs(whole.radius - cut.radius) < 0.01)
        #expect(cut.parts.count == 2 && whole.parts.count == 1)
        for step in -40...40 {
            var east = 180 + Double(step) * 0.0005
            if east > 180 { east -= 360 }
            for north in [0.9995, 1.0, 1.0001, 1.005, 1.0099, 1.0105] {
                let distances = [whole, cut].map { $0.distance(latitude: north + 1e-9, longitude: east) }
                #expect(abs(distances[0] - distances[1]) < 0.01)
            }
            // The seam is not an edge.
            let plane = [whole, cut].map { polygon -> Double in
                let map = polygon.outline.map
                return polygon.outline.distanceToEdge(map.point(PolygonOutline.vector(1.005, east)) ?? .zero)
            }
            #expect(abs(plane[0] - plane[1]) < 0.01)
        }
    }

    @Test("one around a pole has the pole inside")
    func pole() throws {
        let ring = (0...8).map { Polygon.Position(latitude: 89.9, longitude: Double($0 % 8) * 45 - 180) }
        let polygon = try polygon([[ring]])
        #expect(polygon.contains(latitude: 90, longitude: 0) && polygon.contains(latitude: 89.95, longitude: 100))
        #expect(!polygon.contains(latitude: 89.89, longitude: 22))
        #expect(abs(polygon.distance(latitude: 89.8, longitude: 10) - 11_119.5) < 1)
    }

    @Test("nearest and within are those of a search through all, among polygons and points")
    func index() throws {
        var generator = SeededGenerator(seed: 12)
        for round in 0..<8 {
            let longitude = round % 2 == 0 ? 180.0 : 8
            var places: [Place] = []
            for number in 0..<300 {
                let place = RandomRing(&generator, latitude: 50, longitude: longitude, size: 20_000).corners[0]
                let size = number == 7 ? 15_000 : pow(10, Double.random(in: 1...3, using: &generator))
                let ring = RandomRing(
                    &generator, latitude: place.latitude, longitude: place.longitude, size: size)
                places.append(
                    number % 3 == 0
                        ? Place(identifier: "\(number)", latitude: place.latitude, longitude: place.longitude)
                        : Place(identifier: "\(number)", polygon: try polygon([[ring.closed]])))
            }
            let set = try PlaceSet(places)
            for _ in 0..<60 {
                let asked = RandomRing(&generator, latitude: 50, longitude: longitude, size: 30_000).corners[0]
                func distance(_ place: Place) -> Double {
                    place.polygon?.distance(latitude: asked.latitude, longitude: asked.longitude)
                        ?? haversine((asked.latitude, asked.longitude), (place.latitude, place.longitude))
                }
                let all = places.map(distance)
                let nearest = set.index.nearest(10, latitude: asked.latitude, longitude: asked.longitude)
                for (found, expected) in zip(nearest, all.sorted()) { #expect(abs(found.distance - expected) < 1e-5) }
                #expect(nearest.count == 10 && nearest.allSatisfy { abs(all[$0.index] - $0.distance) < 1e-5 })
                let within = set.index.within(4000, latitude: asked.latitude, longitude: asked.longitude)
                #expect(within.map(\.distance) == within.map(\.distance).sorted())
                let expected = all.indices.filter { all[$0] <= 4000 }
                #expect(
                    Set(within.map(\.index)).symmetricDifference(expected).allSatisfy { abs(all[$0] - 4000) < 1e-5 })
                let edge = set.distanceToEdge(latitude: asked.latitude, longitude: asked.longitude)
                let edges = places.indices.map { places[$0].polygon == nil ? max(0, all[$0] - 100) : all[$0] }
                #expect(abs(edge - (edges.min() ?? 0)) < 1e-4)
            }
        }
    }
}
