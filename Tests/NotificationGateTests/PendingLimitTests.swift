// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import Testing

/// A phone keeps 64 pending notifications of an app; what waits beyond that is lost, and the record says so.
@Suite struct PendingLimitTests {
    private static func at(_ seconds: Int) -> Timestamp {
        Timestamp(nanoseconds: 1_780_000_000_000_000_000 + Int64(seconds) * 1_000_000_000)
    }

    /// Entries of places 1 to `count`, one a second from 1 s on, while driving; walking from `walking` on.
    private static func decisions(_ policy: GatePolicy, count: Int, walking: Int, end: Int) throws
        -> [GateDecision]
    {
        var gate = try Gate(policy: policy)
        var decisions = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: at(0))
        for number in 1...count {
            decisions += gate.handle(.enter(RegionEntry(place: "\(number)")), at: at(number))
        }
        #expect(gate.waitingEntries == min(count, policy.pendingLimit ?? .max))
        decisions += gate.advance(to: at(walking))
        decisions += gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: at(walking))
        return decisions + gate.advance(to: at(end))
    }

    /// Nothing but the phone holds alerts back, once the drive is over.
    private static var uncapped: GatePolicy {
        var policy = GatePolicy.gaitway
        policy.shortCap = nil
        policy.longCap = nil
        policy.collapseWindow = .zero
        return policy
    }

    @Test func theSixtyFifthIsNotKept() throws {
        let decisions = try Self.decisions(Self.uncapped, count: 66, walking: 100, end: 400)
        let lost = decisions.filter { $0.reasons.contains(.pendingLimit) }
        #expect(lost.map(\.place) == ["65", "66"])
        #expect(
            lost.allSatisfy { $0.kind == .drop && $0.reasons == [.pendingLimit, .driving] && $0.time == $0.entered })
        let delivered = decisions.filter { $0.kind == .deliver }
        #expect(delivered.map(\.place) == (1...64).map(String.init))
        #expect(delivered.allSatisfy { $0.time == Self.at(220) })
    }

    @Test func sixtyFourAreKeptAndWithoutALimitAll() throws {
        for (count, limit) in [(64, 64 as Int?), (200, nil)] {
            var policy = Self.uncapped
            policy.pendingLimit = limit
            let decisions = try Self.decisions(policy, count: count, walking: 300, end: 500)
            #expect(decisions.count { $0.kind == .deliver } == count)
            #expect(!decisions.contains { $0.kind == .drop })
        }
    }

    @Test func whatSharesAnAlertCountsOnce() throws {
        var policy = Self.uncapped
        policy.collapseWindow = .seconds(120)
        policy.pendingLimit = 1
        var gate = try Gate(policy: policy)
        var decisions = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: Self.at(0))
        for number in 1...80 {
            decisions += gate.handle(.enter(RegionEntry(place: "\(number)")), at: Self.at(number))
        }
        #expect(gate.waitingEntries == 80)
        decisions += gate.advance(to: Self.at(200))
        #expect(decisions.count { $0.kind == .deliver && $0.others == 79 } == 1)
        #expect(!decisions.contains { $0.reasons.contains(.pendingLimit) })
    }

    @Test func aFreedPlaceIsTakenAgain() throws {
        var policy = Self.uncapped
        policy.pendingLimit = 1
        var gate = try Gate(policy: policy)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: Self.at(0))
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: Self.at(1))
        #expect(gate.handle(.enter(RegionEntry(place: "b")), at: Self.at(2)).map(\.kind) == [.drop])
        _ = gate.handle(.exit(place: "a"), at: Self.at(3))
        // The place is not marked as alerted: a later entry may alert.
        #expect(gate.handle(.enter(RegionEntry(place: "b")), at: Self.at(4)).map(\.kind) == [.defer])
    }
}
