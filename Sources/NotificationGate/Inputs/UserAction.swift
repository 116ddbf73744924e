public import MotionTypes

/// What the person says to the gate.
public enum UserAction: Sendable, Hashable {
    /// "Later": the place may alert again after ``GatePolicy/laterInterval``.
    case later(place: String)
    /// The place shall not alert again for ``GatePolicy/placeCooldown``; an entry of it that waits is dropped.
    case dismiss(place: String)
    /// No alert until a time; nil for ``GatePolicy/snoozeInterval`` from now. What is entered meanwhile is held.
    case snooze(until: Timestamp?)
    /// The snooze ends now.
    case endSnooze
    /// "I'm not driving": driving holds nothing back until a time, at most ``GatePolicy/passengerOverride`` from now;
    /// nil for all of it.
    case passenger(until: Timestamp?)
    /// The override ends now.
    case endPassenger
    /// As if no alert had ever been shown, nothing snoozed or overridden. The motion state and what waits stay.
    case reset
}
