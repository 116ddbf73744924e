internal import TextFormats

/// Builds one JSON object on one line, its keys in the order they are added.
struct JSONLine {
    private var fields: [String] = []

    var text: String { "{" + fields.joined(separator: ",") + "}" }

    mutating func add(_ key: String, _ value: String?) { add(key, number: value.map(JSONText.quoted)) }

    mutating func add(_ key: String, number: String?) { fields.append("\"\(key)\":" + (number ?? "null")) }

    mutating func add(_ key: String, list: [String]?) {
        add(key, number: list.map { "[" + $0.map(JSONText.quoted).joined(separator: ",") + "]" })
    }
}
