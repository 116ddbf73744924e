// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct AutocorrelationTests {
    @Test(arguments: [(128, 7...40), (16, 0...15), (9, 3...3), (40, 1...5)])
    func sumsAreThoseOfTheDefinition(count: Int, lags: ClosedRange<Int>) {
        var generator = SeededGenerator(seed: UInt64(count))
        var autocorrelation = Autocorrelation(count: count, lags: lags)
        for _ in 0..<3 {
            let samples = (0..<count).map { _ in SIMD4<Float>.random(in: -2...2, using: &generator) }
            autocorrelation.compute(samples)
            for lag in lags {
                var sum = SIMD4<Double>()
                for index in 0..<count - lag {
                    sum += SIMD4<Double>(samples[index]) * SIMD4<Double>(samples[index + lag])
                }
                let difference = SIMD4<Double>(autocorrelation[lag]) - sum
                #expect((difference * difference).sum().squareRoot() < 1e-4)
            }
        }
    }
}
