// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension GatePolicy {
    /// The fields of a form, in the order of a policy file.
    package static let form: [PolicyFormField] = fields.flatMap { field -> [PolicyFormField] in
        switch field.name {
        case "short_cap", "long_cap":
            let isShort = field.name == "short_cap"
            let noun = isShort ? "short" : "long"
            return [
                PolicyFormField(
                    field.name + ".alerts", .number, most: isShort ? 20 : 60, isWhole: true, mayBeNull: true,
                    help: "The most alerts in the \(noun) time."),
                PolicyFormField(
                    field.name + ".window", .duration, most: isShort ? 6 * hour : 48 * hour,
                    help: "How long the \(noun) time is."),
            ]
        case "minimum_confidence":
            return ConfidenceThresholds.names.map { activity in
                PolicyFormField(
                    field.name + "." + activity, .choice, words: ["low", "medium", "high"],
                    help: "The least confidence at which \(activity) counts.")
            }
        case "quiet_hours":
            return [
                PolicyFormField(
                    field.name + ".from", .text, mayBeNull: true,
                    help: "The local time at which the quiet hours begin, such as 22:00."),
                PolicyFormField(
                    field.name + ".to", .text, help: "The local time at which the quiet hours end, such as 07:00."),
                PolicyFormField(
                    field.name + ".time_zone", .text, help: "The time zone of the quiet hours, such as Europe/Berlin."),
            ]
        default:
            let (help, most) = formTexts[field.name] ?? ("", nil)
            let (kind, words): (PolicyFormField.Kind, [String]) =
                switch field.kind {
                case .seconds: (.duration, [])
                case .count, .number: (.number, [])
                case .word(let words): (.choice, words)
                case .text, .texts, .object: (.text, [])
                }
            return [
                PolicyFormField(
                    field.name, kind, words: words, most: most, isWhole: field.kind == .count,
                    mayBeNull: field.mayBeNull, help: help)
            ]
        }
    }

    private static let hour = 3600.0
    private static let day = 24 * hour

    /// What the fields do, and the greatest value of a slider.
    private static let formTexts: [String: (help: String, most: Double?)] = [
        "name": ("The name in records of decisions.", nil),
        "revision": ("The revision of the policy, also in records.", 100),
        "after_driving": ("How long after driving a person still counts as driving.", 15 * 60),
        "driving_onset": ("How long reports must say driving before that holds an alert.", 120),
        "vehicle_speed": ("At this speed in metres per second an alert is held, whatever the activity is.", 30),
        "no_flags": ("What a report without a flag means.", nil),
        "when_unknown": ("What to do while the activity is unknown.", nil),
        "when_unauthorised": ("What to do if the person declined the use of motion activity.", nil),
        "lost_hardware": ("What to do if the motion hardware or the permission is lost after it had reported.", nil),
        "when_restarted": ("What becomes of the last report when the app restarts.", nil),
        "stale_after": ("How long the phone may say nothing before its last report no longer counts.", hour),
        "when_stale": ("What to do while the phone says nothing for too long.", nil),
        "cycling": ("What to do while the person cycles.", nil),
        "running": ("What to do while the person runs.", nil),
        "rush_factor": ("A walk with this many times the usual steps a minute holds an alert.", 3),
        "when_held": ("What happens to an entry that driving holds back: it ends, or it waits.", nil),
        "passenger_override": ("How long \"I'm not driving\" holds at most; 0 if the app does not offer it.", 4 * hour),
        "deferral_limit": ("How long an entry may wait for its alert.", 4 * hour),
        "expiry": ("How long an entry is valid, whatever it waits for.", day),
        "minimum_dwell": ("How long the person must be inside before the alert.", 15 * 60),
        "time_zone": ("The person's time zone for the hours of places, such as Europe/Berlin; UTC without it.", nil),
        "categories": ("The rules of each category of places.", nil),
        "when_capped": ("What happens to an entry beyond the most alerts: it waits, or it ends.", nil),
        "pending_limit": ("The most alerts that may wait.", 200),
        "collapse_window": ("Places entered within this time share one alert.", 15 * 60),
        "collapse_speed": ("How fast a person may come to another place, in metres per second.", 30),
        "priority_stories": ("Stories whose alerts ignore the limits, with commas between them.", nil),
        "place_cooldown": ("How long a place is silent after its alert.", 10_000 * day),
        "later_interval": ("How long a place is silent after \"later\".", 7 * day),
        "story_cooldown": ("How long all places of a story are silent after an alert of one of them.", day),
        "snooze_interval": ("How long a snooze without an end lasts.", day),
    ]
}
