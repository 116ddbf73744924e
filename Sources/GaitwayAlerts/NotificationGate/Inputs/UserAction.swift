// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// An action of the person.
public enum UserAction: Sendable, Hashable {
    /// "Later": the place may alert again after ``GatePolicy/laterInterval``.
    case later(place: String)
    /// The place shall not alert again for ``GatePolicy/placeCooldown``; an entry of it that waits is dropped.
    case dismiss(place: String)
    /// No alert until a time; nil for ``GatePolicy/snoozeInterval`` from now. Entries meanwhile are held.
    case snooze(until: Timestamp?)
    /// The snooze ends now.
    case endSnooze
    /// "I'm not driving": driving holds no alert back until a time, at most ``GatePolicy/passengerOverride`` from now;
    /// nil for all of it.
    case passenger(until: Timestamp?)
    /// The override ends now.
    case endPassenger
    /// Forgets all alerts, snoozes and overrides. The motion state and waiting entries stay.
    case reset
}
