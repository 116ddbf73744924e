// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import Testing

/// Saved states that are invalid.
@Suite struct GateStateTests {
    @Test func whatIsNoStateIsRefused() throws {
        for (text, code) in [
            ("", InputError.Code.empty), ("null", .malformed),
            ("{\"gaitway\":\"gate-policy\",\"version\":1}", .malformed),
            ("{\"gaitway\":\"gate-state\",\"version\":3}", .unsupported),
            ("{\"gaitway\":\"gate-state\",\"version\":2}", .malformed),
        ] {
            do throws(InputError) {
                _ = try Gate(policy: .gaitway, savedState: Array(text.utf8), source: "state.json")
                Issue.record("\(text) was read")
            } catch {
                #expect(error.code == code && error.source == "state.json", "\(text)")
            }
        }
    }

    /// A gate would save what it cannot read again, had it gone on from one of these: the next entry would bear a
    /// number that is taken, or the next alert would stand behind one of the future. The fault names the place.
    @Test(arguments: [
        ("\"entries\":1", "\"entries\":0", "state.waiting[0].number"),
        ("\"entries\":1", "\"entries\":-1", "state.entries"),
        ("\"alerts\":[]", "\"alerts\":[5000000001]", "state.alerts"),
        ("\"alerts\":[]", "\"alerts\":[4,3]", "state.alerts"),
        ("\"alerts\":[]", "\"alerts\":[\"x\"]", "state.alerts[0]"),
        ("\"storyAlerts\":{}", "\"storyAlerts\":{\"a\":5000000001}", "state.storyAlerts"),
        ("\"entered\":5000000000", "\"entered\":5000000001", "state.waiting"),
        ("\"entered\":5000000000", "\"entered\":\"now\"", "state.waiting[0].entered"),
        ("\"number\":1", "\"distance\":-4,\"number\":1", "state.waiting[0].distance"),
        ("\"flags\":8", "\"flags\":64", "state.motion.current.flags"),
        ("\"lastHeard\":5000000000", "\"other\":5000000000", "state.motion"),
        ("\"latest\":5000000000,", "", "state.latest"),
        (",\"state\":{", ",\"other\":{", "state is missing"),
    ])
    func aStateThatContradictsItselfIsRefused(part: String, damage: String, place: String) throws {
        let saved = try Self.savedText()
        #expect(try Gate(policy: .gaitway, savedState: Array(saved.utf8)).waitingEntries == 1)
        #expect(saved.contains(part), "\(saved)")
        let damaged = Array(saved.replacing(part, with: damage).utf8)
        let error = #expect(throws: InputError.self) { try Gate(policy: .gaitway, savedState: damaged) }
        #expect(error?.code == .malformed && error?.remedy.isEmpty == false)
        #expect(error?.problem.contains(place) == true, "\(error?.problem ?? "")")
    }

    /// Whatever is read, however odd, can be saved and read again, and is the same.
    @Test(arguments: [
        "\"expiry\":[9223372036854775807,18446744073709551615]", "\"expiry\":[-9223372036854775808,0]",
        "\"cooldown\":[9223372036854775807,0],\"minimumDwell\":[-9223372036854775808,0]",
        "\"heldUntil\":-9223372036854775808", "\"heldUntil\":9223372036854775807",
        "\"moment\":\"exit\",\"distance\":1e-320",
    ])
    func whatIsReadCanBeSaved(member: String) throws {
        let saved = try Self.savedText()
        let odd = Array(saved.replacing("\"number\":1", with: member + ",\"number\":1").utf8)
        for policy in GatePolicy.profiles {
            var gate = try Gate(policy: policy, savedState: odd)
            let again = try gate.savedState()
            var other = try Gate(policy: policy, savedState: again)
            #expect(try other.savedState() == again)
            for seconds: Int64 in [6, 600, 100_000] {
                let time = Timestamp(nanoseconds: seconds * 1_000_000_000)
                let decisions = gate.advance(to: time) + gate.handle(.tick, at: time)
                #expect(decisions == other.advance(to: time) + other.handle(.tick, at: time))
            }
        }
    }

    /// The state of a gate with one entry that waits, as text.
    private static func savedText() throws -> String {
        var gate = try Gate(policy: .gaitway)
        let time = Timestamp(nanoseconds: 5_000_000_000)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: time)
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: time)
        return String(decoding: try gate.savedState(), as: UTF8.self)
    }

    @Test(arguments: [1, 3]) func anotherVersionIsRefused(version: Int) throws {
        let other = try Self.savedText().replacing("\"version\":2", with: "\"version\":\(version)")
        let error = #expect(throws: InputError.self) {
            try Gate(policy: .gaitway, savedState: Array(other.utf8), source: "state.json")
        }
        #expect(error?.code == .unsupported && error?.source == "state.json")
        #expect(error?.problem == "the saved state of a gate has version \(version); this build reads 2")
    }

    @Test func anotherPolicyMayGoOn() throws {
        var gate = try Gate(policy: .gaitway)
        let time = Timestamp(nanoseconds: 0)
        _ = gate.handle(.report(ActivityReport(flags: .automotive, confidence: .high)), at: time)
        _ = gate.handle(.enter(RegionEntry(place: "a")), at: time)
        var other = try Gate(policy: .here, savedState: try gate.savedState())
        #expect(other.handle(.tick, at: time).map(\.kind) == [.skip])
    }

    /// The shipped app writes down when a drive ended, and nothing of the activity.
    @Test(arguments: GatePolicy.Restarted.allCases) func aRestartMayLoseTheReport(_ kind: GatePolicy.Restarted) throws {
        var policy = GatePolicy.here
        policy.whenRestarted = kind
        func restarted(after flags: [ActivityFlags]) throws -> Gate {
            var gate = try Gate(policy: policy)
            for (second, flags) in flags.enumerated() {
                let report = ActivityReport(flags: flags, confidence: .high)
                _ = gate.handle(.report(report), at: Timestamp(nanoseconds: Int64(second) * 1_000_000_000))
            }
            return try Gate(policy: policy, savedState: try gate.savedState())
        }
        func reasons(_ gate: Gate, at seconds: Int64) -> [GateReason] {
            var gate = gate
            let time = Timestamp(nanoseconds: seconds * 1_000_000_000)
            return gate.handle(.enter(RegionEntry(place: "a")), at: time).flatMap(\.reasons)
        }
        let walker = try restarted(after: [.walking])
        #expect(reasons(walker, at: 10) == (kind == .forget ? [.noReport] : [.allowed]))
        let driver = try restarted(after: [.automotive, .walking])
        #expect(reasons(driver, at: 120) == (kind == .forget ? [.recentlyDriving, .noReport] : [.recentlyDriving]))
        #expect(reasons(driver, at: 121) == (kind == .forget ? [.noReport] : [.allowed]))
    }

    @Test func timeNeverRunsBackwards() throws {
        var gate = try Gate(policy: .here)
        let late = Timestamp(nanoseconds: 1_000_000_000_000)
        _ = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: late)
        let decisions = gate.handle(.enter(RegionEntry(place: "a")), at: Timestamp(nanoseconds: 0))
        #expect(decisions.map(\.time) == [late])
    }
}
