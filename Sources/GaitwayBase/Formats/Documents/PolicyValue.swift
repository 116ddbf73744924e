// SPDX-License-Identifier: Apache-2.0

/// The value of a field of a policy document. Errors name the field and its line.
package struct PolicyValue: Sendable {
    /// About 31 years: longer than any time that makes sense, and far from the ends of the clock.
    package static let longestSeconds: Int64 = 1_000_000_000

    /// The field's name; empty for the whole document.
    package let name: String
    private let element: JSONElement

    /// The value of a field.
    package init(_ element: JSONElement, of name: String) {
        self.name = name
        self.element = element
    }

    /// The line it begins on, from 1.
    package var line: Int { element.line }
    /// Whether it is null.
    package var isNull: Bool { if case .null = element.content { true } else { false } }

    package func text() throws(InputError) -> String {
        guard let text = element.text else { throw wrongKind }
        return text
    }

    /// An array of strings.
    package func texts() throws(InputError) -> [String] {
        guard let elements = element.elements else { throw wrongKind }
        let texts = elements.compactMap(\.text)
        guard texts.count == elements.count else { throw wrongKind }
        return texts
    }

    /// The number; any other value is a fault.
    package func number() throws(InputError) -> Double {
        guard let number = element.number else { throw wrongKind }
        return number
    }

    /// A whole number within ±2^53.
    package func integer() throws(InputError) -> Int {
        guard let number = element.number.flatMap({ Int($0, in: .countable) }) else { throw wrongKind }
        return number
    }

    /// True or false.
    package func boolean() throws(InputError) -> Bool {
        guard let flag = element.boolean else { throw wrongKind }
        return flag
    }

    /// The members of an object, whatever their names.
    package func members() throws(InputError) -> [(name: String, value: PolicyValue)] {
        guard let members = element.members else { throw wrongKind }
        return members.map { ($0.key, PolicyValue($0.value, of: $0.key)) }
    }

    /// A whole number within a range.
    package func integer(in range: ClosedRange<Int>) throws(InputError) -> Int {
        let number = try integer()
        guard range.contains(number) else {
            throw fault(
                "\(quoted: name) is out of range: \(number)",
                remedy: "give a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number within a range; `kind` names it in errors: "a number", "a share".
    package func number(in range: ClosedRange<Double>, kind: String) throws(InputError) -> Double {
        let number = try number()
        guard range.contains(number) else {
            func text(_ bound: Double) -> String {
                var bytes: [UInt8] = []
                bytes.append(shortest: bound)
                return String(decoding: bytes, as: UTF8.self)
            }
            throw fault(
                "\(quoted: name) is out of range",
                remedy: "give \(kind) from \(text(range.lowerBound)) to \(text(range.upperBound))")
        }
        return number
    }

    /// A time in seconds.
    package func duration() throws(InputError) -> Duration {
        let seconds = try number()
        guard seconds >= 0, seconds <= Double(Self.longestSeconds) else {
            throw fault("\(quoted: name) is out of range", remedy: "give 0 to \(Self.longestSeconds) seconds")
        }
        return Duration(inSeconds: seconds)
    }

    /// One word of a list.
    package func word<Word: RawRepresentable<String> & CaseIterable>() throws(InputError) -> Word {
        let text = try text()
        guard let word = Word(rawValue: text) else {
            throw fault(
                "\(quoted: name) cannot be \(quoted: text)",
                remedy: "use \(Word.allCases.map(\.rawValue).joined(separator: " or "))")
        }
        return word
    }

    /// The fields of an object, by their names, which must be among `known`.
    package func fields(_ known: [String]) throws(InputError) -> [String: PolicyValue] {
        guard let members = element.members else {
            throw fault("\(described) is not a JSON object", remedy: "write it in braces")
        }
        var fields: [String: PolicyValue] = [:]
        for member in members {
            let value = PolicyValue(member.value, of: member.key)
            guard known.contains(member.key) else {
                throw value.fault(
                    "\(described) has the unknown field \(quoted: member.key)",
                    remedy: Spelling.nearest(to: member.key, among: known).map { "did you mean \($0)?" }
                        ?? "the fields are \(known.joined(separator: ", "))")
            }
            fields[member.key] = value
        }
        return fields
    }

    /// A field of this object that must be there.
    package func required(_ field: String, in fields: [String: PolicyValue], remedy: Remedy = "add it")
        throws(InputError)
        -> PolicyValue
    {
        guard let value = fields[field] else {
            throw fault("\(described) lacks the field \(quoted: field)", remedy: remedy)
        }
        return value
    }

    /// A fault at the value's line.
    package func fault(_ problem: String, remedy: Remedy, code: InputError.Code = .malformed) -> InputError {
        InputError(code, line: element.line, problem: problem, remedy: remedy)
    }

    private var wrongKind: InputError {
        fault(
            "the value of \(quoted: name) is of the wrong kind", remedy: "see \(document: .policy) for what it may be")
    }

    private var described: String { name.isEmpty ? "the policy" : "\(quoted: name)" }
}
