// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// What the gate knows of the person's motion, and the rule about it. Saved with the gate's state.
struct MotionState: Hashable, Codable {
    /// The report that holds.
    struct Current: Hashable, Codable {
        var flags: UInt8
        var confidence: Int
        var start: Timestamp?
        var delivered: Timestamp

        /// The bits of the six flags.
        static let allFlags: UInt8 = 0b11_1111

        var activityFlags: ActivityFlags { ActivityFlags(rawValue: flags) }
        var activityConfidence: Confidence { Confidence(rawValue: confidence) ?? .low }
    }

    var availability = MotionAvailability.available
    var current: Current?
    /// When a report or a repeat was last delivered.
    var lastHeard: Timestamp?
    /// The delivery of the last report that followed an automotive one.
    var stoppedDriving: Timestamp?
    var passengerUntil: Timestamp?
    /// The delivery of the first of the automotive reports that followed each other without another.
    var drivingSince: Timestamp?
    /// The evidence of the fixes; nil before the first.
    var speed: SpeedEvidence?
    /// How fast the person walks; nil before the first report for a policy that looks at it.
    var cadence: CadenceHistory?

    /// Makes `report` the current one.
    mutating func take(_ report: ActivityReport, at now: Timestamp, policy: GatePolicy) {
        if policy.rushFactor != nil {
            let isWalk = report.activity.flags.contains(.walking)
            cadence = cadence ?? CadenceHistory()
            cadence?.take(isWalk ? report.cadence : nil)
        }
        let confidence = report.gateConfidence
        if report.isRepeat, let current, current.activityFlags == report.activity.flags,
            current.activityConfidence == confidence
        {
            // It is the same activity, so the silence before it ended no driving.
            lastHeard = now
            return
        }
        // A report shows that the hardware and the permission are there.
        availability = .available
        noteDriving(until: now, policy)
        let began = isDriving(policy) && !isStale(at: now, policy) ? drivingBegan ?? now : now
        current = Current(
            flags: report.activity.flags.rawValue & Current.allFlags, confidence: confidence.rawValue,
            start: report.activity.start, delivered: now)
        lastHeard = now
        drivingSince = isDriving(policy) ? began : nil
    }

    /// Takes the availability of motion activity. Without it, the last report is void.
    mutating func take(_ availability: MotionAvailability, at now: Timestamp, policy: GatePolicy) {
        self.availability = availability
        guard availability != .available else { return }
        noteDriving(until: now, policy)
        current = nil
        lastHeard = nil
        drivingSince = nil
    }

    /// The app restarted and lost the last report. What it wrote down of the last drive stays.
    mutating func forgetReport() {
        current = nil
        lastHeard = nil
        drivingSince = nil
        cadence?.forgetCurrent()
    }

    /// The phone was located.
    mutating func take(_ fix: GateFix, at now: Timestamp, policy: GatePolicy) {
        guard let limit = policy.vehicleSpeed else { return }
        var evidence = speed ?? SpeedEvidence()
        evidence.take(fix, at: now, limit: limit)
        speed = evidence
    }

    private mutating func noteDriving(until now: Timestamp, _ policy: GatePolicy) {
        guard isDriving(policy) else { return }
        // A stale source cannot show that the drive went on until now.
        let end = isStale(at: now, policy) ? lastHeard ?? now : now
        if hasLasted(until: end, policy) { stoppedDriving = end }
    }

    /// The answer of the motion rule at `now`.
    func answer(at now: Timestamp, policy: GatePolicy) -> MotionOutcome {
        let bySpeed = policy.vehicleSpeed == nil ? nil : speed
        var answer = MotionOutcome(
            source: source(at: now, policy), sinceDriving: sinceDriving(at: now, policy),
            isDrivingBySpeed: bySpeed?.isDriving(at: now) ?? false)
        if let end = bySpeed?.end(at: now) {
            answer.holds.append(.vehicleSpeed)
            answer.ends[.vehicleSpeed] = end
            answer.changes.append(end)
        }
        switch answer.source {
        case .unsupported:
            // Losing the hardware does not end a drive.
            answer.judgeDriving(
                isDriving: false,
                since: policy.lostHardware == .hold ? answer.sinceDriving : bySpeed?.sinceDriving(at: now), at: now,
                policy)
            answer.notes.append(.noMotionHardware)
        case .unauthorised:
            // Nor does a permission that is withdrawn at the wheel. Afterwards only the fixes count, unless the policy
            // holds alerts then.
            let countsDrive = policy.lostHardware == .hold || policy.whenUnauthorised == .hold
            answer.judgeDriving(
                isDriving: false, since: countsDrive ? answer.sinceDriving : bySpeed?.sinceDriving(at: now), at: now,
                policy)
            answer.judge(.permissionDeclined, policy.whenUnauthorised)
        case .noReport:
            answer.judgeDriving(isDriving: false, since: answer.sinceDriving, at: now, policy)
            answer.judge(.noReport, policy.whenUnknown)
        case .stale:
            answer.judgeDriving(isDriving: false, since: answer.sinceDriving, at: now, policy)
            answer.judge(.staleSource, policy.whenStale)
        case .fresh:
            let isDriving = isDriving(policy)
            let counts = isDriving && hasLasted(until: now, policy)
            answer.judgeDriving(isDriving: counts, since: answer.sinceDriving, at: now, policy)
            if isDriving, !counts, let began = drivingBegan {
                answer.notes.append(.drivingOnset)
                answer.changes.append(began + policy.drivingOnset)
                answer.ends[.drivingOnset] = began + policy.drivingOnset
                // Then it is driving.
                answer.ends[.recentlyDriving] = answer.ends[.recentlyDriving].map {
                    min($0, began + policy.drivingOnset)
                }
            }
            judgeActivity(&answer, policy)
            if let staleAfter = policy.staleAfter, let lastHeard {
                answer.changes.append(lastHeard + staleAfter)
                answer.reportEnd = lastHeard + staleAfter
            }
        }
        applyOverride(to: &answer, at: now)
        return answer
    }

    private func judgeActivity(_ answer: inout MotionOutcome, _ policy: GatePolicy) {
        guard let current else { return }
        let flags = current.activityFlags
        let report = CountedReport(
            flags: flags, counted: policy.minimumConfidence.counted(flags, at: current.activityConfidence),
            cadence: cadence)
        for rule in ReportRule.all { rule.answer(report, policy).map { answer.judge(rule.reason, $0) } }
    }

    private func applyOverride(to answer: inout MotionOutcome, at now: Timestamp) {
        guard let passengerUntil, passengerUntil > now else { return }
        answer.changes.append(passengerUntil)
        answer.ends[.passenger] = passengerUntil
        let count = answer.holds.count
        answer.holds.removeAll { $0 == .driving || $0 == .recentlyDriving || $0 == .vehicleSpeed }
        if answer.holds.count < count { answer.notes.append(.passenger) }
    }

    private func source(at now: Timestamp, _ policy: GatePolicy) -> MotionSourceState {
        switch availability {
        case .unsupported: .unsupported
        case .unauthorised: .unauthorised
        case .available: current == nil ? .noReport : isStale(at: now, policy) ? .stale : .fresh
        }
    }

    private func isDriving(_ policy: GatePolicy) -> Bool {
        guard let current else { return false }
        return policy.minimumConfidence
            .counted(current.activityFlags, at: current.activityConfidence).contains(.automotive)
    }

    private func isStale(at now: Timestamp, _ policy: GatePolicy) -> Bool {
        guard let staleAfter = policy.staleAfter, let lastHeard else { return false }
        return lastHeard + staleAfter <= now
    }

    private func sinceDriving(at now: Timestamp, _ policy: GatePolicy) -> Duration? {
        let byReports = sinceReportedDriving(at: now, policy)
        guard policy.vehicleSpeed != nil, let bySpeed = speed?.sinceDriving(at: now) else { return byReports }
        return byReports.map { min($0, bySpeed) } ?? bySpeed
    }

    private func sinceReportedDriving(at now: Timestamp, _ policy: GatePolicy) -> Duration? {
        let isStale = isStale(at: now, policy)
        guard isDriving(policy), hasLasted(until: isStale ? lastHeard ?? now : now, policy) else {
            return stoppedDriving.map { now - $0 }
        }
        return isStale ? lastHeard.map { now - $0 } : .zero
    }

    /// When the automotive reports began that still hold.
    private var drivingBegan: Timestamp? { drivingSince ?? current?.delivered }

    /// Whether they had lasted long enough at `end` to count as driving.
    private func hasLasted(until end: Timestamp, _ policy: GatePolicy) -> Bool {
        drivingBegan.map { end - $0 >= policy.drivingOnset } ?? false
    }
}

extension ActivityReport {
    /// How sure the gate takes a report to be: a first answer from half a window counts for little, however sure it is.
    var gateConfidence: Confidence { isProvisional ? .low : activity.confidence }
}
