/// The sums of products of four signals with themselves at a distance, one signal in each lane:
///
///     R[k] = Σₙ x[n] x[n + k],   n = 0…N − 1 − k,   for every lag k of a range
package struct Autocorrelation: Sendable {
    /// The lags k, in samples.
    package let lags: ClosedRange<Int>
    /// N, the number of samples.
    package let count: Int
    /// The samples, and zeros behind them for the lags that reach over the end.
    private var padded: [SIMD4<Float>]
    private var sums: [SIMD4<Float>]

    /// For `count` samples and the lags of `lags`, all from 0 to `count - 1`.
    package init(count: Int, lags: ClosedRange<Int>) {
        precondition(lags.lowerBound >= 0 && lags.upperBound < count, "lags lie within the samples")
        self.count = count
        self.lags = lags
        // Four lags are summed at a time, so that up to three sums more than wanted are formed.
        let groups = (lags.count + 3) / 4
        padded = Array(repeating: SIMD4(), count: count + lags.lowerBound + 4 * groups)
        sums = Array(repeating: SIMD4(), count: 4 * groups)
    }

    /// Computes the sums of `samples`, N of them.
    package mutating func compute(_ samples: [SIMD4<Float>]) {
        precondition(samples.count == count, "as many samples as the sums were made for")
        for index in 0..<count { padded[index] = samples[index] }
        for first in stride(from: 0, to: sums.count, by: 4) {
            (sums[first], sums[first + 1], sums[first + 2], sums[first + 3]) =
                Self.sums(padded.span, count: count, lag: lags.lowerBound + first)
        }
    }

    /// R of one lag.
    package subscript(lag: Int) -> SIMD4<Float> { sums[lag - lags.lowerBound] }

    /// R of `lag` and the three after it. Together, a sample is loaded once for four products, and the additions of one
    /// sum need not wait for each other.
    private static func sums(
        _ samples: Span<SIMD4<Float>>, count: Int, lag: Int
    ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        precondition(count + lag + 3 <= samples.count && count >= lag, "the samples are padded for every lag")
        var first = SIMD4<Float>()
        var second = SIMD4<Float>()
        var third = SIMD4<Float>()
        var fourth = SIMD4<Float>()
        for index in 0..<count - lag {
            let sample = samples.element(index)
            first += sample * samples.element(index &+ lag)
            second += sample * samples.element(index &+ lag &+ 1)
            third += sample * samples.element(index &+ lag &+ 2)
            fourth += sample * samples.element(index &+ lag &+ 3)
        }
        return (first, second, third, fourth)
    }
}
