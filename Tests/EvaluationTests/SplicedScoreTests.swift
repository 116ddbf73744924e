// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import Testing

@testable import GaitwayEvaluation

struct SplicedScoreTests {
    /// Walking then cycling then walking, four windows each, hop 2 s, windows of 5 s.
    private let spliced: SplicedRides = {
        let windows = Samples.rides([(0, 0, .walking, 300), (0, 0, .cycling, 300)])
        return SplicedRides(windows, windowLength: 5, hop: 2, blockCount: 3)
    }()

    private func score(_ prediction: (Int, Int, Activity) -> Prediction, lag: Double = 0) -> SplicedScore {
        let predictions = spliced.rides.map { ride in
            ride.blocks.enumerated().flatMap { number, block in
                block.windows.indices.map { prediction(number, $0, block.activity) }
            }
        }
        let probabilities = predictions.map { $0.map { _ in ActivityProbabilities.uniform } }
        return SplicedScore(spliced, predictions: predictions, probabilities: probabilities, lag: lag)
    }

    private func other(_ activity: Activity) -> Prediction { activity == .walking ? .cycling : .walking }

    @Test func rightAnswersCostOneWindowOfDelay() {
        let score = score { _, _, activity in Prediction(activity) }
        #expect(score.metrics.macroF1 == 1 && score.metrics.accuracy == 1)
        #expect(score.blocks == 3 && score.changes == 2 && score.found == 2)
        #expect(score.delays == [5, 5])
        #expect(score.falseChangesPerHour == 0)
    }

    @Test func lateAnswersAreDelayedAndNotFalse() {
        // The old answer stays for three windows after each seam.
        let score = score(
            { number, index, activity in
                number > 0 && index < 3 ? other(activity) : Prediction(activity)
            }, lag: 10)
        #expect(score.delays == [21, 21])
        #expect(score.medianDelay == 21 && score.delay90 == 21)
        #expect(score.falseChangesPerHour == 0)
    }

    @Test func aFlickerIsTwoFalseChanges() throws {
        let score = score { number, index, activity in
            number == 1 && index == 4 ? .unknown : Prediction(activity)
        }
        let changes = try #require(score.falseChangesPerHour) * score.hours
        #expect(isClose(changes, 2, 1e-9))
        #expect(score.delays == [5, 5])
        #expect(score.answerChanges == 4 && score.answerChangesPerChange == 2)
        let tally = score.recordings.values.reduce(SplicedScore.Tally(), +)
        #expect(tally.windows == spliced.rides.reduce(0) { $0 + $1.windows.count })
        #expect(tally.windows - tally.right == 1)
    }

    @Test func aDetourToTheTruthIsOneFalseChange() throws {
        let score = score { number, index, activity in
            number == 1 && index < 2 ? .stationary : Prediction(activity)
        }
        #expect(isClose(try #require(score.falseChangesPerHour) * score.hours, 1, 1e-9))
        #expect(score.delays == [9, 5])
    }

    @Test func aConstantAnswerFindsHalfAndNeverChanges() {
        let first = spliced.rides[0].blocks[0].activity
        let score = score { _, _, _ in Prediction(first) }
        #expect(score.falseChangesPerHour == 0)
        #expect(score.found == 1 && score.changes == 2)
    }

    @Test func hoursAreWindowsTimesHop() {
        let windows = spliced.rides.reduce(0) { $0 + $1.windows.count }
        #expect(isClose(score { _, _, activity in Prediction(activity) }.hours, Double(windows) * 2 / 3600))
    }
}
