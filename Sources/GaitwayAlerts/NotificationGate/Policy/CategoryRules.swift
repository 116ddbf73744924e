// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// A policy's rules for the alerts of one category of places. A place's own rules come first; nil leaves a rule to the
/// policy.
public struct CategoryRules: Sendable, Hashable {
    /// Whether its alerts pass the caps and wait for no others.
    public var hasPriority: Bool?
    /// How long an entry is valid.
    public var expiry: Duration?
    /// How long a place is ignored after its alert.
    public var cooldown: Duration?
    /// How long the person must be inside before the alert.
    public var minimumDwell: Duration?
    /// When alerts may be shown.
    public var hours: WeeklyHours?

    /// Rules that leave everything to the policy.
    public init() {}
}

extension CategoryRules {
    /// Reads `{"priority": true, "cooldown": 86400, "hours": "Mo-Fr 08:00-18:00"}`.
    init(_ value: PolicyValue) throws(InputError) {
        self.init()
        let fields = try value.fields(["priority", "expiry", "cooldown", "minimum_dwell", "hours"])
        hasPriority = try fields["priority"].map { (field) throws(InputError) in try field.boolean() }
        expiry = try fields["expiry"].map { (field) throws(InputError) in try field.duration() }
        cooldown = try fields["cooldown"].map { (field) throws(InputError) in try field.duration() }
        minimumDwell = try fields["minimum_dwell"].map { (field) throws(InputError) in try field.duration() }
        if let field = fields["hours"] {
            let text = try field.text()
            do throws(InputError) {
                hours = try WeeklyHours(text)
            } catch {
                throw field.fault(error.problem, remedy: error.remedy)
            }
        }
    }

    func write(to json: inout JSONWriter) {
        json.object(.padded) { json in
            if let hasPriority { json.add("priority", hasPriority) }
            for (key, time) in times { if let time { json.add(key, seconds: time, places: 9) } }
            if let hours { json.add("hours", hours.text) }
        }
    }

    /// Its times by the names of their fields.
    var times: [(String, Duration?)] { [("expiry", expiry), ("cooldown", cooldown), ("minimum_dwell", minimumDwell)] }
}
