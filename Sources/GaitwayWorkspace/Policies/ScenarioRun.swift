// SPDX-License-Identifier: Apache-2.0
package import GaitwayAlerts
package import GaitwayBase
import GaitwayReplay
package import GaitwayReports

/// Scenarios that were played, and every decision that is not as expected.
package struct ScenarioRun {
    /// A suite for each scenario, with a case for each policy.
    package private(set) var report = JUnitReport()
    /// A row for each scenario and policy.
    package private(set) var table = TextTable(
        ["scenario", "policy", "alerts", "late", "skipped", "dropped", "waiting", "ok"], texts: 2)
    package private(set) var notes: [String] = []
    /// A line for each decision that was not as expected.
    package private(set) var failures: [String] = []
    /// The fault of the last scenario that cannot be played; those before it are reported at once.
    package private(set) var fault: InputError?

    /// Plays the scenarios of files, with one policy or with the profiles that each names.
    package init(_ files: [String], policy: GatePolicy?) throws {
        for file in files {
            let name = StandardInput.name(of: file)
            do {
                let scenario = try Self.scenario(file, name, policy)
                if let note = scenario.note { notes.append("\(name): \(note)") }
                report.suites.append(JUnitReport.Suite(name, []))
                for outcome in try Self.outcomes(of: scenario, name, policy) { add(outcome, of: name) }
            } catch let error as InputError {
                report.suites.append(
                    JUnitReport.Suite(name, [JUnitReport.Case("scenario", in: name, fault: error.forCommandLine)]))
                // The others are played all the same.
                if let fault { Diagnostics.error(fault) }
                fault = error
            }
        }
    }

    private mutating func add(_ outcome: GateScenario.Outcome, of name: String) {
        report.suites[report.suites.count - 1].cases
            .append(JUnitReport.Case(outcome.policy, in: name, failures: outcome.failures))
        let tally = outcome.tally
        table.add([
            FileName.last(name), outcome.policy, "\(tally.count(.deliver))", "\(tally.deferredAndDelivered)",
            "\(tally.count(.skip))", "\(tally.count(.drop))", "\(tally.waiting)",
            outcome.failures.isEmpty ? "yes" : "no",
        ])
        failures += outcome.misses.map { miss in
            "\(name): line \(miss.line) (profile \(QuotedText.text(outcome.policy))): \(miss.problem)"
        }
    }

    /// The outcome with the policy file alone, else with each profile of the scenario.
    private static func outcomes(
        of scenario: GateScenario, _ name: String, _ policy: GatePolicy?
    ) throws -> [GateScenario.Outcome] {
        guard let policy else { return try scenario.outcomes() }
        guard try scenario.expectsAnything(of: policy) else {
            throw InputError(
                .unsupported, source: name, problem: "it expects nothing of the policy \(quoted: policy.name)",
                remedy: "leave the profile's name out before an expectation, or write \(policy.name): there")
        }
        return [try scenario.outcome(of: policy)]
    }

    private static func scenario(_ file: String, _ name: String, _ policy: GatePolicy?) throws -> GateScenario {
        let bytes = try FileBytes.read(file, limit: 1 << 20, remedy: "give one scenario a file")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw InputError(
                .malformed, source: name, problem: "the text is not UTF-8", remedy: "save the file as UTF-8")
        }
        return try GateScenario(
            text, source: name, policies: [policy].compactMap(\.self) + GatePolicy.profiles)
    }
}
