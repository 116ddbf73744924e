package import MotionTypes

/// One field of a policy document: its name, how its value is read and how it is written.
package struct PolicyField<Policy>: Sendable {
    /// Where a policy keeps a value.
    package typealias Path<Value> = any WritableKeyPath<Policy, Value> & Sendable
    /// What a value that cannot be used gives.
    package typealias Fault = InputError

    package let name: String
    package let read: @Sendable (_ value: PolicyValue, _ policy: inout Policy) throws(Fault) -> Void
    /// Writes the value alone.
    package let write: @Sendable (_ policy: Policy, _ json: inout JSONWriter) -> Void

    /// A field of a kind of its own.
    package init(
        name: String,
        read: @escaping @Sendable (_ value: PolicyValue, _ policy: inout Policy) throws(Fault) -> Void,
        write: @escaping @Sendable (_ policy: Policy, _ json: inout JSONWriter) -> Void
    ) {
        self.name = name
        self.read = read
        self.write = write
    }

    /// A string.
    package static func text(_ name: String, _ path: Path<String>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.text()
        } write: { policy, json in
            json.append(policy[keyPath: path])
        }
    }

    /// An array of strings.
    package static func texts(_ name: String, _ path: Path<[String]>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.texts()
        } write: { policy, json in
            json.array(.spaced) { json in
                for text in policy[keyPath: path] { json.append(text) }
            }
        }
    }

    /// A whole number.
    package static func count(
        _ name: String, _ path: Path<Int>, in range: ClosedRange<Int> = .min ... .max
    ) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.integer(in: range)
        } write: { policy, json in
            json.append(policy[keyPath: path])
        }
    }

    /// A whole number, or null.
    package static func count(_ name: String, _ path: Path<Int?>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = value.isNull ? nil : try value.integer()
        } write: { policy, json in
            json.append(policy[keyPath: path])
        }
    }

    /// A number; without a range any.
    package static func number(
        _ name: String, _ path: Path<Double>, in range: ClosedRange<Double>? = nil, kind: String = "a number"
    ) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            if let range {
                policy[keyPath: path] = try value.number(in: range, kind: kind)
            } else {
                policy[keyPath: path] = try value.number()
            }
        } write: { policy, json in
            // Zero has no sign here.
            json.append(policy[keyPath: path] + 0)
        }
    }

    /// A time in seconds.
    package static func seconds(_ name: String, _ path: Path<Duration>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.duration()
        } write: { policy, json in
            json.append(seconds: policy[keyPath: path], places: 9)
        }
    }

    /// A time in seconds, or null.
    package static func seconds(_ name: String, _ path: Path<Duration?>) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = value.isNull ? nil : try value.duration()
        } write: { policy, json in
            json.append(seconds: policy[keyPath: path], places: 9)
        }
    }

    /// One word of a list.
    package static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ path: Path<Word>
    ) -> PolicyField {
        PolicyField(name: name) { (value, policy) throws(InputError) in
            policy[keyPath: path] = try value.word()
        } write: { policy, json in
            json.append(policy[keyPath: path].rawValue)
        }
    }
}
