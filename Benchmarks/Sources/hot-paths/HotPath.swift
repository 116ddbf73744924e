// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition

/// A hot path of the library, which runs again and again on prepared input.
enum HotPath: String, CaseIterable {
    /// A table's bytes to samples.
    case parser
    /// Samples to the uniform grid.
    case resampler
    /// A window of all seven components to their spectra.
    case fft
    /// A window to its features.
    case features
    /// A window's signals to the counts of the built-in model's kernels.
    case kernels
    /// Features to probabilities.
    case prediction
    /// A window's samples on the grid to probabilities.
    case window
    /// Samples of a whole recording to reports.
    case recognizer
    /// One Newton step of a fit.
    case newton

    /// The number of things that one run handles, and their name.
    struct Amount {
        var count: Double
        var unit: String
    }

    /// Makes the input; the result runs the path once.
    func prepare() throws -> (amount: Amount, run: () throws -> Void) {
        switch self {
        case .parser:
            let bytes = MotionLog(rows: 20_000).csv
            return (
                Amount(count: Double(bytes.count), unit: "byte"),
                {
                    let reader = try RecordingReader(bytes: bytes, name: "log.csv")
                    var batch = SampleBatch()
                    var count = 0
                    while try reader.next(into: &batch) { count += batch.samples.count }
                    keep(count)
                }
            )
        case .resampler:
            let samples = MotionLog(rows: 20_000).samples.filter { $0.sensor == .acceleration }
            return (
                Amount(count: Double(samples.count), unit: "sample"),
                {
                    var resampler = Resampler(gridPhase: 0)
                    var outputs: [Resampler.Output] = []
                    for sample in samples { resampler.append(sample.value, at: sample.nanoseconds, to: &outputs) }
                    resampler.finish(to: &outputs)
                    keep(outputs.count)
                }
            )
        case .fft:
            var transform = RealFFT(count: WindowGrid.count)
            let input = (0..<WindowGrid.count).map { SIMD8<Float>(repeating: Float($0 * 37 % 61)) }
            var real = [SIMD8<Float>](repeating: .zero, count: WindowGrid.count / 2 + 1)
            var imaginary = real
            return (
                Amount(count: 500, unit: "window"),
                {
                    for _ in 0..<500 { transform.transform(input, real: &real, imaginary: &imaginary) }
                    keep(real[3])
                }
            )
        case .features:
            let windows = Self.windows(count: 200)
            var extractor = FeatureExtractor()
            var row: [Double] = []
            return (
                Amount(count: Double(windows.count), unit: "window"),
                {
                    for window in windows {
                        row.removeAll(keepingCapacity: true)
                        extractor.append(window, to: &row)
                    }
                    keep(row)
                }
            )
        case .kernels:
            guard let bank = try DefaultModel.load()[.total]?.kernels.bank else { throw NoModel() }
            let windows = Self.windows(count: 200).map { window in
                var extractor = FeatureExtractor()
                var row: [Double] = []
                var signals = QuantizedSignals()
                extractor.append(window, to: &row)
                extractor.quantize(into: &signals)
                return signals
            }
            var scratch = KernelScratch()
            var counts: [UInt8] = []
            return (
                Amount(count: Double(windows.count), unit: "window"),
                {
                    for window in windows { bank.count(window, with: &scratch, into: &counts) }
                    keep(counts)
                }
            )
        case .prediction:
            guard let classifier = try DefaultModel.load()[.total]?.classifier else { throw NoModel() }
            let row = (0..<classifier.features).map { Double($0 * 37 % 61) / 61 - 0.5 }
            var probabilities = [Double](repeating: 0, count: classifier.classes)
            return (
                Amount(count: 500, unit: "row"),
                {
                    for _ in 0..<500 {
                        var span = probabilities.mutableSpan
                        classifier.probabilities(of: row.span, into: &span)
                    }
                    keep(probabilities)
                }
            )
        case .window:
            let windows = Self.windows(count: 200)
            var classifier = WindowClassifier(model: try DefaultModel.load())
            return (
                Amount(count: Double(windows.count), unit: "window"),
                { for window in windows { keep(classifier.estimate(window)) } }
            )
        case .recognizer:
            let model = try DefaultModel.load()
            let samples = MotionLog(rows: 20_000).samples
            return (
                Amount(count: Double(samples.count), unit: "sample"),
                {
                    guard var recognizer = try? Recognizer(model: model) else { return }
                    recognizer.append(samples)
                    recognizer.finish()
                    keep(recognizer.windows)
                }
            )
        case .newton:
            let (rows, columns, classes) = (2000, 60, 6)
            let elements = (0..<rows * columns).map { index in
                Double((index &* 2_654_435_761) % 65_537) / 65_537 - 0.5
            }
            let labels = (0..<rows).map { row in
                Int(proven: (elements[row * columns] + 0.5) * 3.99)
                    + Int(proven: (elements[row * columns + 1] + 0.5) * 2.99)
            }
            let examples = try TrainingSet(
                features: Matrix(rows: rows, columns: columns, elements: elements), labels: labels, classes: classes)
            let options = FitOptions(maximumIterations: 1, solver: .newton)
            return (
                Amount(count: 1, unit: "step"),
                { keep(try SoftmaxClassifier.fit(examples, options: options).report) }
            )
        }
    }

    /// Windows of a made-up walk.
    private static func windows(count: Int) -> [MotionWindow] {
        var assembler = WindowAssembler()
        for sample in MotionLog(rows: (count + 3) * 128).samples { assembler.append(sample) }
        assembler.finish()
        var events: [WindowAssembler.Event] = []
        assembler.takeEvents(into: &events)
        let windows = events.compactMap { event -> MotionWindow? in
            if case .window(let window) = event { window } else { nil }
        }
        return Array(windows.prefix(count))
    }
}

/// Thrown if the built-in model does not accept total acceleration.
struct NoModel: Error {}

/// Makes a result look used, so that the optimiser keeps the work for it.
@inline(never)
func keep<Result>(_ result: Result) {}
