// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// Inputs with times that cannot be right, and the re-base that answers them.
@Suite struct ClockJumpTests {
    private static let noon = Timestamp(nanoseconds: 1_777_636_800_000_000_000)
    private static let year = 365.0 * 86_400

    private static func at(_ seconds: Double) -> Timestamp {
        noon.advanced(byNanoseconds: Int64(proven: (seconds * 1e9).rounded()))
    }

    private static func walking() -> GateInput { .report(ActivityReport(flags: .walking, confidence: .high)) }

    @Test func aJumpIsNamedWithItsLength() throws {
        var gate = try Gate(policy: .gaitway)
        _ = gate.handle(Self.walking(), at: Self.at(0))
        #expect(gate.clockJump == nil)
        _ = gate.handle(.tick, at: Self.at(7 * 86_400))
        #expect(gate.clockJump == nil)
        _ = gate.handle(.tick, at: Self.at(Self.year))
        #expect(gate.clockJump == .seconds(358 * 86_400))
        // A minute is what inputs may overtake each other by.
        _ = gate.handle(.tick, at: Self.at(Self.year - 60))
        #expect(gate.clockJump == nil)
        let decisions = gate.handle(.enter(RegionEntry(place: "a", nearestOther: .infinity)), at: Self.at(0))
        #expect(gate.clockJump == .seconds(-365 * 86_400))
        let decision = try #require(decisions.first)
        #expect(decision.reasons.contains(.clockJump) && decision.time == Self.at(Self.year))
        // It is kept over a restart, and ends with the next input that is in order.
        gate = try Gate(policy: .gaitway, savedState: try gate.savedState())
        #expect(gate.clockJump == .seconds(-365 * 86_400))
        _ = gate.handle(.tick, at: Self.at(Self.year))
        #expect(gate.clockJump == nil)
    }

    /// What a gate that never saw the wrong time decides, a gate that was re-based after it decides, too.
    @Test(arguments: ["here", "article", "gaitway"]) func aReBaseUndoesATick(_ profile: String) throws {
        let policy = try #require(GatePolicy.profiles.first { $0.name == profile })
        func decisions(_ isWrong: Bool) throws -> [GateDecision] {
            var gate = try Gate(policy: policy)
            var decisions: [GateDecision] = []
            func give(_ input: GateInput, _ seconds: Double) {
                decisions += gate.advance(to: Self.at(seconds)) + gate.handle(input, at: Self.at(seconds))
            }
            give(Self.walking(), 0)
            for number in 0..<3 {
                give(.enter(RegionEntry(place: "early-\(number)", nearestOther: .infinity)), 1 + Double(number))
                give(.exit(place: "early-\(number)"), 10 + Double(number))
            }
            give(.report(ActivityReport(flags: .automotive, confidence: .high)), 60)
            give(Self.walking(), 100)
            if isWrong {
                _ = gate.handle(.tick, at: Self.at(Self.year))
                give(.rebase, 110)
            }
            give(.enter(RegionEntry(place: "late", nearestOther: .infinity)), 150)
            decisions += gate.advance(to: Self.at(3 * 3600))
            return decisions
        }
        let right = try decisions(false)
        #expect(right.count > 3)
        #expect(try decisions(true) == right)
    }

    @Test func whatEndsBetweenTheTimesKeepsItsMoment() throws {
        var policy = GatePolicy.gaitway
        policy.placeCooldown = .seconds(900)
        var gate = try Gate(policy: policy)
        _ = gate.handle(Self.walking(), at: Self.at(0))
        let enter = GateInput.enter(RegionEntry(place: "mill", nearestOther: .infinity))
        #expect(gate.handle(enter, at: Self.at(10)).map(\.kind) == [.deliver])
        _ = gate.handle(.tick, at: Self.at(Self.year))
        _ = gate.handle(.rebase, at: Self.at(100))
        let early = gate.handle(enter, at: Self.at(909.9))
        #expect(early.map(\.kind) == [.drop] && early.first?.ends[.alreadyAlerted] == Self.at(910))
        #expect(gate.handle(enter, at: Self.at(910)).map(\.kind) == [.deliver])
    }

    @Test func whatAWrongClockBeganAndEndedIsOver() throws {
        var gate = try Gate(policy: .gaitway)
        _ = gate.handle(Self.walking(), at: Self.at(0))
        _ = gate.handle(.user(.snooze(until: nil)), at: Self.at(Self.year))
        _ = gate.handle(.tick, at: Self.at(Self.year + 7200))
        gate = try Gate(policy: .gaitway, savedState: try gate.savedState())
        _ = gate.handle(.rebase, at: Self.at(60))
        #expect(gate.outlook(at: Self.at(60)).holds == [])
    }

    /// Asking more often changes no decision, also while the clock is wrong: a jump alone makes no record.
    @Test(arguments: 0..<Rounds.count(400)) func askingMoreOftenChangesNothing(_ seed: Int) throws {
        func decisions(asksMore: Bool) throws -> [GateDecision] {
            var random = RandomInputs(seed: 90_000 + UInt64(seed))
            var gate = try Gate(policy: random.policy())
            var decisions: [GateDecision] = []
            var (last, lastLead) = (RandomInputs.origin, Int64(0))
            for (index, (time, input)) in random.inputs(40).enumerated() {
                let lead: Int64 = [0, 3600, -1800, 31_536_000][index / 5 % 4] * 1_000_000_000
                let now = time.advanced(byNanoseconds: lead)
                for moment in asksMore && last < now && lead == lastLead ? random.moments(from: last, to: now) : [] {
                    decisions += gate.advance(to: moment) + gate.handle(.tick, at: moment)
                }
                decisions += gate.advance(to: now) + gate.handle(index % 7 == 0 ? .rebase : input, at: now)
                (last, lastLead) = (now, lead)
            }
            return decisions
        }
        #expect(try decisions(asksMore: true) == decisions(asksMore: false))
    }

    /// After a re-base no time of the past lies ahead, so that the state can be read, and everything ends.
    @Test(arguments: 0..<Rounds.count(400)) func nothingStaysForGood(_ seed: Int) throws {
        var random = RandomInputs(seed: 70_000 + UInt64(seed))
        var policy = random.policy()
        policy.storyCooldown = .seconds(300)
        var gate = try Gate(policy: policy)
        let inputs = random.inputs(40)
        for (index, (time, input)) in inputs.enumerated() {
            let lead: Int64 = index > 20 && index < 30 ? 31_536_000_000_000_000 : 0
            _ = gate.handle(input, at: time.advanced(byNanoseconds: lead))
            guard index == 30 else { continue }
            _ = gate.handle(.rebase, at: time)
            #expect(gate.clockJump == nil)
            gate = try Gate(policy: policy, savedState: try gate.savedState())
        }
        // All that holds an alert for a time is over a day later, but for caps of zero alerts and rules without an end.
        let end = (inputs.last?.time ?? RandomInputs.origin).advanced(byNanoseconds: 90_000_000_000_000)
        _ = gate.advance(to: end)
        #expect(gate.waitingEntries == 0)
        let holds = Set(gate.outlook(at: end).holds)
        #expect(holds.isDisjoint(with: [.recentlyDriving, .vehicleSpeed, .snoozed, .shortCap]), "\(holds)")
    }
}
