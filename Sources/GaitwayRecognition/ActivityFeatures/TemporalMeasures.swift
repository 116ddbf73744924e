// SPDX-License-Identifier: Apache-2.0
/// What is measured of a window's signals in time.
///
/// Each signal has the lane of its ``MotionSignal``; the symbols are those of ``Feature``.
struct TemporalMeasures: Sendable {
    /// The means over the window's samples, in the signals' units.
    var mean = SIMD4<Float>()
    /// f.
    let floor = MotionSignal.lanes(\.deviationFloor)
    /// sd².
    var squaredDeviation = SIMD4<Float>()
    /// G.
    var gate = SIMD4<Float>()
    /// mean d⁴.
    var fourthMoment = SIMD4<Float>()
    /// The quantiles of d.
    var q05 = SIMD4<Float>()
    var q25 = SIMD4<Float>()
    var q50 = SIMD4<Float>()
    var q75 = SIMD4<Float>()
    var q95 = SIMD4<Float>()
    /// max d.
    var greatest = SIMD4<Float>()
    /// max |d|.
    var largest = SIMD4<Float>()
    /// max r(τ) and min r(τ).
    var highestCorrelation = SIMD4<Float>()
    var lowestCorrelation = SIMD4<Float>()
    /// argmax r(τ), in seconds.
    var lag = SIMD4<Float>()
    /// The least and the greatest ln(sd of a quarter of the window + f).
    var quietestQuarter = SIMD4<Float>()
    var loudestQuarter = SIMD4<Float>()
}
