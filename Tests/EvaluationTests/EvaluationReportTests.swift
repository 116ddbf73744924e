// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import Testing

@testable import GaitwayEvaluation

struct EvaluationReportTests {
    private static func report() throws -> EvaluationReport {
        let activities = Activity.allCases + [nil]
        let windows = Samples.rides(
            (0..<18).map {
                (dataSet: $0 / 6, fold: $0 / 6 % 2, truth: activities[$0 % 6], count: 40 + 7 * $0)
            })
        let rides = (0..<18).map { number in
            FoldRide(
                dataSet: "set \(number / 6)", user: "u",
                label: activities[number % 6].map(RideLabel.activity) ?? .unknown, hours: 0.5)
        }
        var report = EvaluationReport(
            windows: windows, dataSets: ["set 0", "set \"1\"\n", "set 2"],
            plan: try FoldPlan(rides: rides, by: .dataSet), randomSplitMacroF1: 0.99,
            skipped: [.init(recording: "x/y", problem: "no\tsamples")])
        report.overTime = OverTimeFigures(windows, splices: .standard(windows), rides: []) { _ in
            SmoothingParameters(stay: 0.98)
        }
        return report
    }

    @Test func theJSONHasTheKeysOfItsVersion() throws {
        let report = try Self.report()
        let parsed = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
        let object = try #require(parsed as? [String: Any])
        #expect(object["version"] as? Int == 2)
        for part in [object, object["unweighted"] as? [String: Any], object["smoothed"] as? [String: Any]] {
            let part = try #require(part)
            for key in ["macro_f1", "accuracy", "log_loss", "brier", "ece"] { #expect(part[key] is Double) }
            let classes = try #require(part["classes"] as? [String: [String: Any]])
            #expect(Set(classes.keys) == Set(Activity.allCases.map(\.rawValue)))
            #expect(Set(classes["walking", default: [:]].keys) == ["precision", "recall", "f1", "windows"])
            let confusion = try #require(part["confusion"] as? [String: Any])
            #expect((confusion["truth"] as? [String])?.count == 5)
            #expect((confusion["predicted"] as? [String])?.suffix(2) == ["none", "unknown"])
            #expect((confusion["counts"] as? [[Int]])?.map(\.count) == [7, 7, 7, 7, 7])
            for row in try #require(confusion["shares"] as? [[Any]]) {
                let shares = row.compactMap { $0 as? Double }
                #expect(shares.isEmpty || abs(shares.reduce(0, +) - 1) < 1e-5)
            }
        }
        #expect(isClose(object["macro_f1"] as? Double, report.weighted.macroF1, 5e-7))
        let interval = try #require(object["interval"] as? [Double])
        #expect(interval.count == 2 && interval[0] <= interval[1])
        let unknown = try #require(object["unknown"] as? [String: Any])
        #expect(unknown["auroc"] is Double && unknown["known_refused"] is Double)
        let folds = try #require(object["folds"] as? [[String: Any]])
        #expect(folds.count == 3)
        #expect(folds.flatMap { $0["held_out"] as? [String] ?? [] }.sorted() == ["set 0", "set 1", "set 2"])
        #expect(
            (object["skipped"] as? [[String: String]]) == [["recording": "x/y", "problem": "no\tsamples"]])
        #expect(object["random_split_macro_f1"] as? Double == 0.99)
        let small = try #require(object["small_cells"] as? [[String: Any]])
        #expect(small.count == report.smallCells.count && !small.isEmpty)
        #expect(object["reliability"] is [[String: Any]])
    }

    @Test func equalReportsGiveEqualBytes() throws {
        #expect(try Self.report().json == Self.report().json)
        #expect(try Self.report().text() == Self.report().text())
    }

    @Test func whatDoesNotExistIsNull() throws {
        let report = EvaluationReport(windows: [], dataSets: [])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
        #expect(object["macro_f1"] is NSNull && object["smoothed"] is NSNull)
        #expect((object["folds"] as? [Any])?.isEmpty == true)
        #expect(report.text().contains("macro-F1"))
    }

    @Test func theTextSaysWhatIsLeftOut() throws {
        let text = try Self.report().text()
        for part in ["balanced", "Held out", "too few windows", "Cannot be read: 1", "is too good", "spliced"] {
            #expect(text.contains(part))
        }
        #expect(!text.contains("nil"))
    }
}
