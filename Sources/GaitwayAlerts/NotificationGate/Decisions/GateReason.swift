// SPDX-License-Identifier: Apache-2.0
/// One reason that is true when the gate decides. The raw value is the word used in records.
public enum GateReason: String, CaseIterable, Sendable, Hashable, Codable {
    // These end an entry at once.
    /// The place alerted or was put off before, and its cooldown is not over.
    case alreadyAlerted = "already-alerted"
    /// The caller does not know the place.
    case unknownPlace = "unknown-place"
    /// An earlier entry of the same place still waits.
    case alreadyWaiting = "already-waiting"
    /// The person dismissed the place, or said "later", while it waited.
    case dismissed
    /// The person left before the alert was allowed.
    case left
    /// The person came back before the alert of their leaving was allowed.
    case cameBack = "came-back"
    /// The entry is too old.
    case expired
    /// Another place entered at about the same time is nearer, and its alert counts this one.
    case collapsed
    /// As many alerts wait as the phone keeps.
    case pendingLimit = "pending-limit"

    // These hold an alert back.
    /// The fixes show the speed of a vehicle.
    case vehicleSpeed = "vehicle-speed"
    /// The current activity is automotive.
    case driving
    /// The person drove a short while ago.
    case recentlyDriving = "recently-driving"
    /// The current activity is cycling.
    case cycling
    /// The current activity is running.
    case running
    /// The person walks with a cadence well above their usual one.
    case rushing
    /// The source said that it has no estimate.
    case unknownActivity = "unknown-activity"
    /// All flags are false, and the policy reads that as unknown.
    case noFlags = "no-flags"
    /// The source has not reported yet.
    case noReport = "no-report"
    /// No flag of the report reaches its least confidence.
    case lowConfidence = "low-confidence"
    /// The person has been inside for less than the minimum dwell.
    case dwell
    /// The time is outside the hours of the place or its category.
    case outsideHours = "outside-hours"
    /// The time is within the person's quiet hours.
    case quietHours = "quiet-hours"
    /// The person asked for silence.
    case snoozed
    /// A place of the story, this one or another, alerted a short while ago.
    case storyCooldown = "story-cooldown"
    /// The short window holds as many alerts as it may.
    case shortCap = "short-cap"
    /// The long window holds as many alerts as it may.
    case longCap = "long-cap"
    /// It may be shown, but waits for places that may be entered at about the same time.
    case collapsing

    // These may hold an alert back or let it through; the policy decides.
    /// The person declined the use of motion activity.
    case permissionDeclined = "permission-declined"
    /// The source has been silent for too long, so its last report no longer counts.
    case staleSource = "stale-source"

    // These let an alert through.
    /// The reports say driving, for less time than the policy asks for.
    case drivingOnset = "driving-onset"
    /// Motion hardware is missing, so motion holds nothing back.
    case noMotionHardware = "no-motion-hardware"
    /// The person said "I'm not driving".
    case passenger
    /// The input's time lies before that of an earlier input, so it counts as arriving with that one.
    case clockJump = "clock-jump"
    /// The alert has priority, which passes the caps.
    case priority
    /// No other place can be entered soon enough to share the alert, so that it need not wait for one.
    case alone
    /// Nothing holds the alert back.
    case allowed

    /// The reason as half a sentence.
    public var explanation: String {
        switch self {
        case .alreadyAlerted: "the place was alerted or put off before"
        case .unknownPlace: "the place is not known"
        case .alreadyWaiting: "an earlier entry of the place still waits"
        case .dismissed: "the person dismissed the place or put it off"
        case .left: "the person left the region"
        case .cameBack: "the person came back"
        case .expired: "the entry is too old"
        case .collapsed: "a nearer place was entered at about the same time, and its alert counts this one"
        case .pendingLimit: "as many alerts wait as the phone keeps"
        case .vehicleSpeed: "the fixes show the speed of a vehicle"
        case .driving: "the person is driving"
        case .recentlyDriving: "the person drove a short while ago"
        case .cycling: "the person is cycling"
        case .running: "the person is running"
        case .rushing: "the person walks much faster than usual"
        case .unknownActivity: "the source has no estimate of the activity"
        case .noFlags: "no activity flag is set, which the policy reads as unknown"
        case .noReport: "there is no report of the activity yet"
        case .lowConfidence: "the report is not confident enough"
        case .dwell: "the person is not inside for long enough yet"
        case .outsideHours: "it is outside of the place's hours"
        case .quietHours: "it is quiet hours"
        case .snoozed: "alerts are snoozed"
        case .storyCooldown: "the story alerted a short while ago"
        case .shortCap: "the short window holds as many alerts as it may"
        case .longCap: "the long window holds as many alerts as it may"
        case .collapsing: "places entered at about the same time share one alert"
        case .permissionDeclined: "the person declined the use of motion activity"
        case .staleSource: "the source of motion activity fell silent"
        case .drivingOnset: "driving is reported for less time than the policy asks for"
        case .noMotionHardware: "there is no motion hardware"
        case .clockJump: "the clock jumped: an earlier input had a later time"
        case .passenger: "the person said that they are not driving"
        case .priority: "the alert has priority"
        case .alone: "no other place is near enough to share the alert"
        case .allowed: "nothing holds the alert back"
        }
    }
}
