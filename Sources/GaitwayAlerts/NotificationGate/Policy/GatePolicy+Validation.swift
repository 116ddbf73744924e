// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension GatePolicy {
    /// Throws: `InputError` for a name that is empty, a time out of range, times that leave no room for an alert, a
    /// negative count, a speed out of range, a limit below 1, or quiet hours in an unknown zone.
    func validate() throws(InputError) {
        guard !name.isEmpty else { throw .malformed("the policy has no name", remedy: "give it one") }
        for field in Self.table {
            guard let duration = field.time?(self) else { continue }
            guard duration >= .zero, duration <= .seconds(PolicyValue.longestSeconds) else {
                throw .malformed("\(field.file.name) is out of range", remedy: "give 0 to 1000000000 seconds")
            }
        }
        guard (0...1000).contains(collapseSpeed) else {
            throw .malformed(
                "collapse_speed \(collapseSpeed) is outside 0 to 1000 m/s", remedy: "give 0 to 1000 metres per second")
        }
        if let vehicleSpeed, !(vehicleSpeed > 0 && vehicleSpeed <= 1000) {
            throw .malformed(
                "vehicle_speed \(vehicleSpeed) is outside 0 to 1000 m/s",
                remedy: "give a speed above 0, or null for fixes that play no part")
        }
        if let rushFactor, !(rushFactor > 1 && rushFactor <= 10) {
            throw .malformed(
                "rush_factor \(rushFactor) is not above 1 and at most 10",
                remedy: "give a factor such as 1.15, or null for cadences that play no part")
        }
        for (key, cap) in [("short_cap", shortCap), ("long_cap", longCap)] {
            if let cap, cap.alerts < 0 || cap.window == .zero {
                throw .malformed(
                    "\(key) is not a valid cap",
                    remedy: "give 0 or more alerts and a window longer than 0 s, or null for no cap")
            }
        }
        if let pendingLimit, pendingLimit < 1 {
            throw .malformed(
                "pending_limit \(pendingLimit) is below 1", remedy: "give 1 or more alerts, or null for no limit")
        }
        for (key, duration) in [("collapse_window", collapseWindow), ("minimum_dwell", minimumDwell)] {
            guard duration < min(deferralLimit, expiry) else {
                throw .malformed(
                    "\(key) must be shorter than deferral_limit and expiry, or nothing is ever shown",
                    remedy: "shorten it")
            }
        }
        if let quietHours { _ = try QuietHoursClock(quietHours) }
        if let timeZone { _ = try LocalZone(name: timeZone, of: "policy") }
        for (name, rules) in categories.sorted(by: { $0.key < $1.key }) { try validate(rules, of: name) }
    }

    private func validate(_ rules: CategoryRules, of category: String) throws(InputError) {
        for (key, duration) in rules.times {
            guard let duration else { continue }
            guard duration >= .zero, duration <= .seconds(PolicyValue.longestSeconds) else {
                throw .malformed(
                    "\(key) of the category \(quoted: category) is out of range",
                    remedy: "give 0 to 1000000000 seconds")
            }
        }
        guard rules.minimumDwell ?? minimumDwell < min(deferralLimit, rules.expiry ?? expiry) else {
            throw .malformed(
                "minimum_dwell of the category \(quoted: category) must be shorter than deferral_limit and its "
                    + "expiry, or nothing is ever shown", remedy: "shorten it")
        }
    }
}
