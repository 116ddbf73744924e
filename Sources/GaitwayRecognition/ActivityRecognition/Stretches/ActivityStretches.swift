// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The activities along a log, stretch by stretch, with their sums.
///
/// Stretches touch, and go from the log's beginning to its end. A short stretch with low probability merges into the
/// neighbour that its windows fit better:
///
/// - Short is less than half a minute. Low probability means that at most half of its windows give its answer with high
///   confidence. So a run for the bus stays, and a doubtful moment goes.
/// - A stretch that is unknown for a reason of the log (a gap, a rate) stays, however short: there are no data. One
///   that is unknown because it is unlike the training merges like an answer.
/// - The shortest merge first, and of equals the earliest, so the result depends on the windows alone.
package struct ActivityStretches: Sendable, Hashable {
    /// How many windows are too many for a short stretch: 12 windows last 30.72 s.
    package static let longestShort = 11

    /// The stretches in order; neighbours differ in answer or reason.
    package private(set) var stretches: [ActivityStretch]
    /// How many stretches were folded into others.
    package private(set) var folded = 0

    /// Whether the rests of a vehicle are stretches of their own.
    private let restIsApart: Bool
    /// The last window, which lasts until the next begins.
    private var last: ActivityReport?
    private var lastStart = Duration.zero
    private var steps = 0

    /// The stretches of the reports of all windows, in order; `end` is the log's. The rests of a vehicle are stretches
    /// of their own if they are to be told apart.
    package init(_ reports: [ActivityReport], end: Duration, steps: Int? = nil, restIsApart: Bool = false) {
        self.init(restIsApart: restIsApart)
        for report in reports { append(report) }
        finish(at: end, steps: steps)
    }

    /// No stretches yet: windows are to be appended in order, and then comes the end.
    package init(restIsApart: Bool) {
        stretches = []
        self.restIsApart = restIsApart
    }

    /// Adds the next window.
    package mutating func append(_ report: ActivityReport) {
        // The log begins with its first accelerometer sample, and so does what is said about it.
        let start = last == nil ? .zero : max(lastStart, Self.start(of: report))
        endLast(at: start)
        last = report
        lastStart = start
    }

    /// Ends the log; its last window lasts until then. `steps` are those of the whole log, if they are counted.
    package mutating func finish(at end: Duration, steps: Int? = nil) {
        endLast(at: max(end, lastStart))
        count(steps)
        last = nil
        lastStart = .zero
    }

    /// Adds the last window to its stretch.
    private mutating func endLast(at end: Duration) {
        guard let report = last else { return }
        let prediction = Prediction(report.activity.flags)
        // The reason of a window without an estimate, over which an answer is held, is not that of the answer.
        let reason = prediction == .unknown ? report.reason ?? "" : report.probabilities.flatMap { _ in report.reason }
        let isRest = restIsApart && report.activity.flags.isSuperset(of: [.automotive, .stationary])
        let stretch = ActivityStretch(prediction: prediction, reason: reason, isRest: isRest, start: lastStart)
        if stretches.last?.isAlike(stretch) != true { stretches.append(stretch) }
        stretches[stretches.count - 1].append(report, until: end)
        count(report.steps)
    }

    /// Gives new steps to the last stretch on foot: some are known a window later.
    private mutating func count(_ total: Int?) {
        guard let total, total > steps else { return }
        guard let place = stretches.lastIndex(where: \.isOnFoot) else { return }
        stretches[place].steps += total - steps
        steps = total
    }

    /// The same with short stretches folded into their neighbours.
    package func folding() -> ActivityStretches {
        var result = self
        for length in 1...Self.longestShort { result.fold(upTo: length) }
        return result
    }

    /// The time of one answer, and of one reason for unknown.
    package struct Total: Sendable, Hashable {
        /// What was done.
        package let prediction: Prediction
        /// Why that is unknown, or why it rests on the speed of fixes alone; nil for an answer by the motion.
        package let reason: String?
        /// Whether the answer rests on the speed of fixes alone.
        package var isBySpeed: Bool { prediction != .unknown && reason != nil }
        /// For how long, in all.
        package fileprivate(set) var time: Duration
        /// For how much of it the vehicle stood.
        package fileprivate(set) var restTime: Duration
        package fileprivate(set) var steps: Int
    }

    /// The time by answer and reason, in the order of ``Prediction``; all of them together are the log's length.
    package var totals: [Total] {
        var totals: [Total] = []
        for stretch in stretches {
            if let index = totals.firstIndex(where: {
                $0.prediction == stretch.prediction && $0.reason == stretch.reason
            }) {
                totals[index].time += stretch.duration
                totals[index].restTime += stretch.restTime
                totals[index].steps += stretch.steps
            } else {
                totals.append(
                    Total(
                        prediction: stretch.prediction, reason: stretch.reason, time: stretch.duration,
                        restTime: stretch.restTime, steps: stretch.steps))
            }
        }
        return totals.sorted { ($0.prediction.rawValue, $1.time) < ($1.prediction.rawValue, $0.time) }
    }

    /// The confidence of most windows in all stretches of an answer; of equals, the lower.
    package func confidence(of prediction: Prediction) -> Confidence {
        var alike = stretches.filter { $0.prediction == prediction }[...]
        guard var whole = alike.popFirst() else { return .low }
        for stretch in alike { whole.absorb(stretch) }
        return whole.confidence
    }

    /// Where a window begins.
    private static func start(of report: ActivityReport) -> Duration {
        max(.zero, report.window?.lowerBound ?? report.activity.elapsed)
    }

    /// Merges the stretches of up to `length` windows, from the first to the last.
    private mutating func fold(upTo length: Int) {
        var kept: [ActivityStretch] = []
        var rest = stretches[...]
        while var stretch = rest.popFirst() {
            while let neighbour = rest.first, neighbour.isAlike(stretch) {
                stretch.absorb(neighbour)
                rest.removeFirst()
            }
            if let last = kept.last, last.isAlike(stretch) {
                kept[kept.count - 1].absorb(stretch)
                continue
            }
            guard stretch.windows <= length, stretch.isFoldable else {
                kept.append(stretch)
                continue
            }
            let before = kept.last.flatMap { stretch.support(from: $0) }
            let after = rest.first.flatMap { stretch.support(from: $0) }
            switch (before, after) {
            case (nil, nil): kept.append(stretch)
            case (let before?, let after?) where after > before: absorbFirst(of: &rest, stretch)
            case (nil, _): absorbFirst(of: &rest, stretch)
            default:
                kept[kept.count - 1].absorb(stretch)
                folded += 1
            }
        }
        stretches = kept
    }

    /// Folds a stretch into the one after it.
    private mutating func absorbFirst(of rest: inout ArraySlice<ActivityStretch>, _ stretch: ActivityStretch) {
        rest[rest.startIndex].absorb(stretch)
        folded += 1
    }
}

extension ActivityStretch {
    /// Whether it is a model's answer to windows that it saw, with low probability.
    fileprivate var isFoldable: Bool { prediction != .unknown ? !isBelieved : isOfWindows }

    /// Whether the model saw the windows: what is unknown for a reason of the log, it did not see.
    private var isOfWindows: Bool {
        switch reason.flatMap(UnknownReason.init) {
        case .farFromTraining, .handled, .saturated: true
        case .gap, .deadSensor, .rateTooLow, .noGravity, .tooShort, nil: prediction != .unknown
        }
    }

    /// How much this stretch speaks for being a part of a neighbour; nil if it cannot be. It is a part of an unknown
    /// one only where there is no other, or where it says nothing itself.
    fileprivate func support(from neighbour: ActivityStretch) -> Double? {
        guard neighbour.isOfWindows else { return nil }
        return neighbour.prediction.activityClass.map(support) ?? -.greatestFiniteMagnitude
    }
}
