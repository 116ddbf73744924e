/// Builds one JSON object on one line, its keys in the order they are added.
struct JSONLine {
    private var fields: [String] = []

    var text: String { "{" + fields.joined(separator: ",") + "}" }

    mutating func add(_ key: String, _ value: String?) { add(key, number: value.map(Self.quoted)) }

    mutating func add(_ key: String, number: String?) { fields.append("\"\(key)\":" + (number ?? "null")) }

    mutating func add(_ key: String, list: [String]?) {
        add(key, number: list.map { "[" + $0.map(Self.quoted).joined(separator: ",") + "]" })
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
