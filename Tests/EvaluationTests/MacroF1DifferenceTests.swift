// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import GaitwayEvaluation
import Testing

struct MacroF1DifferenceTests {
    /// The same windows with other random answers.
    private static func answeredAnew(_ windows: [ScoredWindow], seed: UInt64) -> [ScoredWindow] {
        zip(windows, Samples.windows(windows.count, seed: seed)).map { window, other in
            var copy = window
            copy.probabilities = other.probabilities
            return copy
        }
    }

    @Test func nothingDiffersFromItself() throws {
        let windows = Samples.windows(3000, seed: 17)
        let difference = try #require(MacroF1Difference(windows, over: windows))
        #expect(difference.value == 0)
        #expect(difference.interval.lower == 0)
        #expect(difference.interval.upper == 0)
    }

    @Test func itIsTheDifferenceOfTheFiguresAndTurnsItsSign() throws {
        let windows = Samples.windows(3000, seed: 17)
        let others = Self.answeredAnew(windows, seed: 18)
        let gain = try #require(MacroF1Difference(windows, over: others))
        let loss = try #require(MacroF1Difference(others, over: windows))
        let weights = CellWeights(windows).weights
        let own = try #require(Metrics(windows, weights: weights).macroF1)
        let other = try #require(Metrics(others, weights: weights).macroF1)
        #expect(isClose(gain.value, own - other))
        #expect(isClose(gain.value, -loss.value))
        #expect(isClose(gain.interval.lower, -loss.interval.upper))
        #expect(isClose(gain.interval.upper, -loss.interval.lower))
        #expect(gain.interval.lower < gain.value && gain.value < gain.interval.upper)
    }

    /// Data sets of very unlike difficulty, and one window in ten better everywhere: either figure has a wide interval,
    /// their difference a narrow one.
    @Test func whatIsHardForBothCancels() throws {
        let easy = Samples.rides((0..<8).map { (dataSet: $0, fold: 0, truth: Activity.walking, count: 100) })
        func answered(_ wrongOfTen: (Int) -> Int) -> [ScoredWindow] {
            easy.map { window in
                var copy = window
                let isWrong = window.windowIndex % 10 < wrongOfTen(window.dataSet)
                copy.probabilities = Samples.certain(isWrong ? .running : .walking)
                return copy
            }
        }
        let worse = answered { $0 + 1 }
        let better = answered { $0 }
        let difference = try #require(MacroF1Difference(better, over: worse))
        let interval = try #require(FigureIntervals(better).macroF1)
        #expect(difference.interval.lower > 0)
        #expect(difference.interval.upper - difference.interval.lower < 0.2 * (interval.upper - interval.lower))
    }

    @Test func oneDataSetHasNone() {
        let windows = Samples.windows(900, seed: 1).filter { $0.dataSet == 0 }
        #expect(MacroF1Difference(windows, over: windows) == nil)
    }
}
