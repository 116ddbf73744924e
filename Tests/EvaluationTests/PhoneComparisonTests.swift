// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import TestSupport
import Testing

@testable import GaitwayEvaluation

/// The phone's own reports as one more contestant: made-up logs whose seconds can be counted by hand.
@Suite final class PhoneComparisonTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/gaitway-phone-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func compare(
        _ logs: [String: SensorLogText], _ manifest: String, skipsUnreadable: Bool = false
    ) throws -> PhoneComparison {
        for (name, log) in logs { try Data(log.text.utf8).write(to: URL(filePath: folder + "/" + name)) }
        let rows = try Manifest(csv: Array(("recording,activity,start_s,end_s\n" + manifest).utf8), source: "mine.csv")
        return try PhoneComparison(
            of: DefaultModel.load(), on: PhoneLog.logs(of: rows, root: folder), skipsUnreadable: skipsUnreadable
        ) { _ in }
    }

    /// A minute at rest. For a while the phone says "automotive", then "unknown".
    private static let rest = SensorLogText(
        seconds: 60,
        reports: [.init(5, "stationary"), .init(20, "automotive", 0), .init(30, "unknown"), .init(40, "stationary")])

    @Test func eachSecondFromTheFirstReportOnIsJudged() throws {
        let comparison = try compare(["rest.csv": Self.rest], "rest.csv,stationary,,")
        #expect(comparison.secondCount == 55 && comparison.rides.first?.seconds.first?.number == 5)
        let phone = comparison.outcomes(of: .phone)
        #expect(phone == .init(right: 35, wrong: 10, unknown: 10))
        let offline = comparison.outcomes(of: .offline)
        #expect(offline == .init(right: 55, wrong: 0, unknown: 0))
        let live = comparison.outcomes(of: .live)
        #expect(live.seconds == 55 && live.wrong == 0 && live.unknown <= 1)
        #expect(comparison.outcomes(of: .phone, from: 20) == .init(right: 20, wrong: 10, unknown: 10))
        #expect(comparison.balanced(.phone) == 35.0 / 55)
        #expect(comparison.outcomes(of: .phone, confidence: .high) == .init(right: 35, wrong: 0, unknown: 0))
        #expect(comparison.outcomes(of: .phone, confidence: .low) == .init(right: 0, wrong: 10, unknown: 0))
        #expect(comparison.outcomes(of: .phone, confidence: .medium).seconds == 0)
        #expect(comparison.confusion.joined().reduce(0, +) == 55)
        #expect(comparison.confusion[Prediction.unknown.rawValue].reduce(0, +) == 10)
        #expect(comparison.vehicle(.phone) == nil && comparison.rides.first?.steps == nil)
    }

    /// Seconds outside of the labels, and those of rows that only say "unknown", are compared and not judged.
    @Test func onlyLabelledSecondsHaveATruth() throws {
        let comparison = try compare(
            ["rest.csv": Self.rest], "rest.csv,stationary,10,20\nrest.csv,unknown,20,30")
        #expect(comparison.secondCount == 55)
        #expect(comparison.outcomes(of: .phone) == .init(right: 10, wrong: 0, unknown: 0))
    }

    @Test func delaysBeginAtChanges() throws {
        var log = SensorLogText(seconds: 60, reports: [.init(2, "stationary"), .init(33.2, "walking")])
        (log.walksFrom, log.hasPedometer) = (30, true)
        let comparison = try compare(["walk.csv": log], "walk.csv,stationary,0,30\nwalk.csv,walking,30,60")
        #expect(comparison.delays(of: .phone, afterChanges: true).each == [3])
        #expect(comparison.delays(of: .phone, afterChanges: false).each == [0])
        #expect(comparison.rides.first?.steps?.phone == 59)
        // One that never comes is not found.
        log = SensorLogText(seconds: 60, reports: [.init(2, "stationary")])
        let missed = try compare(["walk.csv": log], "walk.csv,stationary,0,30\nwalk.csv,cycling,30,60")
        #expect(missed.delays(of: .phone, afterChanges: true).each == [nil])
        #expect(missed.delays(of: .phone, afterChanges: true).found.isEmpty)
    }

    /// By the article's rule an alert passes unless the phone drives, has driven within 120 s, or does not know.
    @Test func theArticlesRuleDeliversInAVehicle() throws {
        func delivered(_ reports: [SensorLogText.Report]) throws -> Double? {
            try compare(["ride.csv": SensorLogText(seconds: 60, reports: reports)], "ride.csv,automotive,,")
                .vehicle(.phone).map(\.delivered.inSeconds)
        }
        #expect(try delivered([.init(5, "walking")]) == 55)
        #expect(try delivered([.init(5, "automotive"), .init(20, "walking")]) == 0)
        #expect(try delivered([.init(5, "walking"), .init(20, "automotive")]) == 15)
        #expect(try delivered([.init(5, "unknown"), .init(20, "walking")]) == 40)
    }

    @Test func logsWithoutReportsAreCounted() throws {
        let silent = SensorLogText(seconds: 10)
        let manifest = "rest.csv,stationary,,\nsilent.csv,stationary,,"
        let comparison = try compare(["rest.csv": Self.rest, "silent.csv": silent], manifest)
        #expect(comparison.rides.count == 1 && comparison.withoutReports == 1)
        #expect(comparison.notes.contains { $0.contains("1 log has no report") })
        #expect(throws: InputError.self) { try self.compare(["silent.csv": silent], "silent.csv,walking,,") }
        #expect(throws: InputError.self) { try self.compare([:], "rest.csv,stationary,,\nnone.csv,walking,,") }
        let rest = try compare([:], "rest.csv,stationary,,\nnone.csv,walking,,", skipsUnreadable: true)
        #expect(rest.skipped.map(\.recording) == ["none.csv"])
    }

    /// The tables have the figures of the JSON, and each row as many cells as its header.
    @Test func tablesAndJSONAgree() throws {
        var ride = SensorLogText(seconds: 60, reports: [.init(5, "walking", 1)])
        ride.hasPedometer = true
        let comparison = try compare(
            ["rest.csv": Self.rest, "ride.csv": ride], "rest.csv,stationary,,\nride.csv,automotive,,")
        let tables = comparison.tables
        #expect(tables.map(\.title).contains("Alerts in a vehicle"))
        for table in tables { #expect(table.rows.allSatisfy { $0.count == table.header.count }, "\(table.title)") }
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(comparison.json.utf8)) as? [String: Any])
        let phone = try #require(json["phone"] as? [String: Any])
        let all = try #require(phone["all"] as? [String: Any])
        #expect(all["seconds"] as? Int == 110 && all["right"] as? Double == 0.3182)
        #expect((phone["article_delivers"] as? [String: Any])?["seconds"] as? Double == 55)
        #expect((json["recordings"] as? [[String: Any]])?.count == 2)
        #expect(comparison.text(width: 80).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
