// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
package import GaitwayBase

/// How well the alerts of a replay meet their labels.
package struct AlertScore: Sendable, Hashable {
    /// How many alerts were shown.
    package private(set) var alerts = 0
    /// How many were the first alert for a wanted label.
    package private(set) var useful = 0
    package private(set) var unsafe = 0
    /// How many of them were unwanted, or came once more.
    package private(set) var unwanted = 0
    /// How many fall under no label.
    package private(set) var unlabelled = 0
    /// How many alerts were wanted.
    package private(set) var wanted = 0
    /// The delays of the wanted alerts that came, each from the beginning of its label; ascending.
    package private(set) var delays: [Duration] = []
    /// What became of each label, in their order.
    package private(set) var outcomes: [LabelOutcome] = []

    /// The score of what a replay decided.
    ///
    /// An alert falls under its place's label of its time, else under that of all places. It is useful if that label is
    /// not unsafe and it is the first to meet a wanted label, of its own place or of one that it stands for. An unsafe
    /// alert meets no label.
    package init(_ result: ReplayResult, labels: AlertLabels) {
        wanted = labels.labels.count { $0.verdict == .wanted }
        var met: [AlertLabel: Timestamp] = [:]
        var under: [AlertLabel: [GateDecision]] = [:]
        for (index, decision) in result.decisions.enumerated() where decision.kind == .deliver {
            alerts += 1
            let own = labels.label(of: decision.place, at: decision.time)
            if let own { under[own, default: []].append(decision) }
            let verdict = own?.verdict
            guard verdict != .unsafe else {
                unsafe += 1
                continue
            }
            // The places that an alert stands for are recorded right behind it.
            let others = result.decisions[(index + 1)...].prefix {
                $0.time == decision.time && $0.collapsedInto == decision.place
            }
            var isUseful = false
            for place in [decision.place] + others.map(\.place) {
                guard let label = labels.wanted(place, at: decision.time), met[label] == nil else { continue }
                met[label] = decision.time
                isUseful = true
                delays.append(decision.time - label.span.lowerBound)
            }
            if isUseful {
                useful += 1
            } else if verdict == nil {
                unlabelled += 1
            } else {
                unwanted += 1
            }
        }
        delays.sort()
        outcomes = labels.labels.map { LabelOutcome(label: $0, met: met[$0], alerts: under[$0] ?? []) }
    }

    /// The share of useful alerts among those under a label; nil without any.
    package var precision: Double? {
        let labelled = useful + unsafe + unwanted
        return labelled > 0 ? Double(useful) / Double(labelled) : nil
    }

    /// How many wanted labels were met.
    package var met: Int { delays.count }

    /// The share of wanted labels that were met; nil without any.
    package var recall: Double? { wanted > 0 ? Double(met) / Double(wanted) : nil }

    /// The median delay of alerts for wanted labels; nil without any.
    package var medianDelay: Duration? { Quantile.median(of: delays) }

    /// Writes the figures as members of an object.
    package func write(to json: inout JSONWriter) {
        json.add("alerts", alerts)
        json.add("useful", useful)
        json.add("unsafe", unsafe)
        json.add("unwanted", unwanted)
        json.add("unlabelled", unlabelled)
        json.add("wanted", wanted)
        json.add("met", met)
        json.add("precision", precision, places: 4)
        json.add("recall", recall, places: 4)
        json.add("median_delay", medianDelay?.inSeconds, places: 3)
        json.add("worst_delay", delays.last?.inSeconds, places: 3)
    }
}
