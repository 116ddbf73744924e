// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// One rule that holds an entry back, whatever the person's activity is.
///
/// Records, wake-ups and forecasts ask each rule of ``all``, so that a new rule is a row there.
struct GateRule: Sendable {
    /// What a rule looks at.
    typealias View<Value> = @Sendable (_ gate: Gate, _ entry: WaitingEntry, _ situation: Situation) -> Value

    /// The reason in records.
    let reason: GateReason
    /// Whether it limits how many alerts are shown. An alert with priority passes such a rule.
    let isCap: Bool
    /// Whether it holds the entry back.
    let holds: View<Bool>
    /// Until when it holds the entry back if no input comes.
    let end: View<Timestamp?>
    /// When its answer changes next if no input comes.
    let change: View<Timestamp?>

    /// A rule that holds until a moment, and changes then, unless it says otherwise.
    private init(
        _ reason: GateReason, isCap: Bool = false, holds: View<Bool>? = nil, until end: @escaping View<Timestamp?>,
        change: View<Timestamp?>? = nil
    ) {
        self.reason = reason
        self.isCap = isCap
        self.holds =
            holds ?? { gate, entry, situation in end(gate, entry, situation).map { $0 > situation.now } ?? false }
        self.end = end
        self.change = change ?? end
    }

    /// The rules, in the order of their reasons in a record.
    static let all = [
        GateRule(.dwell, until: { gate, entry, _ in entry.dwelt(gate.policy) }),
        GateRule(
            .outsideHours,
            holds: { gate, entry, situation in gate.clock(of: entry).map { !$0.isOpen(at: situation.now) } ?? false },
            until: { gate, entry, situation in gate.clock(of: entry)?.nextOpening(after: situation.now) },
            change: { gate, entry, situation in gate.clock(of: entry)?.nextLook(after: situation.now) }),
        GateRule(.quietHours, until: { $2.quietEnd }, change: { $2.quietEnd ?? $2.quietBeginning }),
        GateRule(.snoozed, until: { $2.snoozeEnd }),
        GateRule(
            .storyCooldown,
            until: { gate, entry, _ in
                entry.story.flatMap { gate.state.storyAlerts[$0] }.map { $0 + gate.policy.storyCooldown }
            }),
        GateRule(.shortCap, isCap: true, until: { $2.shortCapFree }),
        GateRule(.longCap, isCap: true, until: { $2.longCapFree }),
    ]

    /// The rules by their reasons.
    static let byReason = Dictionary(uniqueKeysWithValues: all.map { ($0.reason, $0) })
}

extension Gate {
    /// The clock of the hours in which the entry's alert may be shown; nil if it may be at any time.
    fileprivate func clock(of entry: WaitingEntry) -> WeeklyHoursClock? {
        entry.hours.map { WeeklyHoursClock(zone: zone, hours: $0) }
    }
}
