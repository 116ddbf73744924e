/// An entry without a final decision.
struct WaitingEntry: Hashable, Codable {
    var number: Int
    var place: String
    var story: String?
    var distance: Double?
    var speed: Double?
    var hasPriority: Bool
    var entered: Moment
    /// The latest end of quiet hours or a snooze that held it; its wait counts from there.
    var heldUntil: Moment?
    /// The reasons of its last record, so that there is one record per change and not one per look.
    var reasons: [GateReason] = []

    init(_ entry: RegionEntry, number: Int, at now: Moment, policy: GatePolicy) {
        func known(_ number: Double?) -> Double? {
            guard let number, number.isFinite, number >= 0 else { return nil }
            return number
        }
        self.number = number
        place = entry.place
        story = entry.story
        distance = known(entry.distance)
        speed = known(entry.speed)
        hasPriority = entry.hasPriority || entry.story.map(policy.priorityStories.contains) == true
        entered = now
    }

    /// When its wait is over. While quiet hours or a snooze hold it, that lies after their end.
    func deadline(_ policy: GatePolicy) -> Moment {
        min((heldUntil ?? entered) + policy.deferralLimit, entered + policy.expiry)
    }
}
