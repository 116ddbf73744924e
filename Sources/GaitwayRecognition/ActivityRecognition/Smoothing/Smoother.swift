// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
internal import GaitwayNumerics

/// An estimate with what the smoother makes of it.
package struct SmoothedEstimate: Sendable, Hashable {
    package var estimate: WindowEstimate
    /// The smoother's posterior; nil without smoothing and without an estimate.
    package var smoothed: ActivityProbabilities?
    /// When the last sample needed had arrived: later than the estimate's own where the smoother waited.
    package var arrival: Int64
    /// What is said over time: the likeliest class, or unknown without an estimate.
    package var prediction: Prediction
    /// Whether a vehicle would stand here: counts where the answer is automotive.
    package var isAtRest: Bool
    /// Whether there is no estimate, and the answer is that of the window before.
    package var isHeld = false
}

/// Joins the estimates over time by a hidden Markov model over the six classes and a vehicle that stands (L. R.
/// Rabiner, A tutorial on hidden Markov models, 1989): the states change as ``TransitionModel`` says, and a window's
/// posterior, which comes from a model trained with equal class weights, stands for the likelihood of its class, raised
/// to a power where windows err alike. A window speaks for a vehicle that stands as it speaks for rest, a little less.
///
/// Whether an answer of automotive is one at rest has a chain of its own: ``RestSmoother``.
///
/// A pure state machine: estimates go in, the same estimates come out in order, each once, some of them later. Windows
/// without an estimate pass through in their place and add no evidence.
package struct Smoother: Sendable {
    /// How many windows `lag` waits: 4 hops of 2.56 s are 10.24 s.
    package static let lagWindows = 4
    /// How many windows in a row that lie far from the training keep the answer before them, with low confidence.
    static let heldWindows = 1
    /// How much rarer than the chain says changes are taken to be by an answer that is given at once: an answer for the
    /// whole log weighs a change by what follows, this one cannot take back what it said. More makes answers late: with
    /// 8, less than half of the first windows after a change are right.
    static let causalReluctance = 2.0
    /// The probabilities of one hop for an answer that is given at once, to the six classes and a vehicle that stands,
    /// from each. `stay` is that of the parameters.
    package static func causalHop(stay: Double) -> [[Double]] {
        let chain = TransitionModel(stay: 1 - (1 - stay) / causalReluctance)
        return chain.rows(from: 0, to: WindowGrid.hopDuration).map { row in TransitionModel.places.map { row[$0] } }
    }

    /// How much a window speaks for a vehicle that stands: this share of what it says for rest, and of what it says for
    /// a vehicle. Below 1, so that a seat is taken for a vehicle for half a minute at most. An answer that is given at
    /// once cannot wait whether the vehicle goes on, and takes a little more of it.
    static func standingShares(_ smoothing: Smoothing) -> (rest: Double, vehicle: Double) {
        (smoothing == .causal ? 0.85 : 0.8, 0.2)
    }

    /// A window that waits, with its filtered posterior.
    private struct Waiting: Sendable {
        var estimate: WindowEstimate
        var emission: TransitionModel.State?
        var filtered: TransitionModel.State?
    }

    private let smoothing: Smoothing
    private let transitions: TransitionModel
    private let power: Double
    private let temperature: Double
    private var waiting: [Waiting] = []
    private var lastFiltered: (state: TransitionModel.State, start: Int64)?
    private var newestArrival: Int64 = 0
    private var rest: RestSmoother
    private var restReady: [Bool] = []
    /// The answer last given, and how many windows since had none of their own.
    private var held: (prediction: Prediction, windows: Int) = (.unknown, 0)

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
        var emission: TransitionModel.State?
        var own: ActivityProbabilities?
        if case .probabilities(let probabilities) = estimate.outcome {
            own = probabilities
            emission = self.emission(estimate.evidence ?? probabilities)
        }
        rest.append(own, at: estimate.span.lowerBound, to: &restReady)
        if smoothing == .none {
            release(estimate, smoothed: nil, arrival: estimate.arrival, to: &ready)
        } else {
            let filtered = emission.map { filter($0, at: estimate.span.lowerBound) }
            if smoothing == .causal {
                release(estimate, smoothed: filtered.map(cooled), arrival: estimate.arrival, to: &ready)
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
        case .probabilities(let own): held = (Prediction((smoothed ?? own).mostLikely), 0)
        case .unknown(.farFromTraining) where smoothing != .none && held.windows < Self.heldWindows:
            isHeld = held.prediction != .unknown
            held.windows += 1
        case .unknown: held = (.unknown, 0)
        }
        ready.append(
            SmoothedEstimate(
                estimate: estimate, smoothed: smoothed, arrival: arrival, prediction: held.prediction,
                isAtRest: restReady[number], isHeld: isHeld))
    }

    /// How likely a window is in each state, but for a factor.
    private func emission(_ probabilities: ActivityProbabilities) -> TransitionModel.State {
        let own = probabilities.cooled(1 / power)
        let shares = Self.standingShares(smoothing)
        var emission = TransitionModel.State()
        for activityClass in ActivityClass.allCases { emission[activityClass.rawValue] = own[activityClass] }
        emission[TransitionModel.standing] = shares.rest * own.stationary + shares.vehicle * own.automotive
        return emission
    }

    /// The classes of a state, as sure as windows that err alike allow.
    private func cooled(_ state: TransitionModel.State) -> ActivityProbabilities {
        ActivityProbabilities(state).cooled(temperature)
    }

    /// One step of the forward recursion: predict over the hops since the last window, then weigh with the emission.
    private mutating func filter(_ emission: TransitionModel.State, at start: Int64) -> TransitionModel.State {
        let predicted = lastFiltered.map { last in
            TransitionModel.product(last.state, transitions.rows(from: last.start, to: start))
        }
        let filtered = ((predicted ?? .evenly) * emission).normalized
        lastFiltered = (filtered, start)
        return filtered
    }

    /// The posterior of the first waiting window given all that wait: one backward recursion over them.
    private mutating func releaseFirst(_ number: Int = 0, to ready: inout [SmoothedEstimate]) {
        guard let first = waiting.first else { return }
        var smoothed = first.filtered
        if let filtered = first.filtered {
            var message = TransitionModel.State(repeating: 1)
            var laterStart: Int64?
            for window in waiting.dropFirst().reversed() {
                guard let emission = window.emission else { continue }
                let start = window.estimate.span.lowerBound
                if let laterStart { message = carry(message, from: start, to: laterStart) }
                message = (message * emission).normalized
                laterStart = start
            }
            if let laterStart { message = carry(message, from: first.estimate.span.lowerBound, to: laterStart) }
            smoothed = (filtered * message).normalized
        }
        release(first.estimate, smoothed: smoothed.map(cooled), arrival: newestArrival, number: number, to: &ready)
        waiting.removeFirst()
    }

    /// The message one transition earlier.
    private func carry(_ message: TransitionModel.State, from: Int64, to: Int64) -> TransitionModel.State {
        TransitionModel.message(transitions.rows(from: from, to: to), message)
    }

    /// The most likely sequence of classes, as certain states.
    private mutating func releasePath(to ready: inout [SmoothedEstimate]) {
        let path = mostLikelyPath()
        for (number, (window, place)) in zip(waiting, path).enumerated() {
            let smoothed = place.map { place in
                let state = ActivityClass(rawValue: place) ?? .automotive
                return ActivityProbabilities { $0 == state ? 1 : 0 }
            }
            release(window.estimate, smoothed: smoothed, arrival: newestArrival, number: number, to: &ready)
        }
        waiting.removeAll()
    }

    /// Viterbi's recursion with scores normalised at each step: the places of the states; nil where a window has no
    /// estimate.
    private func mostLikelyPath() -> [Int?] {
        var scores = TransitionModel.State.evenly
        var previousStart: Int64?
        /// For each window, the best place before each.
        var origins: [[Int]?] = []
        for window in waiting {
            guard let emission = window.emission else {
                origins.append(nil)
                continue
            }
            let start = window.estimate.span.lowerBound
            var before = Array(TransitionModel.places)
            if let previousStart {
                let rows = transitions.rows(from: previousStart, to: start)
                var next = TransitionModel.State()
                for place in TransitionModel.places {
                    // Of equals, to stay.
                    var best = scores[place] * rows[place][place]
                    for origin in TransitionModel.places where scores[origin] * rows[origin][place] > best {
                        best = scores[origin] * rows[origin][place]
                        before[place] = origin
                    }
                    next[place] = best
                }
                scores = next
            }
            scores = (scores * emission).normalized
            origins.append(before)
            previousStart = start
        }
        var path = [Int?](repeating: nil, count: waiting.count)
        var place = scores.greatest
        for index in waiting.indices.reversed() {
            guard let before = origins[index] else { continue }
            path[index] = place
            place = before[place]
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
    func cooled(_ temperature: Double) -> ActivityProbabilities {
        guard temperature != 1 else { return self }
        return ActivityProbabilities { pow(self[$0], 1 / temperature) }.normalized
    }
}

extension Smoother: StatePassing {
    /// Passes the windows that wait and the chain's state.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(&waiting, of: Waiting(estimate: .blank)) { window, archive in
            archive.pass(&window.estimate)
            archive.pass(&window.emission, of: .evenly) { $1.pass(state: &$0) }
            archive.pass(&window.filtered, of: .evenly) { $1.pass(state: &$0) }
        }
        archive.pass(&lastFiltered, of: (.evenly, 0)) { last, archive in
            archive.pass(state: &last.state)
            archive.pass(time: &last.start)
        }
        archive.pass(time: &newestArrival)
        archive.pass(&rest)
        archive.pass(case: &held.prediction)
        archive.pass(&held.windows)
        archive.require(rest.count == waiting.count && (0...Self.heldWindows).contains(held.windows))
    }
}

extension StateArchive {
    /// Passes what is known of a chain's state: shares, none of them negative.
    fileprivate mutating func pass(state value: inout TransitionModel.State) {
        pass(&value)
        let shares = value
        require(shares.indices.allSatisfy { shares[$0] >= 0 && shares[$0].isFinite })
    }
}
