// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// What a trace keeps is what happened, and keeping it changes nothing.
@Suite struct ReplayTraceTests {
    /// A drive there, a walk on, past many places, with reports that change.
    private func scene(seed: UInt64, places count: Int = 120) throws -> RideScene {
        var random = SeededGenerator(seed: seed)
        var ride = try Walk(seconds: 5400, speed: 3).ride()
        let words: [ActivityFlags] = [.walking, .automotive, .cycling, .stationary, .unknown, []]
        ride.ownReports = (0..<60).map { index in
            ActivityReport(
                activity: MotionActivity(
                    flags: words.randomElement(using: &random) ?? [], confidence: .high, elapsed: .seconds(90 * index),
                    start: nil),
                delivered: .seconds(90 * index + 5))
        }
        let places = (0..<count).map { index in
            Place(
                identifier: "place-\(index)", latitude: Walk.latitude(Double.random(in: 0...16_000, using: &random)),
                longitude: 8 + Double.random(in: -0.002...0.002, using: &random),
                story: index % 3 == 0 ? "story" : nil)
        }
        return RideScene(ride, places: try PlaceSet(places))
    }

    @Test(arguments: 0..<Rounds.count(40)) func keepingItChangesNothing(_ seed: Int) throws {
        let scene = try scene(seed: UInt64(seed))
        for policy in GatePolicy.profiles {
            for strategy in MonitoringStrategy.all {
                let played = try scene.play(policy: policy, strategy: strategy)
                let traced = try scene.trace(policy: policy, strategy: strategy).result
                #expect(played.decisions == traced.decisions && played.ndjson == traced.ndjson)
            }
        }
    }

    @Test(arguments: 0..<Rounds.count(40)) func decisionsAgreeWithTheOutlook(_ seed: Int) throws {
        let trace = try scene(seed: UInt64(seed)).trace(policy: .gaitway, strategy: .bubbleDifference)
        #expect(zip(trace.outlooks, trace.outlooks.dropFirst()).allSatisfy { $0.time < $1.time })
        for decision in trace.result.decisions {
            let outlook = try #require(trace.outlooks.last { $0.time <= decision.time })
            // Whatever an alert fills is full after it, and was not before.
            let before = trace.outlooks.last { $0.time < decision.time } ?? outlook
            let held = decision.reasons.contains {
                [.driving, .recentlyDriving, .cycling, .unknownActivity].contains($0)
            }
            if held { #expect(outlook.isHeld, "\(decision)") }
            if decision.kind == .deliver { #expect(!before.isHeld || !outlook.isHeld, "\(decision)") }
        }
    }

    @Test func noMoreRegionsAreWatchedThanAPhoneHas() throws {
        let result = try scene(seed: 7).play(strategy: .full)
        #expect(
            !result.bubbles.isEmpty && zip(result.bubbles, result.bubbles.dropFirst()).allSatisfy { $0.time < $1.time })
        // Each registration is of a place or of a bubble.
        let registrations = result.watches.values.reduce(0) { $0 + $1.count } + result.bubbles.count
        #expect(registrations == result.coverage.registrations)
        for bubble in result.bubbles {
            let watched = result.watches.values.joined().count { watch in
                watch.from <= bubble.time && watch.to.map { $0 > bubble.time } ?? true
            }
            #expect(watched == 19)
        }
        #expect(try scene(seed: 7).play(strategy: .oracle).watches.isEmpty)
    }

    @Test func alertsWhileDrivingAreThoseOfHindsight() throws {
        // The phone learns a minute late that it drives: what it shows meanwhile is shown to a driver.
        var ride = try Walk(seconds: 1200, speed: 10).ride()
        func report(_ flags: ActivityFlags, _ begin: Int, _ delivered: Int) -> ActivityReport {
            ActivityReport(
                activity: MotionActivity(flags: flags, confidence: .high, elapsed: .seconds(begin), start: nil),
                delivered: .seconds(delivered))
        }
        ride.ownReports = [report(.walking, 0, 0), report(.automotive, 300, 500)]
        func place(_ name: String, _ metres: Double) -> Place {
            Place(identifier: name, latitude: Walk.latitude(metres), longitude: 8, radius: 150)
        }
        let places = try PlaceSet([place("walking", 1500), place("driving", 3800), place("told", 8000)])
        let result = try RideScene(ride, places: places).play(policy: .here, strategy: .oracle)
        #expect(result.decisions.filter { $0.kind == .deliver }.map(\.place) == ["walking", "driving"])
        #expect(result.alertsWhileDriving == 1)
        ride.ownReports = []
        #expect(try RideScene(ride, places: places).play().alertsWhileDriving == nil)
    }
}
