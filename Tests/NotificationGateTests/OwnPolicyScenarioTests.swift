// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import Testing

/// Scenarios with policies of one's own.
@Suite struct OwnPolicyScenarioTests {
    private static let text = """
        A person parks at a cafe and walks in, so the alert must come once the drive is over.
        profiles gaitway mine
        at 0 report automotive
        at 100 enter cafe 80m 8m/s
        at 190 report stationary
        until 60m
        gaitway: expect deliver cafe at 310
        mine: expect deliver cafe at 250
        """

    private let mine: GatePolicy = {
        var policy = GatePolicy(name: "mine")
        policy.afterDriving = .seconds(60)
        return policy
    }()

    @Test func theSecondLineMayNameThem() throws {
        #expect(throws: (any Error).self) { try GateScenario(Self.text) }
        let outcomes = try GateScenario(Self.text, policies: [.gaitway, mine]).outcomes()
        #expect(outcomes.map(\.policy) == ["gaitway", "mine"] && outcomes.map(\.failures) == [[], []])
        #expect(outcomes.map { $0.tally.count(.deliver) } == [1, 1])
        #expect(outcomes.map(\.tally.deferredAndDelivered) == [1, 1])
    }

    @Test func anyPolicyCanBePlayed() throws {
        var other = mine
        other.name = "other \"one\""
        let scenario = try GateScenario(Self.text, policies: [.gaitway, mine])
        let outcome = try scenario.outcome(of: other)
        // Nothing is expected of it, and it is played all the same.
        #expect(outcome.failures == [] && outcome.tally.count(.deliver) == 1)
        other.name = "gaitway"
        #expect(try scenario.outcome(of: other).failures.count == 1)
    }

    @Test func aScenariosFieldsStandOverThoseOfThePolicy() throws {
        let text = Self.text.replacing("until", with: "policy \"expiry\":3600,\"when_held\":\"skip\"\nuntil")
        let outcomes = try GateScenario(text, policies: [.gaitway, mine]).outcomes()
        #expect(outcomes.map { $0.tally.count(.skip) } == [1, 1])
        #expect(outcomes.map { $0.tally.count(.deliver) } == [0, 0])
    }
}
