// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayRecognition

/// Heads of real logs, which are not part of the project: `GAITWAY_DIALECTS` names their folder.
private enum Dialects {
    static let folder: String? = ProcessInfo.processInfo.environment["GAITWAY_DIALECTS"]
    static let reason = "needs real logs: set GAITWAY_DIALECTS to their folder"
}

@Suite(.enabled(if: Dialects.folder != nil, Comment(rawValue: Dialects.reason)))
struct DialectFileTests {
    struct Log: Sendable, CustomTestStringConvertible {
        var file: String
        var logger: Logger
        var rate: ClosedRange<Double>
        var sensors: [Sensor] = [.acceleration]
        var testDescription: String { file }
    }

    static let logs = [
        Log(
            file: "bikerlog.csv", logger: .bikerLog, rate: 95...110,
            sensors: [.acceleration, .rotationRate, .pressure]),
        Log(file: "empatica_ACC.csv", logger: .empatica, rate: 31.9...32.1),
        Log(file: "headerless_us.csv", logger: .plain, rate: 19...21),
        Log(file: "metawear.csv", logger: .metaWear, rate: 95...105),
        Log(file: "navrecorder_Acc.csv", logger: .navRecorder, rate: 95...105),
        Log(
            file: "physicstoolbox_linear_nounit.csv", logger: .physicsToolbox, rate: 90...110,
            sensors: [.linearAcceleration]),
        Log(
            file: "physicstoolbox_linear_unit.csv", logger: .physicsToolbox, rate: 45...55,
            sensors: [.linearAcceleration]),
        Log(file: "sciencejournal.csv", logger: .scienceJournal, rate: 40...60),
        Log(
            file: "sensorfusion_csv.txt", logger: .sensorFusion, rate: 95...105,
            sensors: [.acceleration, .rotationRate]),
        Log(
            file: "sensorfusion_tab.txt", logger: .sensorFusion, rate: 95...105,
            sensors: [.acceleration, .rotationRate]),
        Log(file: "sensorlogger_excel.csv", logger: .sensorLogger, rate: 95...105),
        Log(
            file: "sensorlogger_renamed_linear.csv", logger: .sensorLogger, rate: 95...105,
            sensors: [.linearAcceleration]),
        Log(
            file: "sensorlogger_watchonly.zip", logger: .sensorLogger, rate: 75...105,
            sensors: [.acceleration, .rotationRate, .pressure]),
        Log(file: "t_android_ACG.csv", logger: .plain, rate: 400...500),
    ]

    @Test(arguments: logs)
    func isRead(_ log: Log) throws {
        let summary = try RecordingSummary(path: (Dialects.folder ?? "") + "/" + log.file)
        #expect(summary.header.logger == log.logger)
        #expect(Set(summary.sensors.map(\.sensor)) == Set(log.sensors))
        let main = try #require(summary.sensors.first { $0.sensor == log.sensors[0] })
        #expect(log.rate.contains(main.rate ?? 0))
        #expect(summary.repairs[.gap] == 0)
        let recording = try Recording(path: (Dialects.folder ?? "") + "/" + log.file)
        let sizes = recording[main.sensor].values.map { ($0 * $0).sum().squareRoot() }.sorted()
        if main.sensor == .acceleration { #expect((8.3...11.5).contains(sizes[sizes.count / 2])) }
    }

    @Test func gravityIsRefused() throws {
        #expect { try RecordingSummary(path: (Dialects.folder ?? "") + "/gravity_only.csv") } throws: {
            ($0 as? InputError)?.problem.contains("gravity alone") ?? false
        }
    }
}
