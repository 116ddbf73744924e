// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayBase

extension AlertRules {
    /// The rules of an entry's place.
    init(_ entry: gaitway_entry) throws(CallError) {
        self.init()
        let moments: [Int: AlertMoment] = [
            GAITWAY_ALERT_ENTER: .enter, GAITWAY_ALERT_EXIT: .exit, GAITWAY_ALERT_DWELL: .dwell,
        ]
        guard let moment = moments[Int(entry.alert)] else {
            throw CallError("entry.alert is \(entry.alert); give one of GAITWAY_ALERT_...")
        }
        self.moment = moment
        let known = GAITWAY_RULE_PRIORITY | GAITWAY_RULE_EXPIRY | GAITWAY_RULE_COOLDOWN
        guard Int(entry.rules) & ~known == 0 else {
            throw CallError("entry.rules is \(entry.rules); give a sum of GAITWAY_RULE_...")
        }
        func has(_ rule: Int) -> Bool { Int(entry.rules) & rule != 0 }
        if has(GAITWAY_RULE_PRIORITY) { hasPriority = try flag(entry.has_priority, "entry.has_priority") }
        if has(GAITWAY_RULE_EXPIRY) { expiry = try Self.length(entry.expiry, "entry.expiry") }
        if has(GAITWAY_RULE_COOLDOWN) { cooldown = try Self.length(entry.cooldown, "entry.cooldown") }
        category = try optionalText(entry.category, "entry.category")
        if let text = try optionalText(entry.hours, "entry.hours") {
            hours = try reading(WeeklyHours(text))
        }
    }

    /// A length of time in seconds, as a policy may have it.
    private static func length(_ seconds: Double, _ name: String) throws(CallError) -> Duration {
        guard seconds >= 0, seconds <= 1e9 else {
            throw CallError("\(name) is \(seconds); give seconds from 0 to 1e9", status: GAITWAY_ERROR_VALUE)
        }
        return .nanoseconds(Nanoseconds.rounded(seconds))
    }
}
