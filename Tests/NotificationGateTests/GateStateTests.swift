import MotionTypes
import NotificationGate
import Testing

/// Saved states that are none.
@Suite struct GateStateTests {
    @Test func whatIsNoStateIsRefused() throws {
        for (text, code) in [
            ("", InputError.Code.empty), ("null", .malformed),
            ("{\"gaitway\":\"gate-policy\",\"version\":1}", .malformed),
            ("{\"gaitway\":\"gate-state\",\"version\":3}", .unsupported),
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

    /// A gate would save what it cannot read again, had it gone on from one of these: the next entry would bear a number that is
    /// taken, or the next alert would stand behind one of the future.
    @Test(arguments: [
        ("\"entries\":1", "\"entries\":0"), ("\"alerts\":[]", "\"alerts\":[5000000001]"),
        ("\"storyAlerts\":{}", "\"storyAlerts\":{\"a\":5000000001}"),
        ("\"entered\":5000000000", "\"entered\":5000000001"),
        ("\"latest\":5000000000,", ""),
    ])
    func aStateThatContradictsItselfIsRefused(part: String, damage: String) throws {
        var gate = try Gate(policy: .gaitway)
        let time = Timestamp(nanoseconds: 5_000_000_000)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: time)
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: time)
        let saved = String(decoding: try gate.savedState(), as: UTF8.self)
        #expect(try Gate(policy: .gaitway, savedState: Array(saved.utf8)).waitingEntries == 1)
        #expect(saved.contains(part), "\(saved)")
        let damaged = Array(saved.replacing(part, with: damage).utf8)
        #expect(throws: InputError.self) { try Gate(policy: .gaitway, savedState: damaged) }
    }

    /// What the version before wrote: it knew neither fixes nor when driving began.
    @Test func theFormerVersionIsRead() throws {
        var gate = try Gate(policy: .gaitway)
        let time = Timestamp(nanoseconds: 5_000_000_000)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: time)
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: time)
        let saved = String(decoding: try gate.savedState(), as: UTF8.self)
        let former = saved.replacing("\"version\":2", with: "\"version\":1")
            .replacing("\"drivingSince\":\(time.nanoseconds),", with: "")
        #expect(former != saved && !former.contains("drivingSince") && !former.contains("\"speed\""), "\(saved)")
        var policy = GatePolicy.gaitway
        policy.drivingOnset = .seconds(30)
        var old = try Gate(policy: policy, savedState: Array(former.utf8))
        // Driving counts from the report that the state holds.
        let outlook = { (gate: Gate, seconds: Int64) in
            gate.outlook(at: Timestamp(nanoseconds: seconds * 1_000_000_000)).holds
        }
        #expect(outlook(old, 34) == [] && outlook(old, 35) == [.driving])
        _ = old.handle(.fix(GateFix(speed: 20)), at: time)
        #expect(outlook(old, 34) == [.vehicleSpeed])
        // What it saves now is of the new version.
        #expect(String(decoding: try old.savedState(), as: UTF8.self).contains("\"version\":2"))
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
