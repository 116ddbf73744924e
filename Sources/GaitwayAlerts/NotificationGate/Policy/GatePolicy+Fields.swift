// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension GatePolicy {
    /// The fields of a policy file, in the order in which they are written. POLICY.md describes them.
    static let fields: [PolicyField<GatePolicy>] = [
        .text("name", \.name), .count("revision", \.revision), .seconds("after_driving", \.afterDriving),
        .seconds("driving_onset", \.drivingOnset), .number("vehicle_speed", \.vehicleSpeed),
        .word("no_flags", \.noFlags), .word("when_unknown", \.whenUnknown),
        .word("when_unauthorised", \.whenUnauthorised), .word("lost_hardware", \.lostHardware).optional,
        .word("when_restarted", \.whenRestarted).optional, .seconds("stale_after", \.staleAfter),
        .word("when_stale", \.whenStale), .word("cycling", \.cycling), .word("running", \.running),
        .number("rush_factor", \.rushFactor).optional,
        PolicyField(name: "minimum_confidence") { (value, policy) throws(InputError) in
            policy.minimumConfidence = try ConfidenceThresholds(value)
        } write: { policy, json in
            policy.minimumConfidence.write(to: &json)
        },
        .word("when_held", \.whenHeld), .seconds("passenger_override", \.passengerOverride),
        .seconds("deferral_limit", \.deferralLimit), .seconds("expiry", \.expiry),
        .seconds("minimum_dwell", \.minimumDwell),
        PolicyField(name: "quiet_hours") { (value, policy) throws(InputError) in
            policy.quietHours = value.isNull ? nil : try QuietHours(value)
        } write: { policy, json in
            guard let quietHours = policy.quietHours else { return json.appendNull() }
            quietHours.write(to: &json)
        },
        .text("time_zone", \.timeZone).optional, categories,
        cap("short_cap", \.shortCap), cap("long_cap", \.longCap), .word("when_capped", \.whenCapped),
        .count("pending_limit", \.pendingLimit), .seconds("collapse_window", \.collapseWindow),
        .number("collapse_speed", \.collapseSpeed), .texts("priority_stories", \.priorityStories),
        .seconds("place_cooldown", \.placeCooldown), .seconds("later_interval", \.laterInterval),
        .seconds("story_cooldown", \.storyCooldown), .seconds("snooze_interval", \.snoozeInterval),
    ]

    private static let categories = PolicyField<GatePolicy>(name: "categories") { (value, policy) throws(InputError) in
        policy.categories = [:]
        for (name, rules) in try value.members() { policy.categories[name] = try CategoryRules(rules) }
    } write: { policy, json in
        json.object(.padded) { json in
            for (name, rules) in policy.categories.sorted(by: { $0.key < $1.key }) {
                json.key(name)
                rules.write(to: &json)
            }
        }
    }.optional

    private static func cap(_ name: String, _ path: PolicyField<GatePolicy>.Path<AlertCap?>) -> PolicyField<GatePolicy>
    {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = value.isNull ? nil : try AlertCap(value)
        } write: { policy, json in
            guard let cap = policy[keyPath: path] else { return json.appendNull() }
            cap.write(to: &json)
        }
    }
}
