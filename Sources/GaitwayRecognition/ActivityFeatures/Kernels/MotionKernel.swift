// SPDX-License-Identifier: Apache-2.0
package import GaitwayNumerics

/// A random-kernel feature: at what share of a window's grid points a kernel answers above a threshold.
///
/// The feature is that of MINIROCKET (A. Dempster, D. F. Schmidt, G. I. Webb, KDD 2021), over the signals of
/// ``MotionSignal`` less their means, with zeros around the window.
package struct MotionKernel: Sendable, Hashable {
    /// The dilations: from neighbouring grid points to taps that span 4.5 s.
    package static let dilations = [1, 2, 4, 8, 14]
    package static let count = MotionSignal.allCases.count * dilations.count * DilatedKernel.choices

    /// The number by which files name it, 0 ..< ``count``: (signal · 5 + place of the dilation) · 84 + choice of the
    /// taps.
    package let number: Int
    /// The signal that it slides over.
    package let signal: MotionSignal
    /// The three of nine taps with weight 2, and their dilation.
    package let taps: DilatedKernel

    /// The kernel with this number; nil if the number is out of range.
    package init?(number: Int) {
        guard number >= 0, number < Self.count else { return nil }
        let (row, choice) = number.quotientAndRemainder(dividingBy: DilatedKernel.choices)
        let (signal, dilation) = row.quotientAndRemainder(dividingBy: Self.dilations.count)
        self.number = number
        self.signal = MotionSignal.allCases[signal]
        taps = DilatedKernel(choice: choice, dilation: Self.dilations[dilation])
    }

    /// The name of the feature: signal, `kernel`, dilation and choice, as `vertical.kernel.4.37`.
    package var name: String { "\(signal.name).kernel.\(taps.dilation).\(number % DilatedKernel.choices)" }
}
