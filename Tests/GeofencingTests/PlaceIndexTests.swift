// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import GaitwayAlerts

/// The haversine formula, an independent statement of great-circle distance.
func haversine(_ first: (Double, Double), _ second: (Double, Double)) -> Double {
    let radians = Double.pi / 180
    let northward = sin((second.0 - first.0) * radians / 2)
    let eastward = sin((second.1 - first.1) * radians / 2)
    let h = northward * northward + cos(first.0 * radians) * cos(second.0 * radians) * eastward * eastward
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
}

@Suite("Nearest places")
struct PlaceIndexTests {
    /// Places all over: evenly on the sphere, in clusters, at the poles, along the antimeridian, and some twice.
    private func places(_ count: Int, _ generator: inout SeededGenerator) -> [Place] {
        (0..<count).map { number in
            let position = position(number, &generator)
            return Place(identifier: "\(number)", latitude: position.0, longitude: position.1)
        }
    }

    private func position(_ number: Int, _ generator: inout SeededGenerator) -> (Double, Double) {
        func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        switch number % 8 {
        case 0: return (90 - pow(10, uniform(-6...1)), uniform(-180...180))
        case 1: return (-90 + pow(10, uniform(-6...1)), uniform(-180...180))
        case 2: return (uniform(-80...80), (uniform(0...1) < 0.5 ? -180 : 180))
        case 3:
            let east = 180 - pow(10, uniform(-7...0))
            return (uniform(-60...60), uniform(0...1) < 0.5 ? east : -east)
        case 4: return (52.5 + uniform(-0.1...0.1), 13.4 + uniform(-0.1...0.1))
        case 5: return ([90, -90, 0, 45].randomElement(using: &generator) ?? 0, 0)
        default: return (asin(uniform(-1...1)) * 180 / .pi, uniform(-180...180))
        }
    }

    @Test("the ten nearest are those of a search through all, on 10,000 queries with poles and antimeridian")
    func bruteForce() {
        var generator = SeededGenerator(seed: 3)
        let places = places(240, &generator)
        let index = PlaceIndex(places)
        var found: [PlaceIndex.Neighbor] = []
        for query in 0..<10_000 {
            let (latitude, longitude) = position(query, &generator)
            index.nearest(10, latitude: latitude, longitude: longitude, into: &found)
            #expect(found.count == 10)
            let distances = places.map { haversine((latitude, longitude), ($0.latitude, $0.longitude)) }
            let expected = Array(distances.sorted().prefix(10))
            for (neighbor, distance) in zip(found, expected) {
                // The haversine formula itself is off by some 1e-8 R² / d far from the query.
                let tolerance = 1e-6 + distance * 1e-9
                #expect(abs(neighbor.distance - distance) <= tolerance)
                #expect(abs(distances[neighbor.index] - distance) <= tolerance)
            }
            #expect(Set(found.map(\.index)).count == 10)
        }
    }

    @Test("of equal places the first in the list comes first")
    func ties() {
        let places = (0..<100).map { Place(identifier: "\($0)", latitude: 10, longitude: 20) }
        #expect(PlaceIndex(places).nearest(7, latitude: 11, longitude: 21).map(\.index) == Array(0..<7))
    }

    @Test("neighbours across the antimeridian and over the pole are near")
    func seams() {
        let places = [(0.0, 179.999), (0.0, 0.0), (89.999, 90.0), (-89.999, 12.0)].enumerated().map {
            Place(identifier: "\($0)", latitude: $1.0, longitude: $1.1)
        }
        let index = PlaceIndex(places)
        let across = index.nearest(1, latitude: 0, longitude: -179.999)
        #expect(across[0].index == 0 && abs(across[0].distance - 222.39) < 0.01)
        let pole = index.nearest(1, latitude: 89.999, longitude: -90)
        #expect(pole[0].index == 2 && abs(pole[0].distance - 222.39) < 0.01)
    }

    @Test("within a radius are those of a search through all, in order")
    func within() {
        var generator = SeededGenerator(seed: 5)
        let places = places(1500, &generator)
        let index = PlaceIndex(places)
        for query in 0..<400 {
            let (latitude, longitude) = position(query, &generator)
            let radius = pow(10, Double.random(in: 0...7, using: &generator))
            let found = index.within(radius, latitude: latitude, longitude: longitude)
            let distances = places.map { haversine((latitude, longitude), ($0.latitude, $0.longitude)) }
            let slack = 1e-5 + radius * 1e-8
            #expect(found.allSatisfy { distances[$0.index] <= radius + slack })
            let ids = Set(found.map(\.index))
            #expect(ids.isSuperset(of: distances.indices.filter { distances[$0] < radius - slack }))
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.distance <= $1.distance })
        }
        #expect(index.within(3e7, latitude: 0, longitude: 0).count == 1500)
    }

    @Test("the nearest edge is that of a search through all, whatever the radii and whichever are left out")
    func edgeDistances() throws {
        var generator = SeededGenerator(seed: 7)
        for round in 0..<40 {
            let set = try PlaceSet(
                places(round == 0 ? 0 : 300, &generator).map { place in
                    var place = place
                    place.radius = pow(10, Double.random(in: 0...5, using: &generator))
                    return place
                })
            let left = Int.random(in: 1...50, using: &generator)
            for query in 0..<16 {
                let (latitude, longitude) = position(query, &generator)
                let expected = set.places.indices.filter { $0 % left == 0 }.map { index in
                    let place = set.places[index]
                    return max(0, haversine((latitude, longitude), (place.latitude, place.longitude)) - place.radius)
                }.min()
                let found = set.distanceToEdge(latitude: latitude, longitude: longitude) { $0 % left == 0 }
                guard let expected else {
                    #expect(found == .infinity)
                    continue
                }
                #expect(abs(found - expected) <= 1e-4 + expected * 1e-8)
            }
        }
    }

    @Test("no places, more asked than there are, and values that are not numbers")
    func edges() {
        #expect(PlaceIndex([]).nearest(3, latitude: 0, longitude: 0).isEmpty)
        #expect(PlaceIndex([]).within(100, latitude: 0, longitude: 0).isEmpty)
        let index = PlaceIndex([Place(identifier: "a", latitude: 0, longitude: 0)])
        #expect(index.nearest(3, latitude: 0, longitude: 0) == [.init(index: 0, distance: 0)])
        #expect(index.nearest(0, latitude: 0, longitude: 0).isEmpty)
        #expect(index.nearest(1, latitude: .nan, longitude: 0).isEmpty)
    }
}
