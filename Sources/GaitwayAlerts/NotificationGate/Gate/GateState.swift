// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Everything that the gate remembers. It is saved and loaded whole.
struct GateState: Hashable, Codable {
    /// The time of the newest input; time never runs backwards.
    var latest: Timestamp?
    /// How far the newest input's time lay before that, or ahead of the one before; nil if it did not jump.
    var clockJump: Duration?
    /// The times of inputs that came after a week without any, or by a clock that jumped ahead; nil without one.
    var arrivals: [Timestamp]?
    var motion = MotionState()
    var snoozedUntil: Timestamp?
    /// Places that are ignored, and until when.
    var ignoredUntil: [String: Timestamp] = [:]
    /// When each story last alerted.
    var storyAlerts: [String: Timestamp] = [:]
    /// The times of the alerts that a cap's window may still hold, in order; also older ones, up to a cap's number, in
    /// case the clock ran ahead when they left the window.
    var alerts: [Timestamp] = []
    /// The entries without a final decision, in the order of their numbers.
    var waiting: [WaitingEntry] = []
    var entries = 0
}
