// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// The windows of one labelled ride with their features: those that lie within the span that the manifest gives.
package struct RideWindows: Sendable {
    /// The ride.
    package let row: ManifestRow
    /// The features, row by row; NaN is missing.
    package private(set) var values: [Double] = []
    /// The signals of each window.
    package private(set) var signals: [QuantizedSignals] = []
    /// The lines of engines in each window.
    package private(set) var lines: [EngineLines] = []
    /// When each window begins, in nanoseconds since the first accelerometer sample.
    package private(set) var starts: [Int64] = []
    /// The number of each window: neighbours differ by one, a gap leaves a number out.
    package private(set) var numbers: [Int] = []
    /// The sensor case of each window; nil where the rate is below all cases', or the accelerometer is at fault.
    package private(set) var cases: [SensorCase?] = []
    /// The speed of each window by the fixes in it and right before, in m/s, or nil.
    package private(set) var speeds: [Double?] = []

    /// The speeds that the fixes of the whole recording state, by time.
    package private(set) var speedReadings: [SpeedReading] = []

    /// How many windows the whole recording has, within the span and outside.
    package private(set) var recordingCount = 0

    private let span: ClosedRange<Int64>
    private var conversion: RideConversion
    private var assembler = WindowAssembler(recordedFrom: EngineSpectrum.leastRate)
    private var engines = EngineSpectrum()
    private var extractor = FeatureExtractor()
    private var events: [WindowAssembler.Event] = []
    private var features: [Double] = []
    private var quantized = QuantizedSignals()
    private var number = 0
    /// When the last accelerometer sample came.
    private var lastElapsed: Int64 = 0

    /// No windows yet of the ride of a manifest's row, whose samples are to be converted first.
    package init(row: ManifestRow, conversion: RideConversion.Kind = .none) {
        self.row = row
        self.conversion = RideConversion(conversion)
        // Seconds beyond what nanoseconds can hold mean no limit.
        func nanoseconds(_ seconds: Double?, otherwise: Int64) -> Int64 {
            guard let seconds, seconds.magnitude < 9e9 else { return otherwise }
            return Nanoseconds.rounded(seconds)
        }
        let start = nanoseconds(row.start, otherwise: .min)
        span = start...max(start, nanoseconds(row.end, otherwise: .max))
    }

    /// Whether the samples were changed on the way.
    package var isConverted: Bool { conversion.hasChanged }

    /// How many windows there are.
    package var count: Int { starts.count }

    /// Takes samples in time order.
    package mutating func append(_ samples: [SensorSample]) {
        if let last = samples.last(where: { !$0.sensor.isScalar }) {
            lastElapsed = max(lastElapsed, last.nanoseconds)
        }
        for sample in samples where sample.sensor == .speed {
            speedReadings.append(SpeedReading(elapsed: sample.elapsed, speed: Double(sample.value.x)))
        }
        conversion.append(samples)
        assemble(conversion.takeSamples())
    }

    /// Ends the recording.
    ///
    /// - Throws: `InputError` `malformed`, with the manifest's line, when the span lies outside the recording.
    package mutating func finish() throws(InputError) {
        try refuseSpanOutside()
        conversion.finish()
        assemble(conversion.takeSamples())
        assembler.finish()
        collect()
    }

    /// A span may end a window's length after the recording does: ends are often rounded.
    private func refuseSpanOutside() throws(InputError) {
        func seconds(_ time: Int64) -> String { DecimalText.text(Nanoseconds.product(time), places: 1) }
        let end = lastElapsed + WindowGrid.duration
        guard span.lowerBound > lastElapsed || span.upperBound != .max && span.upperBound > end else { return }
        throw InputError(
            .malformed, line: row.line,
            problem: "the span from \(seconds(max(0, span.lowerBound))) to \(seconds(span.upperBound)) s lies outside "
                + "\(row.recording), which is \(seconds(lastElapsed)) s long",
            remedy: "count start_s and end_s from the recording's first accelerometer sample")
    }

    private mutating func assemble(_ samples: [SensorSample]) {
        for sample in samples { assembler.append(sample) }
        collect()
    }

    private mutating func collect() {
        assembler.takeEvents(into: &events)
        for case .window(let window) in events {
            number += window.startsSegment ? 2 : 1
            recordingCount += 1
            // Windows outside the span are extracted too, as gravity is carried on from window to window.
            features.removeAll(keepingCapacity: true)
            extractor.append(window, to: &features)
            guard window.start >= span.lowerBound, window.end <= span.upperBound else { continue }
            values.append(contentsOf: features)
            extractor.quantize(into: &quantized)
            signals.append(quantized)
            let own = window.recorded.flatMap { engines.lines(of: $0) }
            lines.append(own ?? .missing)
            starts.append(window.start)
            numbers.append(number)
            speeds.append(window.speed)
            cases.append(
                window.fault == nil
                    ? SensorCase.of(hasGravity: window.hasGravity, rate: window.rate, hasLines: own != nil) : nil)
        }
        events.removeAll(keepingCapacity: true)
    }
}
