import TextFormats

/// A JSON value with ordered keys and decimals of a fixed count, so that equal results give equal bytes.
///
/// Foundation's encoder could sort keys, not fix decimals nor keep an order that reads well.
enum JSONValue {
    case object([(key: String, value: JSONValue)])
    case array([JSONValue])
    case text(String)
    case integer(Int)
    /// Six decimals; null for what is not finite.
    case decimal(Double)
    case null

    /// A decimal, or null.
    static func optional(_ value: Double?) -> JSONValue { value.map(JSONValue.decimal) ?? .null }

    /// The value as text; objects and arrays of objects take a line per entry, indented by two spaces a level.
    func text(indent: Int = 0) -> String {
        switch self {
        case .object(let entries):
            let inner = entries.map { entry in
                JSONText.quoted(entry.key) + ": " + entry.value.text(indent: indent + 2)
            }
            return Self.block(
                "{", inner, "}", indent: indent, onLines: !entries.allSatisfy { $0.value.isPlain })
        case .array(let values):
            let inner = values.map { $0.text(indent: indent + 2) }
            return Self.block("[", inner, "]", indent: indent, onLines: !values.allSatisfy(\.isPlain))
        case .text(let text): return JSONText.quoted(text)
        case .integer(let value): return String(value)
        case .decimal(let value): return value.isFinite ? DecimalText.text(value, places: 6) : "null"
        case .null: return "null"
        }
    }

    /// Whether it holds no other values.
    private var isPlain: Bool {
        switch self {
        case .object, .array: false
        default: true
        }
    }

    private static func block(
        _ open: String, _ inner: [String], _ close: String, indent: Int, onLines: Bool
    ) -> String {
        guard onLines else { return open + inner.joined(separator: ", ") + close }
        let margin = "\n" + String(repeating: " ", count: indent)
        return open + margin + "  " + inner.joined(separator: "," + margin + "  ") + margin + close
    }
}
