// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation

/// A model's answers along a ride, which a person takes over as labels where the model is sure. A pure value.
struct SurePredictions: Sendable {
    /// The answer to a window, and the probability of its classes. Times are in seconds.
    private struct Window {
        var from: Double
        var to: Double
        var answer: Prediction
        var probability: Double
    }

    /// A span of a ride.
    typealias Span = (from: Double, to: Double, label: RideLabel?)

    /// The least mean probability at which the model is sure.
    static let least = 0.8
    /// The time over which the probability is averaged, and the shortest span that is taken over, in seconds.
    static let reach = 15.0

    private var windows: [Window] = []

    /// Takes a window's report.
    mutating func append(_ report: ActivityReport) {
        guard let window = report.window else { return }
        let answer = Prediction(report.activity.flags)
        let probability = report.probabilities.map { Self.probability(of: answer, in: $0) } ?? 0
        windows.append(
            Window(
                from: window.lowerBound.inSeconds, to: window.upperBound.inSeconds, answer: answer,
                probability: probability))
    }

    /// A vehicle may be at rest.
    private static func probability(of answer: Prediction, in all: ActivityProbabilities) -> Double {
        guard let activityClass = ActivityClass(rawValue: answer.rawValue) else { return 0 }
        let rest = answer == .automotive ? all[.stationary] : 0
        return Double(all[activityClass] + rest)
    }

    /// The spans outside the labelled ones: those where the model is sure, with what it says, and those of doubt.
    ///
    /// - Parameters:
    ///   - labelled: the labelled spans, in order.
    ///   - duration: the ride's length in seconds.
    func spans(
        outside labelled: [(from: Double, to: Double)], duration: Double
    ) -> (sure: [Span], doubtful: [Span]) {
        var spans = Self.joined(
            labels.enumerated().map { index, label in
                let (from, to) = place(index, duration)
                return (from, to, label)
            })
        // What is shorter teaches little, and is as likely a fault of the model.
        for index in spans.indices where spans[index].to - spans[index].from < Self.reach {
            spans[index].label = nil
        }
        let free = spans.flatMap { span in
            Self.rest(of: (span.from, span.to), without: labelled).map { ($0.from, $0.to, span.label) as Span }
        }
        return (free.filter { $0.label != nil }, Self.joined(free.filter { $0.label == nil }))
    }

    /// What each window says surely; nil where the model doubts.
    private var labels: [RideLabel?] {
        windows.indices.map { index in
            let window = windows[index]
            let middle = (window.from + window.to) / 2
            var (sum, count) = (0.0, 0.0)
            func take(_ other: Window) -> Bool {
                guard ((other.from + other.to) / 2 - middle).magnitude <= Self.reach / 2, other.answer == window.answer
                else { return false }
                sum += other.probability
                count += 1
                return true
            }
            var one = index
            while one >= 0, take(windows[one]) { one -= 1 }
            var other = index + 1
            while other < windows.count, take(windows[other]) { other += 1 }
            guard sum >= Self.least * count else { return nil }
            return RideLabel(name: window.answer.name).flatMap { $0 == .unknown ? nil : $0 }
        }
    }

    /// The time that a window stands for: to the middle between its neighbours, and to the ride's ends.
    private func place(_ index: Int, _ duration: Double) -> (from: Double, to: Double) {
        func edge(_ one: Window, _ next: Window) -> (end: Double, start: Double) {
            guard next.from <= one.to else { return (one.to, next.from) }
            let middle = (one.from + one.to + next.from + next.to) / 4
            return (middle, middle)
        }
        let from = index == 0 ? min(windows[0].from, 0) : edge(windows[index - 1], windows[index]).start
        let to =
            index + 1 == windows.count ? max(duration, windows[index].to) : edge(windows[index], windows[index + 1]).end
        return (max(0, from), min(duration, to))
    }

    private static func rest(
        of span: (from: Double, to: Double), without labelled: [(from: Double, to: Double)]
    ) -> [(from: Double, to: Double)] {
        var (rest, from) = ([(from: Double, to: Double)](), span.from)
        for label in labelled where label.to > span.from && label.from < span.to {
            if label.from > from { rest.append((from, label.from)) }
            from = max(from, label.to)
        }
        if from < span.to { rest.append((from, span.to)) }
        return rest
    }

    /// Neighbours of one label as one span.
    private static func joined(_ spans: [Span]) -> [Span] {
        spans.reduce(into: []) { joined, span in
            if let last = joined.last, last.label == span.label, span.from - last.to < 0.001 {
                joined[joined.count - 1].to = span.to
            } else {
                joined.append(span)
            }
        }
    }
}
