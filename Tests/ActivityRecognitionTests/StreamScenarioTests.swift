// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Runs every file of the folder Scenarios; README.md there describes the lines.
@Suite struct StreamScenarioTests {
    /// The scenarios by file, those with made rides and those with recorded ones.
    static let files: (made: [String], recorded: [String]) = {
        guard let folder = Bundle.module.url(forResource: "Scenarios", withExtension: nil),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return ([], []) }
        let files = names.filter { $0.hasSuffix(".txt") }.sorted()
        return (files.filter { !$0.hasPrefix("recorded-") }, files.filter { $0.hasPrefix("recorded-") })
    }()

    @Test func everyComplaintHasAScenario() {
        #expect(Self.files.made.count >= 20)
    }

    @Test(arguments: files.made) func scenarioHolds(_ file: String) throws { try check(file) }

    @Test(.enabled(if: Rides.areAvailable, Comment(rawValue: Rides.reason)), arguments: files.recorded)
    func recordedScenarioHolds(_ file: String) throws {
        try check(file)
    }

    private func check(_ file: String) throws {
        let folder = try #require(Bundle.module.url(forResource: "Scenarios", withExtension: nil))
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        let scenario = try StreamScenario(text, file: file)
        for (expectation, failures) in zip(scenario.expectations, try scenario.run()) {
            if expectation.isLimit {
                // Kept after all, the line must become an expectation, and the card lose its limit.
                withKnownIssue("\(file): \(expectation.text)") {
                    for failure in failures { Issue.record("\(file): \(failure)") }
                }
            } else {
                for failure in failures { Issue.record("\(file): \(failure)") }
            }
        }
    }
}
