// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import Testing

struct GroupFiguresTests {
    /// Windows of one ride: the first `right` are classified correctly, the others as `wrong`.
    private static func windows(
        ride: Int, dataSet: Int, truth: Activity?, right: Int, of count: Int, wrong: ActivityClass = .noneOfThese
    ) -> [ScoredWindow] {
        (0..<count).map { index in
            let own = truth.map { ActivityClass($0) } ?? .noneOfThese
            return ScoredWindow(
                recordingIndex: ride, windowIndex: index, start: Double(index) * 2.56, dataSet: dataSet,
                truth: truth, probabilities: Samples.certain(index < right ? own : wrong))
        }
    }

    /// A data set with 100 walking windows, 80 right and 20 taken for cycling, and 10 cycling windows, all right;
    /// another with one activity, all right; a third with none that is known.
    private static let sample =
        windows(ride: 0, dataSet: 0, truth: .walking, right: 80, of: 100, wrong: .cycling)
        + windows(ride: 1, dataSet: 0, truth: .cycling, right: 10, of: 10)
        + windows(ride: 2, dataSet: 1, truth: .running, right: 5, of: 5)
        + windows(ride: 3, dataSet: 2, truth: nil, right: 7, of: 7)

    @Test func activitiesWeighTheSameWithinADataSet() throws {
        let groups = GroupFigures.byDataSet(Self.sample, names: ["a", "b", "c"])
        #expect(groups.map(\.name) == ["b", "a"])
        let group = try #require(groups.last)
        #expect(group.windows == 110)
        #expect(group.cells.map(\.activity) == [.walking, .cycling])
        #expect(group.cells.map(\.windows) == [100, 10])
        #expect(isClose(group.meanRecall, 0.9))
        // Rows of the same sum: walking 0.8 right, 0.2 cycling; cycling 1 right. F1: 1.6 / 1.8 and 2 / 2.2.
        #expect(isClose(group.macroF1, (1.6 / 1.8 + 2 / 2.2) / 2))
        #expect(groups.first?.meanRecall == 1)
    }

    @Test func peopleAreToldApartWithinADataSet() throws {
        let rides = [("a", "u"), ("a", "v"), ("b", "u"), ("c", "u")].map {
            ManifestRow(recording: "r", label: .unknown, dataSet: $0.0, user: $0.1)
        }
        let groups = GroupFigures.byUser(Self.sample, rides: rides)
        #expect(groups.map(\.name) == ["a/v", "b/u", "a/u"])
        #expect(isClose(groups.last?.meanRecall, 0.8))
    }

    @Test func noWindowsGiveNoGroups() { #expect(GroupFigures.byDataSet([], names: []).isEmpty) }
}
