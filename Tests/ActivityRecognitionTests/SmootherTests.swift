// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
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

    /// The probability of going from a state to another over a hop: 0 to 5 are the classes, 6 is a vehicle that stands.
    /// Moves between a vehicle and all but walking are three times rarer; a vehicle stops with .05, a stop ends with
    /// .12, and is left with .01 each for a walk and a rest.
    private static func transition(_ from: Int, _ to: Int, stay: Double) -> Double {
        let (automotive, walking, standing) = (4, 1, 6)
        func move(_ from: Int, _ to: Int) -> Double {
            let isSeat = (from == automotive && to != walking) || (to == automotive && from != walking)
            return (1 - stay) / 5 / (isSeat ? 3 : 1)
        }
        switch (from, to) {
        case (standing, automotive): return 0.12
        case (standing, 0), (standing, walking): return 0.01
        case (standing, standing): return 0.86
        case (standing, _): return 0
        case (automotive, standing): return 0.05
        case (_, standing): return 0
        default:
            let own = to == from ? 1 - (0..<6).reduce(0) { $0 + ($1 == from ? 0 : move(from, $1)) } : move(from, to)
            return from == automotive ? own * 0.95 : own
        }
    }

    /// Every sequence of states with its probability, by enumeration: the model's definition itself. A window speaks
    /// for a vehicle that stands by `rest` of what it says for rest and a fifth of what it says for a vehicle.
    static func sequences(
        _ posteriors: [ActivityProbabilities], stay: Double = Self.stay, rest: Double = 0.8
    ) -> [(path: [Int], weight: Double)] {
        var sequences: [(path: [Int], weight: Double)] = [([], 1)]
        for posterior in posteriors {
            let likelihoods =
                ActivityClass.allCases.map { posterior[$0] } + [
                    rest * posterior.stationary + 0.2 * posterior.automotive
                ]
            sequences = sequences.flatMap { sequence in
                likelihoods.enumerated().map { state, likelihood -> (path: [Int], weight: Double) in
                    let first = state < 6 ? 1.0 / 6 : 0
                    let change = sequence.path.last.map { transition($0, state, stay: stay) } ?? first
                    return (sequence.path + [state], sequence.weight * change * likelihood)
                }
            }
        }
        return sequences
    }

    /// The class that a state counts as.
    private static func activityClass(_ state: Int) -> ActivityClass { ActivityClass(rawValue: state) ?? .automotive }

    static func marginal(
        _ sequences: [(path: [Int], weight: Double)], at index: Int
    ) -> ActivityProbabilities {
        let total = sequences.reduce(0) { $0 + $1.weight }
        return ActivityProbabilities { state in
            sequences.reduce(0) { $0 + (activityClass($1.path[index]) == state ? $1.weight : 0) } / total
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
        // An answer at once takes changes to be twice as rare, and stops for what they look like.
        let stay = 1 - (1 - Self.stay) / 2
        for index in posteriors.indices {
            let sequences = Self.sequences(Array(posteriors[...index]), stay: stay, rest: 0.85)
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
        #expect(Self.smooth(.viterbi, posteriors).map { $0.smoothed?.mostLikely } == best.path.map(Self.activityClass))
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

    /// The answers where windows 4 and 5 have no estimate, and the others are surely of walking.
    private static func predictions(_ smoothing: Smoothing, _ reason: UnknownReason) -> [SmoothedEstimate] {
        let sure = ActivityProbabilities { $0 == .walking ? 0.95 : 0.01 }
        var estimates = Self.estimates([ActivityProbabilities?](repeating: sure, count: 12))
        for index in 4..<6 { estimates[index].outcome = .unknown(reason) }
        var smoother = Smoother(smoothing, parameters: .init(stay: stay))
        var ready: [SmoothedEstimate] = []
        for estimate in estimates { smoother.append(estimate, to: &ready) }
        smoother.finish(to: &ready)
        return ready
    }

    @Test(arguments: Smoothing.allCases)
    func oneOddWindowKeepsTheAnswer(smoothing: Smoothing) {
        for (index, estimate) in Self.predictions(smoothing, .farFromTraining).enumerated() {
            let isHeld = index == 4 && smoothing != .none
            #expect(estimate.isHeld == isHeld)
            #expect(estimate.prediction == ((4..<6).contains(index) && !isHeld ? .unknown : .walking))
        }
    }

    @Test(arguments: Smoothing.allCases, UnknownReason.allCases.filter { $0 != .farFromTraining })
    func whatNobodyMeasuredIsNotHeld(smoothing: Smoothing, reason: UnknownReason) {
        for (index, estimate) in Self.predictions(smoothing, reason).enumerated() {
            #expect(!estimate.isHeld && estimate.prediction == ((4..<6).contains(index) ? .unknown : .walking))
        }
    }

    /// A drive, then windows that look like rest, then `after`.
    private static func stop(
        _ smoothing: Smoothing, windows: Int, after: ActivityClass
    ) -> (predictions: [Prediction], stop: Range<Int>) {
        func window(_ likely: ActivityClass) -> ActivityProbabilities {
            ActivityProbabilities { $0 == likely ? 0.75 : 0.05 }
        }
        let drive = [ActivityProbabilities](repeating: window(.automotive), count: 40)
        let rest = [ActivityProbabilities](repeating: window(.stationary), count: windows)
        let rides = drive + rest + [ActivityProbabilities](repeating: window(after), count: 20)
        let predictions = smooth(smoothing, rides, evidence: .init(causal: 1, lag: 0.4, viterbi: 0.4)).map(\.prediction)
        return (predictions, 40..<40 + windows)
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func aStopAtLightsIsOfTheRide(smoothing: Smoothing) {
        let (predictions, stop) = Self.stop(smoothing, windows: 8, after: .automotive)
        #expect(predictions[stop].allSatisfy { $0 == .automotive })
    }

    @Test(arguments: [Smoothing.causal, .lag, .viterbi])
    func aSeatAfterTheRideIsNoVehicle(smoothing: Smoothing) {
        let (predictions, stop) = Self.stop(smoothing, windows: 60, after: .stationary)
        // Half a minute at most.
        #expect(predictions[stop].dropFirst(12).allSatisfy { $0 == .stationary })
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
