internal import ActivityFeatures
internal import MotionTypes

/// Notices that a recording goes on without windows, and says why.
///
/// Windows come every 2.56 s while the accelerometer is alive. After a gap the activity is held for 10 s, as the next
/// window takes 5.6 s; then there is no estimate. A pure state machine.
struct SilenceWatch: Sendable {
    /// How long an activity is held without a window, in nanoseconds.
    static let holdTime: Int64 = 10_000_000_000

    /// The least rates that the model serves with gravity and without; nil where it does not.
    private let minimumRate: Double?
    private let linearMinimumRate: Double?
    private var lastWindowEnd: Int64 = 0
    /// Since when samples are counted.
    private var countedFrom: Int64 = 0
    private var samples = 0
    private var longestStep: Int64 = 0
    private var newest: Int64?
    private var newestAcceleration: Int64?
    private var hasGravity = false
    private var speeds = SpeedHistory()

    init(minimumRate: Double?, linearMinimumRate: Double?) {
        self.minimumRate = minimumRate
        self.linearMinimumRate = linearMinimumRate
    }

    mutating func windowEnded(at end: Int64) {
        lastWindowEnd = max(lastWindowEnd, end)
        restartCount(at: newest ?? end)
    }

    /// Takes note of a sample; an estimate without an answer when the hold time has passed since the last window, at
    /// most one per window's hop, so that counts of windows include these. Any sensor moves the clock: an
    /// accelerometer may die alone.
    @inline(__always)
    mutating func append(_ sample: SensorSample) -> WindowEstimate? {
        if sample.sensor == .speed {
            // A fix may have a wrong clock.
            speeds.append(sample.value.x, at: sample.nanoseconds)
            return nil
        }
        guard sample.nanoseconds >= 0 else { return nil }
        newest = sample.nanoseconds
        if sample.sensor == .acceleration || sample.sensor == .linearAcceleration {
            if sample.sensor == .acceleration { hasGravity = true }
            longestStep = max(longestStep, sample.nanoseconds - (newestAcceleration ?? sample.nanoseconds))
            newestAcceleration = sample.nanoseconds
            samples += 1
        }
        return sample.nanoseconds - lastWindowEnd > Self.holdTime ? silence(at: sample.nanoseconds) : nil
    }

    /// The estimate without an answer when the hold time has passed.
    @inline(never)
    private mutating func silence(at elapsed: Int64) -> WindowEstimate {
        let estimate = WindowEstimate(
            span: lastWindowEnd..<elapsed, arrival: elapsed, outcome: .unknown(reason(at: elapsed)))
        lastWindowEnd = elapsed - Self.holdTime + WindowGrid.hopDuration
        restartCount(at: elapsed)
        return estimate
    }

    /// The speed by fixes over the last window's length before `elapsed`, in m/s; nil without one.
    func speed(at elapsed: Int64) -> Double? {
        speeds.median(from: elapsed - WindowGrid.duration - WindowGrid.speedLead, to: elapsed)
    }

    /// The estimate for a log that ended without any report; nil for a log without samples.
    func estimateAtEnd() -> WindowEstimate? {
        guard let newest else { return nil }
        let reason = reasonOfSensor(at: newest) ?? .tooShort
        return WindowEstimate(
            span: lastWindowEnd..<max(lastWindowEnd, newest), arrival: newest, outcome: .unknown(reason))
    }

    private mutating func restartCount(at elapsed: Int64) {
        countedFrom = elapsed
        samples = 0
        longestStep = 0
    }

    /// Accelerometer samples per second since the count began.
    private func rate(at elapsed: Int64) -> Double {
        let duration = Nanoseconds.product(elapsed - countedFrom)
        return duration > 0 ? Double(samples) / duration : .infinity
    }

    private func reason(at elapsed: Int64) -> UnknownReason {
        if servedRate == nil { return reasonOfSensor(at: elapsed) ?? .gap }
        let silence = elapsed - (newestAcceleration ?? 0)
        if max(longestStep, silence) > Self.holdTime / 2 { return .gap }
        return reasonOfSensor(at: elapsed) ?? .gap
    }

    /// The least rate that the model serves of the log's acceleration; nil when it does not serve that at all.
    private var servedRate: Double? { hasGravity ? minimumRate : linearMinimumRate }

    /// Why the model does not serve the samples since the count began; nil when it does.
    private func reasonOfSensor(at elapsed: Int64) -> UnknownReason? {
        guard let servedRate else { return hasGravity ? .rateTooLow : .noGravity }
        return rate(at: elapsed) < servedRate ? .rateTooLow : nil
    }
}

extension SilenceWatch: StatePassing {
    mutating func pass(through archive: inout StateArchive) {
        archive.pass(time: &lastWindowEnd)
        archive.pass(time: &countedFrom)
        archive.pass(count: &samples)
        archive.pass(time: &longestStep)
        archive.pass(&newest, of: 0) { $1.pass(time: &$0) }
        archive.pass(&newestAcceleration, of: 0) { $1.pass(time: &$0) }
        archive.pass(&hasGravity)
        archive.pass(&speeds)
    }
}
