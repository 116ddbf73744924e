// SPDX-License-Identifier: Apache-2.0
/// Every number and choice of the gate, as a value. Three profiles are built in: ``here``, ``article`` and ``gaitway``.
public struct GatePolicy: Sendable, Hashable {
    /// What to do if an answer is missing or an activity is doubtful.
    public enum Action: String, CaseIterable, Sendable, Hashable {
        /// Let the alert through.
        case deliver
        /// Hold it back; ``GatePolicy/whenHeld`` says how.
        case hold
    }

    /// What all flags false means.
    public enum NoFlags: String, CaseIterable, Sendable, Hashable {
        /// Moving, but none of the five: the alert may be shown.
        case moving
        /// It counts as no report.
        case unknown
    }

    /// What happens to an entry that the motion rule holds back.
    public enum Held: String, CaseIterable, Sendable, Hashable {
        /// It ends; a later entry of the place may alert.
        case skip
        /// It waits until the rule allows, while the person is inside.
        case `defer`
    }

    /// What becomes of the last report when the app restarts.
    public enum Restarted: String, CaseIterable, Sendable, Hashable {
        /// It counts on, as part of the saved state.
        case keep
        /// It is lost, and there is none until the next one. The time of the last drive stays.
        case forget
    }

    /// What happens to an entry that a cap alone holds back.
    public enum Capped: String, CaseIterable, Sendable, Hashable {
        /// It waits until a slot frees, while the person is inside.
        case `defer`
        /// It ends.
        case drop
    }

    /// The name in records of decisions.
    public var name: String
    /// The policy's own revision, also in records.
    public var revision: Int

    // The motion rule.

    /// How long after driving the person counts as driving. At exactly that time it is over.
    public var afterDriving: Duration = .seconds(120)
    /// How long the reports must have said driving, without a break, before that holds an alert and counts as a drive;
    /// 0 for at once.
    public var drivingOnset: Duration = .zero
    /// Metres per second: fixes that show this speed or more hold an alert as driving does, whatever the reports say;
    /// nil to ignore fixes.
    public var vehicleSpeed: Double? = 6
    /// What all flags false means.
    public var noFlags: NoFlags = .moving
    /// What to do when the activity is unknown: the unknown flag, no report yet, or too little confidence.
    public var whenUnknown: Action = .hold
    /// What to do when the person declined the use of motion activity.
    public var whenUnauthorised: Action = .deliver
    /// What to do when the motion hardware is lost after it had reported, or the permission is withdrawn: `hold` lets
    /// the last drive hold back until ``afterDriving`` is over, `deliver` lets alerts through, as on a phone that never
    /// had any.
    public var lostHardware: Action = .hold
    /// What becomes of the last report when the app restarts.
    public var whenRestarted: Restarted = .keep
    /// How long the source must be silent, repeats included, to be stale. Then driving ended with its last report; nil
    /// for never.
    public var staleAfter: Duration? = .seconds(600)
    /// What to do when the source is stale.
    public var whenStale: Action = .deliver
    /// What to do while cycling.
    public var cycling: Action = .hold
    /// What to do while running.
    public var running: Action = .deliver
    /// A walk whose cadence is this many times the person's usual one is a rush, which holds alerts back; nil to ignore
    /// cadence.
    public var rushFactor: Double?
    /// The least confidence at which each flag counts.
    public var minimumConfidence = ConfidenceThresholds()
    /// What becomes of an entry that the motion rule holds back.
    public var whenHeld: Held = .defer
    /// The longest time for which "I'm not driving" holds; 0 if the app does not offer it.
    public var passengerOverride: Duration = .seconds(3600)

    // How long an entry waits.

    /// How long an entry may wait, from the moment of entry or from the end of the quiet hours or the snooze that held
    /// it. At exactly that time it is over.
    public var deferralLimit: Duration = .seconds(1800)
    /// How long an entry is valid, whatever it waits for.
    public var expiry: Duration = .seconds(12 * 3600)
    /// How long the person must be inside before the alert.
    public var minimumDwell: Duration = .zero
    /// The hours without alerts. Nil for none, which is the default, as hours need the person's time zone.
    public var quietHours: QuietHours?

    /// The person's time zone (an IANA name), for the hours of places and categories. Nil for the zone of the quiet
    /// hours, or UTC without these.
    public var timeZone: String?

    // How many alerts.

    /// The most alerts in a short rolling window; nil for no limit.
    public var shortCap: AlertCap? = AlertCap(alerts: 3, window: .seconds(3600))
    /// The most alerts in a long rolling window; nil for no limit.
    public var longCap: AlertCap? = AlertCap(alerts: 10, window: .seconds(24 * 3600))
    /// What becomes of an entry that a cap alone holds back.
    public var whenCapped: Capped = .defer
    /// The most alerts that may wait; beyond that, the last entered are dropped. Nil for no limit. A phone keeps 64
    /// pending notifications of an app. Entries that share an alert count once.
    public var pendingLimit: Int? = 64
    /// Places entered within this time of the first share one alert: that of the nearest, with the number of the
    /// others. The alert waits for the end of this time, or until the person leaves one of them, or until no other
    /// place can be reached in it; 0 for no wait and no sharing.
    public var collapseWindow: Duration = .seconds(120)
    /// Metres per second: how fast a person may come to another place, if not even faster at the entry. A place whose
    /// ``RegionEntry/nearestOther`` is farther than the way of ``collapseWindow`` waits for no other.
    public var collapseSpeed = 2.0
    /// Stories whose alerts pass the caps and wait for no others.
    public var priorityStories: [String] = []

    /// The rules of each category of places, by its name.
    public var categories: [String: CategoryRules] = [:]

    // What was alerted before.

    /// How long a place that alerted is ignored.
    public var placeCooldown: Duration = .seconds(10_000 * 86400)
    /// How long a place is ignored after "later".
    public var laterInterval: Duration = .seconds(24 * 3600)
    /// How long every place of a story is held back after one of them alerted, that one included.
    public var storyCooldown: Duration = .zero
    /// How long a snooze without an end lasts.
    public var snoozeInterval: Duration = .seconds(3600)

    /// The defaults of ``gaitway`` under another name, to start from.
    public init(name: String, revision: Int = 1) {
        self.name = name
        self.revision = revision
    }
}
