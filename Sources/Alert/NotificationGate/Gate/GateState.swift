internal import MotionTypes

/// Everything that the gate remembers. It is saved and loaded whole.
struct GateState: Hashable, Codable {
    /// The time of the newest input; time never runs backwards.
    var latest: Timestamp?
    var motion = MotionState()
    var snoozedUntil: Timestamp?
    /// Places that are ignored, and until when.
    var ignoredUntil: [String: Timestamp] = [:]
    /// When each story last alerted.
    var storyAlerts: [String: Timestamp] = [:]
    /// The times of the alerts that a cap's window may still hold, in order.
    var alerts: [Timestamp] = []
    /// The entries without a final decision, in the order of their numbers.
    var waiting: [WaitingEntry] = []
    /// How many entries there were.
    var entries = 0
}
