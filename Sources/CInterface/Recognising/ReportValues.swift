// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayRecognition

/// Six numbers as C has them.
typealias SixNumbers = (Double, Double, Double, Double, Double, Double)

/// What stands for numbers that are not there.
let noNumbers: SixNumbers = (.nan, .nan, .nan, .nan, .nan, .nan)

extension ActivityProbabilities {
    /// The numbers in the order of the classes.
    var numbers: SixNumbers { (stationary, walking, running, cycling, automotive, noneOfThese) }

    /// Probabilities from numbers in the order of the classes.
    init(_ numbers: SixNumbers) {
        self.init { activityClass in
            switch activityClass {
            case .stationary: numbers.0
            case .walking: numbers.1
            case .running: numbers.2
            case .cycling: numbers.3
            case .automotive: numbers.4
            case .noneOfThese: numbers.5
            }
        }
    }

    /// Whether each is a number from 0 to 1.
    var areProbabilities: Bool { ActivityClass.allCases.allSatisfy { self[$0] >= 0 && self[$0] <= 1 } }
}

extension gaitway_report {
    init(_ report: ActivityReport) {
        self.init()
        elapsed_ns = report.activity.elapsed.wholeNanoseconds
        delivered_ns = report.delivered.wholeNanoseconds
        if let start = report.activity.start {
            start_ns = start.nanoseconds
            has |= UInt32(GAITWAY_HAS_START)
        }
        if let window = report.window {
            window_from_ns = window.lowerBound.wholeNanoseconds
            window_to_ns = window.upperBound.wholeNanoseconds
            has |= UInt32(GAITWAY_HAS_WINDOW)
        }
        speed = report.speed ?? .nan
        if report.speed != nil { has |= UInt32(GAITWAY_HAS_SPEED) }
        cadence = report.cadence ?? .nan
        if report.cadence != nil { has |= UInt32(GAITWAY_HAS_CADENCE) }
        steps = Int64(report.steps ?? 0)
        if report.steps != nil { has |= UInt32(GAITWAY_HAS_STEPS) }
        probabilities = report.probabilities?.numbers ?? noNumbers
        if report.probabilities != nil { has |= UInt32(GAITWAY_HAS_PROBABILITIES) }
        smoothed = report.smoothed?.numbers ?? noNumbers
        if report.smoothed != nil { has |= UInt32(GAITWAY_HAS_SMOOTHED) }
        if report.isRepeat { has |= UInt32(GAITWAY_IS_REPEAT) }
        if report.isProvisional { has |= UInt32(GAITWAY_IS_PROVISIONAL) }
        flags = report.activity.flags.rawValue
        confidence = UInt8(report.activity.confidence.rawValue)
        reason = report.reason.flatMap(UnknownReason.init(rawValue:))?.code ?? UInt8(GAITWAY_REASON_NONE)
    }

    /// The report that a program gives, checked; `name` stands in messages.
    func report(_ name: String) throws(CallError) -> ActivityReport {
        guard flags < 1 << 6 else { throw CallError("\(name).flags is \(flags); give a sum of GAITWAY_FLAG_...") }
        guard let confidence = Confidence(rawValue: Int(confidence)) else {
            throw CallError("\(name).confidence is \(self.confidence); give one of GAITWAY_CONFIDENCE_...")
        }
        guard Int(reason) <= UnknownReason.allCases.count else {
            throw CallError("\(name).reason is \(reason); give one of GAITWAY_REASON_...")
        }
        for time in [elapsed_ns, delivered_ns, window_from_ns, window_to_ns] {
            try SampleBounds.check(time, name)
        }
        func has(_ flag: Int) -> Bool { self.has & UInt32(flag) != 0 }
        guard !has(GAITWAY_HAS_STEPS) || steps >= 0 else {
            throw CallError("\(name).steps is \(steps); give 0 or more")
        }
        guard !has(GAITWAY_HAS_WINDOW) || window_from_ns <= window_to_ns else {
            throw CallError("the window of \(name) ends before it begins")
        }
        let probabilities = has(GAITWAY_HAS_PROBABILITIES) ? ActivityProbabilities(probabilities) : nil
        let smoothed = has(GAITWAY_HAS_SMOOTHED) ? ActivityProbabilities(smoothed) : nil
        guard probabilities?.areProbabilities ?? true, smoothed?.areProbabilities ?? true else {
            throw CallError("a probability of \(name) does not lie between 0 and 1", status: GAITWAY_ERROR_VALUE)
        }
        return ActivityReport(
            activity: MotionActivity(
                flags: ActivityFlags(rawValue: flags), confidence: confidence, elapsed: .nanoseconds(elapsed_ns),
                start: has(GAITWAY_HAS_START) ? Timestamp(nanoseconds: start_ns) : nil),
            delivered: .nanoseconds(delivered_ns), probabilities: probabilities, smoothed: smoothed,
            reason: reason == GAITWAY_REASON_NONE ? nil : UnknownReason.allCases[Int(reason) - 1].rawValue,
            isRepeat: has(GAITWAY_IS_REPEAT), isProvisional: has(GAITWAY_IS_PROVISIONAL),
            window: has(GAITWAY_HAS_WINDOW) ? .nanoseconds(window_from_ns) ..< .nanoseconds(window_to_ns) : nil,
            speed: has(GAITWAY_HAS_SPEED) && speed.isFinite ? speed : nil,
            steps: has(GAITWAY_HAS_STEPS) ? Int(steps) : nil,
            cadence: has(GAITWAY_HAS_CADENCE) && cadence.isFinite ? cadence : nil)
    }
}
