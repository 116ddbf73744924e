package import MotionTypes

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An estimate with what the smoother makes of it.
package struct SmoothedEstimate: Sendable, Hashable {
    package var estimate: WindowEstimate
    /// The smoother's posterior; nil without smoothing and where there is no estimate.
    package var smoothed: ActivityProbabilities?
    /// When the last sample needed had arrived: later than the estimate's own where the smoother waited.
    package var arrival: Int64
    /// What is said over time: the likeliest class, or unknown.
    package var answer: Answer
    /// Whether a vehicle would stand here: counts where the answer is automotive.
    package var isAtRest: Bool
    /// Whether there is no estimate, and the answer is that of the windows before.
    package var isHeld: Bool
}

/// Joins the estimates over time by a hidden Markov model over the six classes (L. R. Rabiner, A tutorial on hidden
/// Markov models, 1989): the states change as ``TransitionModel`` says, and a window's posterior, which comes from a
/// model trained with equal class weights, stands for the likelihood of its class, raised to a power where windows err
/// alike.
///
/// Whether a vehicle stands is a state beside these six, with a dwell of its own: ``RestSmoother``.
///
/// A pure state machine: estimates go in, the same estimates come out in order, each once, some of them later. Windows
/// without an estimate pass through in their place and add no evidence.
package struct Smoother: Sendable {
    /// How many windows `lag` waits: 4 hops of 2.56 s are 10.24 s.
    package static let lagWindows = 4
    /// How many windows in a row that lie far from the training keep the answer before them: one odd moment lies in two windows,
    /// since they overlap by half.
    package static let heldWindows = 2
    /// How much rarer than the chain says changes are taken to be by an answer that is given at once. The chain was learnt on rides
    /// spliced of blocks that last two minutes, and people do a thing for some ten; an answer for the whole log weighs that by
    /// what follows, this one cannot take back what it said.
    static let causalReluctance = 5.0

    /// A window that waits, with its filtered posterior.
    private struct Waiting: Sendable {
        var estimate: WindowEstimate
        var emission: ActivityProbabilities?
        var filtered: ActivityProbabilities?
    }

    private let smoothing: Smoothing
    private let transitions: TransitionModel
    private let power: Double
    private let temperature: Double
    private var waiting: [Waiting] = []
    private var lastFiltered: (probabilities: ActivityProbabilities, start: Int64)?
    private var newestArrival: Int64 = 0
    private var rest: RestSmoother
    private var restReady: [Bool] = []
    /// The answer last given, and how many windows since had none of their own.
    private var held: (answer: Answer, windows: Int) = (.unknown, 0)

    /// A smoother at the beginning of a recording.
    package init(_ smoothing: Smoothing, parameters: SmoothingParameters) {
        self.smoothing = smoothing
        let reluctance = smoothing == .causal ? Self.causalReluctance : 1
        transitions = TransitionModel(stay: 1 - (1 - parameters.stay) / reluctance)
        rest = RestSmoother(smoothing)
        power = parameters.evidence[smoothing]
        temperature = parameters.temperature
    }

    /// Takes the next estimate and appends what is ready to `ready`.
    package mutating func append(_ estimate: WindowEstimate, to ready: inout [SmoothedEstimate]) {
        newestArrival = estimate.arrival
        var emission: ActivityProbabilities?
        var own: ActivityProbabilities?
        if case .probabilities(let probabilities) = estimate.outcome {
            own = probabilities
            emission = probabilities.cooled(1 / power)
        }
        rest.append(own, at: estimate.span.lowerBound, to: &restReady)
        if smoothing == .none {
            release(estimate, smoothed: nil, arrival: estimate.arrival, to: &ready)
        } else {
            let filtered = emission.map { filter($0, at: estimate.span.lowerBound) }
            if smoothing == .causal {
                release(estimate, smoothed: filtered?.cooled(temperature), arrival: estimate.arrival, to: &ready)
            } else {
                waiting.append(Waiting(estimate: estimate, emission: emission, filtered: filtered))
                if smoothing == .lag, waiting.count > Self.lagWindows { releaseFirst(to: &ready) }
            }
        }
        restReady.removeAll(keepingCapacity: true)
    }

    /// Ends the log: everything that waited comes out.
    package mutating func finish(to ready: inout [SmoothedEstimate]) {
        rest.finish(to: &restReady)
        if smoothing == .viterbi {
            releasePath(to: &ready)
        } else {
            for number in waiting.indices { releaseFirst(number, to: &ready) }
        }
        restReady.removeAll()
    }

    /// Gives a window out with its answer; `number` counts those that are given out together.
    private mutating func release(
        _ estimate: WindowEstimate, smoothed: ActivityProbabilities?, arrival: Int64, number: Int = 0,
        to ready: inout [SmoothedEstimate]
    ) {
        var isHeld = false
        switch estimate.outcome {
        case .probabilities(let own): held = (Answer((smoothed ?? own).mostLikely), 0)
        case .unknown(.farFromTraining) where smoothing != .none && held.windows < Self.heldWindows:
            isHeld = held.answer != .unknown
            held.windows += 1
        case .unknown: held = (.unknown, 0)
        }
        ready.append(
            SmoothedEstimate(
                estimate: estimate, smoothed: smoothed, arrival: arrival, answer: held.answer,
                isAtRest: restReady[number], isHeld: isHeld))
    }

    /// One step of the forward recursion: predict over the hops since the last window, then weigh with the emission.
    private mutating func filter(_ emission: ActivityProbabilities, at start: Int64) -> ActivityProbabilities {
        let predicted: ActivityProbabilities
        if let last = lastFiltered {
            let (stay, move) = transitions.probabilities(from: last.start, to: start)
            predicted = ActivityProbabilities { last.probabilities[$0] * (stay - move) + move }
        } else {
            predicted = .uniform
        }
        let filtered = ActivityProbabilities { predicted[$0] * emission[$0] }.normalized
        lastFiltered = (filtered, start)
        return filtered
    }

    /// The posterior of the first waiting window given all that wait: one backward recursion over them.
    private mutating func releaseFirst(_ number: Int = 0, to ready: inout [SmoothedEstimate]) {
        guard let first = waiting.first else { return }
        var smoothed = first.filtered
        if let filtered = first.filtered {
            var message = ActivityProbabilities { _ in 1 }
            var laterStart: Int64?
            for window in waiting.dropFirst().reversed() {
                guard let emission = window.emission else { continue }
                let start = window.estimate.span.lowerBound
                if let laterStart { message = carry(message, from: start, to: laterStart) }
                message = ActivityProbabilities { message[$0] * emission[$0] }.normalized
                laterStart = start
            }
            if let laterStart { message = carry(message, from: first.estimate.span.lowerBound, to: laterStart) }
            smoothed = ActivityProbabilities { filtered[$0] * message[$0] }.normalized
        }
        release(
            first.estimate, smoothed: smoothed?.cooled(temperature), arrival: newestArrival, number: number, to: &ready)
        waiting.removeFirst()
    }

    /// The message one transition earlier: Σ_j A(i, j) m(j).
    private func carry(_ message: ActivityProbabilities, from: Int64, to: Int64) -> ActivityProbabilities {
        let (stay, move) = transitions.probabilities(from: from, to: to)
        let sum = ActivityClass.allCases.reduce(0) { $0 + message[$1] }
        return ActivityProbabilities { message[$0] * (stay - move) + move * sum }
    }

    /// The most likely sequence of classes, as certain states.
    private mutating func releasePath(to ready: inout [SmoothedEstimate]) {
        let path = mostLikelyPath()
        for (number, (window, state)) in zip(waiting, path).enumerated() {
            let smoothed = state.map { state in ActivityProbabilities { $0 == state ? 1 : 0 } }
            release(window.estimate, smoothed: smoothed, arrival: newestArrival, number: number, to: &ready)
        }
        waiting.removeAll()
    }

    /// Viterbi's recursion with scores normalised at each step; nil where a window has no estimate.
    private func mostLikelyPath() -> [ActivityClass?] {
        var scores = ActivityProbabilities.uniform
        var previousStart: Int64?
        /// For each window, the best class before each class.
        var origins: [[ActivityClass]?] = []
        for window in waiting {
            guard let emission = window.emission else {
                origins.append(nil)
                continue
            }
            let start = window.estimate.span.lowerBound
            var before = ActivityClass.allCases
            if let previousStart {
                let (stay, move) = transitions.probabilities(from: previousStart, to: start)
                let best = scores.mostLikely
                for state in before where scores[best] * move > scores[state] * stay { before[state.rawValue] = best }
                let old = scores
                scores = ActivityProbabilities { state in
                    old[before[state.rawValue]] * (before[state.rawValue] == state ? stay : move)
                }
            }
            scores = ActivityProbabilities { scores[$0] * emission[$0] }.normalized
            origins.append(before)
            previousStart = start
        }
        var path = [ActivityClass?](repeating: nil, count: waiting.count)
        var state = scores.mostLikely
        for index in waiting.indices.reversed() {
            guard let before = origins[index] else { continue }
            path[index] = state
            state = before[state.rawValue]
        }
        return path
    }
}

extension ActivityProbabilities {
    /// The same proportions with sum 1; uniform when nothing is left of them.
    var normalized: ActivityProbabilities {
        let sum = ActivityClass.allCases.reduce(0) { $0 + self[$1] }
        guard sum > 0, sum.isFinite else { return .uniform }
        return ActivityProbabilities { self[$0] / sum }
    }

    /// The distribution with its logarithms divided by `temperature`: flatter above 1.
    package func cooled(_ temperature: Double) -> ActivityProbabilities {
        guard temperature != 1 else { return self }
        return ActivityProbabilities { pow(self[$0], 1 / temperature) }.normalized
    }
}
