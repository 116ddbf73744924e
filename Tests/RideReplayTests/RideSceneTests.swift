// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayReplay
import TestSupport
import Testing

/// What policies and strategies make of a ride past two places, and how that is written.
@Suite struct RideSceneTests {
    private let places: PlaceSet

    init() throws {
        places = try PlaceSet([
            Place(identifier: "mill", latitude: Walk.latitude(300), longitude: 8),
            Place(identifier: "bridge", latitude: Walk.latitude(1000), longitude: 8),
        ])
    }

    private func scene(_ activity: String?) throws -> RideScene {
        var ride = try Walk().ride()
        if let activity { try ride.join(stream: Walk.stream(activity)) }
        return RideScene(ride, places: places)
    }

    private func delivered(_ result: ReplayResult) -> [String] {
        result.decisions.filter { $0.kind == .deliver }.map(\.place)
    }

    @Test func aWalkerIsToldAndADriverIsNot() throws {
        for policy in GatePolicy.profiles {
            #expect(try delivered(scene("walking").play(policy: policy)) == ["mill", "bridge"])
            #expect(try delivered(scene("automotive").play(policy: policy)) == [])
        }
        let result = try scene("automotive").play()
        #expect(result.policy == "gaitway" && result.strategy == .bubbleDifference)
        #expect(result.decisions.contains { $0.kind == .defer && $0.reasons.contains(.driving) })
    }

    @Test func withoutReportsThereIsNoMotionHardware() throws {
        let result = try scene(nil).play(policy: .here)
        #expect(delivered(result) == ["mill", "bridge"])
        #expect(result.decisions.allSatisfy { $0.inputs.source == .unsupported })
        // A stream that says nothing is a source all the same.
        var ride = try Walk().ride()
        let lines = Walk.stream("walking").split(separator: "\n")
        try ride.join(stream: lines[0] + "\n" + lines[lines.count - 1] + "\n")
        let silent = try RideScene(ride, places: places).play(policy: .here)
        #expect(delivered(silent) == [] && silent.decisions.allSatisfy { $0.reasons.contains(.noReport) })
    }

    @Test func thePhonesOwnReportsServe() throws {
        var ride = try Walk().ride()
        try ride.join(stream: Walk.stream("automotive"))
        var own = try Walk().ride()
        own.ownReports = ride.reports
        let (joined, plain) = (RideScene(ride, places: places), RideScene(own, places: places))
        #expect(try joined.play().decisions == plain.play().decisions)
    }

    @Test func strategiesAreMeasuredAgainstTheOracle() throws {
        for strategy in MonitoringStrategy.all {
            let result = try scene("walking").play(strategy: strategy)
            #expect(result.coverage.entries == 2 && result.strategy == strategy)
            #expect(result.coverage.seen.count + result.coverage.missed.count == 2)
        }
        var late = GeofenceSimulator(places: places)
        late.delay = .random(mean: .seconds(240), seed: 7)
        let scene = RideScene(try Walk().ride(), simulator: late)
        // The oracle is told at once, whatever the phone is.
        #expect(try scene.play(strategy: .oracle).coverage.worstDelay ?? .zero > .zero)
    }

    @Test func theTallyCountsEntries() throws {
        let result = try scene("automotive").play()
        let entries = Set(result.decisions.map(\.entry)).count
        let tally = result.tally
        let ended = GateDecision.Kind.allCases.filter(\.isFinal).map(tally.count).reduce(0, +)
        #expect(ended + tally.waiting == entries && tally.waiting == result.waiting)
        #expect(result.mostWaiting >= result.waiting)
    }

    @Test func theResultIsWrittenAsLines() throws {
        let result = try scene("walking").play()
        let lines = result.ndjson.split(separator: "\n")
        #expect(lines.count == result.decisions.count + result.coverage.missed.count + 1)
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(objects.last??["end"] as? Bool == true && objects.last??["delivered"] as? Int == 2)
        #expect(objects.first??["place"] as? String == "mill")
    }

    @Test func theResultIsWrittenAsGeoJSON() throws {
        let text = try scene("walking").play().geoJSON
        let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let features = try #require(whole?["features"] as? [[String: Any]])
        let properties = features.compactMap { $0["properties"] as? [String: Any] }
        let kinds = properties.compactMap { $0["kind"] as? String }
        // The track and the places, then the ride by activity, what was monitored, and the alerts.
        let expected = [("track", 1), ("place", 2), ("activity", 1), ("region", 3), ("alert", 2)]
        #expect(kinds.count == features.count && kinds == expected.flatMap { Array(repeating: $0.0, count: $0.1) })
        func all(_ kind: String) -> [[String: Any]] { properties.filter { $0["kind"] as? String == kind } }
        #expect(all("place").map { $0["decision"] as? String } == ["deliver", "deliver"])
        #expect(all("activity").map { $0["activity"] as? String } == ["walking"])
        // Both places are watched all the time, and the bubble around them has no name.
        #expect(all("region").map { $0["identifier"] as? String } == ["mill", "bridge", nil])
        #expect(all("alert").map { $0["identifier"] as? String } == ["mill", "bridge"])
        for feature in features {
            let geometry = try #require(feature["geometry"] as? [String: Any])
            let properties = try #require(feature["properties"] as? [String: Any])
            switch properties["kind"] as? String {
            case "region"?:
                // A circle of 36 corners, the first again at the end.
                let ring = try #require((geometry["coordinates"] as? [[[Double]]])?.first)
                #expect(geometry["type"] as? String == "Polygon" && ring.count == 37 && ring.first == ring.last)
            case "alert"?:
                // Where the phone was: on its way to the north, within the place.
                let position = try #require(geometry["coordinates"] as? [Double])
                let metres = properties["identifier"] as? String == "mill" ? 300.0 : 1000
                #expect(position[0] == 8 && abs(position[1] - Walk.latitude(metres)) * 111_195 <= 100)
            default: break
            }
        }
    }

    @Test func aPolicyThatCannotBeKeptIsRefused() throws {
        var policy = GatePolicy.gaitway
        policy.expiry = .zero
        #expect(throws: (any Error).self) { try scene("walking").play(policy: policy) }
    }
}
