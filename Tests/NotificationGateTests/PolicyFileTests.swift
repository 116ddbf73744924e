// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// Policies as JSON.
@Suite struct PolicyFileTests {
    private static func read(_ fields: String, base: String? = "gaitway") throws -> GatePolicy {
        let start = "{\"gaitway\":\"gate-policy\",\"version\":1," + (base.map { "\"base\":\"\($0)\"," } ?? "")
        return try GatePolicy(json: Array((start + "\n" + fields + "}").utf8), source: "policy.json")
    }

    private static func fault(_ fields: String, base: String? = "gaitway") -> InputError? {
        do {
            _ = try read(fields, base: base)
            return nil
        } catch { return error as? InputError }
    }

    @Test func profilesSurviveARoundTrip() throws {
        for profile in GatePolicy.profiles {
            let bytes = profile.json()
            let back = try GatePolicy(json: bytes)
            #expect(back == profile)
            #expect(back.json() == bytes)
        }
    }

    @Test(arguments: 0..<Rounds.count(400)) func randomPoliciesSurviveARoundTrip(_ seed: Int) throws {
        var random = RandomInputs(seed: UInt64(seed))
        let policy = random.policy()
        #expect(try GatePolicy(json: policy.json()) == policy)
    }

    @Test func aBaseFillsWhatIsAbsent() throws {
        var expected = GatePolicy.here
        expected.name = "mine"
        expected.shortCap = AlertCap(alerts: 2, window: .milliseconds(1500))
        #expect(
            try Self.read("\"name\":\"mine\",\"short_cap\":{\"alerts\":2,\"window\":1.5}", base: "here") == expected)
    }

    @Test func nullTurnsALimitOff() throws {
        let policy = try Self.read(
            "\"short_cap\":null,\"stale_after\":null,\"quiet_hours\":null,\"pending_limit\":null")
        #expect(policy.pendingLimit == nil)
        #expect(policy.shortCap == nil && policy.staleAfter == nil && policy.quietHours == nil)
    }

    @Test func anUnknownFieldIsRefusedWithItsLine() throws {
        let error = try #require(Self.fault("\"after_drivin\":120"))
        #expect(error.code == .malformed && error.line == 2 && error.source == "policy.json")
        #expect(error.problem.contains("after_drivin") && error.remedy.description.contains("after_driving"))
        #expect(Self.fault("\"short_cap\":{\"alerts\":2,\"window\":1,\"x\":0}")?.problem.contains("\"x\"") == true)
        #expect(Self.fault("\"minimum_confidence\":{\"swimming\":\"low\"}")?.problem.contains("swimming") == true)
    }

    @Test func aFieldThatComesTwiceIsRefused() throws {
        for fields in [
            "\"after_driving\":120,\n\"name\":\"x\",\n\"after_driving\":60", "\"base\":\"here\"", "\"version\":1",
            "\"short_cap\":{\"alerts\":2,\n\"window\":1,\"alerts\":3}",
            "\"after_driving\":120,\"after\\u005fdriving\":60",
        ] {
            let error = try #require(Self.fault(fields), "\(fields)")
            #expect(error.code == .malformed && error.source == "policy.json")
            #expect(error.line == 2 + fields.count { $0 == "\n" } && error.problem.contains("twice"))
        }
    }

    @Test func aValueThatCannotBeIsNamedWithItsLine() throws {
        let error = try #require(Self.fault("\"name\":\"x\",\n\"after_driving\":\n-5"))
        #expect(error.line == 4 && error.problem.contains("after_driving"))
    }

    @Test(arguments: [
        "\"after_driving\":-1", "\"after_driving\":1e10", "\"after_driving\":\"120\"", "\"after_driving\":null",
        "\"no_flags\":\"still\"", "\"when_unknown\":true", "\"name\":\"\"", "\"revision\":1.5", "\"expiry\":0",
        "\"short_cap\":{\"alerts\":-1,\"window\":60}", "\"short_cap\":{\"alerts\":1,\"window\":0}",
        "\"pending_limit\":0", "\"pending_limit\":\"64\"", "\"collapse_speed\":-1", "\"collapse_speed\":1e9",
        "\"collapse_speed\":null", "\"name\":\"x\",", "\"revision\":1e300", "\"after_driving\":1e999",
        "\"short_cap\":{\"alerts\":1}", "\"short_cap\":3", "\"collapse_window\":1800", "\"deferral_limit\":60",
        "\"minimum_dwell\":5000", "\"priority_stories\":[1]", "\"minimum_confidence\":{\"walking\":\"sure\"}",
        "\"quiet_hours\":{\"from\":\"22:00\",\"to\":\"22:00\",\"time_zone\":\"Europe/Berlin\"}",
        "\"quiet_hours\":{\"from\":\"24:00\",\"to\":\"07:00\",\"time_zone\":\"Europe/Berlin\"}",
        "\"quiet_hours\":{\"from\":\"22:00\",\"to\":\"7:00\",\"time_zone\":\"Europe/Berlin\"}",
    ]) func whatCannotBeIsRefused(_ fields: String) throws {
        let error = try #require(Self.fault(fields))
        #expect(error.source == "policy.json")
        #expect(error.code == .malformed)
    }

    @Test func anUnknownZoneIsNamed() throws {
        for zone in ["Mars/Phobos", "", "Europe/Berlin ", "../etc/passwd"] {
            let error = try #require(
                Self.fault("\"quiet_hours\":{\"from\":\"22:00\",\"to\":\"07:00\",\"time_zone\":\"\(zone)\"}"), "\(zone)"
            )
            #expect(error.code == .unsupported && error.problem.contains(zone) && error.line == 2)
        }
        let near = Self.fault("\"quiet_hours\":{\"from\":\"22:00\",\"to\":\"07:00\",\"time_zone\":\"berlin\"}")
        #expect(near?.remedy == "did you mean Europe/Berlin?")
        var policy = GatePolicy.gaitway
        policy.quietHours = .night(timeZone: "Nowhere")
        #expect(throws: InputError.self) { _ = try Gate(policy: policy) }
    }

    @Test func withoutABaseEveryFieldMustBeThere() throws {
        let error = try #require(Self.fault("\"name\":\"mine\"", base: nil))
        #expect(error.problem.contains("lacks the field"))
    }

    @Test func otherFilesAreNoPolicies() throws {
        for (text, code) in [
            ("", InputError.Code.empty), (" \n", .empty), ("[]", .unsupported), ("{", .truncated),
            ("\u{0}", .unsupported),
            ("{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"here\"} {}", .malformed),
            ("{\"gaitway\":\"activity-stream\",\"version\":1}", .unsupported),
            ("{\"gaitway\":\"gate-policy\",\"version\":2,\"later\":1}", .unsupported),
            ("{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"theirs\"}", .unsupported),
        ] {
            do {
                _ = try GatePolicy(json: Array(text.utf8))
                Issue.record("\(text) was read")
            } catch { #expect(error.code == code, "\(text)") }
        }
    }
}
