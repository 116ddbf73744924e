// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import Testing

/// Plays every file of the folder Scenarios; SCENARIOS.md beside the gate's sources describes the lines.
@Suite struct ScenarioTests {
    static let folder = Bundle.module.url(forResource: "Scenarios", withExtension: nil)
    static let files: [String] = {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            return []
        }
        return names.filter { $0.hasSuffix(".txt") }.sorted()
    }()

    /// What the gate was made for, and what people complain of in the phones' own recognition.
    @Test(arguments: [
        "cab-ride", "cab-ride-with-dropouts", "cab-ride-without-hardware", "red-lights", "parking-and-walking-in",
        "elevated-train", "underground", "permission-declined", "restart-after-driving", "vehicle-lost-at-lights",
        "still-in-vehicle-after-parking", "vehicle-in-a-lift", "vehicle-on-a-walk", "train-read-as-still",
        "train-read-as-cycling", "city-driving-read-as-cycling", "vehicle-missed-at-first", "shaken-phone",
    ]) func complaintHasAScenario(_ name: String) throws {
        let folder = try #require(Self.folder)
        let text = try String(contentsOf: folder.appendingPathComponent(name + ".txt"), encoding: .utf8)
        #expect(try GateScenario(text).profiles == ["here", "article", "gaitway"])
    }

    @Test(arguments: files) func scenarioHolds(_ file: String) throws {
        let folder = try #require(Self.folder)
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for outcome in try GateScenario(text, source: file).outcomes() {
            for failure in outcome.failures {
                let records = outcome.decisions.map { "\n\($0.explanation)" }.joined()
                Issue.record("\(file), \(outcome.policy): \(failure)\(records)")
            }
        }
    }

    private static let start = "This is a scenario to be played.\nprofiles here gaitway\n"

    @Test func linesMayStandInAnyOrder() throws {
        let text =
            Self.start + """
                expect deliver a at 90 because allowed
                here: expect 1 alerts
                at 90 enter a alone      # a comment
                gaitway: expect 0 skip

                origin 2026-10-24T20:00:00Z
                at 0 report walking
                """
        let outcomes = try GateScenario(text).outcomes()
        #expect(outcomes.map(\.policy) == ["here", "gaitway"])
        #expect(outcomes[0].failures == [])
        #expect(outcomes[1].failures == ["line 3: expected deliver of a because allowed, got allowed,alone"])
        #expect(outcomes[0].decisions.map(\.time.iso8601) == ["2026-10-24T20:01:30.000Z"])
    }

    @Test func whatDoesNotComeIsTold() throws {
        let text =
            Self.start + "at 0 report walking\nat 5 enter a alone\n" + """
                expect deliver b
                expect 2 alerts
                expect deliver a at 6
                expect deliver a
                """
        for outcome in try GateScenario(text).outcomes() {
            #expect(
                outcome.failures == [
                    "line 5: expected deliver of b, got none", "line 6: expected 2 alerts, got 1",
                    "line 7: expected deliver of a at 6 s, got it at 5 s",
                    "line 8: expected deliver of a, got none",
                ])
        }
    }

    @Test(arguments: [
        "at", "at x report walking", "at 1", "at 1 jump", "at 1 report", "at 1 report flying",
        "at 1 report walking sure",
        "at 1 motion lost", "at 1 enter", "at 1 enter a s t", "at 1 tick now", "at 1e300 tick", "until", "expect",
        "expect deliver", "expect give a", "expect deliver a at", "expect deliver a because luck",
        "expect deliver a others x",
        "policy \"x\":1", "policy \"expiry\":0", "origin noon", "theirs: expect 0 alerts", "here:", "article: tick",
        "so on",
    ]) func whatIsNoLineIsRefused(_ line: String) {
        let error = #expect(throws: InputError.self) {
            try GateScenario(Self.start + "# a comment\n" + line, source: "scenario.txt")
        }
        #expect(error?.line == 4 && error?.source == "scenario.txt" && error?.code == .malformed)
    }

    @Test func whatIsNoScenarioIsRefused() {
        for (text, line) in [
            ("", nil), ("This is a scenario to be played", 2),
            ("This is a scenario to be played.", 2),
            ("This is a scenario to be played.\nprofiles", 2), ("This is a scenario to be played.\nprofiles theirs", 2),
        ] as [(String, Int?)] {
            let error = #expect(throws: InputError.self) { try GateScenario(text) }
            #expect(error?.line == line, "\(text)")
        }
    }
}
