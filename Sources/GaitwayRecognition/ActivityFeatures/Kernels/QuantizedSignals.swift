// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// The four signals of a window less their means, in whole quanta: what kernels slide over.
///
/// A quantum is 0.01 m/s² or 0.005 rad/s, about what sensors at rest show; values end at ±2730 quanta, so that sums of
/// a kernel fit 16 bits.
package struct QuantizedSignals: Sendable, Hashable {
    /// How many numbers there are: the grid points of each signal.
    package static let count = MotionSignal.allCases.count * WindowGrid.count

    /// The signals one after the other, in the order of ``MotionSignal``.
    package private(set) var values: [Int16]
    /// Whether the window has a rotation rate; without it the values of that signal are 0.
    package private(set) var hasRotation: Bool

    package init() {
        values = [Int16](repeating: 0, count: Self.count)
        hasRotation = false
    }

    /// Signals from their numbers.
    package init(values: some Collection<Int16>, hasRotation: Bool) {
        precondition(values.count == Self.count, "four signals, with a value for each grid point")
        self.values = Array(values)
        self.hasRotation = hasRotation
    }

    /// The same signals as a phone without gyroscope has them.
    package var withoutRotation: QuantizedSignals {
        var signals = self
        signals.hasRotation = false
        let first = MotionSignal.rotation.rawValue * WindowGrid.count
        for index in first..<first + WindowGrid.count { signals.values[index] = 0 }
        return signals
    }

    /// Takes the values of a window's signals, each with its lane, and their means.
    mutating func quantize(_ signals: [SIMD4<Float>], means: SIMD4<Float>, hasRotation: Bool) {
        self.hasRotation = hasRotation
        Self.quantize(signals, means: means, into: &values)
    }

    private static func quantize(_ signals: [SIMD4<Float>], means: SIMD4<Float>, into values: inout [Int16]) {
        let quanta = MotionSignal.lanes { $0 == .rotation ? 200 : 100 }
        let bound = SIMD4(repeating: Float(KernelCounter.largestSample))
        var values = values.mutableSpan
        for (point, signal) in signals.enumerated() {
            let scaled = ((signal - means) * quanta).clamped(lowerBound: -bound, upperBound: bound)
            let rounded = scaled.roundedToIntegers
            for lane in 0..<4 { values[lane * WindowGrid.count + point] = Int16(truncatingIfNeeded: rounded[lane]) }
        }
    }
}
