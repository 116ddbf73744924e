// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// Moments, quantiles and periodicity of the four signals, as steps of a graph.
struct StatisticsGraph {
    /// The means: 4 × 1.
    let mean: Tensor
    /// The signals less their means, in whole quanta: 4 × 128.
    let quanta: Tensor
    private let columns: [(name: String, values: Tensor)]

    /// Of `values`, 4 × 128.
    init(_ values: Tensor, in builder: GraphBuilder) {
        let count = WindowGrid.count
        let lanes = MotionSignal.allCases
        let floor = builder.constant(lanes.map(\.deviationFloor), [4, 1])
        mean = values.orderedSum(1) / Float(count)
        let deviations = values - mean
        let scales = builder.constant(lanes.map { $0 == .rotation ? 200 : 100 }, [4, 1])
        quanta = (deviations * scales).clipped(2730).rounded

        let squares = deviations * deviations
        let variance = squares.orderedSum(1) / Float(count)
        let squaredFloor = builder.constant(lanes.map { $0.deviationFloor * $0.deviationFloor }, [4, 1])
        let squaredDeviation = variance + squaredFloor
        let gate = variance / squaredDeviation
        let kurtosis = (squares * squares).orderedSum(1) / Float(count) / (squaredDeviation * squaredDeviation)
        let cut = kurtosis.minimum(kurtosis.constant(40))

        let sorted = deviations.sorted
        func quantile(_ fraction: Double) -> Tensor {
            let position = fraction * Double(count - 1)
            let index = Int(proven: position)
            let low = sorted.at(index, 1)
            return low + (sorted.at(min(index + 1, count - 1), 1) - low) * Float(position - Double(index))
        }
        let (q05, q25, q50, q75, q95) = (quantile(0.05), quantile(0.25), quantile(0.5), quantile(0.75), quantile(0.95))
        let greatest = sorted.at(count - 1, 1)
        let largest = greatest.maximum(0 - sorted.at(0, 1))
        let periodicity = Self.periodicity(deviations, squaredDeviation, in: builder)
        let quarters = Self.quarters(deviations, floor)
        columns = [
            ("deviation", squaredDeviation.logarithm * 0.5), ("range.90", (q95 - q05 + floor).logarithm),
            ("range.50", (q75 - q25 + floor).logarithm),
            ("asymmetry", (q95 + q05 - q50 * 2) / (q95 - q05 + floor)),
            ("kurtosis", gate * ((cut + 0.5).logarithm - 1.25)),
            ("crest", gate * (((largest + floor) / squaredDeviation.squareRoot).logarithm - 1)),
            ("autocorrelation.maximum", periodicity.greatest(1)),
            ("autocorrelation.lag", gate * ((periodicity.placeOfGreatest(1) + 7) / Float(WindowGrid.rate))),
            ("autocorrelation.minimum", periodicity.least(1)),
            ("quarters.minimum", quarters.least(1)), ("quarters.maximum", quarters.greatest(1)),
            ("quarters.range", quarters.greatest(1) - quarters.least(1)), ("excess", greatest),
        ]
    }

    func append(to row: inout FeatureRow) {
        for (name, values) in columns { row.append(name, ofSignals: values) }
    }

    /// r of the lags from 7 to 40 samples: 4 × 34.
    private static func periodicity(
        _ deviations: Tensor, _ squaredDeviation: Tensor, in builder: GraphBuilder
    ) -> Tensor {
        let count = WindowGrid.count
        let lags = Array(7...40)
        // Samples behind the end are taken from anywhere and count 0.
        let places = lags.flatMap { lag in (0..<count).map { min($0 + lag, count - 1) } }
        let isInside = lags.flatMap { lag in (0..<count).map { Float($0 + lag < count ? 1 : 0) } }
        let later = deviations.gather(1, places).reshaped(4, lags.count, count)
        let products = deviations.reshaped(4, 1, count) * later * builder.constant(isInside, [1, lags.count, count])
        let sums = products.orderedSum(2).reshaped(4, lags.count)
        let unbiased = builder.constant(lags.map { Float(count) / Float(count - $0) }, [1, lags.count])
        return sums * unbiased / (squaredDeviation * Float(count))
    }

    /// ln(sd + f) of each quarter of the window: 4 × 4.
    private static func quarters(_ deviations: Tensor, _ floor: Tensor) -> Tensor {
        let size = WindowGrid.count / 4
        let parts = deviations.reshaped(4, 4, size)
        let mean = parts.orderedSum(2) / Float(size)
        let variance = (parts * parts).orderedSum(2) / Float(size) - mean * mean
        return (variance.maximum(variance.constant(0)).squareRoot.reshaped(4, 4) + floor).logarithm
    }
}
