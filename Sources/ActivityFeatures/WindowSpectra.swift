internal import SignalProcessing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The power spectra of the five signals over one window, and the features drawn from them.
struct WindowSpectra: Sendable {
    static let featuresPerSignal = 2 * FeatureSchema.bands.count + 5

    private typealias Lanes = RealFFT.Lanes

    /// The bins of a band: those whose frequency lies in [from, to).
    private static func bins(_ band: (from: Double, to: Double)) -> Range<Int> {
        let width = WindowGrid.rate / Double(WindowGrid.count)
        let first = Int((band.from / width).rounded(.up))
        let end = Int((band.to / width).rounded(.up))
        return first..<end
    }

    private static let binWidth = Float(WindowGrid.rate / Double(WindowGrid.count))
    private static let bands = FeatureSchema.bands.map(bins)
    private static let comparedBands = FeatureSchema.comparedBands.map(bins)
    private static let rotationBands = FeatureSchema.rotationBands.map(bins)
    private static let slowBand = bins((0.1, 0.8))
    private static let wholeBand = bins((0.2, 8))
    private static let shapeBand = bins((0.4, 8))

    private var transform = RealFFT(count: WindowGrid.count)
    private let window = HannWindow(count: WindowGrid.count)
    private var input = [Lanes](repeating: Lanes(), count: WindowGrid.count)
    private var real = [Lanes](repeating: Lanes(), count: WindowGrid.count / 2 + 1)
    private var imaginary = [Lanes](repeating: Lanes(), count: WindowGrid.count / 2 + 1)
    /// P[k] of the five signals, each in the lane of its ``MotionSignal``.
    private var power = [Lanes](repeating: Lanes(), count: WindowGrid.count / 2 + 1)

    /// Computes the spectra; those of rotation are zero without a gyroscope.
    mutating func compute(
        acceleration: [SIMD3<Float>], rotationRate: [SIMD3<Float>]?, vertical: SIMD3<Float>
    ) {
        var sum = Lanes()
        for index in 0..<WindowGrid.count {
            let a = acceleration[index]
            let magnitude = (a * a).sum().squareRoot()
            let w = rotationRate?[index] ?? SIMD3()
            let value = Lanes(magnitude, a.x, a.y, a.z, w.x, w.y, w.z, 0)
            input[index] = value
            sum += value
        }
        let mean = sum / Float(WindowGrid.count)
        for index in 0..<WindowGrid.count {
            input[index] = (input[index] - mean) * window.values[index]
        }
        Self.run(&transform, on: input, real: &real, imaginary: &imaginary)

        for bin in 1..<power.count {
            let x = real[bin]
            let y = imaginary[bin]
            let squares = x * x + y * y
            let verticalReal = x[1] * vertical.x + x[2] * vertical.y + x[3] * vertical.z
            let verticalImaginary = y[1] * vertical.x + y[2] * vertical.y + y[3] * vertical.z
            let yawReal = x[4] * vertical.x + x[5] * vertical.y + x[6] * vertical.z
            let yawImaginary = y[4] * vertical.x + y[5] * vertical.y + y[6] * vertical.z
            let verticalPower = verticalReal * verticalReal + verticalImaginary * verticalImaginary
            // Rounding may leave a difference below zero.
            let horizontalPower = max(0, squares[1] + squares[2] + squares[3] - verticalPower)
            power[bin] =
                Lanes(
                    squares[0], verticalPower, horizontalPower, squares[4] + squares[5] + squares[6],
                    yawReal * yawReal + yawImaginary * yawImaginary, 0, 0, 0) * window.powerScale
        }
    }

    /// Spans of three arrays of one value would overlap; as arguments they do not.
    private static func run(
        _ transform: inout RealFFT, on input: [Lanes], real: inout [Lanes], imaginary: inout [Lanes]
    ) {
        var realSpan = real.mutableSpan
        var imaginarySpan = imaginary.mutableSpan
        transform.transform(input.span, real: &realSpan, imaginary: &imaginarySpan)
    }

    /// The power of one signal in a range of bins.
    private func sum(_ signal: MotionSignal, _ bins: Range<Int>) -> Float {
        var sum: Float = 0
        for bin in bins { sum += power[bin][signal.rawValue] }
        return sum
    }

    /// The horizontal power from 0.1 to 0.8 Hz, where braking and turning lie, in (m/s²)².
    var slowHorizontalPower: Float { sum(.horizontal, Self.slowBand) }

    /// Appends powers, shares, entropy, peak, centroid and total of one signal.
    func appendFeatures(of signal: MotionSignal, to row: inout [Double]) {
        let floor = Double(signal.powerFloor)
        let total = Double(sum(signal, Self.wholeBand)) + floor
        let gate = total / (total + Double(signal.gateFloor))
        let logReference = log(total + Double(signal.gateFloor))
        let first = row.count
        for band in Self.bands { row.append(log(Double(sum(signal, band)) + floor)) }
        for index in 0..<Self.bands.count { row.append(row[first + index] - logReference) }

        let lane = signal.rawValue
        let shapeSum = Double(sum(signal, Self.shapeBand)) + floor
        var entropy = 0.0
        var centroid = 0.0
        var peak = Self.shapeBand.lowerBound
        for bin in Self.shapeBand {
            let share = Double(power[bin][lane]) / shapeSum
            if share > 0 { entropy -= share * log(share) }
            centroid += share * Double(bin)
            if power[bin][lane] > power[peak][lane] { peak = bin }
        }
        let width = Double(Self.binWidth)
        let peakPower = power[peak - 1][lane] + power[peak][lane] + power[peak + 1][lane]
        row.append(1 - (1 - entropy / log(Double(Self.shapeBand.count))) * gate)
        row.append(Double(peak) * width * gate)
        row.append(Double(peakPower) / shapeSum * gate)
        row.append(3 + (centroid * width - 3) * gate)
        row.append(log(total))
    }

    /// Appends the logarithms of vertical over horizontal power: in all, and in each compared band.
    func appendComparison(to row: inout [Double]) {
        let floor = MotionSignal.vertical.powerFloor
        func ratio(_ bins: Range<Int>) -> Double {
            log(Double((sum(.vertical, bins) + floor) / (sum(.horizontal, bins) + floor)))
        }
        row.append(ratio(Self.wholeBand))
        for band in Self.comparedBands { row.append(ratio(band)) }
    }

    /// Appends the logarithms of rotation over acceleration power in each compared band.
    func appendRotationComparison(to row: inout [Double]) {
        for band in Self.rotationBands {
            let rotation = sum(.rotation, band) + MotionSignal.rotation.powerFloor
            let acceleration =
                sum(.vertical, band) + sum(.horizontal, band) + MotionSignal.vertical.powerFloor
            row.append(log(Double(rotation / acceleration)))
        }
    }
}
