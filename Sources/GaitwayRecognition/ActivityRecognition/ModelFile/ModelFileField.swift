// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A value that a model file may hold.
protocol ModelFileValue {
    init(_ reader: inout JSONReader) throws(InputError)
    func write(to json: inout JSONWriter)
    /// Reads an array of such values.
    static func list(_ reader: inout JSONReader) throws(InputError) -> [Self]
}

extension ModelFileValue {
    static func list(_ reader: inout JSONReader) throws(InputError) -> [Self] {
        var values: [Self] = []
        try reader.array { (reader) throws(InputError) in values.append(try Self(&reader)) }
        return values
    }
}

extension String: ModelFileValue {
    init(_ reader: inout JSONReader) throws(InputError) { self = try reader.string() }
    func write(to json: inout JSONWriter) { json.append(self) }
}

extension Int: ModelFileValue {
    init(_ reader: inout JSONReader) throws(InputError) { self = try reader.integer() }
    func write(to json: inout JSONWriter) { json.append(self) }
}

extension Double: ModelFileValue {
    init(_ reader: inout JSONReader) throws(InputError) { self = try reader.number() }
    func write(to json: inout JSONWriter) { json.append(self) }
    static func list(_ reader: inout JSONReader) throws(InputError) -> [Double] { try reader.numbers() }
}

extension Array: ModelFileValue where Element: ModelFileValue {
    init(_ reader: inout JSONReader) throws(InputError) { self = try Element.list(&reader) }
    func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

extension Dictionary: ModelFileValue where Key == String, Value: ModelFileValue {
    init(_ reader: inout JSONReader) throws(InputError) {
        self.init()
        try reader.object { (key, reader) throws(InputError) in self[key] = try Value(&reader) }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in sorted(by: { $0.key < $1.key }) {
                json.key(name)
                value.write(to: &json)
            }
        }
    }
}

/// An object of a model file, which is read and written by its fields.
protocol ModelFileObject: ModelFileValue {
    init()
    /// The fields, in the order in which they are written.
    static var fields: [ModelFileField<Self>] { get }
}

extension ModelFileObject {
    init(_ reader: inout JSONReader) throws(InputError) {
        self.init()
        try read(&reader)
    }

    /// Reads the fields, and passes over those that it does not know.
    ///
    /// - Parameter readsInstead: reads a field in another way and returns true, or returns false.
    mutating func read(
        _ reader: inout JSONReader,
        readsInstead: (_ key: String, _ reader: inout JSONReader) throws(InputError) -> Bool = { _, _ in false }
    ) throws(InputError) {
        var missing = Self.fields
        try reader.object { (key, reader) throws(InputError) in
            guard let index = missing.firstIndex(where: { $0.name == key }) else {
                _ = try reader.element()
                return
            }
            let field = missing.remove(at: index)
            if try !readsInstead(key, &reader) { try field.read(&reader, &self) }
        }
        guard let field = missing.first(where: { !$0.mayBeAbsent }) else { return }
        throw Self.missing(field.name, &reader)
    }

    /// The error for a field that is missing from the object that ends here.
    static func missing(_ field: String, _ reader: inout JSONReader) -> InputError {
        .malformed("not a model file: the field \(quoted: field) is missing", line: reader.line())
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            for field in Self.fields { field.write(self, &json) }
        }
    }
}

/// A field of an object of a model file: its name, and the functions that read and write its value.
struct ModelFileField<Root>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    let name: String
    let mayBeAbsent: Bool
    let read: @Sendable (_ reader: inout JSONReader, _ root: inout Root) throws(InputError) -> Void
    /// Writes the member, or leaves it out.
    let write: @Sendable (_ root: Root, _ json: inout JSONWriter) -> Void

    /// A field that is always written, and that a file may lack only if `mayBeAbsent`.
    init<Value: ModelFileValue & SendableMetatype>(_ name: String, _ path: Path<Value>, mayBeAbsent: Bool = false) {
        self.init(name, path, mayBeAbsent: mayBeAbsent) { _ in true }
    }

    /// A field that is left out where it has its value of a new object: nil or empty.
    init<Value: ModelFileValue & Equatable & Sendable>(_ name: String, _ path: Path<Value>, leftOutAs absent: Value) {
        self.init(name, path, mayBeAbsent: true) { $0 != absent }
    }

    /// A field that is left out where it is nil.
    init<Value: ModelFileValue & SendableMetatype>(_ name: String, _ path: Path<Value?>) {
        self.name = name
        mayBeAbsent = true
        read = { (reader, root) throws(InputError) in root[keyPath: path] = try Value(&reader) }
        write = { root, json in
            guard let value = root[keyPath: path] else { return }
            json.key(name)
            value.write(to: &json)
        }
    }

    private init<Value: ModelFileValue & SendableMetatype>(
        _ name: String, _ path: Path<Value>, mayBeAbsent: Bool, isWritten: @escaping @Sendable (Value) -> Bool
    ) {
        self.name = name
        self.mayBeAbsent = mayBeAbsent
        read = { (reader, root) throws(InputError) in root[keyPath: path] = try Value(&reader) }
        write = { root, json in
            let value = root[keyPath: path]
            guard isWritten(value) else { return }
            json.key(name)
            value.write(to: &json)
        }
    }
}
