// SPDX-License-Identifier: Apache-2.0
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
        // Nine lags are summed at a time, so that up to eight sums more than wanted are formed.
        let groups = (lags.count + 8) / 9
        padded = Array(repeating: SIMD4(), count: count + lags.lowerBound + 9 * groups)
        sums = Array(repeating: SIMD4(), count: 9 * groups)
    }

    /// Computes the sums of `samples`, N of them.
    package mutating func compute(_ samples: [SIMD4<Float>]) {
        precondition(samples.count == count, "as many samples as the sums were made for")
        Self.copy(samples, into: &padded)
        Self.sum(padded, count: count, lag: lags.lowerBound, into: &sums)
    }

    /// R of one lag.
    package subscript(lag: Int) -> SIMD4<Float> { sums[lag - lags.lowerBound] }

    private static func copy(_ samples: [SIMD4<Float>], into padded: inout [SIMD4<Float>]) {
        var padded = padded.mutableSpan
        precondition(samples.count <= padded.count)
        for index in samples.indices { padded.set(samples[index], at: index) }
    }

    /// R of `lag` and those after it, as many as there are sums. Of nine lags together, a sample is loaded once for
    /// nine products, and the additions of one sum need not wait for each other.
    private static func sum(_ samples: [SIMD4<Float>], count: Int, lag: Int, into sums: inout [SIMD4<Float>]) {
        let samples = samples.span
        var sums = sums.mutableSpan
        precondition(count + lag + sums.count <= samples.count, "the samples are padded for every lag")
        for group in stride(from: 0, to: sums.count, by: 9) {
            var (a, b, c) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
            var (d, e, f) = (a, a, a)
            var (g, h, i) = (a, a, a)
            let lag = lag + group
            for index in 0..<max(0, count - lag) {
                let sample = samples.element(index)
                let other = index &+ lag
                a += sample * samples.element(other)
                b += sample * samples.element(other &+ 1)
                c += sample * samples.element(other &+ 2)
                d += sample * samples.element(other &+ 3)
                e += sample * samples.element(other &+ 4)
                f += sample * samples.element(other &+ 5)
                g += sample * samples.element(other &+ 6)
                h += sample * samples.element(other &+ 7)
                i += sample * samples.element(other &+ 8)
            }
            sums[group] = a
            sums[group + 1] = b
            sums[group + 2] = c
            sums[group + 3] = d
            sums[group + 4] = e
            sums[group + 5] = f
            sums[group + 6] = g
            sums[group + 7] = h
            sums[group + 8] = i
        }
    }
}
