// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// An entry without a final decision.
struct WaitingEntry: Hashable, Codable {
    var number: Int
    var place: String
    var story: String?
    var distance: Double?
    var speed: Double?
    /// Metres to the edge of the nearest other place, at most ``farthest``.
    var nearestOther: Double?
    var hasPriority: Bool
    var entered: Timestamp
    /// What the person did; nil for that they came in.
    var moment: AlertMoment?
    /// What the place or its category asks for; nil for what the policy does.
    var expiry: Duration?
    var cooldown: Duration?
    var minimumDwell: Duration?
    var hours: WeeklyHours?
    /// The latest end of quiet hours or a snooze that held it; its wait counts from there.
    var heldUntil: Timestamp?
    /// The reasons of its last record, so that there is one record per change and not one per look.
    var reasons: [GateReason] = []

    /// Half way round the earth in metres: no place is farther, and a number stands in the record where there is no
    /// other.
    static let farthest = 20_015_000.0

    init(_ entry: RegionEntry, number: Int, at now: Timestamp, policy: GatePolicy) {
        func known(_ number: Double?) -> Double? {
            guard let number, number.isFinite, number >= 0 else { return nil }
            return number
        }
        self.number = number
        place = entry.place
        story = entry.story
        distance = known(entry.distance)
        speed = known(entry.speed)
        nearestOther = known(entry.nearestOther.map { min($0, Self.farthest) })
        let rules = entry.rules
        let category = rules.category.flatMap { policy.categories[$0] }
        hasPriority =
            entry.hasPriority
            || (rules.hasPriority ?? category?.hasPriority
                ?? (entry.story.map(policy.priorityStories.contains) == true))
        moment = rules.moment == .enter ? nil : rules.moment
        expiry = rules.expiry ?? category?.expiry
        cooldown = rules.cooldown ?? category?.cooldown
        minimumDwell = category?.minimumDwell
        hours = rules.hours ?? category?.hours
        entered = now
    }

    /// Whether no other place can be reached in the time in which places share an alert.
    func isAlone(_ policy: GatePolicy) -> Bool {
        guard let nearestOther else { return false }
        let window = Nanoseconds.product(policy.collapseWindow.wholeNanoseconds)
        return nearestOther > max(speed ?? 0, policy.collapseSpeed) * window
    }

    /// Whether it shares its alert with no other: by its rank, as the person has left the place, or as it is over
    /// before others could come.
    func standsAlone(_ policy: GatePolicy) -> Bool {
        hasPriority || moment == .exit || expiry.map { $0 <= policy.collapseWindow } ?? false
    }

    /// Whether its place is nearer than that of another entry; of equals, whether it was entered first. An unknown
    /// distance is the farthest.
    func isNearer(than other: WaitingEntry) -> Bool {
        (distance ?? .infinity, number) < (other.distance ?? .infinity, other.number)
    }

    /// Whether the person is in the region.
    var isInside: Bool { moment != .exit }

    /// From when on the person is inside for long enough; one who left is.
    func dwelt(_ policy: GatePolicy) -> Timestamp {
        moment == .exit ? entered : entered + (minimumDwell ?? policy.minimumDwell)
    }

    /// From when on it is no longer valid.
    func expires(_ policy: GatePolicy) -> Timestamp { entered + (expiry ?? policy.expiry) }

    /// When its wait is over. While quiet hours or a snooze hold it, that lies after their end.
    func deadline(_ policy: GatePolicy) -> Timestamp {
        min((heldUntil ?? entered) + policy.deferralLimit, expires(policy))
    }
}
