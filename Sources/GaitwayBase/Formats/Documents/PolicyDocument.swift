// SPDX-License-Identifier: Apache-2.0

/// A policy as a versioned JSON file of named fields, one a line.
///
/// A reader refuses another kind or version, an unknown or repeated field, and a value out of range, each with its
/// line.
package struct PolicyDocument<Policy>: Sendable {
    /// The kind and version of the file.
    package let format: DocumentFormat
    /// The fields, in the order in which they are written.
    package let fields: [PolicyField<Policy>]

    /// A document of these fields.
    package init(_ format: DocumentFormat, fields: [PolicyField<Policy>]) {
        self.format = format
        self.fields = fields
    }

    /// The values that a file states.
    package struct Values: Sendable {
        fileprivate let file: PolicyValue
        fileprivate let values: [String: PolicyValue]

        /// The value of a field; nil if the file does not state it.
        package subscript(name: String) -> PolicyValue? { values[name] }
    }

    /// The values of a file, whose fields must be known; `others` are names it may have besides the fields.
    package func values(of bytes: [UInt8], others: [String] = []) throws(InputError) -> Values {
        let file = PolicyValue(try format.root(of: bytes), of: "")
        return Values(file: file, values: try file.fields(["gaitway", "version"] + others + fields.map(\.name)))
    }

    /// Reads the fields into a policy. One that the file lacks is an error with `remedy`, or keeps its value if
    /// that is nil or the field may be absent.
    package func read(_ values: Values, into policy: inout Policy, missing remedy: Remedy? = nil) throws(InputError) {
        for field in fields {
            if let value = values[field.name] {
                try field.read(value, &policy)
            } else if let remedy, !field.mayBeAbsent {
                _ = try values.file.required(field.name, in: values.values, remedy: remedy)
            }
        }
    }

    /// The policy as a file, every field in it; the same policy gives the same bytes.
    package func text(of policy: Policy) -> String {
        JSONWriter.objectLine(.lines) { json in
            format.write(to: &json)
            for field in fields {
                json.key(field.name)
                field.write(policy, &json)
            }
        }
    }
}

/// The kinds of values that a field of a policy may have.
package enum PolicyFieldKind: Sendable, Hashable {
    /// A string of any length.
    case text
    /// A list of texts.
    case texts
    /// A whole number.
    case count
    /// A finite number, whole or not.
    case number
    /// A time in seconds.
    case seconds
    /// One of a list.
    case word([String])
    /// An object with a form of its own.
    case object
}

/// One field of a policy document: its name, and the functions that read and write its value.
package struct PolicyField<Policy>: Sendable {
    /// Where a policy keeps a value.
    package typealias Path<Value> = any WritableKeyPath<Policy, Value> & Sendable
    /// The error for a value that cannot be used.
    package typealias Fault = InputError

    package let name: String
    package let read: @Sendable (_ value: PolicyValue, _ policy: inout Policy) throws(Fault) -> Void
    /// Writes the value alone.
    package let write: @Sendable (_ policy: Policy, _ json: inout JSONWriter) -> Void
    /// Whether a file may lack the field, as files of this version were written before the field existed.
    package private(set) var mayBeAbsent = false
    /// The kind of its value.
    package private(set) var kind = PolicyFieldKind.object
    /// Whether the value may be null.
    package private(set) var mayBeNull = false

    /// A field of a kind of its own.
    package init(
        name: String, read: @escaping @Sendable (_ value: PolicyValue, _ policy: inout Policy) throws(Fault) -> Void,
        write: @escaping @Sendable (_ policy: Policy, _ json: inout JSONWriter) -> Void
    ) {
        self.name = name
        self.read = read
        self.write = write
    }

    /// A copy of the field that a file may lack.
    package var optional: PolicyField {
        var copy = self
        copy.mayBeAbsent = true
        return copy
    }

    /// A field whose value is read and written by itself.
    private static func field<Value>(
        _ name: String, _ path: Path<Value>, _ kind: PolicyFieldKind,
        _ read: @escaping @Sendable (_ value: PolicyValue) throws(Fault) -> Value,
        write: @escaping @Sendable (_ value: Value, _ json: inout JSONWriter) -> Void
    ) -> PolicyField {
        var field = PolicyField(name: name) { (value, policy) throws(Fault) in
            policy[keyPath: path] = try read(value)
        } write: { policy, json in
            write(policy[keyPath: path], &json)
        }
        field.kind = kind
        return field
    }

    /// The same for a value that may be null.
    private static func field<Value>(
        _ name: String, _ path: Path<Value?>, _ kind: PolicyFieldKind,
        unlessNull read: @escaping @Sendable (_ value: PolicyValue) throws(Fault) -> Value,
        write: @escaping @Sendable (_ value: Value?, _ json: inout JSONWriter) -> Void
    ) -> PolicyField {
        var field = field(
            name, path, kind, { (value) throws(Fault) in value.isNull ? nil : try read(value) }, write: write)
        field.mayBeNull = true
        return field
    }

    /// A string, or null.
    package static func text(_ name: String, _ path: Path<String?>) -> PolicyField {
        field(name, path, .text, unlessNull: { (value) throws(Fault) in try value.text() }) { $1.append($0) }
    }

    package static func text(_ name: String, _ path: Path<String>) -> PolicyField {
        field(name, path, .text, { (value) throws(Fault) in try value.text() }) { $1.append($0) }
    }

    /// An array of strings.
    package static func texts(_ name: String, _ path: Path<[String]>) -> PolicyField {
        field(name, path, .texts, { (value) throws(Fault) in try value.texts() }) { texts, json in
            json.array(.spaced) { json in for text in texts { json.append(text) } }
        }
    }

    /// A whole number.
    package static func count(
        _ name: String, _ path: Path<Int>, in range: ClosedRange<Int> = .min ... .max
    ) -> PolicyField {
        field(name, path, .count, { (value) throws(Fault) in try value.integer(in: range) }) { $1.append($0) }
    }

    /// A whole number, or null.
    package static func count(_ name: String, _ path: Path<Int?>) -> PolicyField {
        field(name, path, .count, unlessNull: { (value) throws(Fault) in try value.integer() }) { $1.append($0) }
    }

    /// A number; without a range any. Zero is written without a sign.
    package static func number(
        _ name: String, _ path: Path<Double>, in range: ClosedRange<Double>? = nil, kind: String = "a number"
    ) -> PolicyField {
        field(
            name, path, .number,
            { (value) throws(Fault) in
                guard let range else { return try value.number() }
                return try value.number(in: range, kind: kind)
            }
        ) { $1.append($0 + 0) }
    }

    /// A number, or null.
    package static func number(_ name: String, _ path: Path<Double?>) -> PolicyField {
        field(name, path, .number, unlessNull: { (value) throws(Fault) in try value.number() }) { number, json in
            json.append(number.map { $0 + 0 })
        }
    }

    /// A time in seconds.
    package static func seconds(_ name: String, _ path: Path<Duration>) -> PolicyField {
        field(name, path, .seconds, { (value) throws(Fault) in try value.duration() }) {
            $1.append(seconds: $0, places: 9)
        }
    }

    /// A time in seconds, or null.
    package static func seconds(_ name: String, _ path: Path<Duration?>) -> PolicyField {
        field(name, path, .seconds, unlessNull: { (value) throws(Fault) in try value.duration() }) {
            $1.append(seconds: $0, places: 9)
        }
    }

    /// One word of a list.
    package static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ path: Path<Word>
    ) -> PolicyField {
        field(name, path, .word(Word.allCases.map(\.rawValue)), { (value) throws(Fault) in try value.word() }) {
            $1.append($0.rawValue)
        }
    }
}
