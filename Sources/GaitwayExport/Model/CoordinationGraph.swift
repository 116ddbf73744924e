// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// How vertical, horizontal and rotating motion compare, band by band, as steps of a graph.
struct CoordinationGraph {
    private var parts: [(names: [String], values: Tensor)] = []

    init(_ spectrum: SpectrumGraph, shape: SpectralShape, in builder: GraphBuilder) {
        let power = spectrum.power
        let scale = HannWindow(count: WindowGrid.count).powerScale
        let floor = MotionSignal.vertical.powerFloor
        let bands = FrequencyBand.coordinated
        // Cross spectra of the vertical with both level components: 2 × 63.
        let up = (real: spectrum.real.at(1, 0), imaginary: spectrum.imaginary.at(1, 0))
        let level = (real: spectrum.real.slice(0, 2..<4), imaginary: spectrum.imaginary.slice(0, 2..<4))
        let crossReal = up.real * level.real + up.imaginary * level.imaginary
        let crossImaginary = up.imaginary * level.real - up.real * level.imaginary
        func square(_ cross: Tensor) -> Tensor {
            let sums = BandColumns.powers(cross, bands, in: builder) * scale
            return (sums * sums).sum(0)
        }
        let (inPhase, turned) = (square(crossReal), square(crossImaginary))
        let powers = BandColumns.powers(power, bands, in: builder) + floor
        let reference = powers.at(1, 0) * powers.at(2, 0)
        parts.append(
            (
                bands.map { "vertical-horizontal.coherence.\($0.name)" },
                ((inPhase + turned) / reference).squareRoot.reshaped(bands.count)
            ))
        parts.append(
            (
                bands.map { "vertical-horizontal.correlation.\($0.name)" },
                (inPhase / reference).squareRoot.reshaped(bands.count)
            ))
        parts.append(
            (["vertical-horizontal.power"], (shape.total.at(1, 0) / shape.total.at(2, 0)).logarithm.reshaped(1)))
        let compared = FrequencyBand.compared
        let ofCompared = BandColumns.powers(power, compared, in: builder) + floor
        parts.append(
            (
                compared.map { "vertical-horizontal.power.\($0.name)" },
                (ofCompared.at(1, 0) / ofCompared.at(2, 0)).logarithm.reshaped(compared.count)
            ))
        let slow = FrequencyBand.slow
        parts.append(
            (
                ["horizontal.power.\(slow.name)"],
                (BandColumns.powers(power, [slow], in: builder).at(2, 0) + floor).logarithm.reshaped(1)
            ))
        let wide = FrequencyBand.ofRotation
        let ofWide = BandColumns.powers(power, [wide], in: builder)
        let rotation = ofWide.at(3, 0) + MotionSignal.rotation.powerFloor
        parts.append(
            (
                ["rotation-acceleration.power.\(wide.name)"],
                (rotation / (ofWide.at(1, 0) + ofWide.at(2, 0) + floor)).logarithm.reshaped(1)
            ))
    }

    func append(to row: inout FeatureRow) {
        for (names, values) in parts { row.append(names, values) }
    }
}
