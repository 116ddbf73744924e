// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The answer of the motion rule at one moment.
struct MotionOutcome {
    var source: MotionSourceState
    var sinceDriving: Duration?
    /// The reasons that hold alerts back.
    var holds: [GateReason] = []
    /// Reasons that are true and let alerts through.
    var notes: [GateReason] = []
    /// When the answer may change without an input.
    var changes: [Timestamp] = []
    /// When reasons end without an input, other than those that the last report gives.
    var ends: [GateReason: Timestamp] = [:]
    /// When the source is stale if it stays silent; what rests on the last report ends then.
    var reportEnd: Timestamp?
    /// The end of "recently driving", while it holds.
    var drivingOver: Timestamp?
    /// Whether the fixes show that the person drives, so that no time has gone by since.
    let isDrivingBySpeed: Bool

    /// When a reason ends without an input.
    func end(of reason: GateReason) -> Timestamp? {
        ReportRule.reasons.contains(reason) ? reportEnd : ends[reason]
    }

    mutating func judge(_ reason: GateReason, _ answer: GatePolicy.Action) {
        switch answer {
        case .hold: holds.append(reason)
        case .deliver: notes.append(reason)
        }
    }

    /// Driving, or less than the policy's time after it; at exactly that time it is over. A report that ends the drive
    /// begins that time at once, also while a single fix shows a vehicle's speed.
    mutating func judgeDriving(isDriving: Bool, since: Duration?, at now: Timestamp, _ policy: GatePolicy) {
        if isDriving {
            holds.append(.driving)
        } else if !isDrivingBySpeed, let sinceDriving = since, sinceDriving < policy.afterDriving {
            holds.append(.recentlyDriving)
            let over = now + (policy.afterDriving - sinceDriving)
            drivingOver = over
            ends[.recentlyDriving] = over
            changes.append(over)
        }
    }
}
