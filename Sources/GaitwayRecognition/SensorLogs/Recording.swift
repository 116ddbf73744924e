// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A whole recording in memory; what ``RecordingReader`` delivers, collected.
public struct Recording: Sendable {
    /// The samples of one sensor.
    public struct Series: Sendable {
        /// Nanoseconds since the first accelerometer sample, ascending.
        package var nanoseconds: [Int64] = []
        /// The readings; a scalar stands in x.
        public var values: [SIMD3<Float>] = []
        /// How many samples there are.
        public var count: Int { nanoseconds.count }
        /// The times since the first accelerometer sample, ascending.
        public var elapsed: [Duration] { nanoseconds.map { .nanoseconds($0) } }
    }

    /// Where the recording comes from and what it holds.
    public let header: RecordingHeader
    /// What was repaired.
    public let repairs: RepairReport
    /// The largest elapsed time.
    public let end: Duration
    /// Fixes by ascending elapsed time; empty unless the options ask for them.
    public let fixes: [Location]
    /// Labels set while recording.
    public let annotations: [Annotation]
    /// The reports of the phone's own recognition, by time; empty unless the options ask for them.
    package let phoneActivities: [PhoneActivity]
    private let series: [Sensor: Series]

    /// The samples of a sensor; empty without any.
    public subscript(sensor: Sensor) -> Series { series[sensor] ?? Series() }

    /// Loads a log; see ``RecordingReader/init(path:options:)``.
    ///
    /// - Throws: `InputError`, as a reader does.
    public init(path: String, options: LogOptions = LogOptions()) throws(InputError) {
        try self.init(RecordingReader(path: path, options: options))
    }

    /// Collects what a reader still has to deliver.
    package init(_ reader: RecordingReader) throws(InputError) {
        var collected = [Series](repeating: Series(), count: Sensor.allCases.count)
        var fixes: [Location] = []
        var batch = SampleBatch()
        while try reader.next(into: &batch) {
            for sample in batch.samples {
                collected[Int(sample.sensor.rawValue)].nanoseconds.append(sample.nanoseconds)
                collected[Int(sample.sensor.rawValue)].values.append(sample.value)
            }
            fixes += batch.fixes
        }
        header = reader.header
        repairs = reader.repairs
        end = reader.end
        annotations = reader.annotations
        phoneActivities = reader.phoneActivities
        self.fixes = fixes
        var series: [Sensor: Series] = [:]
        for sensor in Sensor.allCases where collected[Int(sensor.rawValue)].count > 0 {
            series[sensor] = collected[Int(sensor.rawValue)]
        }
        self.series = series
    }
}
