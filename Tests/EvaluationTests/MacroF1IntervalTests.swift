import Evaluation
import MotionTypes
import Testing

struct MacroF1IntervalTests {
    @Test func itHoldsTheFigureAndIsRepeatable() throws {
        let windows = Samples.windows(3000, seed: 17)
        let interval = try #require(MacroF1Interval(windows))
        let macroF1 = try #require(Metrics(windows, weights: CellWeights(windows).weights).macroF1)
        #expect(interval.lower < macroF1 && macroF1 < interval.upper)
        #expect(interval == MacroF1Interval(windows))
        #expect(interval != MacroF1Interval(windows, seed: 2))
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
        let interval = try #require(MacroF1Interval(windows))
        #expect(isClose(interval.lower, interval.upper))
        #expect(isClose(interval.lower, Metrics(one, weights: CellWeights(one).weights).macroF1))
    }

    @Test func oneDataSetHasNone() {
        #expect(MacroF1Interval(Samples.windows(900, seed: 1).filter { $0.dataSet == 0 }) == nil)
    }

    /// Two data sets, one all right, one all wrong: a draw has 0, 1 or 2 of the good one, with 1/4, 1/2, 1/4.
    @Test func twoDataSetsSpanTheirFigures() throws {
        let windows = Samples.rides([(0, 0, .walking, 60), (1, 0, .walking, 60)]).map { window in
            var copy = window
            copy.probabilities = Samples.certain(window.dataSet == 0 ? .walking : .running)
            return copy
        }
        let interval = try #require(MacroF1Interval(windows))
        #expect(interval.lower == 0)
        #expect(interval.upper == 1)
    }

    /// Running is in the first data set alone, whose answers are all right; the second has walking, never recognised.
    /// Draws
    /// of the second alone would give 0; they are repeated, so that the least is that of one of each: (2/3 + 1) / 2.
    @Test func drawsWithoutAnActivityAreRepeated() throws {
        let rides = Samples.rides([(0, 0, .walking, 60), (0, 0, .running, 60), (1, 0, .walking, 60)])
        let windows = rides.map { window in
            var copy = window
            let right = window.truth.map { ActivityClass($0) } ?? .noneOfThese
            copy.probabilities = Samples.certain(window.dataSet == 0 ? right : .noneOfThese)
            return copy
        }
        let interval = try #require(MacroF1Interval(windows))
        #expect(isClose(interval.lower, 5.0 / 6))
        #expect(interval.upper == 1)
    }
}
