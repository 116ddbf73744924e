internal import ActivityFeatures
public import MotionTypes

/// The windows of one labelled ride with their features: those that lie within the span that the manifest gives.
public struct RideWindows: Sendable {
    /// The ride.
    public let row: ManifestRow
    /// The features, row by row; NaN is missing.
    public private(set) var values: [Double] = []
    /// When each window begins, in nanoseconds since the first accelerometer sample.
    public private(set) var starts: [Int64] = []
    /// The number of each window: neighbours differ by one, a gap leaves a number out.
    public private(set) var numbers: [Int] = []
    /// Raw accelerometer samples per second of each window.
    public private(set) var rates: [Double] = []

    private let span: ClosedRange<Int64>
    private var assembler = WindowAssembler()
    private var extractor = FeatureExtractor()
    private var events: [WindowAssembler.Event] = []
    private var features: [Double] = []
    private var number = 0

    /// No windows yet of the ride of a manifest's row.
    public init(row: ManifestRow) {
        self.row = row
        // Seconds beyond what nanoseconds can hold mean no limit.
        func nanoseconds(_ seconds: Double?, otherwise: Int64) -> Int64 {
            guard let seconds, seconds.magnitude < 9e9 else { return otherwise }
            return Int64((seconds * 1e9).rounded())
        }
        let start = nanoseconds(row.start, otherwise: .min)
        span = start...max(start, nanoseconds(row.end, otherwise: .max))
    }

    /// How many windows there are.
    public var count: Int { starts.count }

    /// Takes samples in time order.
    public mutating func append(_ samples: [SensorSample]) {
        for sample in samples { assembler.append(sample) }
        collect()
    }

    /// Ends the recording.
    public mutating func finish() {
        assembler.finish()
        collect()
    }

    private mutating func collect() {
        assembler.takeEvents(into: &events)
        for case .window(let window) in events {
            number += window.startsSegment ? 2 : 1
            // Windows outside the span are extracted too, as gravity is carried on from window to window.
            features.removeAll(keepingCapacity: true)
            extractor.append(window, to: &features)
            guard window.start >= span.lowerBound, window.end <= span.upperBound else { continue }
            values.append(contentsOf: features)
            starts.append(window.start)
            numbers.append(number)
            rates.append(window.rate)
        }
        events.removeAll(keepingCapacity: true)
    }
}
