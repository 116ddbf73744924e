// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@Suite struct NamedActivityTests {
    @Test(arguments: [
        ("rides/walking/3.csv", "walking"), ("rides/Bus_3.csv", "automotive"), ("ann-cycling.zip", "cycling"),
        ("walking/Bus_3.csv", "automotive"), ("myWalk2.csv", "walking"),
        ("walking/2026-05-01/Accelerometer.csv", "walking"),
        ("on_the_bus/1.csv", "automotive"), ("skiing.csv", "none"), ("rides/3.csv", nil), ("carla/scarf.csv", nil),
        ("walk-or-run.csv", nil), ("bike/walk-or-run.csv", "cycling"), ("moving/3.csv", nil),
        ("walking/a/b/c.csv", nil), ("", nil),
    ]) func label(_ path: String, _ label: String?) {
        #expect(NamedActivity(path: path)?.label.name == label)
    }

    @Test func partsOfADataSetAreNotVehicles() {
        let split = ["data/train/1.csv", "data/test/2.csv"]
        let words = NamedActivity.dividers(in: split)
        #expect(NamedActivity(path: split[0], except: words) == nil)
        #expect(NamedActivity.dividers(in: ["train/1.csv", "bus/2.csv"]).isEmpty)
        #expect(NamedActivity(path: "train/1.csv")?.label == .activity(.automotive))
    }

    @Test(arguments: [
        ("rides/ann/walking.csv", "ann"), ("rides/x/ann/bus.csv", "ann"), ("rides/walking.csv", nil),
        ("rides/data/walking.csv", nil), ("rides/pocket/walking.csv", nil), ("rides/walking/ann.csv", nil),
        ("rides/2026-05-01/walking.csv", nil), ("other/ann/walking.csv", nil),
    ]) func person(_ path: String, _ person: String?) {
        #expect(NamedActivity.person(path: path, below: ["rides/"]) == person)
    }
}
