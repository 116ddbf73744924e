/// How vertical and level acceleration move together, band by band.
///
/// A body that walks or pedals swings as one: its components keep their phase over a band. A vehicle shakes along each
/// axis for reasons of its own.
struct CrossSpectra: Sendable {
    /// The bins of the bands.
    let bins: [Range<Int>]
    /// Sums over each band of V A₁* and V A₂*.
    private var sums: [(real: SIMD2<Float>, imaginary: SIMD2<Float>)]

    /// The cross spectra over bands of bins.
    init(bins: [Range<Int>]) {
        self.bins = bins
        sums = Array(repeating: (SIMD2(), SIMD2()), count: bins.count)
    }

    /// Sums the products of the components' spectra; `scale` makes a square a power.
    mutating func compute(_ real: [WindowSignals.Lanes], _ imaginary: [WindowSignals.Lanes], scale: Float) {
        for (index, bins) in bins.enumerated() {
            var sum = (real: SIMD2<Float>(), imaginary: SIMD2<Float>())
            for bin in bins {
                let up = (real: real[bin][1], imaginary: imaginary[bin][1])
                let level = SIMD2(real[bin][2], real[bin][6])
                let levelImaginary = SIMD2(imaginary[bin][2], imaginary[bin][6])
                sum.real += up.real * level + up.imaginary * levelImaginary
                sum.imaginary += up.imaginary * level - up.real * levelImaginary
            }
            sums[index] = (sum.real * scale, sum.imaginary * scale)
        }
    }

    /// Appends the coherence of one band, and the part of it that is in phase; `powers` are the signals' in that band.
    func appendFeatures(ofBand band: Int, powers: SIMD4<Float>, to row: inout [Double]) {
        let floored = powers + MotionSignal.vertical.powerFloor
        let reference = floored[MotionSignal.vertical.rawValue] * floored[MotionSignal.horizontal.rawValue]
        let inPhase = (sums[band].real * sums[band].real).sum()
        let turned = (sums[band].imaginary * sums[band].imaginary).sum()
        row.append(Double(((inPhase + turned) / reference).squareRoot()))
        row.append(Double((inPhase / reference).squareRoot()))
    }
}
