// SPDX-License-Identifier: Apache-2.0

/// The periodic Hann window, w[n] = (1 − cos(2πn/N)) / 2, and the scale it gives a one-sided power spectrum.
package struct HannWindow: Sendable {
    /// w[0]…w[N−1].
    package let values: [Float]

    /// 2 / (N Σ w²): times |X[k]|² it makes a one-sided power spectrum whose sum over k is the signal's variance.
    package let powerScale: Float

    /// The window over `count` samples.
    package init(count: Int) {
        precondition(count > 1, "a window needs samples")
        let exact = (0..<count).map { 0.5 * (1 - cos(2 * Double.pi * Double($0) / Double(count))) }
        values = exact.map { Float($0) }
        powerScale = Float(2 / (Double(count) * exact.reduce(0) { $0 + $1 * $1 }))
    }
}
