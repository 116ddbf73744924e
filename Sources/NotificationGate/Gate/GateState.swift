/// Everything that the gate remembers. It is saved and loaded whole.
struct GateState: Hashable, Codable {
    /// The time of the newest input; time never runs backwards.
    var latest: Moment?
    var motion = MotionState()
    var snoozedUntil: Moment?
    /// Places that are ignored, and until when.
    var ignoredUntil: [String: Moment] = [:]
    /// When each story last alerted.
    var storyAlerts: [String: Moment] = [:]
    /// The times of the alerts that a cap's window may still hold, in order.
    var alerts: [Moment] = []
    /// The entries without a final decision, in the order of their numbers.
    var waiting: [WaitingEntry] = []
    /// How many entries there were.
    var entries = 0
}
