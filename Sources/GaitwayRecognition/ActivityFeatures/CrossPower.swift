// SPDX-License-Identifier: Apache-2.0
/// How vertical and level acceleration move together in a band.
///
/// A body that walks or pedals swings as one: its components keep their phase over a band. A vehicle shakes along each
/// axis for reasons of its own.
struct CrossPower: Sendable {
    /// (Re C₁)² + (Re C₂)².
    private(set) var inPhase: Float = 0
    /// (Im C₁)² + (Im C₂)².
    private(set) var turned: Float = 0
    /// (P_v + F)(P_h + F).
    private(set) var reference: Float = 1

    /// No power at all.
    init() {}

    /// Sums the products of the components' spectra over `bins`; `scale` makes a square a power, `power` is the
    /// signals' in the band.
    init(
        _ real: [WindowSignals.Lanes], _ imaginary: [WindowSignals.Lanes], bins: Range<Int>, scale: Float,
        power: SIMD4<Float>
    ) {
        var sum = (real: SIMD2<Float>(), imaginary: SIMD2<Float>())
        for bin in bins {
            let up = (real: real[bin][1], imaginary: imaginary[bin][1])
            let level = SIMD2(real[bin][2], real[bin][6])
            let levelImaginary = SIMD2(imaginary[bin][2], imaginary[bin][6])
            sum.real += up.real * level + up.imaginary * levelImaginary
            sum.imaginary += up.imaginary * level - up.real * levelImaginary
        }
        let cross = (real: sum.real * scale, imaginary: sum.imaginary * scale)
        inPhase = (cross.real * cross.real).sum()
        turned = (cross.imaginary * cross.imaginary).sum()
        let floored = power + MotionSignal.vertical.powerFloor
        reference = floored[MotionSignal.vertical.rawValue] * floored[MotionSignal.horizontal.rawValue]
    }
}
