// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A kernel of nine taps, three with weight 2 and six with −1: its answer to a constant is 0.
///
/// A. Dempster, D. F. Schmidt, G. I. Webb, "MINIROCKET: a very fast (almost) deterministic transform for time series
/// classification", KDD 2021: the 84 choices of three taps of nine, at several dilations.
package struct DilatedKernel: Sendable, Hashable {
    /// How many choices of three taps there are.
    package static let choices = 84
    /// The taps, each set of three in lexicographic order.
    private static let taps: [SIMD3<Int>] = (0..<9).flatMap { first in
        (first + 1..<9).flatMap { second in (second + 1..<9).map { SIMD3(first, second, $0) } }
    }

    /// The three taps that weigh 2, each 0 ..< 9.
    package let heavyTaps: SIMD3<Int>
    /// How many samples lie between neighbouring taps.
    package let dilation: Int

    /// The kernel of a choice, 0 ..< ``choices``.
    package init(choice: Int, dilation: Int) {
        heavyTaps = Self.taps[choice]
        self.dilation = dilation
    }

    /// How far the three taps that weigh 2 lie from a place, in samples; the fourth lane is 0.
    package var offsets: SIMD4<Int32> { SIMD4(SIMD3(truncatingIfNeeded: (heavyTaps &- 4) &* dilation), 0) }

    /// The answer at `place` of a signal, around which lie zeros: 3 (x₁ + x₂ + x₃) − Σ x over all taps.
    package func response(at place: Int, of signal: ArraySlice<Int16>) -> Int {
        func value(_ tap: Int) -> Int {
            let index = place + (tap - 4) * dilation
            guard index >= 0, index < signal.count else { return 0 }
            return Int(signal[signal.startIndex + index])
        }
        let heavy = value(heavyTaps.x) + value(heavyTaps.y) + value(heavyTaps.z)
        return 3 * heavy - (0..<9).reduce(0) { $0 + value($1) }
    }
}
