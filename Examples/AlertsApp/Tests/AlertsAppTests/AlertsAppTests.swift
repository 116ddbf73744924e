// SPDX-License-Identifier: Apache-2.0
import AlertsApp
import Foundation
import GaitwayAlerts
import Testing

/// The app's policy on its scenarios, and the app's gate on a phone's inputs.
@Suite struct AlertsAppTests {
    @Test func everyScenarioHolds() throws {
        let folder = try #require(Bundle.module.resourceURL)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "txt" }
        #expect(!files.isEmpty)
        let policy = try AlertGate.policy()
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let scenario = try GateScenario(text, source: file.lastPathComponent, policies: [policy])
            for outcome in try scenario.outcomes() {
                #expect(outcome.failures == [], "\(file.lastPathComponent)")
            }
        }
    }

    private let noon = Timestamp(nanoseconds: 1_777_636_800_000_000_000)

    private func report(_ flags: ActivityFlags) -> GateInput {
        .report(ActivityReport(activity: MotionActivity(flags: flags, confidence: .high)))
    }

    @Test func theAppShowsItAfterTheDriveAndARestart() throws {
        var gate = try AlertGate()
        #expect(gate.take(report(.automotive), at: noon) == [])
        #expect(gate.take(.enter(RegionEntry(place: "cafe")), at: noon + .seconds(100)) == [])
        gate = try AlertGate(savedState: try gate.savedState())
        #expect(gate.take(report(.walking), at: noon + .seconds(200)) == [])
        let wakeUp = try #require(gate.wakeUp)
        #expect(wakeUp <= noon + .seconds(260))
        #expect(gate.take(.tick, at: noon + .seconds(260)) == ["cafe"])
    }

    @Test func aWrongClockDoesNotStopTheAlerts() throws {
        var gate = try AlertGate()
        _ = gate.take(report(.walking), at: noon)
        _ = gate.take(.tick, at: noon + .seconds(365 * 86_400))
        _ = gate.take(report(.walking), at: noon + .seconds(60))
        let alerts = gate.take(.enter(RegionEntry(place: "mill", nearestOther: .infinity)), at: noon + .seconds(70))
        #expect(alerts == ["mill"])
    }
}
