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
