// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay

/// The places on a page: those entered, missed or watched, and those near the ride. Each has a number, from 0.
struct RunPlaces {
    /// The places, by their numbers.
    private(set) var places: [Place] = []
    /// How many of the set are left out.
    private(set) var leftOut = 0
    /// How near the ride came to the edge of the nearest place, in metres, and to which; nil without fixes or places.
    private(set) var nearest: (place: Place, distance: Double)?

    private let scene: RideScene
    private var numbers: [Int: Int] = [:]

    /// The number of nearest places that are looked up for each drawn fix.
    private static let neighbours = 20
    /// A place within this distance of the ride is near, in metres.
    static let reach = 1000.0
    /// The most places that are drawn because they are near.
    private static let mostNear = 1500

    init(_ scene: RideScene) {
        self.scene = scene
        leftOut = scene.simulator.places.places.count
    }

    /// The number of a place by its identifier, which is added if it is new; nil for a place outside the set.
    mutating func number(of identifier: String) -> Int? {
        scene.number(of: identifier).map { number(ofIndex: $0) }
    }

    /// The number of a place by its index in the set.
    mutating func number(ofIndex index: Int) -> Int {
        if let number = numbers[index] { return number }
        let number = places.count
        numbers[index] = number
        places.append(scene.simulator.places.places[index])
        leftOut -= 1
        return number
    }

    /// Adds what lies near the ride, the nearest first, and finds the nearest of all.
    mutating func addNear(_ track: RunTrack) {
        let set = scene.simulator.places
        var near: [Int: Double] = [:]
        for index in Self.drawn(track) {
            let fix = track.fixes[index]
            let found = set.index.nearest(Self.neighbours, latitude: fix.latitude, longitude: fix.longitude)
            for neighbor in found {
                let place = set.places[neighbor.index]
                let distance = max(0, neighbor.distance - place.radius)
                if nearest.map({ distance < $0.distance }) ?? true { nearest = (place, distance) }
                guard distance <= Self.reach, numbers[neighbor.index] == nil else { continue }
                near[neighbor.index] = min(near[neighbor.index] ?? .infinity, distance)
            }
        }
        let order = near.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (index, _) in order.prefix(Self.mostNear) { _ = number(ofIndex: index) }
    }

    /// The fixes at which near places are looked up, about 4,000 at most to bound the time of long rides.
    private static func drawn(_ track: RunTrack) -> [Int] {
        let all = track.parts.flatMap(\.fixes)
        let step = max(1, all.count / 4000)
        return stride(from: 0, to: all.count, by: step).map { all[$0] }
    }
}
