/// Builds one JSON object on one line, its keys in the order in which they are added.
package struct JSONLine: Sendable {
    private var fields: [String] = []

    /// An object without keys.
    package init() {}

    /// The object, without a line's end.
    package var text: String { "{" + fields.joined(separator: ",") + "}" }

    /// Adds a string; nil as null.
    package mutating func add(_ key: String, _ value: String?) { add(key, json: value.map(JSONText.quoted)) }

    /// Adds a value that is JSON already, a number for one; nil as null.
    package mutating func add(_ key: String, json: String?) {
        fields.append(JSONText.quoted(key) + ":" + (json ?? "null"))
    }

    /// Adds an array of strings; nil as null.
    package mutating func add(_ key: String, list: [String]?) {
        add(key, json: list.map { "[" + $0.map(JSONText.quoted).joined(separator: ",") + "]" })
    }
}
