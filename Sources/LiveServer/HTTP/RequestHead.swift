import TextFormats

/// The first line and the fields of a request, and no more of HTTP/1.1 than this server needs. What could be read in two ways is
/// refused: two lengths, a folded field, a bare carriage return.
package struct RequestHead: Sendable, Hashable {
    /// GET, POST and so on.
    var method: String
    /// The path, without the query, decoded.
    package var path: String
    /// The query's values by their names, decoded; the first of each.
    var query: [String: String] = [:]
    /// The fields by their names in lower case.
    private var fields: [String: String] = [:]
    /// Whether the connection may serve another request.
    var staysOpen: Bool
    /// How the body ends.
    package var body: Body

    /// How a body ends.
    package enum Body: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    /// What became of bytes.
    package enum Outcome: Sendable, Hashable {
        case incomplete
        /// A head, and how many bytes it took.
        case head(RequestHead, Int)
        case refused(Status)
    }

    /// The longest head that is read, in bytes.
    static let longest = 16 << 10
    private static let mostFields = 100

    /// The value of a field, by its name in lower case.
    package subscript(field: String) -> String? { fields[field] }

    /// Reads a head from the first bytes of what came.
    package static func read(_ bytes: ArraySlice<UInt8>) -> Outcome {
        guard let end = endOfHead(bytes) else {
            return bytes.count > longest ? .refused(.headTooLarge) : .incomplete
        }
        guard end - bytes.startIndex <= longest else { return .refused(.headTooLarge) }
        let lines = bytes[bytes.startIndex..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
            .map { $0.last == 13 ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
        // No control character stands in a head but a tab.
        guard let first = lines.first, lines.count <= mostFields + 1,
            lines.allSatisfy({ $0.allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 } })
        else { return .refused(.badRequest) }
        let words = first.split(separator: 32, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 3, words[0].allSatisfy({ $0.isASCII && $0.isUppercase }) else {
            return .refused(.badRequest)
        }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .refused(.badRequest) }
        guard words[1].hasPrefix("/") else { return .refused(.badRequest) }
        var head = RequestHead(method: words[0], path: "", staysOpen: words[2] == "HTTP/1.1", body: .length(0))
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[line.startIndex] != 32, line[line.startIndex] != 9, line[colon - 1] != 32
            else { return .refused(.badRequest) }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = trimmed(line[(colon + 1)...])
            if head.fields[name] != nil {
                // Which of two counts is what attacks play with.
                guard !single.contains(name) else { return .refused(.badRequest) }
                continue
            }
            head.fields[name] = value
        }
        guard head.readTarget(words[1]), head.readBody() else { return .refused(.badRequest) }
        let connection = (head.fields["connection"] ?? "").lowercased()
        if connection.contains("close") { head.staysOpen = false }
        return .head(head, end - bytes.startIndex)
    }

    private static let single: Set<String> = [
        "host", "origin", "content-length", "transfer-encoding", "authorization", "sec-fetch-site",
    ]

    /// The place behind the empty line that ends a head; nil if it has not come.
    private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
        var isAtLineStart = false
        for index in bytes.indices.prefix(longest + 4) {
            switch bytes[index] {
            case 10:
                if isAtLineStart { return index + 1 }
                isAtLineStart = true
            case 13: break
            default: isAtLineStart = false
            }
        }
        return nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func readTarget(_ target: String) -> Bool {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = Self.decoded(parts[0]) else { return false }
        self.path = path
        guard parts.count == 2 else { return true }
        for pair in parts[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(sides[0]) else { return false }
            guard let value = sides.count == 2 ? Self.decoded(sides[1]) : "" else { return false }
            if query[name] == nil { query[name] = value }
        }
        return true
    }

    private mutating func readBody() -> Bool {
        if let encoding = fields["transfer-encoding"] {
            guard fields["content-length"] == nil, encoding.lowercased() == "chunked" else { return false }
            body = .chunked
        } else if let length = fields["content-length"] {
            guard !length.isEmpty, length.utf8.allSatisfy({ $0 &- 48 < 10 }), let count = Int(length) else {
                return false
            }
            body = .length(count)
        }
        return true
    }

    /// Text with its %-escapes resolved; nil where they give no text.
    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
