// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import Testing

@testable import GaitwayEvaluation

struct PlacementFiguresTests {
    /// A ride of certain answers: `wrong` of its windows, the first ones, are said to be of another class.
    private struct Ride {
        var placement: String
        var truth: Activity?
        var mode = ""
        var dataSet = 0
        var user = "u"
        var count: Int
        var wrong = 0
        var saying = ActivityClass.automotive
    }

    private static func rows(_ rides: [Ride]) -> [ManifestRow] {
        rides.enumerated().map { number, ride in
            var row = ManifestRow(
                recording: "\(number)", label: ride.truth.map(RideLabel.activity) ?? .unknown,
                dataSet: "set \(ride.dataSet)", user: ride.user)
            row.placement = ride.placement
            row.mode = ride.mode
            return row
        }
    }

    private static func windows(_ rides: [Ride]) -> [ScoredWindow] {
        rides.enumerated().flatMap { number, ride in
            (0..<ride.count).map { index in
                let own = index < ride.wrong ? ride.saying : ride.truth.map { ActivityClass($0) } ?? .noneOfThese
                return ScoredWindow(
                    recordingIndex: number, windowIndex: index, start: Double(index) * 2.56, dataSet: ride.dataSet,
                    truth: ride.truth, probabilities: ActivityProbabilities { $0 == own ? 0.95 : 0.01 })
            }
        }
    }

    private static func figures(_ rides: [Ride]) -> PlacementFigures? {
        let windows = windows(rides)
        let stream = StreamPredictions(windows) { _ in SmoothingParameters(stay: 0.98) }
        return PlacementFigures(windows, overTime: stream.predictions, rides: rows(rides))
    }

    /// Data sets of 50 windows or more weigh the same, a tiny one nothing, whatever their sizes.
    @Test func dataSetsWeighTheSameAndTinyOnesNothing() throws {
        let figures = try #require(
            Self.figures([
                Ride(placement: "in hand", truth: .stationary, mode: "standing", dataSet: 0, count: 100),
                Ride(
                    placement: "hand (looked at)", truth: .stationary, mode: "standing", dataSet: 1, count: 1000,
                    wrong: 500),
                Ride(placement: "hand", truth: .stationary, mode: "standing", dataSet: 2, count: 10, wrong: 10),
                Ride(placement: "hand", truth: .walking, dataSet: 2, user: "v", count: 60, wrong: 15, saying: .cycling),
            ]))
        let group = try #require(figures.groups.first)
        #expect(figures.groups.count == 1 && group.placement == .hand)
        #expect(group.modes.map(\.mode) == ["standing", "walking"])
        let standing = group.modes[0].figures
        #expect(isClose(standing.right, 0.75) && isClose(standing.plainRight, 600.0 / 1110))
        #expect(standing.windows == 1110 && standing.rides == 3 && standing.people == 3 && standing.dataSets == 2)
        #expect(isClose(standing.hours, 1110 * 2.56 / 3600))
        #expect(standing.mostlyTakenFor?.prediction == .automotive)
        #expect(isClose(standing.mostlyTakenFor?.share, 0.25))
        #expect(group.atRest == standing)
        // The whole: the mean over its activities.
        #expect(isClose(group.figures.right, (0.75 + 0.75) / 2))
        #expect(group.figures.people == 4 && group.figures.rides == 4)
        #expect(group.modes[1].figures.mostlyTakenFor?.prediction == .cycling)
    }

    /// Where all data sets are tiny, every window weighs the same.
    @Test func tinyDataSetsAloneArePooled() throws {
        let figures = try #require(
            Self.figures([
                Ride(placement: "bag", truth: .running, dataSet: 0, count: 30),
                Ride(placement: "bag", truth: .running, dataSet: 1, count: 10, wrong: 10),
            ]))
        #expect(isClose(figures.groups[0].figures.right, 0.75))
        #expect(figures.groups[0].atRest == nil)
        #expect(figures.groups[0].figures.dataSets == 2)
    }

    /// A stream bridges a window that errs, and sticks to an error that goes on; it starts anew with each ride.
    @Test func overTimeIsTheStreamOfTheWholeRide() throws {
        var windows = Self.windows([
            Ride(placement: "table", truth: .stationary, count: 60),
            Ride(placement: "table", truth: .walking, count: 60, wrong: 60, saying: .running),
        ])
        windows[20].probabilities = ActivityProbabilities { $0 == .walking ? 0.9 : 0.02 }
        let rows = Self.rows([
            Ride(placement: "table", truth: .stationary, count: 0), Ride(placement: "table", truth: .walking, count: 0),
        ])
        let parameters = SmoothingParameters(stay: 0.98)
        // The order of the windows does not matter to the stream.
        for order in [Array(windows), Array(windows.reversed())] {
            let stream = StreamPredictions(order) { _ in parameters }
            let figures = try #require(PlacementFigures(order, overTime: stream.predictions, rides: rows))
            let modes = figures.groups[0].modes
            #expect(isClose(modes[0].figures.right, 59.0 / 60) && modes[0].figures.rightOverTime == 1)
            #expect(modes[1].figures.right == 0 && modes[1].figures.rightOverTime == 0)
        }
        var smoother = Smoother(.causal, parameters: parameters)
        var expected: [SmoothedEstimate] = []
        for window in windows.prefix(60) {
            smoother.append(window.estimate(at: Nanoseconds.rounded(window.start)), to: &expected)
        }
        let stream = StreamPredictions(windows) { _ in parameters }
        #expect(Array(stream.predictions.prefix(60)) == expected.map(\.prediction))
    }

    @Test func ridesOfOneWindowAndOfNoActivityAreFine() throws {
        let figures = try #require(
            Self.figures([
                Ride(placement: "waist", truth: .cycling, count: 1), Ride(placement: "waist", truth: nil, count: 80),
                Ride(placement: "", truth: .walking, count: 1, wrong: 1, saying: .noneOfThese),
            ]))
        #expect(figures.groups.map(\.placement) == [.waist, .other])
        #expect(figures.groups[0].figures.windows == 1 && figures.groups[0].figures.right == 1)
        #expect(figures.groups[0].figures.mostlyTakenFor == nil)
        #expect(figures.groups[1].figures.mostlyTakenFor?.prediction == Prediction.noneOfThese)
    }

    @Test func withoutAPlacementThereIsNothing() {
        #expect(Self.figures([Ride(placement: "", truth: .walking, count: 80)]) == nil)
        #expect(Self.figures([Ride(placement: "hand", truth: nil, count: 80)]) == nil)
        #expect(Self.figures([]) == nil)
    }

    /// What the report prints is what its JSON holds, and names of a manifest stay names.
    @Test func textAndJSONHaveTheFigures() throws {
        let nasty = "\"\u{1B}\",右"
        let rides = [
            Ride(placement: "\"hand\"\u{0}", truth: .walking, mode: nasty, count: 80, wrong: 20, saying: .cycling),
            Ride(placement: "hand", truth: .running, mode: "standing", count: 80),
            Ride(placement: "hand", truth: .stationary, mode: "standing", count: 80, wrong: 60),
        ]
        let windows = Self.windows(rides)
        var report = EvaluationReport(windows: windows, dataSets: ["a"], rides: Self.rows(rides))
        let before = report.text()
        #expect(try Self.object(report)["placements"] is NSNull && !before.contains("placement"))
        report.placements = Self.figures(rides)
        let text = report.text()
        let lines = text.split(separator: "\n")
        #expect(text.hasPrefix(before.prefix(500)) && text.contains("By placement of the phone"))
        #expect(!text.contains("\u{1B}") && lines.allSatisfy { columns(of: $0) <= 80 }, "\(text)")
        // Numbers that have no room beside long names stand in a second part of the table.
        let rest = lines.filter { $0.hasPrefix("  at rest") }.joined()
        #expect(rest.contains("25.0 %") && rest.hasSuffix("automotive 75.0 %"), "\(rest)")
        let groups = try #require(try Self.object(report)["placements"] as? [[String: Any]])
        #expect(groups.map { $0["placement"] as? String } == ["hand"])
        let atRest = try #require(groups[0]["at_rest"] as? [String: Any])
        #expect(atRest["right"] as? Double == 0.25 && atRest["mostly_taken_for"] as? String == "automotive")
        let modes = try #require(groups[0]["modes"] as? [[String: Any]])
        #expect(modes.map { $0["mode"] as? String } == ["standing", nasty, "standing"])
        // Two activities share a word.
        #expect(lines.contains { $0.hasPrefix("  standing (running)") })
        #expect(modes[1]["right"] as? Double == 0.75 && modes[1]["windows"] as? Int == 80)
    }

    private static func object(_ report: EvaluationReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    }

    /// Columns on a terminal: the names of these tests have one wide character.
    private func columns(of line: Substring) -> Int { line.count + line.count { $0 == "右" } }
}
