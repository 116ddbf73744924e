// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// What is measured in the spectra of a window's signals.
///
/// Each signal has the lane of its ``MotionSignal``; the symbols are those of ``Feature``.
struct SpectralMeasures: Sendable {
    /// P of each bin.
    var power = [SIMD4<Float>](repeating: SIMD4(), count: WindowGrid.count / 2 + 1)
    /// F.
    let floor = MotionSignal.lanes(\.powerFloor)
    /// S.
    var total = SIMD4<Float>()
    /// How far the signal stands above its sensor's noise: S / (S + E).
    var gate = SIMD4<Float>()
    /// H(p).
    var entropy = SIMD4<Float>()
    /// argmax p, in Hz.
    var peak = SIMD4<Float>()
    /// p at the peak and its two neighbours.
    var peakShare = SIMD4<Float>()
    /// Σ p f, in Hz.
    var centroid = SIMD4<Float>()
    /// How vertical and horizontal motion go together in each of the ``FrequencyBand/coordinated`` bands.
    var coordination = [CrossPower](repeating: CrossPower(), count: FrequencyBand.coordinated.count)

    /// The powers of the signals in a range of bins.
    func power(in bins: Range<Int>) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for bin in bins { sum += power[bin] }
        return sum
    }
}
