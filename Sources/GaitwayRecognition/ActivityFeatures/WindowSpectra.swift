// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// Measures the power spectra of the four signals over one window.
///
/// The signals lie in the lanes of one vector, so that each sum and each logarithm is formed for all of them at once.
struct WindowSpectra: Sendable {
    /// The components of the signals, as they are transformed.
    private typealias Components = RealFFT.Lanes
    /// The signals, each in the lane of its ``MotionSignal``.
    private typealias Lanes = SIMD4<Float>

    private let binWidth = Float(WindowGrid.rate / Double(WindowGrid.count))
    private let wholeBand = FrequencyBand.whole.bins
    private let shapeBand = FrequencyBand.shape.bins
    private let coordinatedBands = FrequencyBand.coordinated.map(\.bins)
    private let gateFloors = MotionSignal.lanes(\.gateFloor)

    private var transform = RealFFT(count: WindowGrid.count)
    private let window = HannWindow(count: WindowGrid.count)
    private var input = [Components](repeating: Components(), count: WindowGrid.count)
    private var real = [Components](repeating: Components(), count: WindowGrid.count / 2 + 1)
    private var imaginary = [Components](repeating: Components(), count: WindowGrid.count / 2 + 1)

    /// Measures the spectra; those of rotation are zero without a gyroscope.
    mutating func measure(_ signals: WindowSignals, into measures: inout SpectralMeasures) {
        Self.weigh(signals.components, by: window.values, into: &input)
        transform.transform(input, real: &real, imaginary: &imaginary)
        Self.join(real, imaginary, scale: window.powerScale, into: &measures.power)
        for (index, bins) in coordinatedBands.enumerated() {
            measures.coordination[index] = CrossPower(
                real, imaginary, bins: bins, scale: window.powerScale, power: measures.power(in: bins))
        }
        measureShape(into: &measures)
    }

    // Spans of several arrays of one value would overlap; as arguments they do not.

    /// Takes the means off and applies the window.
    private static func weigh(_ components: [Components], by window: [Float], into input: inout [Components]) {
        var sum = Components()
        for value in components { sum += value }
        let mean = sum / Float(WindowGrid.count)
        var input = input.mutableSpan
        for index in 0..<WindowGrid.count { input[index] = (components[index] - mean) * window[index] }
    }

    /// The signals' powers from the components' spectra, without the one of the mean.
    private static func join(_ real: [Components], _ imaginary: [Components], scale: Float, into power: inout [Lanes]) {
        var power = power.mutableSpan
        for bin in 1..<power.count {
            power[bin] = WindowSignals.joined(real[bin] * real[bin] + imaginary[bin] * imaginary[bin]) * scale
        }
    }

    /// Total, entropy, peak and centroid.
    private func measureShape(into measures: inout SpectralMeasures) {
        measures.total = measures.power(in: wholeBand) + measures.floor
        measures.gate = measures.total / (measures.total + gateFloors)

        let shapeScale = 1 / (measures.power(in: shapeBand) + measures.floor)
        var entropy = Lanes()
        var centroid = Lanes()
        var highest = measures.power[shapeBand.lowerBound]
        var peak = Lanes(repeating: Float(shapeBand.lowerBound))
        for bin in shapeBand {
            let power = measures.power[bin]
            let share = power * shapeScale
            // A share of nothing adds nothing; its logarithm must only be finite.
            entropy -= share * share.replacing(with: 1e-30, where: share .< 1e-30).naturalLogarithm
            centroid += share * Float(bin)
            let isHigher = highest .< power
            highest = highest.replacing(with: power, where: isHigher)
            peak = peak.replacing(with: Float(bin), where: isHigher)
        }
        var peakPower = Lanes()
        for lane in 0..<MotionSignal.allCases.count {
            let bin = Int(proven: peak[lane])
            peakPower[lane] = measures.power[bin - 1][lane] + measures.power[bin][lane] + measures.power[bin + 1][lane]
        }
        measures.entropy = entropy
        measures.peak = peak * binWidth
        measures.peakShare = peakPower * shapeScale
        measures.centroid = centroid * binWidth
    }
}
