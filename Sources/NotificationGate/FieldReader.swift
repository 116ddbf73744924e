internal import MotionTypes

/// Reads the fields of one JSON object strictly: a field that is not known, missing or of the wrong kind is named in the error.
struct FieldReader<Key: CodingKey & CaseIterable & RawRepresentable<String>> {
    /// Whether a field that is absent keeps its value.
    var mayBeAbsent = false

    private let object: String
    private let names: [String]
    private let fields: KeyedDecodingContainer<Key>

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    init(_ decoder: any Decoder, in object: String) throws {
        self.object = object
        do {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            fields = try decoder.container(keyedBy: Key.self)
        } catch is DecodingError {
            throw InputError(.malformed, problem: "\(object) is not a JSON object")
        }
    }

    func refuseUnknown() throws {
        let known = Set(Key.allCases.map(\.rawValue))
        guard let unknown = names.filter({ !known.contains($0) }).min() else { return }
        throw UnknownField(name: unknown, object: object, known: Key.allCases.map(\.rawValue))
    }

    /// A field that must be there.
    func value<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value {
        guard fields.contains(key) else {
            throw InputError(
                .malformed, problem: "\(object) lacks the field \"\(key.rawValue)\"", remedy: "add it")
        }
        return try decode(key, type)
    }

    /// A field that need not be there.
    func optional<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value? {
        fields.contains(key) ? try decode(key, type) : nil
    }

    func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        guard try isThere(key) else { return }
        value = try decode(key, Value.self)
    }

    func readWord<Value: RawRepresentable<String> & CaseIterable>(_ key: Key, into value: inout Value) throws {
        guard try isThere(key) else { return }
        let word = try decode(key, String.self)
        guard let match = Value(rawValue: word) else {
            throw InputError(
                .malformed, problem: "\"\(key.rawValue)\" cannot be \"\(word)\"",
                remedy: "use " + Value.allCases.map(\.rawValue).joined(separator: " or "))
        }
        value = match
    }

    func readSeconds(_ key: Key, into value: inout Duration) throws {
        guard try isThere(key) else { return }
        value = try duration(key)
    }

    func readSeconds(_ key: Key, into value: inout Duration?) throws {
        guard try isThere(key) else { return }
        let isNull = try fields.decodeNil(forKey: key)
        value = isNull ? nil : try duration(key)
    }

    func duration(_ key: Key) throws -> Duration {
        let seconds = try value(key, Double.self)
        guard seconds >= 0, seconds <= Double(GatePolicyFile.longestSeconds) else {
            throw InputError(
                .malformed, problem: "\"\(key.rawValue)\" is out of range",
                remedy: "give 0 to 1000000000 seconds")
        }
        return .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    private func isThere(_ key: Key) throws -> Bool {
        if fields.contains(key) { return true }
        guard mayBeAbsent else {
            throw InputError(
                .malformed, problem: "\(object) lacks the field \"\(key.rawValue)\"",
                remedy: "add it, or name a profile as \"base\"")
        }
        return false
    }

    private func decode<Value: Decodable>(_ key: Key, _ type: Value.Type) throws -> Value {
        do {
            return try fields.decode(type, forKey: key)
        } catch is DecodingError {
            throw InputError(
                .malformed,
                problem: "the field \"\(key.rawValue)\" of \(object) has a value of the wrong kind")
        }
    }
}
