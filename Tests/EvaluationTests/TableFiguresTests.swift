// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import Testing

@testable import GaitwayEvaluation

struct TableFiguresTests {
    private static func parameters(ofFold _: Int) -> SmoothingParameters { SmoothingParameters(stay: 0.98) }

    /// Rides of 40 windows whose models are certain of what `prediction` says.
    private static func windows(
        _ truths: [Activity?], prediction: (_ ride: Int, _ window: Int) -> ActivityClass, fold: Int = 0
    ) -> [ScoredWindow] {
        truths.enumerated().flatMap { ride, truth in
            (0..<40).map { index in
                let own = prediction(ride, index)
                return ScoredWindow(
                    recordingIndex: ride, windowIndex: index, start: Double(index) * 2.56, dataSet: 0, fold: fold,
                    truth: truth, probabilities: ActivityProbabilities { $0 == own ? 0.95 : 0.01 })
            }
        }
    }

    private static func figures(_ windows: [ScoredWindow]) -> TableFigures? {
        TableFigures(windows, splices: SplicedRides(windows), parameters: parameters(ofFold:))
    }

    @Test func aRideThatIsRightHasOneRow() throws {
        let figures = try #require(
            Self.figures(Self.windows([.walking, .cycling]) { ride, _ in ride == 0 ? .walking : .cycling }))
        for activity in [Activity.walking, .cycling] {
            let rows = try #require(figures.rows[activity])
            #expect(rows.rows == 1 && rows.wrong == 0 && rows.needless == 0 && rows.ridesMisread == 0)
            #expect(isClose(rows.hours, 40 * 2.56 / 3600) && rows.perHour == 0)
        }
        #expect(figures.rows[.running] == nil)
        #expect(isClose(figures.spliced?.answerChangesPerChange, 1))
        #expect(TableFigures.hops(figures.spliced?.delay90) == 1)
    }

    @Test func aDetourIsOneWrongRowAndOneNeedless() throws {
        // 13 windows of another activity are more than half a minute.
        let figures = try #require(
            Self.figures(Self.windows([.walking]) { _, window in (14..<27).contains(window) ? .running : .walking }))
        let rows = try #require(figures.rows[.walking])
        #expect(rows.rows == 3 && rows.wrong == 1 && rows.needless == 1 && rows.ridesMisread == 0)
        #expect(isClose(rows.perHour, 2 / (40 * 2.56 / 3600), 1e-9))
        #expect(figures.spliced == nil, "one activity gives no change")
    }

    @Test func aRideMisreadThroughoutIsOneWrongRow() throws {
        let rows = try #require(
            Self.figures(Self.windows([.automotive, .automotive]) { ride, _ in ride == 0 ? .cycling : .automotive })?
                .rows[.automotive])
        #expect(rows.rides == 2 && rows.rows == 2 && rows.wrong == 1 && rows.needless == 0 && rows.ridesMisread == 1)
    }

    @Test func ridesWithoutAnActivityDoNotCount() {
        #expect(Self.figures(Self.windows([nil, nil]) { _, _ in .walking }) == nil)
    }

    /// What the report prints is what its JSON holds.
    @Test func textAndJSONHaveTheRows() throws {
        let windows = Self.windows([.walking, .cycling]) { ride, window in
            ride == 1 ? .cycling : (14..<27).contains(window) ? .running : .walking
        }
        var report = EvaluationReport(windows: windows, dataSets: ["a"])
        #expect(try object(report)["table"] is NSNull)
        report.table = Self.figures(windows)
        let table = try #require(try object(report)["table"] as? [String: Any])
        let rows = try #require(table["rows"] as? [String: [String: Double]])
        #expect(rows["walking"]?["wrong"] == 1 && rows["walking"]?["needless"] == 1 && rows["cycling"]?["rows"] == 1)
        let spliced = try #require(table["spliced"] as? [String: Any])
        #expect(spliced["answer_changes_per_change"] != nil && (table["causal_stream"] as? [String: Any]) != nil)
        let perHour = try #require(rows["walking"]?["wrong_or_needless_per_hour"])
        let line = try #require(
            report.text().split(separator: "\n").first { $0.hasPrefix("walking") && $0.contains("  1  ") })
        #expect(line.contains(" \((perHour * 10).rounded() / 10) "), "\(line)")
        #expect(try #require(report.table).text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    private func object(_ report: EvaluationReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }
}
