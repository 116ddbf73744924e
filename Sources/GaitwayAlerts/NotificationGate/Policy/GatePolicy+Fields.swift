// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension GatePolicy {
    /// The fields of a policy file, in the order in which they are written. POLICY.md describes them.
    static let fields = table.map(\.file)

    /// The fields of a form, in the order of a policy file.
    package static let form = table.flatMap(\.form)

    private static let hour = 3600.0
    private static let day = 24 * hour

    /// Each field once: its name, where a policy keeps it, the end of its slider, and what it does.
    static let table: [GatePolicyField] = [
        GatePolicyField(.text("name", \.name), "The name in records of decisions."),
        GatePolicyField(.count("revision", \.revision), most: 100, "The revision of the policy, also in records."),
        .time(
            "after_driving", \.afterDriving, most: 15 * 60, "How long after driving a person still counts as driving."),
        .time(
            "driving_onset", \.drivingOnset, most: 120,
            "How long reports must say driving before that holds an alert."),
        GatePolicyField(
            .number("vehicle_speed", \.vehicleSpeed), most: 30,
            "At this speed in metres per second an alert is held, whatever the activity is."),
        GatePolicyField(.word("no_flags", \.noFlags), "What a report without a flag means."),
        GatePolicyField(.word("when_unknown", \.whenUnknown), "What to do while the activity is unknown."),
        GatePolicyField(
            .word("when_unauthorised", \.whenUnauthorised),
            "What to do if the person declined the use of motion activity."),
        GatePolicyField(
            .word("lost_hardware", \.lostHardware),
            "What to do if the motion hardware or the permission is lost after it had reported."
        ).optional,
        GatePolicyField(
            .word("when_restarted", \.whenRestarted), "What becomes of the last report when the app restarts."
        ).optional,
        .time(
            "stale_after", \.staleAfter, most: hour,
            "How long the phone may say nothing before its last report no longer counts."),
        GatePolicyField(.word("when_stale", \.whenStale), "What to do while the phone says nothing for too long."),
        GatePolicyField(.word("cycling", \.cycling), "What to do while the person cycles."),
        GatePolicyField(.word("running", \.running), "What to do while the person runs."),
        GatePolicyField(
            .number("rush_factor", \.rushFactor), most: 3,
            "A walk with this many times the usual steps a minute holds an alert."
        ).optional,
        minimumConfidenceField,
        GatePolicyField(
            .word("when_held", \.whenHeld), "What happens to an entry that driving holds back: it ends, or it waits."),
        .time(
            "passenger_override", \.passengerOverride, most: 4 * hour,
            "How long \"I'm not driving\" holds at most; 0 if the app does not offer it."),
        .time("deferral_limit", \.deferralLimit, most: 4 * hour, "How long an entry may wait for its alert."),
        .time("expiry", \.expiry, most: day, "How long an entry is valid, whatever it waits for."),
        .time("minimum_dwell", \.minimumDwell, most: 15 * 60, "How long the person must be inside before the alert."),
        quietHoursField,
        GatePolicyField(
            .text("time_zone", \.timeZone),
            "The person's time zone for the hours of places, such as Europe/Berlin; UTC without it."
        ).optional,
        GatePolicyField(categoriesField, "The rules of each category of places.").optional,
        .cap("short_cap", \.shortCap, noun: "short", most: 20, longest: 6 * hour),
        .cap("long_cap", \.longCap, noun: "long", most: 60, longest: 48 * hour),
        GatePolicyField(
            .word("when_capped", \.whenCapped), "What happens to an entry beyond the most alerts: it waits, or it ends."
        ),
        GatePolicyField(.count("pending_limit", \.pendingLimit), most: 200, "The most alerts that may wait."),
        .time("collapse_window", \.collapseWindow, most: 15 * 60, "Places entered within this time share one alert."),
        GatePolicyField(
            .number("collapse_speed", \.collapseSpeed), most: 30,
            "How fast a person may come to another place, in metres per second."),
        GatePolicyField(
            .texts("priority_stories", \.priorityStories),
            "Stories whose alerts ignore the limits, with commas between them."),
        .time("place_cooldown", \.placeCooldown, most: 10_000 * day, "How long a place is silent after its alert."),
        .time("later_interval", \.laterInterval, most: 7 * day, "How long a place is silent after \"later\"."),
        .time(
            "story_cooldown", \.storyCooldown, most: day,
            "How long all places of a story are silent after an alert of one of them."),
        .time("snooze_interval", \.snoozeInterval, most: day, "How long a snooze without an end lasts."),
    ]

    private static let minimumConfidenceField = GatePolicyField(
        file: PolicyField(name: "minimum_confidence") { (value, policy) throws(InputError) in
            policy.minimumConfidence = try ConfidenceThresholds(value)
        } write: { policy, json in
            policy.minimumConfidence.write(to: &json)
        },
        form: ConfidenceThresholds.names.map { activity in
            PolicyFormField(
                "minimum_confidence." + activity, .choice, words: ["low", "medium", "high"],
                help: "The least confidence at which \(activity) counts.")
        })

    private static let quietHoursField = GatePolicyField(
        file: PolicyField(name: "quiet_hours") { (value, policy) throws(InputError) in
            policy.quietHours = value.isNull ? nil : try QuietHours(value)
        } write: { policy, json in
            guard let quietHours = policy.quietHours else { return json.appendNull() }
            quietHours.write(to: &json)
        },
        form: [
            PolicyFormField(
                "quiet_hours.from", .text, mayBeNull: true,
                help: "The local time at which the quiet hours begin, such as 22:00."),
            PolicyFormField(
                "quiet_hours.to", .text, help: "The local time at which the quiet hours end, such as 07:00."),
            PolicyFormField(
                "quiet_hours.time_zone", .text, help: "The time zone of the quiet hours, such as Europe/Berlin."),
        ])

    private static let categoriesField = PolicyField<GatePolicy>(name: "categories") {
        (value, policy) throws(InputError) in
        policy.categories = [:]
        for (name, rules) in try value.members() { policy.categories[name] = try CategoryRules(rules) }
    } write: { policy, json in
        json.object(.padded) { json in
            for (name, rules) in policy.categories.sorted(by: { $0.key < $1.key }) {
                json.key(name)
                rules.write(to: &json)
            }
        }
    }
}
