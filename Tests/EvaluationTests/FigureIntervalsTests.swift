// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import GaitwayBase
import Testing

@testable import GaitwayEvaluation

struct FigureIntervalsTests {
    @Test func itHoldsTheFigureAndIsRepeatable() throws {
        let windows = Samples.windows(3000, seed: 17)
        let interval = try #require(FigureIntervals(windows).macroF1)
        let macroF1 = try #require(Metrics(windows, weights: CellWeights(windows).weights).macroF1)
        #expect(interval.lower < macroF1 && macroF1 < interval.upper)
        #expect(interval == FigureIntervals(windows).macroF1)
        #expect(interval != FigureIntervals(windows, seed: 2).macroF1)
    }

    @Test func equalDataSetsHaveNoSpread() throws {
        let one = Samples.windows(3000, seed: 9).filter { $0.dataSet == 0 }
        let windows = (0..<4).flatMap { dataSet in
            one.map { window in
                var copy = window
                copy.dataSet = dataSet
                return copy
            }
        }
        let interval = try #require(FigureIntervals(windows).macroF1)
        #expect(isClose(interval.lower, interval.upper))
        #expect(isClose(interval.lower, Metrics(one, weights: CellWeights(one).weights).macroF1))
    }

    @Test func noWindowsHaveNone() {
        let intervals = FigureIntervals([])
        #expect(intervals.macroF1 == nil && intervals.f1.isEmpty)
    }

    /// Where there is one data set, its rides and windows make the spread: the fewer, the wider.
    @Test func oneDataSetHasTheSpreadOfItsRides() throws {
        func width(rides: Int, windows: Int) throws -> Double {
            let sample = Samples.rides(
                (0..<5 * rides).map { (dataSet: 0, fold: 0, truth: Activity.allCases[$0 % 5], count: windows) })
            let interval = try #require(FigureIntervals(sample).macroF1)
            let macroF1 = try #require(Metrics(sample, weights: CellWeights(sample).weights).macroF1)
            #expect(interval.lower <= macroF1 && macroF1 <= interval.upper)
            return interval.upper - interval.lower
        }
        let widths = [
            try width(rides: 1, windows: 60), try width(rides: 8, windows: 60), try width(rides: 40, windows: 60),
        ]
        #expect(widths[0] > 1.3 * widths[1] && widths[1] > 1.3 * widths[2], "\(widths)")
    }

    /// All windows right, the interval reaches from 1 to what half as many windows, one of two wrong beforehand, leave
    /// open.
    @Test func fewWindowsThatAreAllRightLeaveRoom() throws {
        func interval(of count: Int) throws -> FigureInterval {
            let windows =
                (0..<500).map { index in
                    ScoredWindow(
                        recordingIndex: index < 400 ? 0 : 1, windowIndex: index, start: 0, dataSet: index % 2,
                        truth: .walking, probabilities: Samples.certain(.walking))
                }
                + (0..<count).map { index in
                    ScoredWindow(
                        recordingIndex: 2, windowIndex: index, start: 0, dataSet: 0, truth: .running,
                        probabilities: Samples.certain(.running))
                }
            return try #require(FigureIntervals(windows).f1[.running])
        }
        let (two, forty) = (try interval(of: 2), try interval(of: 40))
        #expect(two.upper == 1 && forty.upper == 1)
        #expect(two.lower < 0.6 && forty.lower > 0.8 && forty.lower < 0.98, "\(two) \(forty)")
    }

    /// The gamma distribution of shape a has mean a and variance a.
    @Test(arguments: [0.1, 0.5, 1, 3, 40]) func gammaHasItsMoments(shape: Double) {
        var generator = SplitMix64(seed: 3)
        let numbers = (0..<40_000).map { _ in generator.gamma(shape: shape) }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
        #expect(isClose(mean, shape, 5 * (shape / 40_000).squareRoot()))
        #expect(isClose(variance, shape, 0.1 * shape + 0.01))
        #expect(numbers.allSatisfy { $0 >= 0 })
    }

    @Test func theIntervalOfAnActivityHoldsItsFigure() throws {
        let windows = Samples.windows(3000, seed: 23)
        let intervals = FigureIntervals(windows)
        let metrics = Metrics(windows, weights: CellWeights(windows).weights)
        for activity in Activity.allCases {
            let (interval, f1) = (try #require(intervals.f1[activity]), try #require(metrics[activity].f1))
            #expect(interval.lower < f1 && f1 < interval.upper)
        }
    }

    /// Over time every window weighs the same, so that equal data sets leave nothing to chance but the matrix itself.
    @Test func overTimeEveryWindowWeighsTheSame() throws {
        let windows = Samples.rides(
            (0..<12).map { (dataSet: $0 / 3, fold: 0, truth: Activity.allCases[$0 % 3], count: 60) })
        let spliced = SplicedRides(windows, windowLength: 5.12, hop: 2.56, blockCount: 60)
        let predictions = spliced.rides.map { $0.windows.map { windows[$0].prediction } }
        let score = SplicedScore(
            spliced, predictions: predictions,
            probabilities: spliced.rides.map { $0.windows.map { windows[$0].probabilities } })
        let interval = try #require(score.intervals.macroF1)
        let macroF1 = try #require(score.metrics.macroF1)
        #expect(interval.lower < macroF1 && macroF1 < interval.upper)
        let right = spliced.rides.map { ride in ride.windows.map { windows[$0].truth.map(Prediction.init) ?? .unknown }
        }
        #expect(FigureIntervals(spliced, predictions: right).macroF1 == FigureInterval(lower: 1, upper: 1))
    }

    /// Two data sets, one all right, one all wrong: a draw has 0, 1 or 2 of the good one, with 1/4, 1/2, 1/4.
    @Test func twoDataSetsSpanTheirFigures() throws {
        let windows = Samples.rides([(0, 0, .walking, 60), (1, 0, .walking, 60)]).map { window in
            var copy = window
            copy.probabilities = Samples.certain(window.dataSet == 0 ? .walking : .running)
            return copy
        }
        let interval = try #require(FigureIntervals(windows).macroF1)
        #expect(interval.lower == 0)
        #expect(interval.upper == 1)
    }

    /// Running is in the first data set alone, whose answers are all right; the second has walking, never recognised.
    /// Draws of the second alone would give 0. They are repeated, so the least is near that of one draw of each:
    /// (2/3 + 1) / 2. Running's own windows leave a little open.
    @Test func drawsWithoutAnActivityAreRepeated() throws {
        let rides = Samples.rides([(0, 0, .walking, 60), (0, 0, .running, 60), (1, 0, .walking, 60)])
        let windows = rides.map { window in
            var copy = window
            let right = window.truth.map { ActivityClass($0) } ?? .noneOfThese
            copy.probabilities = Samples.certain(window.dataSet == 0 ? right : .noneOfThese)
            return copy
        }
        let interval = try #require(FigureIntervals(windows).macroF1)
        #expect(isClose(interval.lower, 5.0 / 6, 0.03) && interval.lower < 5.0 / 6)
        #expect(interval.upper < 1 && interval.upper > 0.99)
    }
}
