// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics
internal import GaitwayRecognition

struct CTables {
    private(set) var text = ""

    init() {}

    /// A number of single precision, exactly.
    static func literal(_ number: Float) -> String { "\(number)f" }

    /// The Hann window and the roots of unity of the FFT.
    mutating func addWindow() {
        let hann = HannWindow(count: WindowGrid.count)
        // It is symmetric around its middle.
        add("float", "HANN", hann.values.prefix(hann.values.count / 2 + 1).map(Self.literal))
        text += "#define POWER_SCALE \(Self.literal(hann.powerScale))\n"
        func roots(_ count: Int, of order: Int) -> [String] {
            (0..<count).flatMap { number in
                let angle = -2 * Double.pi * Double(number) / Double(order)
                return [Self.literal(Float(cos(angle))), Self.literal(Float(sin(angle)))]
            }
        }
        // Cosine and sine of −2πj/64 for the passes, of −2πk/128 for the untangling.
        add("float", "ROOTS", roots(48, of: 64))
        add("float", "UNTANGLING", roots(33, of: 128))
    }

    /// The bins of all bands, first and past the last.
    mutating func addBands() {
        func add(_ name: String, _ bands: [FrequencyBand]) {
            self.add("uint8_t", name, bands.flatMap { ["\($0.bins.lowerBound)", "\($0.bins.upperBound)"] })
            text += "#define \(name)_COUNT \(bands.count)\n"
        }
        add("POWER_BANDS", FrequencyBand.ofPowers)
        add("COORDINATED", FrequencyBand.coordinated)
        add("COMPARED", FrequencyBand.compared)
        let single = [
            ("WHOLE", FrequencyBand.whole), ("SHAPE", .shape), ("SLOW", .slow), ("OF_ROTATION", .ofRotation),
        ]
        for (name, band) in single {
            text += "#define \(name)_FIRST \(band.bins.lowerBound)\n#define \(name)_END \(band.bins.upperBound)\n"
        }
    }

    /// What is the model's own.
    mutating func addModel(_ numbers: CaseNumbers, _ model: CaseModel) {
        add("float", "MEANS", numbers.means.map(Self.literal))
        add("float", "DEVIATIONS", numbers.deviations.map(Self.literal))
        add("uint8_t", "CORE_PLACES", numbers.productPlaces.map(String.init))
        add("uint8_t", "DISTANCE_PLACES", numbers.distancePlaces.map(String.init))
        addPacked("WHITENING", model.distance.whitening.flatMap { row in row.map { Float($0) } })
        addPacked("WHITENED_MEANS", numbers.whitenedMeans)
        add("float", "INTERCEPTS", Self.differences(numbers.intercepts).map(Self.literal))
        let bank = model.kernels.bank
        if bank.count > 0 {
            let places = bank.kernels.map { Int($0.number) }
            let steps = zip(places, [0] + places).map { $0 - $1 }
            add(steps.allSatisfy((0...255).contains) ? "uint8_t" : "int16_t", "KERNEL_STEPS", steps.map(String.init))
            add("int16_t", "THRESHOLDS", bank.thresholds.map { String($0) })
            addPacked("KERNEL_SCALES", numbers.kernelScales)
            addPacked("KERNEL_OFFSETS", numbers.kernelOffsets)
        }
        // A row for each input: features, products, kernels.
        addWeights(Self.differences(numbers.weights))
    }

    /// What all kernels have in common.
    mutating func addKernelForms() {
        let taps = (0..<DilatedKernel.choices).flatMap { choice in
            let taps = DilatedKernel(choice: choice, dilation: 1).heavyTaps
            return [taps.x, taps.y, taps.z].map(String.init)
        }
        add("uint8_t", "TAPS", taps)
        add("uint8_t", "DILATIONS", MotionKernel.dilations.map(String.init))
    }

    mutating func addLines(_ scaling: Standardizer) {
        add("float", "LINE_MEANS", scaling.means.map { Self.literal(Float($0)) })
        add("float", "LINE_DEVIATIONS", scaling.deviations.map { Self.literal(Float($0)) })
    }

    /// What the scores of the other classes have more than the last class, which needs no weights then.
    private static func differences(_ rows: [Float]) -> [Float] {
        let count = ActivityClass.allCases.count
        return stride(from: 0, to: rows.count, by: count).flatMap { first in
            rows[first..<first + count - 1].map { max(-largest, min(largest, $0 - rows[first + count - 1])) }
        }
    }

    private static let largest = Float.greatestFiniteMagnitude

    /// How the smoother joins windows if it answers at once.
    mutating func addChain(_ smoothing: SmoothingParameters) {
        add("float", "HOPS", Smoother.causalHop(stay: smoothing.stay).joined().map { Self.literal(Float($0)) })
        text += "#define EVIDENCE \(Self.literal(Float(smoothing.evidence.causal)))\n"
        text += "#define TEMPERATURE \(Self.literal(Float(smoothing.temperature)))\n"
    }

    /// Weights in 20 bits, two of them in five bytes from the lowest bit on, in units of the largest / 2^19.
    private mutating func addWeights(_ values: [Float]) {
        let (whole, unit) = Self.rounded(values, bits: 20)
        let bytes = stride(from: 0, to: whole.count, by: 2).flatMap { place -> [String] in
            let second = place + 1 < whole.count ? whole[place + 1] : 0
            let pair =
                UInt64(UInt32(bitPattern: whole[place]) & 0xfffff)
                | UInt64(UInt32(bitPattern: second) & 0xfffff) << 20
            return (0..<5).map { String(UInt8(truncatingIfNeeded: pair >> (8 * $0))) }
        }
        add("uint8_t", "WEIGHTS", bytes)
        text += "#define WEIGHTS_UNIT \(Self.literal(Float(unit / 4096)))\n"
    }

    /// Numbers in whole units. The largest number fills the bits.
    private static func rounded(_ values: [Float], bits: Int) -> (whole: [Int32], unit: Double) {
        let steps = Double(1 << (bits - 1) - 1)
        let unit = Double(values.map(\.magnitude).max() ?? 0) / steps
        let whole = values.map { value in
            unit > 0 ? Int32(clamping: max(-steps, min(steps, (Double(value) / unit).rounded()))) : 0
        }
        return (whole, unit)
    }

    /// Numbers in 24 bits, from the lowest byte to the highest, in units of the largest number / 2^23. Their precision
    /// is that of single precision for the largest of them, and they take a quarter less.
    private mutating func addPacked(_ name: String, _ values: [Float]) {
        let (whole, unit) = Self.rounded(values, bits: 24)
        let bytes = whole.flatMap { whole in (0..<3).map { UInt8(truncatingIfNeeded: whole >> (8 * $0)) } }
        add("uint8_t", name, bytes.map(String.init))
        // The program reads the three bytes as the upper ones of four.
        text += "#define \(name)_UNIT \(Self.literal(Float(unit / 256)))\n"
    }

    private mutating func add(_ type: String, _ name: String, _ values: [String]) {
        text += "static const \(type) \(name)[\(max(1, values.count))] = {\n"
        var line = "   "
        // C has no arrays of no elements.
        for value in values.isEmpty ? ["0"] : values {
            if line.count + value.count > 118 {
                text += line + "\n"
                line = "   "
            }
            line += " " + value + ","
        }
        text += line + "\n};\n"
    }
}
