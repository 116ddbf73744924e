// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// How many steps were counted within a span of time.
public struct StepCount: Sendable, Hashable {
    /// When they were counted.
    public var span: TimeSpan
    /// Whole steps, at least 0.
    public var steps: Int

    /// More than a life has; sums of any file stay countable.
    package static let possible = 0...1_000_000_000

    /// The steps of a span.
    public init(span: TimeSpan, steps: Int) {
        self.span = span
        self.steps = steps
    }

    /// The whole steps in a share of the time in which there were `steps`.
    static func part(_ share: Double, of steps: Int) -> Int { Int(clamping: (Double(steps) * share).rounded()) }

    /// The steps in a part of the span, shared by time.
    package func during(_ part: TimeSpan) -> StepCount {
        StepCount(span: part, steps: Self.part(part.seconds / span.seconds, of: steps))
    }
}

extension [TimelineItem] {
    /// The items with the steps that were counted during them.
    ///
    /// A count that reaches over the end of a section or visit is shared by time. Steps in a vehicle or on a bicycle,
    /// where the ends of section and walk differ, go to the nearer neighbour. The shares of a count that touching items
    /// cover add up to it. Sections and visits that had steps before keep them.
    ///
    /// - Parameter counts: in time order; they do not overlap.
    package func counting(_ counts: [StepCount]) -> [TimelineItem] {
        guard !counts.isEmpty else { return self }
        let sums = StepSums(counts)
        // Sections and visits in order, without the gaps between.
        var parts: [(span: TimeSpan, isRide: Bool, steps: Int?)] = flatMap { item -> [(TimeSpan, Bool, Int?)] in
            switch item {
            case .visit(let visit): [(visit.span, false, sums.steps(during: visit.span))]
            case .move(let move):
                move.sections.map {
                    ($0.span, $0.activity == .automotive || $0.activity == .cycling, sums.steps(during: $0.span))
                }
            case .gap: []
            }
        }
        for index in parts.indices where parts[index].isRide {
            let span = parts[index].span
            guard let steps = parts[index].steps, steps > 0 else { continue }
            let earlier = index > 0 && parts[index - 1].span.end == span.start ? index - 1 : nil
            let later = index + 1 < parts.count && parts[index + 1].span.start == span.end ? index + 1 : nil
            let half = TimeSpan(start: span.start, end: span.start + span.duration / 2)
            let early = sums.steps(during: half) ?? 0
            for (share, place) in [(early, earlier ?? later), (steps - early, later ?? earlier)] {
                guard let place else { continue }
                parts[place].steps = (parts[place].steps ?? 0) + share
                parts[index].steps = (parts[index].steps ?? 0) - share
            }
        }
        var next = parts.makeIterator()
        return map { item in
            switch item {
            case .visit(var visit):
                let counted = next.next()?.steps
                visit.steps = visit.steps ?? counted
                return .visit(visit)
            case .move(var move):
                for index in move.sections.indices {
                    let counted = next.next()?.steps
                    move.sections[index].steps = move.sections[index].steps ?? counted
                }
                return .move(move)
            case .gap: return item
            }
        }
    }
}

/// The sums of counts up to each moment.
private struct StepSums {
    private let counts: [StepCount]
    /// The steps before each count.
    private let before: [Int]

    init(_ counts: [StepCount]) {
        self.counts = counts
        var sum = 0
        before = counts.map { count in
            defer { sum += count.steps }
            return sum
        }
    }

    /// The steps during a span; nil if no count shares time with it.
    func steps(during span: TimeSpan) -> Int? {
        let first = counts.partitioningIndex { $0.span.end > span.start }
        guard first < counts.count, counts[first].span.start < span.end else { return nil }
        return steps(until: span.end) - steps(until: span.start)
    }

    private func steps(until time: Timestamp) -> Int {
        let index = counts.partitioningIndex { $0.span.end > time }
        guard index < counts.count else { return (before.last ?? 0) + (counts.last?.steps ?? 0) }
        let count = counts[index]
        guard count.span.start < time else { return before[index] }
        let share = time.seconds(since: count.span.start) / count.span.seconds
        return before[index] + StepCount.part(share, of: count.steps)
    }
}
