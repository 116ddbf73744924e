internal import SignalProcessing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The power spectra of the four signals over one window, and the features drawn from them.
///
/// The signals lie in the lanes of one vector, so that each sum and each logarithm is formed for all of them at once.
struct WindowSpectra: Sendable {
    /// The components of the signals, as they are transformed.
    private typealias Components = RealFFT.Lanes
    /// The signals, each in the lane of its ``MotionSignal``.
    private typealias Lanes = SIMD4<Float>

    /// The bins of a band: those whose frequency lies in [from, to).
    private static func bins(_ band: (from: Double, to: Double)) -> Range<Int> {
        let width = WindowGrid.rate / Double(WindowGrid.count)
        let first = Int((band.from / width).rounded(.up))
        let end = Int((band.to / width).rounded(.up))
        return first..<end
    }

    private let binWidth = Float(WindowGrid.rate / Double(WindowGrid.count))
    private let bands = FeatureSchema.bands.map(bins)
    private let comparedBands = FeatureSchema.comparedBands.map(bins)
    private let rotationBand = bins(FeatureSchema.rotationBand)
    private let slowBand = bins((0.1, 0.8))
    private let wholeBand = bins((0.2, 8))
    private let shapeBand = bins((0.4, 8))
    private var cross = CrossSpectra(bins: FeatureSchema.coordinatedBands.map(bins))
    private let powerFloors = MotionSignal.lanes(\.powerFloor)
    private let gateFloors = MotionSignal.lanes(\.gateFloor)

    private var transform = RealFFT(count: WindowGrid.count)
    private let window = HannWindow(count: WindowGrid.count)
    private var input = [Components](repeating: Components(), count: WindowGrid.count)
    private var real = [Components](repeating: Components(), count: WindowGrid.count / 2 + 1)
    private var imaginary = [Components](repeating: Components(), count: WindowGrid.count / 2 + 1)
    /// P[k] of the signals.
    private var power = [Lanes](repeating: Lanes(), count: WindowGrid.count / 2 + 1)
    /// The logarithms of the bands' powers.
    private var powers = [Lanes](repeating: Lanes(), count: FeatureSchema.bands.count)
    /// Entropy, peak, centroid and total.
    private var shape = [Lanes](repeating: Lanes(), count: 5)

    /// Computes the spectra; those of rotation are zero without a gyroscope.
    mutating func compute(_ signals: WindowSignals) {
        Self.weigh(signals.components, by: window.values, into: &input)
        Self.run(&transform, on: input, real: &real, imaginary: &imaginary)
        Self.join(real, imaginary, scale: window.powerScale, into: &power)
        cross.compute(real, imaginary, scale: window.powerScale)
        computeFeatures()
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

    private static func run(
        _ transform: inout RealFFT, on input: [Components], real: inout [Components], imaginary: inout [Components]
    ) {
        var realSpan = real.mutableSpan
        var imaginarySpan = imaginary.mutableSpan
        transform.transform(input.span, real: &realSpan, imaginary: &imaginarySpan)
    }

    /// The signals' powers from the components' spectra, without the one of the mean.
    private static func join(
        _ real: [Components], _ imaginary: [Components], scale: Float, into power: inout [Lanes]
    ) {
        var power = power.mutableSpan
        for bin in 1..<power.count {
            power[bin] = WindowSignals.joined(real[bin] * real[bin] + imaginary[bin] * imaginary[bin]) * scale
        }
    }

    /// The powers of all signals in a range of bins.
    private func sum(_ bins: Range<Int>) -> Lanes {
        var sum = Lanes()
        for bin in bins { sum += power[bin] }
        return sum
    }

    /// Powers, entropy, peak, centroid and total.
    private mutating func computeFeatures() {
        let total = sum(wholeBand) + powerFloors
        let gate = total / (total + gateFloors)
        for (index, band) in bands.enumerated() { powers[index] = (sum(band) + powerFloors).naturalLogarithm }

        let shapeScale = 1 / (sum(shapeBand) + powerFloors)
        var entropy = Lanes()
        var centroid = Lanes()
        var highest = power[shapeBand.lowerBound]
        var peak = Lanes(repeating: Float(shapeBand.lowerBound))
        for bin in shapeBand {
            let share = power[bin] * shapeScale
            // A share of nothing adds nothing; its logarithm must only be finite.
            entropy -= share * share.replacing(with: 1e-30, where: share .< 1e-30).naturalLogarithm
            centroid += share * Float(bin)
            let isHigher = highest .< power[bin]
            highest = highest.replacing(with: power[bin], where: isHigher)
            peak = peak.replacing(with: Float(bin), where: isHigher)
        }
        var peakPower = Lanes()
        for lane in 0..<MotionSignal.allCases.count {
            let bin = Int(peak[lane])
            peakPower[lane] = power[bin - 1][lane] + power[bin][lane] + power[bin + 1][lane]
        }
        shape[0] = 1 - (1 - entropy / log(Float(shapeBand.count))) * gate
        shape[1] = peak * binWidth * gate
        shape[2] = peakPower * shapeScale * gate
        shape[3] = 3 + (centroid * binWidth - 3) * gate
        shape[4] = total.naturalLogarithm
    }

    /// Appends the bands' powers of one signal, then entropy, the peak's place and share, centroid and total.
    func appendFeatures(of signal: MotionSignal, to row: inout [Double]) {
        for power in powers { row.append(Double(power[signal.rawValue])) }
        for feature in shape { row.append(Double(feature[signal.rawValue])) }
    }

    /// Appends entropy and total of rotation.
    func appendRotationShape(to row: inout [Double]) {
        let lane = MotionSignal.rotation.rawValue
        row.append(Double(shape[0][lane]))
        row.append(Double(shape[4][lane]))
    }

    /// The horizontal power from 0.1 to 0.8 Hz, where braking and turning lie, in (m/s²)².
    var slowHorizontalPower: Float { sum(slowBand)[MotionSignal.horizontal.rawValue] }

    /// Appends the logarithms of vertical over horizontal power: in all, and in each compared band.
    func appendComparison(to row: inout [Double]) {
        for band in [wholeBand] + comparedBands {
            let power = sum(band) + MotionSignal.vertical.powerFloor
            row.append(
                Double(log(power[MotionSignal.vertical.rawValue] / power[MotionSignal.horizontal.rawValue])))
        }
    }

    /// Appends how vertical and horizontal motion go together in each coordinated band.
    func appendCoordination(to row: inout [Double]) {
        for (band, bins) in cross.bins.enumerated() {
            cross.appendFeatures(ofBand: band, powers: sum(bins), to: &row)
        }
    }

    /// Appends the logarithm of rotation over acceleration power in their band.
    func appendRotationComparison(to row: inout [Double]) {
        let power = sum(rotationBand)
        let rotation = power[MotionSignal.rotation.rawValue] + MotionSignal.rotation.powerFloor
        let acceleration =
            power[MotionSignal.vertical.rawValue] + power[MotionSignal.horizontal.rawValue]
            + MotionSignal.vertical.powerFloor
        row.append(Double(log(rotation / acceleration)))
    }
}
