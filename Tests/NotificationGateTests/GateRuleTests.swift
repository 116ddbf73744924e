// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayAlerts

/// The tables of rules, from which records, wake-ups and counts come.
@Suite struct GateRuleTests {
    @Test func rulesStandInTheOrderOfTheirReasons() {
        for reasons in [GateRule.all.map(\.reason), ReportRule.all.map(\.reason)] {
            #expect(reasons == GateReason.allCases.filter(reasons.contains))
        }
    }

    @Test func whatHoldsAnAlertBackCountsAsAHold() throws {
        let first = try #require(GateReason.allCases.firstIndex(of: .vehicleSpeed))
        let last = try #require(GateReason.allCases.firstIndex(of: .longCap))
        #expect(GateReason.allCases.filter(\.isHold) == Array(GateReason.allCases[first...last]))
    }
}
