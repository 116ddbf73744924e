// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// The windows of a recording, for a learner of your own.
///
/// Samples go in, in time order and in batches of any size. A window of 5.12 s comes out every 2.56 s, half a second
/// after its end; later while the gyroscope lags behind. No window lies across a gap of the accelerometer.
///
/// ```swift
/// var stream = WindowStream()
/// let windows = stream.append(samples) + stream.finish()
/// for window in windows { print(window.span, window["vertical.peak.frequency"] ?? .nan) }
/// ```
public struct WindowStream: Sendable {
    private var assembler = WindowAssembler()
    private var extractor = FeatureExtractor()
    private var events: [WindowAssembler.Event] = []

    /// A stream at the beginning of a recording.
    public init() {}

    /// Takes samples in time order, and returns the windows that they complete.
    public mutating func append(_ samples: some Sequence<SensorSample>) -> [ModelWindow] {
        for sample in samples { assembler.append(sample) }
        return takeWindows()
    }

    /// Ends the recording, and returns the windows that waited for more samples.
    public mutating func finish() -> [ModelWindow] {
        assembler.finish()
        return takeWindows()
    }

    private mutating func takeWindows() -> [ModelWindow] {
        assembler.takeEvents(into: &events)
        defer { events.removeAll(keepingCapacity: true) }
        return events.compactMap { event in
            guard case .window(let window) = event else { return nil }
            var features: [Double] = []
            extractor.append(window, to: &features)
            return ModelWindow(window, features: features)
        }
    }
}
