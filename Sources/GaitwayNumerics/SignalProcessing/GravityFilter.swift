// SPDX-License-Identifier: Apache-2.0

/// Splits acceleration into gravity, its slow part, and linear acceleration, the rest.
///
/// A Butterworth low-pass of second order by the bilinear transform, in the transposed direct form II; the first sample
/// sets the state to its steady value, without a start-up transient of 9.81 m/s².
package struct GravityFilter: Sendable {
    private let feedForward: (Double, Double, Double)
    private let feedBack: (Double, Double)
    private var first = SIMD3<Double>()
    private var second = SIMD3<Double>()
    private var isPrimed = false

    /// A filter for samples at `rate` hertz with −3 dB at `cutoff` hertz.
    package init(rate: Double, cutoff: Double = 0.3) {
        precondition(cutoff > 0 && cutoff < rate / 2, "a low-pass's cut-off lies below half the rate")
        let warped = tan(Double.pi * cutoff / rate)
        let norm = 1 / (1 + 2.0.squareRoot() * warped + warped * warped)
        let gain = warped * warped * norm
        feedForward = (gain, 2 * gain, gain)
        feedBack = (2 * (warped * warped - 1) * norm, (1 - 2.0.squareRoot() * warped + warped * warped) * norm)
    }

    /// The gravity at the next sample, in the unit of `acceleration`.
    package mutating func gravity(after acceleration: SIMD3<Float>) -> SIMD3<Float> {
        let input = SIMD3<Double>(acceleration)
        if !isPrimed {
            isPrimed = true
            first = input * (1 - feedForward.0)
            second = input * (feedForward.2 - feedBack.1)
        }
        let output = input * feedForward.0 + first
        first = input * feedForward.1 - output * feedBack.0 + second
        second = input * feedForward.2 - output * feedBack.1
        return SIMD3<Float>(output)
    }
}
