// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

/// A time in which a person did one thing, as a person tells it: neighbouring windows of one answer.
///
/// In a vehicle, the time at rest belongs to it.
package struct ActivityStretch: Sendable, Hashable {
    /// What was done.
    package let prediction: Prediction
    /// Why that is unknown, or why it rests on the speed of fixes alone; nil for an answer by the motion.
    package let reason: String?
    /// Whether it is a vehicle's rest alone, which is then told apart from its motion.
    package let isRest: Bool
    /// When it began, since the first accelerometer sample.
    package internal(set) var start: Duration
    /// When the next stretch began, or the log ended.
    package internal(set) var end: Duration
    package internal(set) var windows = 0
    /// In how much of it the vehicle stood.
    package internal(set) var restTime = Duration.zero
    /// The steps in it; 0 where none are counted.
    package internal(set) var steps = 0
    /// What its windows say in sum.
    private var evidence = Evidence()

    /// Sums over windows, for the stretch and for what it may be folded into.
    private struct Evidence: Sendable, Hashable {
        /// How many windows give the stretch's answer with each confidence, low first.
        var confidences = [Int](repeating: 0, count: Confidence.allCases.count)
        /// How many windows have an estimate.
        var estimates = 0
        /// The sum of each class's probability, and of its logarithm, over the windows with an estimate.
        var sums = ActivityProbabilities { _ in 0 }
        var logarithms = ActivityProbabilities { _ in 0 }
        /// The same sum and number over windows in which a vehicle stands.
        var sumsAtRest = ActivityProbabilities { _ in 0 }
        var estimatesAtRest = 0
    }

    /// A stretch of one answer without a window yet.
    init(prediction: Prediction, reason: String?, isRest: Bool, start: Duration) {
        self.prediction = prediction
        self.reason = reason
        self.isRest = isRest
        self.start = start
        end = start
    }

    /// Whether its answer rests on the speed of fixes alone.
    package var isBySpeed: Bool { prediction != .unknown && reason != nil }

    /// Whether it is on foot, as steps are.
    var isOnFoot: Bool { prediction == .walking || prediction == .running }

    /// How long it lasted.
    package var duration: Duration { end - start }

    /// The confidence of most of its windows; of equals, the lower. Windows that were folded into it count as low.
    package var confidence: Confidence {
        let others = windows - evidence.confidences.reduce(0, +)
        let counts = Confidence.allCases.map { evidence.confidences[$0.rawValue] + ($0 == .low ? others : 0) }
        return Confidence.allCases.max { (counts[$0.rawValue], $1.rawValue) < (counts[$1.rawValue], $0.rawValue) }
            ?? .low
    }

    /// The mean of the answer's probability over its windows. Windows in which a vehicle stands do not count, as they
    /// look stationary, rightly. Nil without a window that counts.
    package var probability: Double? {
        guard let activityClass = prediction.activityClass else { return nil }
        let count = evidence.estimates - evidence.estimatesAtRest
        guard count > 0 else { return nil }
        return (evidence.sums[activityClass] - evidence.sumsAtRest[activityClass]) / Double(count)
    }

    /// Whether most of its windows give its answer with high confidence. Windows at rest alone do not speak for a
    /// vehicle.
    var isBelieved: Bool {
        let isRestOnly = prediction == .automotive && evidence.estimatesAtRest == evidence.estimates
        return evidence.confidences[Confidence.high.rawValue] * 2 > windows && !isRestOnly
    }

    /// How much its windows speak for a class: the sum of the logarithms of its probability. Windows without an
    /// estimate speak for none.
    func support(for activityClass: ActivityClass) -> Double { evidence.logarithms[activityClass] }

    /// Bounds each logarithm from below, so that one window cannot rule a class out alone.
    private static let leastProbability = 1e-4

    /// Adds a window, which lasts from its beginning to that of the next.
    mutating func append(_ report: ActivityReport, until next: Duration) {
        let begin = end
        windows += 1
        end = max(next, start)
        let isAtRest = report.activity.flags.isSuperset(of: [.automotive, .stationary])
        if isAtRest { restTime += end - begin }
        guard let probabilities = report.probabilities else { return }
        evidence.estimates += 1
        evidence.confidences[report.activity.confidence.rawValue] += 1
        if isAtRest { evidence.estimatesAtRest += 1 }
        for activityClass in ActivityClass.allCases {
            let probability = probabilities[activityClass]
            evidence.sums[activityClass] += probability
            if isAtRest { evidence.sumsAtRest[activityClass] += probability }
            evidence.logarithms[activityClass] += log(max(probability, Self.leastProbability))
        }
    }

    /// Whether another says the same.
    func isAlike(_ other: ActivityStretch) -> Bool {
        prediction == other.prediction && reason == other.reason && isRest == other.isRest
    }

    /// Merges a stretch that touches this one. Its evidence for its own answer counts only if both answers are the
    /// same.
    mutating func absorb(_ other: ActivityStretch) {
        start = min(start, other.start)
        end = max(end, other.end)
        windows += other.windows
        steps += other.steps
        evidence.estimates += other.evidence.estimates
        for activityClass in ActivityClass.allCases {
            evidence.sums[activityClass] += other.evidence.sums[activityClass]
            evidence.logarithms[activityClass] += other.evidence.logarithms[activityClass]
        }
        if prediction == .automotive, other.prediction == .stationary {
            // A short rest in a vehicle is the vehicle's.
            restTime += other.duration
            evidence.estimatesAtRest += other.evidence.estimates
            for activityClass in ActivityClass.allCases {
                evidence.sumsAtRest[activityClass] += other.evidence.sums[activityClass]
            }
        }
        guard other.prediction == prediction else { return }
        restTime += other.restTime
        evidence.estimatesAtRest += other.evidence.estimatesAtRest
        for confidence in evidence.confidences.indices {
            evidence.confidences[confidence] += other.evidence.confidences[confidence]
        }
        for activityClass in ActivityClass.allCases {
            evidence.sumsAtRest[activityClass] += other.evidence.sumsAtRest[activityClass]
        }
    }
}

extension Prediction {
    /// The class that it names; nil for unknown.
    package var activityClass: ActivityClass? { ActivityClass(rawValue: rawValue) }
}
