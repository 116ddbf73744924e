// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import Testing

/// The numbers of the three profiles, as the rules they stand for give them.
@Suite struct ProfileTests {
    @Test func theShippedRules() {
        let here = GatePolicy.here
        #expect(here.afterDriving == .seconds(120))
        #expect(here.noFlags == .unknown && here.whenUnknown == .hold)
        #expect(here.whenHeld == .skip)
        // They count every window, and look at no fix.
        #expect(here.drivingOnset == .zero && here.vehicleSpeed == nil)
        // A place alerts once in 10,000 days, and again 24 h after "later".
        #expect(here.placeCooldown == .seconds(10_000 * 24 * 3600))
        #expect(here.laterInterval == .seconds(24 * 3600))
        // Who declined is skipped for ever, and a silent source is believed for ever.
        #expect(here.whenUnauthorised == .hold && here.staleAfter == nil)
        #expect(here.lostHardware == .deliver && here.categories.isEmpty && here.timeZone == nil)
        // Of everything else the shipped rules know nothing.
        #expect(here.shortCap == nil && here.longCap == nil && here.collapseWindow == .zero)
        #expect(here.quietHours == nil && here.minimumDwell == .zero && here.storyCooldown == .zero)
        #expect(here.passengerOverride == .zero && here.priorityStories.isEmpty)
        #expect(here.cycling == .deliver && here.running == .deliver)
        #expect(here.minimumConfidence == ConfidenceThresholds())
    }

    @Test func theArticleDiffersInOneRule() {
        var policy = GatePolicy.here
        policy.name = "article"
        policy.noFlags = .moving
        #expect(GatePolicy.article == policy)
    }

    @Test func theDefaults() {
        let policy = GatePolicy.gaitway
        #expect(policy.afterDriving == .seconds(120))
        #expect(policy.noFlags == .moving)
        #expect(policy.whenUnauthorised == .deliver && policy.lostHardware == .hold)
        #expect(policy.staleAfter == .seconds(10 * 60) && policy.whenStale == .deliver)
        #expect(policy.whenHeld == .defer && policy.deferralLimit == .seconds(30 * 60))
        #expect(policy.shortCap == AlertCap(alerts: 3, window: .seconds(60 * 60)))
        #expect(policy.longCap == AlertCap(alerts: 10, window: .seconds(24 * 3600)))
        #expect(policy.collapseWindow == .seconds(2 * 60))
        #expect(policy.pendingLimit == 64)
        #expect(policy.placeCooldown == .seconds(10_000 * 24 * 3600))
        #expect(policy.laterInterval == .seconds(24 * 3600))
    }

    @Test func profilesGoByTheirNames() {
        #expect(GatePolicy.profiles.map(\.name) == ["here", "article", "gaitway"])
        for profile in GatePolicy.profiles { #expect(GatePolicy.profile(named: profile.name) == profile) }
        #expect(GatePolicy.profile(named: "theirs") == nil)
    }
}
