public import MotionTypes

/// The features of a recording's windows, for a learner of one's own.
///
/// Samples go in, in time order and grouped as they come; rows of features come out, one for each window of 5.12 s, of which
/// every one begins 2.56 s after the one before. A window is complete half a second after its end, later while the gyroscope
/// lags behind. None lies across a gap of the accelerometer.
///
/// ```swift
/// var stream = FeatureStream()
/// let windows = stream.append(samples) + stream.finish()
/// for window in windows { print(window.span, window["vertical.peak.frequency"] ?? .nan) }
/// ```
///
/// The accelerometer is all that windows need. A value is NaN, which stands for missing, when its feature needs what the window
/// does not have: a gyroscope of at least 17 Hz, a barometer over the last 30 or 60 s, gravity in the acceleration, or a
/// window right before it.
public struct FeatureStream: Sendable {
    /// The features, in the order of every window's values.
    public static let features: [Feature] = FeatureSchema.motion.features

    private var assembler = WindowAssembler()
    private var extractor = FeatureExtractor()
    private var events: [WindowAssembler.Event] = []

    /// A stream that has seen no sample.
    public init() {}

    /// Takes samples in time order, and returns the windows that they complete.
    public mutating func append(_ samples: some Sequence<SensorSample>) -> [WindowFeatures] {
        for sample in samples { assembler.append(sample) }
        return takeWindows()
    }

    /// Ends the recording, and returns the windows that waited for more samples.
    public mutating func finish() -> [WindowFeatures] {
        assembler.finish()
        return takeWindows()
    }

    private mutating func takeWindows() -> [WindowFeatures] {
        assembler.takeEvents(into: &events)
        defer { events.removeAll(keepingCapacity: true) }
        return events.compactMap { event in
            guard case .window(let window) = event else { return nil }
            var values: [Double] = []
            extractor.append(window, to: &values)
            return WindowFeatures(
                span: .nanoseconds(window.start) ..< .nanoseconds(window.end), isSound: window.fault == nil,
                values: values)
        }
    }
}
