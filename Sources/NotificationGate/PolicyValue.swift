internal import MotionTypes
internal import TextFormats

/// The value of a field of a policy file. What it cannot be is told with the field's name and its line.
struct PolicyValue {
    /// About 31 years: longer than any time that makes sense, and far from the ends of the clock.
    static let longestSeconds: Int64 = 1_000_000_000

    let name: String
    private let element: JSONElement

    init(_ element: JSONElement, of name: String) {
        self.name = name
        self.element = element
    }

    var line: Int { element.line }
    var isNull: Bool { if case .null = element.content { true } else { false } }

    func text() throws(InputError) -> String {
        guard let text = element.text else { throw wrongKind }
        return text
    }

    func texts() throws(InputError) -> [String] {
        guard let elements = element.elements else { throw wrongKind }
        let texts = elements.compactMap(\.text)
        guard texts.count == elements.count else { throw wrongKind }
        return texts
    }

    func number() throws(InputError) -> Double {
        guard let number = element.number else { throw wrongKind }
        return number
    }

    func integer() throws(InputError) -> Int {
        guard let number = element.number.flatMap({ Int(exactly: $0) }) else { throw wrongKind }
        return number
    }

    /// A time in seconds.
    func duration() throws(InputError) -> Duration {
        let seconds = try number()
        guard seconds >= 0, seconds <= Double(Self.longestSeconds) else {
            throw fault("\"\(name)\" is out of range", remedy: "give 0 to \(Self.longestSeconds) seconds")
        }
        return Duration(inSeconds: seconds)
    }

    /// One word of a list.
    func word<Word: RawRepresentable<String> & CaseIterable>() throws(InputError) -> Word {
        let text = try text()
        guard let word = Word(rawValue: text) else {
            throw fault(
                "\"\(name)\" cannot be \"\(text)\"",
                remedy: "use " + Word.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return word
    }

    /// The fields of an object, by their names, which must be among `known`.
    func fields(_ known: [String]) throws(InputError) -> [String: PolicyValue] {
        guard let members = element.members else {
            throw fault("\(described) is not a JSON object", remedy: "write it in braces")
        }
        var fields: [String: PolicyValue] = [:]
        for member in members {
            let value = PolicyValue(member.value, of: member.key)
            guard known.contains(member.key) else {
                throw value.fault(
                    "\(described) has the unknown field \"\(member.key)\"",
                    remedy: "known are " + known.joined(separator: ", "))
            }
            fields[member.key] = value
        }
        return fields
    }

    /// A field of this object that must be there.
    func required(_ field: String, in fields: [String: PolicyValue], remedy: String = "add it") throws(InputError)
        -> PolicyValue
    {
        guard let value = fields[field] else {
            throw fault("\(described) lacks the field \"\(field)\"", remedy: remedy)
        }
        return value
    }

    func fault(_ problem: String, remedy: String, code: InputError.Code = .malformed) -> InputError {
        InputError(code, line: element.line, problem: problem, remedy: remedy)
    }

    private var wrongKind: InputError {
        fault("the field \"\(name)\" has a value of the wrong kind", remedy: "POLICY.md tells what it may be")
    }

    private var described: String { name.isEmpty ? "the policy" : "\"\(name)\"" }
}
