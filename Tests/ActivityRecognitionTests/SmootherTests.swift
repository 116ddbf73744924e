import ActivityFeatures
import ActivityRecognition
import MotionTypes
import TestSupport
import Testing

@Suite struct SmootherTests {
    static let stay = 0.9

    /// Windows a hop apart with these posteriors; nil is a window without an estimate.
    static func estimates(_ posteriors: [ActivityProbabilities?]) -> [WindowEstimate] {
        posteriors.enumerated().map { index, posterior in
            let start = Int64(index) * WindowGrid.hopDuration
            return WindowEstimate(
                span: start..<start + WindowGrid.duration, arrival: start + WindowGrid.duration,
                outcome: posterior.map { .probabilities($0) } ?? .unknown(.rateTooLow))
        }
    }

    static func smooth(
        _ smoothing: Smoothing, _ posteriors: [ActivityProbabilities?], evidence: SmoothingParameters.Evidence = .init()
    ) -> [SmoothedEstimate] {
        var smoother = Smoother(smoothing, parameters: .init(stay: stay, evidence: evidence))
        var ready: [SmoothedEstimate] = []
        for estimate in estimates(posteriors) { smoother.append(estimate, to: &ready) }
        smoother.finish(to: &ready)
        return ready
    }

    static func randomPosteriors(_ count: Int, seed: UInt64) -> [ActivityProbabilities] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let raw = ActivityProbabilities { _ in Double.random(in: 0.01...1, using: &generator) }
            let sum = ActivityClass.allCases.reduce(0) { $0 + raw[$1] }
            return ActivityProbabilities { raw[$0] / sum }
        }
    }

    /// Every sequence of classes with its probability, by enumeration: the model's definition itself.
    static func sequences(
        _ posteriors: [ActivityProbabilities], stay: Double = Self.stay
    ) -> [(path: [ActivityClass], weight: Double)] {
        let move = (1 - stay) / 5
        var sequences: [(path: [ActivityClass], weight: Double)] = [([], 1)]
        for posterior in posteriors {
            sequences = sequences.flatMap { sequence in
                ActivityClass.allCases.map { state in
                    let transition = sequence.path.last.map { $0 == state ? stay : move } ?? 1.0 / 6
                    return (sequence.path + [state], sequence.weight * transition * posterior[state])
                }
            }
        }
        return sequences
    }

    static func marginal(
        _ sequences: [(path: [ActivityClass], weight: Double)], at index: Int
    ) -> ActivityProbabilities {
        let total = sequences.reduce(0) { $0 + $1.weight }
        return ActivityProbabilities { state in
            sequences.reduce(0) { $0 + ($1.path[index] == state ? $1.weight : 0) } / total
        }
    }

    static func difference(_ left: ActivityProbabilities, _ right: ActivityProbabilities?) -> Double {
        guard let right else { return .infinity }
        return ActivityClass.allCases.map { abs(left[$0] - right[$0]) }.max() ?? 0
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func causalIsTheFilteredPosteriorOfAllSequences(seed: UInt64) {
        let posteriors = Self.randomPosteriors(6, seed: seed)
        let smoothed = Self.smooth(.causal, posteriors)
        // An answer at once takes changes to be five times rarer.
        let stay = 1 - (1 - Self.stay) / 5
        for index in posteriors.indices {
            let sequences = Self.sequences(Array(posteriors[...index]), stay: stay)
            #expect(Self.difference(Self.marginal(sequences, at: index), smoothed[index].smoothed) < 1e-12)
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func lagIsThePosteriorGivenFourMoreWindows(seed: UInt64) {
        let posteriors = Self.randomPosteriors(6, seed: seed)
        let smoothed = Self.smooth(.lag, posteriors)
        for index in posteriors.indices {
            let last = min(posteriors.count - 1, index + Smoother.lagWindows)
            let sequences = Self.sequences(Array(posteriors[...last]))
            #expect(Self.difference(Self.marginal(sequences, at: index), smoothed[index].smoothed) < 1e-12)
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func viterbiIsTheMostLikelyOfAllSequences(seed: UInt64) throws {
        let posteriors = Self.randomPosteriors(6, seed: seed)
        let best = try #require(Self.sequences(posteriors).max { $0.weight < $1.weight })
        #expect(Self.smooth(.viterbi, posteriors).map { $0.smoothed?.mostLikely } == best.path)
    }

    @Test(arguments: Smoothing.allCases)
    func everyEstimateComesOutOnceInOrder(smoothing: Smoothing) {
        var posteriors: [ActivityProbabilities?] = Self.randomPosteriors(30, seed: 3)
        for index in [0, 7, 8, 20, 29] { posteriors[index] = nil }
        let smoothed = Self.smooth(smoothing, posteriors)
        #expect(smoothed.map(\.estimate) == Self.estimates(posteriors))
        for (estimate, posterior) in zip(smoothed, posteriors) {
            #expect((estimate.smoothed != nil) == (smoothing != .none && posterior != nil))
        }
    }

    @Test func arrivalsTellHowLongTheSmootherWaited() {
        let posteriors = Self.randomPosteriors(10, seed: 4)
        #expect(Self.smooth(.causal, posteriors).allSatisfy { $0.arrival == $0.estimate.arrival })
        #expect(
            Self.smooth(.lag, posteriors).dropLast(Smoother.lagWindows)
                .allSatisfy { $0.arrival - $0.estimate.arrival == 4 * WindowGrid.hopDuration })
        #expect(Set(Self.smooth(.viterbi, posteriors).map(\.arrival)).count == 1)
    }

    /// The answers to `far` windows that lie far from the training, after one of walking.
    private static func answers(_ smoothing: Smoothing, reason: UnknownReason, after: Int) -> [SmoothedEstimate] {
        let sure = ActivityProbabilities { $0 == .walking ? 0.95 : 0.01 }
        var estimates = Self.estimates([ActivityProbabilities?](repeating: sure, count: 12))
        for index in 4..<4 + after { estimates[index].outcome = .unknown(reason) }
        var smoother = Smoother(smoothing, parameters: .init(stay: stay))
        var ready: [SmoothedEstimate] = []
        for estimate in estimates { smoother.append(estimate, to: &ready) }
        smoother.finish(to: &ready)
        return ready
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi], [1, 2, 3, 5])
    func anOddMomentKeepsTheAnswer(smoothing: Smoothing, count: Int) {
        let answers = Self.answers(smoothing, reason: .farFromTraining, after: count)
        for (index, estimate) in answers.enumerated() {
            let isFar = (4..<4 + count).contains(index)
            #expect(estimate.isHeld == (isFar && index < 6))
            #expect(estimate.answer == (isFar && index >= 6 ? .unknown : .walking))
        }
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func whatNobodyMeasuredIsNotHeld(smoothing: Smoothing) {
        for reason in UnknownReason.allCases where reason != .farFromTraining {
            #expect(Self.answers(smoothing, reason: reason, after: 1)[4].answer == .unknown)
        }
        #expect(Self.answers(.none, reason: .farFromTraining, after: 1)[4].answer == .unknown)
    }

    @Test func aLongGapForgetsTheState() throws {
        let sure = ActivityProbabilities { $0 == .walking ? 0.95 : 0.01 }
        let vague = ActivityProbabilities { $0 == .running ? 0.25 : 0.15 }
        var smoother = Smoother(.causal, parameters: .init(stay: 0.98))
        var ready: [SmoothedEstimate] = []
        for (start, posterior) in [(Int64(0), sure), (WindowGrid.hopDuration * 20_000, vague)] {
            smoother.append(
                WindowEstimate(
                    span: start..<start + WindowGrid.duration, arrival: start,
                    outcome: .probabilities(posterior)), to: &ready)
        }
        #expect(Self.difference(vague, ready.last?.smoothed) < 1e-6)
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func evidenceIsThePowerOfItsOwnSmoothing(_ smoothing: Smoothing) {
        let posteriors = Self.randomPosteriors(30, seed: 11)
        var evidence = SmoothingParameters.Evidence(causal: 0.9, lag: 0.9, viterbi: 0.9)
        evidence[smoothing] = 0.5
        let roots = posteriors.map { posterior in
            let raw = ActivityProbabilities { posterior[$0].squareRoot() }
            let sum = ActivityClass.allCases.reduce(0) { $0 + raw[$1] }
            return ActivityProbabilities { raw[$0] / sum }
        }
        let powered = Self.smooth(smoothing, posteriors, evidence: evidence)
        for (one, other) in zip(powered, Self.smooth(smoothing, roots)) {
            for activityClass in ActivityClass.allCases {
                let difference = (one.smoothed?[activityClass] ?? 2) - (other.smoothed?[activityClass] ?? 3)
                #expect(abs(difference) < 1e-12)
            }
        }
    }
}
