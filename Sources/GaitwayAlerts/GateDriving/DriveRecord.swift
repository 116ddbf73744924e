// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The figures of a replay, from its beginning to its end. It grows with the entries, so apps leave it out.
package struct DriveRecord: Sendable {
    /// How the entries ended, whether or not the decisions were taken.
    package private(set) var tally = DecisionTally()
    /// The most entries that waited at once.
    package private(set) var mostWaiting = 0
    /// How long the gate would have held an alert back, and why.
    package private(set) var outlookTimes = OutlookTimes()
    /// The changes of the outlook; empty unless the caller wants them.
    package private(set) var outlookChanges: [OutlookChange] = []
    private let keepsChanges: Bool
    /// What the gate took, without its ticks; empty unless the caller wants it.
    package private(set) var inputs: [(time: Timestamp, input: GateInput)] = []
    private let keepsInputs: Bool
    /// When the last outlook may change by itself.
    private var next: Timestamp?

    package init(keepsChanges: Bool = false, keepsInputs: Bool = false) {
        self.keepsChanges = keepsChanges
        self.keepsInputs = keepsInputs
    }

    /// Keeps an input, if inputs are wanted.
    mutating func take(_ input: GateInput, at moment: Timestamp) {
        if keepsInputs { inputs.append((moment, input)) }
    }

    mutating func add(_ decisions: [GateDecision]) {
        for decision in decisions { tally.add(decision) }
    }

    /// Records the changes of the outlook that come by themselves before `moment`.
    mutating func record(_ gate: Gate, before moment: Timestamp) {
        while let next, next < moment { record(gate, at: next) }
    }

    /// Records the state of the gate at `moment`.
    mutating func record(_ gate: Gate, at moment: Timestamp) {
        mostWaiting = max(mostWaiting, gate.waitingEntries)
        let outlook = gate.outlook(at: moment)
        next = outlook.changes
        outlookTimes.change(to: outlook, at: moment)
        guard keepsChanges else { return }
        // Of one moment the last counts.
        if outlookChanges.last?.time == moment { outlookChanges.removeLast() }
        if outlookChanges.last?.reasons != outlook.reasons {
            outlookChanges.append(.init(time: moment, isHeld: !outlook.holds.isEmpty, reasons: outlook.reasons))
        }
    }

    /// The replay ends at `moment`.
    mutating func end(at moment: Timestamp) { outlookTimes.end(at: moment) }
}

/// What the gate would have made of an alert, from one moment to the next.
package struct OutlookChange: Sendable, Hashable {
    /// From when on.
    package var time: Timestamp
    /// Whether an alert would have been held back.
    package var isHeld: Bool
    /// The reasons that a decision would have had.
    package var reasons: [GateReason]
}
