// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

/// Sums over bands of frequencies.
enum BandColumns {
    /// The powers of the four signals (4 × 63, bins 1 ... 63) summed over bands: 4 × the count of bands.
    static func powers(_ power: Tensor, _ bands: [FrequencyBand], in builder: GraphBuilder) -> Tensor {
        let bins = power.shape[1]
        var matrix: [Float] = []
        for bin in 1...bins { matrix += bands.map { $0.bins.contains(bin) ? 1 : 0 } }
        return power.product(builder.constant(matrix, [bins, bands.count]))
    }
}

/// How the power of each signal is spread over frequencies: band powers, total, entropy, peak and centroid.
struct SpectralShape {
    /// The powers of bins 1 ... 63: 4 × 63.
    let power: Tensor
    /// F, of each signal: 4 × 1.
    let floor: Tensor
    /// S: 4 × 1.
    let total: Tensor
    private let bandPowers: Tensor
    private let bands: [FrequencyBand]
    private let columns: [(name: String, values: Tensor)]

    init(_ spectrum: SpectrumGraph, in builder: GraphBuilder) {
        let power = spectrum.power
        self.power = power
        let lanes = MotionSignal.allCases
        floor = builder.constant(lanes.map(\.powerFloor), [4, 1])
        let gateFloor = builder.constant(lanes.map(\.gateFloor), [4, 1])
        bands = FrequencyBand.ofPowers
        bandPowers = (BandColumns.powers(power, bands, in: builder) + floor).logarithm
        let sums = BandColumns.powers(power, [.whole, .shape], in: builder)
        total = sums.at(0, 1) + floor
        let gate = total / (total + gateFloor)

        let bins = FrequencyBand.shape.bins
        let scale = 1 / (sums.at(1, 1) + floor)
        let inBand = power.slice(1, bins.lowerBound - 1..<bins.upperBound - 1)
        let share = inBand * scale
        let entropy = 0 - (share * share.maximum(share.constant(1e-30)).logarithm).sum(1)
        let width = Float(WindowGrid.rate / Double(WindowGrid.count))
        let numbers = builder.constant(bins.map { Float($0) }, [1, bins.count])
        let centroid = (share * numbers).sum(1) * width
        let place = inBand.placeOfGreatest(1)
        let peak = (place + Float(bins.lowerBound)) * width
        // The bin and its neighbours, for every bin; that of the peak is picked.
        func shifted(_ by: Int) -> Tensor { power.slice(1, bins.lowerBound - 1 + by..<bins.upperBound - 1 + by) }
        let three = shifted(-1) + inBand + shifted(1)
        let isPeak = place.equals(builder.constant((0..<bins.count).map { Float($0) }, [1, bins.count]))
        let peakShare = (three * isPeak.number).sum(1) * scale
        columns = [
            ("entropy", 1 - (1 - entropy / log(Float(bins.count))) * gate), ("peak.frequency", peak * gate),
            ("peak.share", peakShare * gate), ("centroid", (centroid - 3) * gate + 3),
            ("power", total.logarithm),
        ]
    }

    func append(to row: inout FeatureRow) {
        for (place, band) in bands.enumerated() { row.append("power.\(band.name)", ofSignals: bandPowers.at(place, 1)) }
        for (name, values) in columns { row.append(name, ofSignals: values) }
    }
}
