internal import MotionTypes
internal import TextFormats

/// One field of a policy file: its name, how it is read and how it is written. POLICY.md describes them.
struct PolicyField: Sendable {
    let name: String
    let read: @Sendable (PolicyValue, inout GatePolicy) throws(InputError) -> Void
    let write: @Sendable (GatePolicy) -> String

    private typealias Path<Value> = any WritableKeyPath<GatePolicy, Value> & Sendable

    /// All of them, in the order in which they are written.
    static let all: [PolicyField] = [
        text("name", \.name), count("revision", \.revision),
        seconds("after_driving", \.afterDriving), word("no_flags", \.noFlags), word("when_unknown", \.whenUnknown),
        word("when_unauthorised", \.whenUnauthorised), seconds("stale_after", \.staleAfter),
        word("when_stale", \.whenStale), word("cycling", \.cycling), word("running", \.running),
        PolicyField(name: "minimum_confidence") { (value, policy) throws(InputError) in
            policy.minimumConfidence = try ConfidenceThresholds(value)
        } write: {
            $0.minimumConfidence.json
        },
        word("when_held", \.whenHeld), seconds("passenger_override", \.passengerOverride),
        seconds("deferral_limit", \.deferralLimit), seconds("expiry", \.expiry),
        seconds("minimum_dwell", \.minimumDwell),
        PolicyField(name: "quiet_hours") { (value, policy) throws(InputError) in
            policy.quietHours = value.isNull ? nil : try QuietHours(value)
        } write: {
            $0.quietHours?.json ?? "null"
        },
        cap("short_cap", \.shortCap), cap("long_cap", \.longCap), word("when_capped", \.whenCapped),
        PolicyField(name: "pending_limit") { (value, policy) throws(InputError) in
            policy.pendingLimit = value.isNull ? nil : try value.integer()
        } write: {
            $0.pendingLimit.map(String.init) ?? "null"
        },
        seconds("collapse_window", \.collapseWindow),
        PolicyField(name: "collapse_speed") { (value, policy) throws(InputError) in
            policy.collapseSpeed = try value.number()
        } write: {
            $0.collapseSpeed.jsonText
        },
        PolicyField(name: "priority_stories") { (value, policy) throws(InputError) in
            policy.priorityStories = try value.texts()
        } write: {
            "[" + $0.priorityStories.map(JSONText.quoted).joined(separator: ", ") + "]"
        },
        seconds("place_cooldown", \.placeCooldown), seconds("later_interval", \.laterInterval),
        seconds("story_cooldown", \.storyCooldown), seconds("snooze_interval", \.snoozeInterval),
    ]

    private static func text(_ name: String, _ path: Path<String>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.text()
        } write: {
            JSONText.quoted($0[keyPath: path])
        }
    }

    private static func count(_ name: String, _ path: Path<Int>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.integer()
        } write: {
            String($0[keyPath: path])
        }
    }

    private static func seconds(_ name: String, _ path: Path<Duration>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.duration()
        } write: {
            $0[keyPath: path].decimalSeconds
        }
    }

    private static func seconds(_ name: String, _ path: Path<Duration?>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = value.isNull ? nil : try value.duration()
        } write: {
            $0[keyPath: path]?.decimalSeconds ?? "null"
        }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ path: Path<Word>
    ) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.word()
        } write: {
            JSONText.quoted($0[keyPath: path].rawValue)
        }
    }

    private static func cap(_ name: String, _ path: Path<AlertCap?>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = value.isNull ? nil : try AlertCap(value)
        } write: {
            $0[keyPath: path]?.json ?? "null"
        }
    }
}

extension Double {
    /// The number as JSON has it; whole ones without a fraction. It must be finite.
    fileprivate var jsonText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
