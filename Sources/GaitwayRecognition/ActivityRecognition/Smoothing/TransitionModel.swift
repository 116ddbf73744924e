// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// How likely the state changes from one window to a later one: a Markov chain over the six classes and a vehicle that
/// stands.
///
/// Over one hop of 2.56 s a class stays with a probability and else moves to each other class alike, but for what
/// happens around a vehicle: it is entered and left on foot, so that moves between it and all but walking are
/// ``rarityOfSeats`` times rarer. A vehicle that stands looks like a chair. It is a state of its own, which only a
/// vehicle leads to, and which goes on driving, or is left. Over a gap the chain goes on, hop by hop; after three hours
/// nothing of the old state is left.
struct TransitionModel: Sendable {
    /// A number for each state: the classes in their order, then ``standing``; the last is always 0.
    typealias State = SIMD8<Double>

    /// The place of the vehicle that stands.
    static let standing = ActivityClass.allCases.count
    static let places = 0...standing
    /// How much rarer moves between a vehicle and a class other than walking are.
    private static let rarityOfSeats = 3.0
    /// A vehicle stops once in 20 hops, 51 s: town traffic.
    private static let stop = 0.05
    /// A stop lasts 8 hops, 21 s, before the vehicle goes on.
    private static let departure = 0.12
    /// Someone leaves a vehicle that stands, on foot or to a seat elsewhere, after 50 hops, 2 min: as likely the one as
    /// the other. Queues and traffic jams count as a vehicle more often than with half of that time.
    private static let leave = 0.02
    /// More hops than that leave nothing of the old state.
    private static let longestGap: Int64 = 4096

    /// The probabilities of one hop: to all states from each.
    private let hop: [State]

    /// A chain that keeps its class over one hop with probability `stay`.
    init(stay: Double) {
        let classes = ActivityClass.allCases
        let move = (1 - stay) / Double(classes.count - 1)
        let (automotive, walking) = (ActivityClass.automotive.rawValue, ActivityClass.walking.rawValue)
        var rows = [State](repeating: State(), count: Self.places.count)
        for from in classes.indices {
            for to in classes.indices where to != from {
                let isSeat = (from == automotive && to != walking) || (to == automotive && from != walking)
                rows[from][to] = isSeat ? move / Self.rarityOfSeats : move
            }
            rows[from][from] = 1 - rows[from].sum()
        }
        rows[automotive] *= 1 - Self.stop
        rows[automotive][Self.standing] = Self.stop
        rows[Self.standing][automotive] = Self.departure
        rows[Self.standing][walking] = Self.leave / 2
        rows[Self.standing][ActivityClass.stationary.rawValue] = Self.leave / 2
        rows[Self.standing][Self.standing] = 1 - Self.departure - Self.leave
        hop = rows
    }

    /// The probabilities to all states from each, from a window's start to another's.
    func rows(from earlier: Int64, to later: Int64) -> [State] {
        let hops = (later - earlier + WindowGrid.hopDuration / 2) / WindowGrid.hopDuration
        if hops == 1 { return hop }
        if hops > Self.longestGap { return [State](repeating: .evenly, count: Self.places.count) }
        var rest = max(0, hops)
        var square = hop
        var rows = Self.places.map { place in
            var row = State()
            row[place] = 1
            return row
        }
        while rest > 0 {
            if rest % 2 == 1 { rows = rows.map { Self.product($0, square) } }
            square = square.map { [square] in Self.product($0, square) }
            rest /= 2
        }
        return rows
    }

    /// How likely each state is a step later: Σ_i p(i) A(i, j).
    static func product(_ state: State, _ rows: [State]) -> State {
        var product = State()
        for place in places { product += rows[place] * state[place] }
        return product
    }

    /// A message a step earlier: Σ_j A(i, j) m(j).
    static func message(_ rows: [State], _ message: State) -> State {
        var earlier = State()
        for place in places { earlier[place] = (rows[place] * message).sum() }
        return earlier
    }
}

extension TransitionModel.State {
    /// The same proportions with sum 1; the classes alike when nothing is left of them.
    var normalized: TransitionModel.State {
        let sum = sum()
        return sum > 0 && sum.isFinite ? self / sum : .evenly
    }

    /// All classes alike, and no vehicle that stands.
    static var evenly: TransitionModel.State {
        var state = TransitionModel.State(repeating: 1 / Double(ActivityClass.allCases.count))
        for place in TransitionModel.standing..<TransitionModel.State.scalarCount { state[place] = 0 }
        return state
    }

    /// The place of the greatest number; of equals, the first.
    var greatest: Int { TransitionModel.places.reduce(0) { self[$1] > self[$0] ? $1 : $0 } }
}

extension ActivityProbabilities {
    /// The probabilities of the classes: a vehicle that stands is one.
    init(_ state: TransitionModel.State) {
        self.init { state[$0.rawValue] }
        automotive += state[TransitionModel.standing]
    }
}
