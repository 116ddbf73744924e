/// How vertical and level acceleration move together, band by band.
///
/// A body that walks or pedals swings as one: its components keep their phase over a band. A vehicle shakes along each
/// axis for reasons of its own.
struct CrossSpectra: Sendable {
    /// Sums over a band: of V A₁* and V A₂*, and of the powers of v and h.
    private struct Band: Sendable {
        var real = SIMD2<Float>()
        var imaginary = SIMD2<Float>()
        var power = SIMD4<Float>()
    }

    private let bins: [Range<Int>]
    private var bands: [Band]

    /// The cross spectra over bands of bins.
    init(bins: [Range<Int>]) {
        self.bins = bins
        bands = Array(repeating: Band(), count: bins.count)
    }

    /// Sums the products of the components' spectra; `scale` makes a square a power, `power` are those of the signals.
    mutating func compute(
        _ real: [WindowSignals.Lanes], _ imaginary: [WindowSignals.Lanes], scale: Float, power: [SIMD4<Float>]
    ) {
        for (index, bins) in bins.enumerated() {
            var band = Band()
            for bin in bins {
                let up = (real: real[bin][1], imaginary: imaginary[bin][1])
                let level = SIMD2(real[bin][2], real[bin][6])
                let levelImaginary = SIMD2(imaginary[bin][2], imaginary[bin][6])
                band.real += up.real * level + up.imaginary * levelImaginary
                band.imaginary += up.imaginary * level - up.real * levelImaginary
                band.power += power[bin]
            }
            band.real *= scale
            band.imaginary *= scale
            bands[index] = band
        }
    }

    /// Appends each band's coherence, and the part of it that is in phase.
    func appendFeatures(to row: inout [Double]) {
        for band in bands {
            let powers = band.power + MotionSignal.vertical.powerFloor
            let reference = powers[MotionSignal.vertical.rawValue] * powers[MotionSignal.horizontal.rawValue]
            let inPhase = (band.real * band.real).sum()
            let turned = (band.imaginary * band.imaginary).sum()
            row.append(Double(((inPhase + turned) / reference).squareRoot()))
            row.append(Double((inPhase / reference).squareRoot()))
        }
    }
}
