// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// The windows of one labelled ride with their features: those that lie within the span that the manifest gives, and
/// some beside them that nothing is learnt from.
package struct RideWindows: Sendable {
    package let row: ManifestRow
    /// The windows within the span.
    package private(set) var inside = WindowRows()
    /// The windows not within the span that begin the recording, or end the span: where a hand holds the phone, if the
    /// recording ends there, too.
    package private(set) var ends = WindowRows()
    /// The beginnings of every ``beginningStep``th window of ``inside``, each mirrored, then repeated.
    package private(set) var beginnings = WindowRows()

    /// How long a hand is taken to hold the phone at either end: 5 s.
    private static let endLength: Int64 = 5_000_000_000
    /// The step from one window whose beginning is judged alone to the next.
    private static let beginningStep = 16

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

    package var isConverted: Bool { conversion.hasChanged }

    package var count: Int { inside.count }

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
            remedy: "count start_s and end_s from its first sample")
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
            let isInside = window.start >= span.lowerBound && window.end <= span.upperBound
            guard isInside || isEnd(window) else { continue }
            extractor.quantize(into: &quantized)
            let lines = window.recorded.flatMap { engines.lines(of: $0) }
            if !isInside {
                ends.append(window, number: number, features: features, signals: quantized, lines: lines)
                continue
            }
            if inside.count % Self.beginningStep == 0 { addBeginning(WindowBeginning(of: window)) }
            inside.append(window, number: number, features: features, signals: quantized, lines: lines)
        }
        events.removeAll(keepingCapacity: true)
    }

    /// Whether a window that is not within the span may be of an end.
    private func isEnd(_ window: MotionWindow) -> Bool {
        window.start < Self.endLength && span.lowerBound < 2 * Self.endLength
            || window.end > span.upperBound && window.start - span.upperBound < Self.endLength
    }

    /// Whether one of ``ends`` lies at an end of the recording.
    package func isAtEnd(_ index: Int) -> Bool {
        let start = ends.origins[index].start
        return start < Self.endLength || start + WindowGrid.duration > lastElapsed - 2 * Self.endLength
    }

    private mutating func addBeginning(_ beginning: WindowBeginning) {
        var extractor = FeatureExtractor()
        var (features, quantized) = ([Double](), QuantizedSignals())
        for window in [beginning.mirrored, beginning.repeated] {
            features.removeAll(keepingCapacity: true)
            extractor.append(window, to: &features)
            extractor.quantize(into: &quantized)
            // Its number is that of its window in the ride's own.
            beginnings.append(window, number: inside.count, features: features, signals: quantized, lines: nil)
        }
    }
}
