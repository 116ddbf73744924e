// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The entries that a strategy saw and missed, with the reasons and the cost.
public struct CoverageReport: Sendable {
    /// Why an entry was missed.
    public enum Reason: String, CaseIterable, Sendable, Hashable {
        /// No set had been chosen yet.
        case beforeFirstSet = "before-first-set"
        /// A set was due, and the fix to choose it by was refused.
        case fixRefused = "fix-refused"
        /// The set had been chosen elsewhere; one chosen here would have held the place.
        case setOutOfDate = "set-out-of-date"
        /// Even a set chosen here would not have held the place: too many others are nearer.
        case outranked
        /// The place was registered while the phone was inside, which the policy ignores.
        case alreadyInside = "already-inside"
        /// The place was registered during the visit, too late to settle.
        case registeredLate = "registered-late"
        /// The place was given up before the entry had settled.
        case droppedEarly = "dropped-early"
        /// The phone left before the loitering delay was over.
        case leftEarly = "left-early"
        /// The phone had restarted, and the app had not chosen a set since.
        case restarted

        /// The reason as half a sentence.
        package var explanation: String {
            switch self {
            case .beforeFirstSet: "no set of regions had been chosen yet"
            case .fixRefused: "a set was due, and the fix to choose it by was refused"
            case .setOutOfDate: "the set had been chosen elsewhere; one chosen here would have held the place"
            case .outranked: "too many other places are nearer, so a set chosen here would have left it out, too"
            case .alreadyInside: "the place was registered while the phone was inside, which the policy ignores"
            case .registeredLate: "the place was registered during the stay, too late to count"
            case .droppedEarly: "the place was given up before the entry counted"
            case .leftEarly: "the phone left before the loitering delay was over"
            case .restarted: "the phone had restarted, and the app had not registered its regions again"
            }
        }
    }

    /// An entry that the oracle saw and the strategy did not.
    public struct Missed: Sendable, Hashable {
        /// The place's identifier.
        public var place: String
        /// When the edge was crossed, in elapsed time.
        public var edge: Duration
        /// The phone's speed there in m/s, if known.
        public var speed: Double?
        /// Why it was missed.
        public var reason: Reason
    }

    /// An entry that both saw.
    public struct Seen: Sendable, Hashable {
        /// The place's identifier.
        public var place: String
        /// When the edge was crossed, in elapsed time.
        public var edge: Duration
        /// The phone's speed there in m/s, if known.
        public var speed: Double?
        /// From the moment at which the oracle's entry held to that at which the app learned of it; at least 0.
        public var delay: Duration
        /// Whether the phone had left when the app learned of it.
        package var isAfterExit: Bool
    }

    /// The entries that both saw.
    public private(set) var seen: [Seen] = []
    /// The entries that the strategy missed.
    public private(set) var missed: [Missed] = []
    /// Further entry events of a visit that was seen before, by registering the place again.
    package private(set) var repeated = 0
    /// Entry events without a visit.
    package private(set) var wrong = 0
    package let registrations: Int
    package let choices: Int

    /// How many entries there were.
    public var entries: Int { seen.count + missed.count }
    /// The share of entries that was seen; nil without entries.
    public var coverage: Double? { entries == 0 ? nil : Double(seen.count) / Double(entries) }
    /// The median delay of the entries seen.
    public var medianDelay: Duration? { Quantile.median(of: seen.map(\.delay)) }
    package var worstDelay: Duration? { seen.map(\.delay).max() }
    package var reasons: [Reason: Int] { missed.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 } }

    init(_ run: GeofenceSimulator.Run, oracle: GeofenceSimulator.Run, places: PlaceSet, fixes: AcceptedFixes) {
        registrations = run.phone.registrations
        choices = run.phone.choices.count
        var visits = PlaceStay.all(oracle.events)
        for event in run.events where event.kind == .enter {
            let slot = visits[event.region]?.firstIndex { $0.contains(event) }
            guard let slot else {
                wrong += 1
                continue
            }
            if visits[event.region]?[slot].found == nil {
                visits[event.region]?[slot].found = event
            } else {
                repeated += 1
            }
        }
        let judge = MissJudge(run.phone, places: places, fixes: fixes)
        for visit in visits.values.joined() {
            let enter = visit.enter
            if let found = visit.found {
                seen.append(
                    Seen(
                        place: enter.region, edge: enter.edge, speed: enter.speed,
                        delay: max(.zero, found.delivered - enter.time),
                        isAfterExit: visit.exit.map { found.delivered > $0.edge } ?? false))
            } else {
                missed.append(
                    Missed(
                        place: enter.region, edge: enter.edge, speed: enter.speed, reason: judge.reason(visit)))
            }
        }
        seen.sort { ($0.edge, $0.place) < ($1.edge, $1.place) }
        missed.sort { ($0.edge, $0.place) < ($1.edge, $1.place) }
    }
}
