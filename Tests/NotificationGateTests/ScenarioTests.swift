import Foundation
import MotionTypes
import NotificationGate
import Testing

/// Runs every file of the folder Scenarios; README.md there describes the lines.
@Suite struct ScenarioTests {
    static let files: [String] = {
        guard let folder = Bundle.module.url(forResource: "Scenarios", withExtension: nil),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.filter { $0.hasSuffix(".txt") }.sorted()
    }()

    @Test func everyComplaintHasAScenario() {
        #expect(Self.files.count >= 35)
    }

    @Test(arguments: files) func scenarioHolds(_ file: String) throws {
        let folder = try #require(Bundle.module.url(forResource: "Scenarios", withExtension: nil))
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        let scenario = try Scenario(text, file: file)
        for failure in try scenario.run() { Issue.record("\(file): \(failure)") }
    }
}
