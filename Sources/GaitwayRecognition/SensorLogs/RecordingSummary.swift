// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What a log holds, in figures: computed in one pass, in constant memory.
package struct RecordingSummary: Sendable {
    /// The figures of one sensor.
    package struct SensorSummary: Sendable {
        package let sensor: Sensor
        package let count: Int
        /// Samples a second: steps over the time without gaps; nil for a single sample.
        package let rate: Double?
        /// When the first sample was taken, since the first accelerometer sample.
        package let first: Duration
        /// When the last sample was taken, likewise.
        package let last: Duration
        /// Steps longer than 0.5 s and than three median steps.
        package let gaps: Int
        /// The time in those steps.
        package let gapTime: Duration
        /// The least value: of the magnitude for a vector, of the value for a scalar; in SI units, pressure in hPa.
        package let least: Float
        /// The greatest value, likewise.
        package let greatest: Float
        /// The unit in the log, if values were converted from another one.
        package let convertedFrom: String?
    }

    /// Where the recording comes from and what it holds.
    package let header: RecordingHeader
    /// One entry for each sensor that has samples.
    package let sensors: [SensorSummary]
    /// How many fixes were read; 0 unless the options ask for them.
    package let fixCount: Int
    package let repairs: RepairReport
    /// The largest elapsed time.
    package let end: Duration
    /// Labels set while recording.
    package let annotations: [Annotation]
    /// The reports of the phone's own recognition; empty unless the options ask for them.
    package let phoneActivities: [PhoneActivity]
    /// The steps of the phone's pedometer; nil without one, and unless the options ask for them.
    package let phoneSteps: Int?

    /// Reads a log to its end; see ``RecordingReader/init(path:options:)``.
    package init(path: String, options: LogOptions = LogOptions()) throws(InputError) {
        try self.init(RecordingReader(path: path, options: options))
    }

    /// Sums up what a reader still has to deliver.
    package init(_ reader: RecordingReader) throws(InputError) {
        var tallies = [SensorTally](repeating: SensorTally(), count: Sensor.allCases.count)
        var batch = SampleBatch()
        var fixCount = 0
        while try reader.next(into: &batch) {
            fixCount += batch.fixes.count
            for sample in batch.samples { tallies[Int(sample.sensor.rawValue)].add(sample) }
        }
        header = reader.header
        sensors = Sensor.allCases.compactMap { sensor in
            tallies[Int(sensor.rawValue)].summary(of: sensor, unit: reader.units[sensor])
        }
        self.fixCount = fixCount
        repairs = reader.repairs
        end = reader.end
        annotations = reader.annotations
        phoneActivities = reader.phoneActivities
        phoneSteps = reader.phoneSteps
    }
}

/// The running figures of one sensor.
private struct SensorTally {
    private var count = 0
    private var first: Int64 = 0
    private var last: Int64 = 0
    private var least = Float.infinity
    private var greatest = -Float.infinity
    private var steps = StepHistogram()
    private var zeroSteps = 0

    mutating func add(_ sample: SensorSample) {
        if count == 0 {
            first = sample.nanoseconds
        } else if sample.nanoseconds > last {
            steps.add(sample.nanoseconds - last)
        } else {
            zeroSteps += 1
        }
        last = sample.nanoseconds
        count += 1
        let value = sample.sensor.isScalar ? sample.value.x : (sample.value * sample.value).sum().squareRoot()
        least = min(least, value)
        greatest = max(greatest, value)
    }

    func summary(of sensor: Sensor, unit: String?) -> RecordingSummary.SensorSummary? {
        guard count > 0 else { return nil }
        let limit = max(SensorSample.longestStep, 3 * min(steps.median ?? 0, 60_000_000_000))
        let (regular, time) = steps.steps(upTo: limit)
        return RecordingSummary.SensorSummary(
            sensor: sensor, count: count,
            rate: time > 0 ? Double(regular + zeroSteps) / Nanoseconds.seconds(time) : nil,
            first: .nanoseconds(first), last: .nanoseconds(last), gaps: max(0, count - 1 - zeroSteps - regular),
            gapTime: .nanoseconds(last - first - time), least: least, greatest: greatest, convertedFrom: unit)
    }
}
