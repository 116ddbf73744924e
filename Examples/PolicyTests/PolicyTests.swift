// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayReplay
import Testing

/// Tests of an app's notification policy: on a recorded ride, and on a scenario.
@Suite struct PolicyTests {
    /// The policy under test: a shorter wait after a drive than usual.
    private let policy: GatePolicy = {
        var policy = GatePolicy(name: "mine")
        policy.afterDriving = .seconds(60)
        return policy
    }()
    private let root = #filePath.components(separatedBy: "/Examples/")[0]

    /// A commute by car past sixty places shows alerts, but none at the wheel.
    @Test func nothingIsShownWhileDriving() throws {
        var ride = try RecordedRide(log: root + "/Datasets/commute")
        try ride.join(stream: Data(contentsOf: URL(filePath: root + "/Examples/Rides/commute.ndjson")))
        let places = try PlaceScatter.places(60, along: ride.fixes, spread: 150, seed: 3)
        let result = try RideScene(ride, places: places).play(policy: policy)

        let alerts = result.decisions.filter { $0.kind == .deliver }
        #expect(!alerts.isEmpty)
        #expect(!alerts.contains { $0.inputs.flags?.contains(.automotive) ?? true })
        #expect(result.decisions.contains { $0.kind == .defer && $0.reasons.contains(.driving) })
    }

    @Test func whoParksAndWalksInIsToldAfterTheDrive() throws {
        let scenario = try GateScenario(
            """
            A person parks at a cafe and walks in, so the alert must come once the drive is over.
            profiles mine
            at 0 report automotive
            at 100 enter cafe 80m 8m/s
            at 190 report stationary
            at 200 report walking
            until 60m
            expect defer cafe because driving
            expect deliver cafe at 250
            expect 1 alerts
            """, policies: [policy])
        for outcome in try scenario.outcomes() { #expect(outcome.failures == []) }
    }
}
