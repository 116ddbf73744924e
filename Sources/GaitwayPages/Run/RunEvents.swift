// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay

/// What happened on a ride, as a page shows it: entries, misses, decisions and waits, with the places by their numbers.
///
/// Every reason is the gate's and the simulator's own; nothing is decided here.
struct RunEvents {
    /// An entry that the phone told the app of.
    struct Entry {
        var place: Int
        /// When the edge was crossed, in elapsed time.
        var edge: Duration
        /// When the app learned of it.
        var known: Duration
        /// When the edge was crossed outwards; nil if the phone stayed to the end.
        var left: Duration?
        /// When the app learned of that.
        var leftKnown: Duration?
    }

    /// An entry that the phone did not see.
    struct Missed {
        var place: Int
        /// When the edge was crossed, in elapsed time.
        var edge: Duration
        /// Metres per second, if known.
        var speed: Double?
        var reason: CoverageReport.Reason
    }

    /// A decision of the gate, with the number of its place.
    struct Decision {
        var decision: GateDecision
        var place: Int
        /// The place whose alert stands for it, by its number.
        var into: Int?
        /// The text of `gate explain`; nil if the page has no room for it.
        var explanation: String?
    }

    /// The time in which an entry waited for a final decision.
    struct Wait {
        var place: Int
        var from: Duration
        var to: Duration
    }

    /// By time of delivery.
    private(set) var entries: [Entry] = []
    /// By time.
    private(set) var missed: [Missed] = []
    /// In order.
    private(set) var decisions: [Decision] = []
    /// By their begin.
    private(set) var waits: [Wait] = []
    /// How many entries, misses and decisions are left out, since a page can hold no more.
    private(set) var leftOut = 0

    /// A page has no more of each.
    private static let most = 10_000
    /// The largest sum of the bytes of a page's explanations.
    private static let roomForExplanations = 600_000

    /// - Parameter clock: writes the times of explanations.
    init(_ trace: ReplayTrace, _ places: inout RunPlaces, clock: (Timestamp) -> String) {
        addEntries(trace, &places)
        for missed in trace.result.coverage.missed.prefix(Self.most) {
            guard let place = places.number(of: missed.place) else { continue }
            self.missed.append(
                Missed(place: place, edge: missed.edge, speed: missed.speed, reason: missed.reason))
        }
        var room = Self.roomForExplanations
        for decision in trace.result.decisions.prefix(Self.most) {
            guard let place = places.number(of: decision.place) else { continue }
            let explanation = room > 0 ? decision.explanation(clock: clock) : nil
            room -= explanation?.utf8.count ?? 0
            decisions.append(
                Decision(
                    decision: decision, place: place, into: decision.collapsedInto.flatMap { places.number(of: $0) },
                    explanation: explanation))
        }
        addWaits(trace)
        leftOut +=
            max(0, trace.result.coverage.missed.count - Self.most) + max(0, trace.result.decisions.count - Self.most)
    }

    private mutating func addEntries(_ trace: ReplayTrace, _ places: inout RunPlaces) {
        // Where each place's open stay stands in the list.
        var open: [Int: Int] = [:]
        for event in trace.events where event.kind == .enter || event.kind == .exit {
            guard event.kind == .enter else {
                if let place = trace.scene.number(of: event.region), let index = open.removeValue(forKey: place) {
                    entries[index].left = event.edge
                    entries[index].leftKnown = event.delivered
                }
                continue
            }
            guard entries.count < Self.most else {
                leftOut += 1
                continue
            }
            guard let index = trace.scene.number(of: event.region) else { continue }
            // A region that was registered again may be entered again without an exit.
            open[index] = entries.count
            entries.append(
                Entry(place: places.number(ofIndex: index), edge: event.edge, known: event.delivered, left: nil))
        }
    }

    private mutating func addWaits(_ trace: ReplayTrace) {
        let zero = trace.scene.ride.time(.zero)
        var begun: [Int: Int] = [:]
        // What is left out of the list ends waits all the same.
        for (index, decision) in trace.result.decisions.enumerated() {
            if decision.kind.isFinal, let wait = begun[decision.entry] {
                waits[wait].to = decision.time - zero
            } else if decision.kind == .defer, begun[decision.entry] == nil, index < decisions.count {
                begun[decision.entry] = waits.count
                waits.append(
                    Wait(place: decisions[index].place, from: decision.entered - zero, to: trace.end))
            }
        }
    }
}
