// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// The gate's outlook for an alert is its decision when the alert comes.
@Suite struct GateOutlookTests {
    /// A day that was played up to some input, and the moment after it.
    private static func day(_ seed: Int) throws -> (gate: Gate, now: Timestamp, random: RandomInputs) {
        var random = RandomInputs(seed: 40_000 + UInt64(seed))
        var gate = try Gate(policy: random.policy())
        var now = RandomInputs.origin
        for (time, input) in random.inputs(30) {
            _ = gate.advance(to: time)
            _ = gate.handle(input, at: time)
            now = time
        }
        return (gate, now, random)
    }

    private static let holds: Set<GateReason> = [
        .vehicleSpeed, .driving, .recentlyDriving, .cycling, .running, .unknownActivity, .noFlags, .noReport,
        .lowConfidence,
        .quietHours,
        .snoozed, .shortCap, .longCap, .permissionDeclined, .staleSource,
    ]

    @Test(arguments: 0..<Rounds.count(1200)) func anEntryIsHeldBackByWhatTheOutlookSays(_ seed: Int) throws {
        var (gate, now, random) = try Self.day(seed)
        // With time going on there is more to see than right after an input.
        for moment in random.moments(from: now, to: now + .seconds(40_000)) {
            _ = gate.advance(to: moment)
            now = moment
        }
        let outlook = gate.outlook(at: now)
        #expect(outlook.reasons == (outlook.holds.isEmpty ? [.allowed] : outlook.holds) + outlook.notes)
        // What a policy holds because of an unknown, it does not also let through because of it.
        #expect(Set(outlook.holds).isDisjoint(with: outlook.notes))
        var asked = gate
        let decisions = asked.handle(.enter(RegionEntry(place: "nowhere else")), at: now)
        let decision = try #require(decisions.first { $0.place == "nowhere else" })
        #expect(Self.holds.intersection(decision.reasons.filter { !outlook.notes.contains($0) }) == Set(outlook.holds))
        #expect(Set(outlook.notes).isSubset(of: decision.reasons))
    }

    @Test(arguments: 0..<Rounds.count(400)) func itHoldsUntilItSaysThatItMayChange(_ seed: Int) throws {
        var (gate, now, _) = try Self.day(seed)
        var steps = 0
        while let change = gate.outlook(at: now).changes, steps < 20 {
            #expect(change > now)
            let before = gate.outlook(at: now)
            // Up to the next change, and to the gate's own next tick, nothing is different.
            let end = min(change, gate.wakeUp ?? change)
            let last = end.advanced(byNanoseconds: -1)
            for share in 0...4 where last > now {
                let moment = now + (last - now) / 4 * share
                let outlook = gate.outlook(at: moment)
                #expect(outlook.holds == before.holds && outlook.notes == before.notes)
            }
            _ = gate.advance(to: end)
            now = end
            steps += 1
        }
    }
}
