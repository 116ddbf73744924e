// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Turns smoothed estimates into the lines of an activity stream: one per change, and one a minute at the least.
///
/// A pure state machine. An activity's start is that of the first window of its run, and never moves back.
package struct ReportComposer: Sendable {
    /// The least probability of medium confidence of a first answer from half a window: 93 % of those are right.
    package static let provisionalMedium = 0.7
    /// The bits of the six flags.
    private static let allFlags: UInt8 = 0b11_1111

    private let reportsEveryWindow: Bool
    private let origin: Timestamp?
    private var current: MotionActivity?
    private var currentElapsed: Int64 = 0
    private var currentReason: String?
    private var currentIsProvisional = false
    private var lastDelivered: Int64 = .min

    /// A composer at the beginning of a recording.
    package init(reportsEveryWindow: Bool, origin: Timestamp?) {
        self.reportsEveryWindow = reportsEveryWindow
        self.origin = origin
    }

    /// Whether the newest answer is walking or running.
    package var isOnFoot: Bool { current.map { !$0.flags.isDisjoint(with: [.walking, .running]) } ?? false }

    /// The line that `smoothed` gives rise to, or nil when nothing changed.
    package mutating func report(_ smoothed: SmoothedEstimate) -> ActivityReport? {
        switch smoothed.estimate.outcome {
        case .unknown(let reason):
            if smoothed.isHeld, let current {
                var report = compose(
                    flags: current.flags, confidence: .low, reason: nil, from: smoothed, probabilities: nil)
                if reportsEveryWindow { report?.reason = reason.rawValue }
                return report
            }
            return compose(
                flags: .unknown, confidence: .low, reason: reason.rawValue, from: smoothed, probabilities: nil)
        case .probabilities(let probabilities):
            let prediction = (smoothed.smoothed ?? probabilities).mostLikely
            var flags = prediction.activity.map { ActivityFlags($0) } ?? []
            var probability = probabilities[prediction]
            // In a vehicle over time, and at rest: a red light, the stop of a train. A window that looks stationary
            // speaks for that, or for a stop that is about to begin or over.
            if prediction == .automotive {
                if smoothed.isAtRest { flags.insert(.stationary) }
                if smoothed.isAtRest || probabilities.mostLikely == .stationary {
                    probability += probabilities.stationary
                }
            }
            return compose(
                flags: flags, confidence: smoothed.estimate.levels.confidence(of: probability),
                reason: smoothed.estimate.motionFault?.rawValue, from: smoothed, probabilities: probabilities)
        }
    }

    /// The line that a first answer from half a window gives rise to.
    package mutating func provisionalReport(_ estimate: WindowEstimate) -> ActivityReport? {
        guard case .probabilities(let probabilities) = estimate.outcome else { return nil }
        let prediction = probabilities.mostLikely
        return compose(
            flags: prediction.activity.map { ActivityFlags($0) } ?? [],
            confidence: probabilities[prediction] >= Self.provisionalMedium ? .medium : .low, reason: nil,
            from: SmoothedEstimate(
                estimate: estimate, smoothed: nil, arrival: estimate.arrival, prediction: Prediction(prediction),
                isAtRest: false),
            probabilities: probabilities, isProvisional: true)
    }

    private mutating func compose(
        flags: ActivityFlags, confidence: Confidence, reason: String?, from smoothed: SmoothedEstimate,
        probabilities: ActivityProbabilities?, isProvisional: Bool = false
    ) -> ActivityReport? {
        let span = smoothed.estimate.span
        var elapsed = span.lowerBound
        if let current {
            // A run goes on with its flags; a new one cannot begin before the one it ends.
            elapsed = current.flags == flags ? currentElapsed : max(elapsed, currentElapsed)
        }
        let isChange = ChangeRule.isChange(
            flags, confidence, reason, isProvisional, from: current, currentReason, currentIsProvisional)
        let delivered = max(smoothed.arrival, lastDelivered)
        let isDue = current != nil && ChangeRule.isRepeatDue(at: delivered, since: lastDelivered)
        guard isChange || isDue || reportsEveryWindow else { return nil }
        let activity = MotionActivity(
            flags: flags, confidence: confidence, elapsed: .nanoseconds(elapsed),
            start: origin?.advanced(byNanoseconds: elapsed))
        current = activity
        currentElapsed = elapsed
        currentReason = reason
        currentIsProvisional = isProvisional
        lastDelivered = delivered
        return ActivityReport(
            activity: activity, delivered: .nanoseconds(delivered), probabilities: probabilities,
            smoothed: smoothed.smoothed,
            reason: reason, isRepeat: !isChange && !reportsEveryWindow, isProvisional: isProvisional,
            window: reportsEveryWindow ? .nanoseconds(span.lowerBound) ..< .nanoseconds(span.upperBound) : nil,
            speed: smoothed.estimate.speed)
    }
}

extension ReportComposer: StatePassing {
    /// Passes what was said last.
    package mutating func pass(through archive: inout StateArchive) {
        var flags = current?.flags.rawValue ?? 0
        var confidence = current?.confidence ?? .low
        var isThere = current != nil
        archive.pass(&isThere)
        archive.pass(&flags)
        archive.require(flags <= Self.allFlags)
        archive.pass(case: &confidence)
        archive.pass(time: &currentElapsed)
        archive.pass(&currentReason, of: "") { $1.pass(&$0) }
        archive.pass(&currentIsProvisional)
        archive.pass(&lastDelivered)
        // Only what was delivered is current.
        archive.require(isThere == (lastDelivered != .min))
        if isThere { archive.require(times: CollectionOfOne(lastDelivered)) }
        guard archive.isRestoring, isThere else { return }
        current = MotionActivity(
            flags: ActivityFlags(rawValue: flags), confidence: confidence, elapsed: .nanoseconds(currentElapsed),
            start: origin?.advanced(byNanoseconds: currentElapsed))
    }
}
