// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Notices that a recording goes on without windows, and says why.
///
/// Windows come every 2.56 s while the accelerometer is alive. After a gap the activity is held for 10 s, as the next
/// window takes 5.6 s; then the estimate has no answer. A window that comes in time follows an estimate without an
/// answer for the gap, so that no activity lasts through it. A pure state machine.
struct SilenceWatch: Sendable {
    /// How long an activity is held without a window, in nanoseconds.
    static let holdTime: Int64 = 10_000_000_000
    /// How long before its end an estimate begins that follows another of the same silence, at the least: after that
    /// one, if it is as long as a window of speed, and before any window that may still come.
    private static let reach = WindowGrid.duration + WindowGrid.speedLead
    /// The least steps for each gap where the time between gaps has a rate.
    private static let leastSteps = 4

    /// The least rates that the model serves with gravity and without; nil where it does not.
    private let minimumRate: Double?
    private let linearMinimumRate: Double?
    private var lastWindowEnd: Int64 = 0
    /// Since when samples are counted.
    private var countedFrom: Int64 = 0
    private var samples = 0
    private var longestStep: Int64 = 0
    /// The number of steps longer than 0.5 s since the count began, and their time.
    private var gaps = 0
    private var gapTime: Int64 = 0
    /// The time without windows around the gaps since the last window, if nothing has been said about it.
    private var unsaid: (from: Int64, to: Int64)?
    private var hasWindow = false
    /// Whether the time since the last window has no answer already.
    private var isSilent = false
    private var newest: Int64?
    private var newestAcceleration: Int64?
    private var hasGravity = false
    private var speeds = SpeedHistory()

    init(minimumRate: Double?, linearMinimumRate: Double?) {
        self.minimumRate = minimumRate
        self.linearMinimumRate = linearMinimumRate
    }

    /// Takes note of a gap of the accelerometer, after the windows from before it.
    mutating func sawGap(from: Int64, to: Int64) {
        // Samples before the first window are too few for one, as are those between two gaps.
        let start = unsaid?.from ?? (hasWindow ? max(0, from) : 0)
        if !isSilent, to > start { unsaid = (start, to) }
    }

    /// The estimate without an answer for the gap before a window; nil without a gap, and if the gap has an estimate.
    mutating func gap(before window: MotionWindow) -> WindowEstimate? {
        defer { unsaid = nil }
        return unsaid.map {
            WindowEstimate(span: $0.from..<$0.to, arrival: window.arrival, outcome: .unknown(.gap))
        }
    }

    /// The first half of a window ended: its answer is held, too.
    mutating func beginningEnded(at end: Int64) {
        hasWindow = true
        lastWindowEnd = max(lastWindowEnd, end)
    }

    mutating func windowEnded(at end: Int64) {
        hasWindow = true
        isSilent = false
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
            let last = newestAcceleration ?? sample.nanoseconds
            let step = sample.nanoseconds - last
            if step > longestStep { longestStep = step }
            if step > SensorSample.longestStep {
                gaps += 1
                gapTime += sample.nanoseconds - max(last, countedFrom)
            }
            newestAcceleration = sample.nanoseconds
            samples += 1
        }
        return sample.nanoseconds - lastWindowEnd > Self.holdTime ? silence(at: sample.nanoseconds) : nil
    }

    /// The estimate without an answer when the hold time has passed.
    @inline(never)
    private mutating func silence(at elapsed: Int64) -> WindowEstimate {
        let start = isSilent ? lastWindowEnd + Self.holdTime - Self.reach : unsaidStart(at: elapsed) ?? lastWindowEnd
        let estimate = WindowEstimate(
            span: min(start, elapsed)..<elapsed, arrival: elapsed, outcome: .unknown(reason(at: elapsed)))
        isSilent = true
        unsaid = nil
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

    /// The estimate without an answer for a gap at the log's end; nil without a gap, and if the gap has an estimate.
    func gapAtEnd() -> WindowEstimate? {
        guard !isSilent, let newest, let start = unsaidStart(at: newest), start < newest else { return nil }
        return WindowEstimate(span: start..<newest, arrival: newest, outcome: .unknown(.gap))
    }

    /// Where the first gap since the last window begins, if nothing has been said about it. The accelerometer may be
    /// silent still.
    private func unsaidStart(at elapsed: Int64) -> Int64? {
        if let unsaid { return unsaid.from }
        guard hasWindow, let newestAcceleration, elapsed - newestAcceleration > SensorSample.longestStep else {
            return nil
        }
        return newestAcceleration
    }

    private mutating func restartCount(at elapsed: Int64) {
        countedFrom = elapsed
        samples = 0
        longestStep = 0
        gaps = 0
        gapTime = 0
    }

    /// Accelerometer samples per second since the count began: between gaps, unless the log is hardly anything else.
    private func rate(at elapsed: Int64) -> Double {
        var (duration, count) = (elapsed - countedFrom, samples)
        let silence = elapsed - max(newestAcceleration ?? countedFrom, countedFrom)
        let regular = duration - gapTime - (silence > SensorSample.longestStep ? silence : 0)
        if regular > 0, samples - gaps > Self.leastSteps * gaps { (duration, count) = (regular, samples - gaps) }
        return duration > 0 ? Double(count) / Nanoseconds.product(duration) : .infinity
    }

    private func reason(at elapsed: Int64) -> UnknownReason {
        if servedRate == nil { return reasonOfSensor(at: elapsed) ?? .gap }
        let silence = elapsed - (newestAcceleration ?? 0)
        if samples == 0 || max(longestStep, silence) > Self.holdTime / 2 { return .gap }
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
        archive.pass(count: &gaps)
        archive.pass(time: &gapTime)
        archive.pass(&unsaid, of: (0, 0)) { unsaid, archive in
            archive.pass(time: &unsaid.from)
            archive.pass(time: &unsaid.to)
            archive.require(unsaid.from < unsaid.to)
        }
        archive.pass(&hasWindow)
        archive.pass(&isSilent)
        archive.pass(&newest, of: 0) { $1.pass(time: &$0) }
        archive.pass(&newestAcceleration, of: 0) { $1.pass(time: &$0) }
        archive.pass(&hasGravity)
        archive.pass(&speeds)
    }
}
