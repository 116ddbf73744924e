// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// Tells whether a vehicle stands: a hidden Markov model of two states, at rest and moving, beside the one over
/// activities.
///
/// A stop at a red light begins and ends once, whatever single windows in it look like. A window's probability of
/// stationary weighs for rest, and that of automotive for moving. Its other classes weigh for neither.
///
/// A pure state machine: windows go in, and come out in order, each once, at the same steps as from the ``Smoother`` of
/// the same ``Smoothing``: from the windows so far, from four more, or from all.
struct RestSmoother: Sendable {
    /// A window that waits, with its filtered probability of rest.
    private struct Waiting: Sendable {
        var start: Int64
        /// The likelihood of rest over that of moving, between 0 and 1; nil without an estimate.
        var evidence: Double?
        var filtered: Double
    }

    /// The probability to stay at rest, or moving, over one hop: a stop lasts half a minute on average, as at a red
    /// light, which is 12 hops of 2.56 s.
    static let stay = 1 - 1.0 / 12
    /// The power of a window's evidence: neighbours overlap by half, so each counts for half.
    static let power = 0.5
    /// No window is surer than this, so that two against one decide.
    static let leastEvidence = 0.01

    private let smoothing: Smoothing
    private var waiting: [Waiting] = []
    private var last: (probability: Double, start: Int64)?

    /// A chain at the beginning of a recording.
    init(_ smoothing: Smoothing) { self.smoothing = smoothing }

    /// Takes the next window, nil without an estimate, and appends whether the vehicle stands in those that are ready.
    mutating func append(_ probabilities: ActivityProbabilities?, at start: Int64, to ready: inout [Bool]) {
        let evidence = probabilities.map(Self.evidence)
        if smoothing == .none {
            ready.append((evidence ?? 0) > 0.5)
            return
        }
        var filtered = last.map { Self.carry($0.probability, from: $0.start, to: start) } ?? 0.5
        if let evidence { filtered = Self.joined(filtered, evidence) }
        last = (filtered, start)
        if smoothing == .causal {
            ready.append(filtered > 0.5)
            return
        }
        waiting.append(Waiting(start: start, evidence: evidence, filtered: filtered))
        if smoothing == .lag, waiting.count > Smoother.lagWindows { releaseFirst(to: &ready) }
    }

    /// Ends the log: everything that waited comes out.
    mutating func finish(to ready: inout [Bool]) {
        if smoothing == .viterbi {
            ready.append(contentsOf: likeliestPath())
            waiting.removeAll()
        } else {
            while !waiting.isEmpty { releaseFirst(to: &ready) }
        }
    }

    /// How much a window speaks for rest: p(stationary) and half of what is neither stationary nor automotive, to the
    /// power.
    private static func evidence(_ probabilities: ActivityProbabilities) -> Double {
        let others = max(0, 1 - probabilities.stationary - probabilities.automotive)
        let rest = min(max(probabilities.stationary + others / 2, leastEvidence), 1 - leastEvidence)
        let (atRest, moving) = (pow(rest, power), pow(1 - rest, power))
        return atRest / (atRest + moving)
    }

    /// The probability of rest later, from that at an earlier window: 1/2 + (p − 1/2) λ^k over k hops, λ = 2 stay − 1.
    private static func carry(_ probability: Double, from: Int64, to: Int64) -> Double {
        let hops = max(0, Double(to - from) / Double(WindowGrid.hopDuration))
        return 0.5 + (probability - 0.5) * pow(2 * stay - 1, hops)
    }

    /// Two independent probabilities of the same as one.
    private static func joined(_ one: Double, _ other: Double) -> Double {
        let (both, neither) = (one * other, (1 - one) * (1 - other))
        return both / (both + neither)
    }

    /// The first waiting window given all that wait. A chain that is alike both ways carries evidence backwards as
    /// forwards.
    private mutating func releaseFirst(to ready: inout [Bool]) {
        guard let first = waiting.first else { return }
        var later: (probability: Double, start: Int64)?
        for window in waiting.dropFirst().reversed() {
            var probability = later.map { Self.carry($0.probability, from: window.start, to: $0.start) } ?? 0.5
            if let evidence = window.evidence { probability = Self.joined(probability, evidence) }
            later = (probability, window.start)
        }
        let message = later.map { Self.carry($0.probability, from: first.start, to: $0.start) } ?? 0.5
        ready.append(Self.joined(first.filtered, message) > 0.5)
        waiting.removeFirst()
    }

    /// Viterbi's recursion over two states in logarithms; of equals, moving.
    private func likeliestPath() -> [Bool] {
        var (atRest, moving) = (0.0, 0.0)
        var cameFromRest: [(atRest: Bool, moving: Bool)] = []
        var previous: Int64?
        for window in waiting {
            if let previous {
                let kept = Self.carry(1, from: previous, to: window.start)
                let (stays, moves) = (log(kept), log(1 - kept))
                let origin = (atRest: atRest + stays > moving + moves, moving: atRest + moves > moving + stays)
                (atRest, moving) = (max(atRest + stays, moving + moves), max(atRest + moves, moving + stays))
                cameFromRest.append(origin)
            }
            if let evidence = window.evidence {
                atRest += log(evidence)
                moving += log(1 - evidence)
            }
            previous = window.start
        }
        var path = [Bool](repeating: atRest > moving, count: waiting.count)
        for index in cameFromRest.indices.reversed() {
            path[index] = path[index + 1] ? cameFromRest[index].atRest : cameFromRest[index].moving
        }
        return path
    }
}

extension RestSmoother: StatePassing {
    var count: Int { waiting.count }

    mutating func pass(through archive: inout StateArchive) {
        archive.pass(&waiting, of: Waiting(start: 0, filtered: 0)) { window, archive in
            archive.pass(time: &window.start)
            archive.pass(&window.evidence, of: 0) { $1.pass(probability: &$0) }
            archive.pass(probability: &window.filtered)
        }
        archive.pass(&last, of: (0, 0)) { last, archive in
            archive.pass(probability: &last.probability)
            archive.pass(time: &last.start)
        }
    }
}

extension StateArchive {
    fileprivate mutating func pass(probability value: inout Double) {
        pass(&value)
        require(value >= 0 && value <= 1)
    }
}
