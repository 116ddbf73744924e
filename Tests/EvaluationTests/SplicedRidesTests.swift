// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayEvaluation

struct SplicedRidesTests {
    private static let (length, hop) = (5.12, 2.56)

    /// Three folds of data sets of very different sizes, with gaps and rides that are too short.
    private static func windows() -> [ScoredWindow] {
        var generator = SeededGenerator(seed: 51)
        var rides: [(dataSet: Int, fold: Int, truth: Activity?, count: Int)] = []
        for dataSet in 0..<6 {
            for activity in Activity.allCases where generator.below(4) > 0 || dataSet < 2 {
                let count = [8, 40, 200, 900][generator.below(4)]
                rides.append((dataSet, dataSet % 3, activity, count))
                rides.append((dataSet, dataSet % 3, activity, 150))
            }
            rides.append((dataSet, dataSet % 3, nil, 300))
        }
        rides.append((6, 3, .cycling, 500))
        return Samples.rides(rides).filter { $0.windowIndex % 311 != 310 }.shuffled(using: &generator)
    }

    private let windows = Self.windows()
    private let spliced = SplicedRides(Self.windows(), windowLength: length, hop: hop)

    @Test func blocksAreNeighboursOfOneKnownRide() {
        for ride in spliced.rides {
            for block in ride.blocks {
                let members = block.windows.map { windows[$0] }
                #expect(members.allSatisfy { $0.fold == ride.fold && $0.truth == block.activity })
                #expect(
                    members.allSatisfy {
                        $0.recordingIndex == block.recordingIndex && $0.dataSet == block.dataSet
                    })
                #expect(zip(members, members.dropFirst()).allSatisfy { $0.windowIndex + 1 == $1.windowIndex })
                #expect(block.from == members.first?.start)
                #expect(block.to == members.last.map { $0.start + Self.length })
                #expect((30...360).contains(block.to - block.from))
            }
        }
    }

    @Test func everySeamIsAChange() {
        for ride in spliced.rides {
            #expect(zip(ride.blocks, ride.blocks.dropFirst()).allSatisfy { $0.activity != $1.activity })
        }
        #expect(spliced.rides.reduce(0) { $0 + $1.blocks.count } == 400)
        #expect(spliced.rides.map(\.fold) == [0, 1, 2])
        #expect(spliced.unusedFolds == [3])
    }

    @Test func activitiesAndDataSetsAreBalanced() {
        let blocks = spliced.rides.flatMap(\.blocks)
        let total = blocks.reduce(0) { $0 + $1.windows.count }
        for activity in Activity.allCases {
            let own = blocks.filter { $0.activity == activity }
            let share = Double(own.reduce(0) { $0 + $1.windows.count }) / Double(total)
            #expect((share - 0.2).magnitude < 0.02, "\(activity) has \(share)")
        }
        for ride in spliced.rides {
            for activity in Activity.allCases {
                let own = ride.blocks.filter { $0.activity == activity }
                let times = Set(own.map(\.dataSet)).map { dataSet in
                    own.filter { $0.dataSet == dataSet }.reduce(0) { $0 + $1.windows.count }
                }
                // The last block drawn may be the longest there is.
                #expect((times.max() ?? 0) - (times.min() ?? 0) <= 139)
            }
        }
    }

    @Test func theSeedDecidesAndTheOrderOfWindowsDoesNot() {
        #expect(spliced == SplicedRides(windows, windowLength: Self.length, hop: Self.hop))
        let other = SplicedRides(windows, windowLength: Self.length, hop: Self.hop, seed: 2)
        #expect(spliced != other)
        let sorted = windows.sorted {
            ($0.recordingIndex, $0.windowIndex) < ($1.recordingIndex, $1.windowIndex)
        }
        let again = SplicedRides(sorted, windowLength: Self.length, hop: Self.hop)
        #expect(again.blockList(recordings: []) == spliced.blockList(recordings: []))
    }

    @Test func theBlockListIsCSV() {
        let lines = spliced.blockList(recordings: ["a,b"]).split(separator: "\n")
        #expect(lines.count == 401)
        #expect(lines[0] == "fold,recording,from_s,to_s,activity")
        #expect(lines.contains { $0.hasPrefix("1,\"a,b\",") })
    }

    @Test func quotasAddUp() {
        #expect(SplicedRides.quotas([1, 1, 1], total: 400) == [134, 133, 133])
        #expect(SplicedRides.quotas([3, 0, 1], total: 10) == [8, 0, 2])
        #expect(SplicedRides.quotas([], total: 10) == [])
        #expect(SplicedRides.quotas([0], total: 10) == [0])
    }

    @Test func withoutWindowsThereIsNothing() {
        let none = SplicedRides([], windowLength: 5.12, hop: 2.56)
        #expect(none.rides.isEmpty)
        #expect(SplicedScore(none, predictions: [], probabilities: []).falseChangesPerHour == nil)
    }
}
