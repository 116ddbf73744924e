import MotionTypes
import NotificationGate
import Testing

/// Saved states that are none.
@Suite struct GateStateTests {
    @Test func whatIsNoStateIsRefused() throws {
        for (text, code) in [
            ("", InputError.Code.empty), ("null", .malformed),
            ("{\"gaitway\":\"gate-policy\",\"version\":1}", .malformed),
            ("{\"gaitway\":\"gate-state\",\"version\":2}", .unsupported),
            ("{\"gaitway\":\"gate-state\",\"version\":1}", .malformed),
        ] {
            do throws(InputError) {
                _ = try Gate(policy: .gaitway, savedState: Array(text.utf8), source: "state.json")
                Issue.record("\(text) was read")
            } catch {
                #expect(error.code == code && error.source == "state.json", "\(text)")
            }
        }
    }

    /// The next entry would bear the number of one that waits, and the state that is saved then could not be read.
    @Test func aStateThatCountsFewerEntriesThanWaitIsRefused() throws {
        var gate = try Gate(policy: .gaitway)
        let time = Timestamp(nanoseconds: 0)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: time)
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: time)
        let saved = String(decoding: try gate.savedState(), as: UTF8.self)
        #expect(saved.contains("\"entries\":1"))
        let damaged = saved.replacing("\"entries\":1", with: "\"entries\":0")
        #expect(throws: InputError.self) { try Gate(policy: .gaitway, savedState: Array(damaged.utf8)) }
    }

    @Test func anotherPolicyMayGoOn() throws {
        var gate = try Gate(policy: .gaitway)
        let time = Timestamp(nanoseconds: 0)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: time)
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: time)
        var other = try Gate(policy: .here, savedState: try gate.savedState())
        #expect(other.handle(.tick, at: time).map(\.kind) == [.skip])
    }

    @Test func timeNeverRunsBackwards() throws {
        var gate = try Gate(policy: .here)
        let late = Timestamp(nanoseconds: 1_000_000_000_000)
        _ = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: late)
        let decisions = gate.handle(.enter(RegionEntry(place: "a")), at: Timestamp(nanoseconds: 0))
        #expect(decisions.map(\.time) == [late])
    }
}
