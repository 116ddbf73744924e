// SPDX-License-Identifier: Apache-2.0
import GaitwayReplay
import Neighbours

// A person walks into a place: one alert.
let place = Place(identifier: "mill", latitude: 47.5, longitude: 8.25, story: "river")
let places = try PlaceSet([place])
let start = Timestamp(nanoseconds: 1_777_622_400_000_000_000)
let walk = (0..<600).map { second in
    Location(elapsed: .seconds(second), latitude: 47.49 + Double(second) * 0.0000125, longitude: 8.25)
}
let ride = RecordedRide(source: "walk", origin: start, fixes: walk)
let result = try RideScene(ride, places: places).play(policy: .gaitway)
print(result.decisions.map(\.kind))
print(neighbours.count)
