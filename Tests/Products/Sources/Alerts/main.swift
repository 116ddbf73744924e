// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import Neighbours

// A person walks into a place: one alert.
let place = Place(identifier: "mill", latitude: 47.5, longitude: 8.25, story: "river")
let start = Timestamp(nanoseconds: 1_777_622_400_000_000_000)
var driver = try GateDriver(policy: .gaitway, places: PlaceSet([place]), origin: start)
for second in 0..<600 {
    driver.take(Location(elapsed: .seconds(second), latitude: 47.49 + Double(second) * 0.0000125, longitude: 8.25))
}
driver.advance(to: .seconds(600))
print(driver.takeDecisions().map(\.kind))
print(neighbours.count)
