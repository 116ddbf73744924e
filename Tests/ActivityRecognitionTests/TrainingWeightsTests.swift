// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

/// What a window weighs in the training, beside the windows of other people, data sets and classes.
@Suite struct TrainingWeightsTests {
    private struct Group {
        var activityClass: ActivityClass
        var dataSet: Int
        var user: Int
        var count: Int
    }

    /// The weight of all windows of each group together.
    private static func sums(_ groups: [Group]) throws -> [Double] {
        let row = [Double](repeating: 0, count: FeatureSchema.motion.count)
        var windows = TrainingWindows()
        var groupOfWindow: [Int] = []
        for (index, group) in groups.enumerated() {
            for _ in 0..<group.count {
                try windows.append(row: row, class: group.activityClass, dataSet: group.dataSet, user: group.user)
                groupOfWindow.append(index)
            }
        }
        // Backwards, so that a weight belongs to a window and not to its place.
        let selection = Array((0..<windows.count).reversed())
        var sums = [Double](repeating: 0, count: groups.count)
        for (index, weight) in zip(selection, windows.balancedWeights(of: selection, noneWeight: 0.25)) {
            sums[groupOfWindow[index]] += weight
        }
        return sums
    }

    private static func expect(_ sums: [Double], are expected: [Double]) {
        for (sum, expected) in zip(sums, expected) { #expect(abs(sum - expected) < 1e-12) }
    }

    @Test func aPersonOfManyWindowsDoesNotDrownOneOfFew() throws {
        let sums = try Self.sums([
            Group(activityClass: .walking, dataSet: 0, user: 0, count: 400),
            Group(activityClass: .walking, dataSet: 0, user: 1, count: 25),
        ])
        Self.expect(sums, are: [0.8, 0.2])
    }

    @Test func aDataSetGainsNothingByThePeopleItsWindowsAreSplitOver() throws {
        let sums = try Self.sums([
            Group(activityClass: .walking, dataSet: 0, user: 0, count: 100),
            Group(activityClass: .walking, dataSet: 1, user: 1, count: 50),
            Group(activityClass: .walking, dataSet: 1, user: 2, count: 50),
        ])
        Self.expect(sums, are: [0.5, 0.25, 0.25])
    }

    @Test func hoursOfOnePersonCountAsAQuarterOfAnHour() throws {
        let sums = try Self.sums([
            Group(activityClass: .walking, dataSet: 0, user: 0, count: 3600),
            Group(activityClass: .walking, dataSet: 1, user: 1, count: 100),
        ])
        Self.expect(sums, are: [2.0 / 3, 1.0 / 3])
    }

    @Test func everyActivityWeighsTheSameAndNoneAShareOfIt() throws {
        let sums = try Self.sums([
            Group(activityClass: .walking, dataSet: 0, user: 0, count: 90),
            Group(activityClass: .automotive, dataSet: 0, user: 0, count: 10),
            Group(activityClass: .noneOfThese, dataSet: 1, user: 1, count: 70),
        ])
        Self.expect(sums, are: [4.0 / 9, 4.0 / 9, 1.0 / 9])
    }

    @Test func aPersonOfTwoActivitiesIsCountedInEach() throws {
        let sums = try Self.sums([
            Group(activityClass: .walking, dataSet: 0, user: 0, count: 64),
            Group(activityClass: .cycling, dataSet: 0, user: 0, count: 1),
            Group(activityClass: .cycling, dataSet: 0, user: 1, count: 9),
        ])
        Self.expect(sums, are: [0.5, 0.125, 0.375])
    }
}
