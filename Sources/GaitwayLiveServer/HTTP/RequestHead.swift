// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import NIOHTTP1

/// The first line and the fields of a request.
///
/// A proxy in front of the server and the server itself must see the same requests (RFC 9112, section 11). NIO's parser
/// refuses most ambiguous requests, and this type refuses the rest.
package struct RequestHead: Sendable, Hashable {
    /// How the body ends.
    package enum Body: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    /// GET, POST and so on.
    let method: String
    /// The path without the query, decoded.
    package private(set) var path = ""
    /// The query's values by their names, decoded; the first of each.
    private(set) var query: [String: String] = [:]
    /// True if the connection may serve another request.
    private(set) var staysOpen: Bool
    /// How the body ends.
    package private(set) var body = Body.length(0)
    /// True for HTTP/1.1, false for HTTP/1.0.
    let isCurrent: Bool
    private var fields: [String: String] = [:]

    /// The longest head in bytes: its target, and the names and values of its fields.
    static let longest = 16 << 10
    /// The largest number of fields.
    static let mostFields = 100

    /// The value of a field, by its name in lower case.
    package subscript(field: String) -> String? { fields[field] }

    /// True if the answer must not have a body.
    var asksForHeadOnly: Bool { method == "HEAD" }

    /// Checks a head from NIO's parser.
    package init(_ head: HTTPRequestHead) throws(Refusal) {
        guard head.version.major == 1, head.version.minor <= 1 else { throw Refusal(.httpVersionNotSupported) }
        method = head.method.rawValue
        isCurrent = head.version.minor == 1
        staysOpen = isCurrent
        for (name, value) in head.headers {
            guard Self.isToken(name) else { throw Refusal(.badRequest, "The name of a field is not a token.") }
            let name = name.asciiLowercased
            let value = value.trimmingBlanks
            guard value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
                throw Refusal(.badRequest, "A field has a control character.")
            }
            if fields[name] != nil {
                // A proxy might use the other one of two values.
                guard !Self.single.contains(name) else { throw Refusal(.badRequest, "A field is given twice.") }
                continue
            }
            fields[name] = value
        }
        guard !isCurrent || fields["host"] != nil else { throw Refusal(.badRequest, "The request has no Host.") }
        try readTarget(head.uri)
        try readBody()
        let options = Self.list(fields["connection"])
        // NIO's parser stops after a request that asks for another protocol.
        if options.contains("close") || fields["upgrade"] != nil { staysOpen = false }
    }

    /// True for the `Accept` of a browser that opens a page.
    static func asksForPage(_ accept: String?) -> Bool {
        list(accept).contains { $0 == "text/html" || $0.hasPrefix("text/html;") }
    }

    /// True if a browser would show the answer as its page.
    var asksForPage: Bool { method == "GET" && Self.asksForPage(fields["accept"]) }

    /// True if the client asks for a WebSocket of version 13 (RFC 6455, section 4.2.1).
    var asksForWebSocket: Bool {
        isCurrent && method == "GET" && Self.list(fields["connection"]).contains("upgrade")
            && Self.list(fields["upgrade"]).contains("websocket") && fields["sec-websocket-version"] == "13"
            && fields["sec-websocket-key"].map { $0.utf8.count == 24 && $0.hasSuffix("==") } == true
    }

    /// True for a name that a trailer may have. The names of fields that decide about a request may not come after the
    /// decision.
    static func isTrailer(_ name: String) -> Bool { isToken(name) && !single.contains(name.asciiLowercased) }

    private static let single: Set<String> = [
        "host", "origin", "content-length", "transfer-encoding", "authorization", "sec-fetch-site", "expect", "upgrade",
        "sec-websocket-key", "sec-websocket-version",
    ]

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte | 32 >= 97 && byte | 32 <= 122 || byte &- 48 < 10 || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// The words of a list, in lower case.
    private static func list(_ field: String?) -> [String] {
        (field ?? "").split(separator: ",").map { String($0).trimmingBlanks.asciiLowercased }
    }

    private mutating func readTarget(_ uri: String) throws(Refusal) {
        guard uri.utf8.allSatisfy({ $0 > 32 && $0 != 127 }), !uri.utf8.contains(UInt8(ascii: "#")) else {
            throw Refusal(.badRequest, "The address has an invalid character.")
        }
        let parts = try local(uri[...]).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = try Self.decoded(parts[0])
        guard parts.count == 2 else { return }
        for pair in parts[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(sides[0])
            let value = sides.count == 2 ? try Self.decoded(sides[1]) : ""
            if query[name] == nil { query[name] = value }
        }
    }

    /// The path and the query of a target in origin form or in absolute form (RFC 9112, section 3.2).
    private func local(_ target: Substring) throws(Refusal) -> Substring {
        if target.hasPrefix("/") { return target }
        guard String(target.prefix(7)).asciiLowercased == "http://" else {
            throw Refusal(.badRequest, "The address is not a path of this server.")
        }
        let rest = target.dropFirst(7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard String(authority).asciiLowercased == fields["host"]?.asciiLowercased else {
            throw Refusal(.badRequest, "The address and the Host differ.")
        }
        let path = rest.dropFirst(authority.count)
        return path.hasPrefix("/") ? path : "/" + path
    }

    private mutating func readBody() throws(Refusal) {
        if let encoding = fields["transfer-encoding"] {
            guard isCurrent, fields["content-length"] == nil, encoding.asciiLowercased == "chunked" else {
                throw Refusal(.badRequest, "The body's end is not clear.")
            }
            body = .chunked
        } else if let length = fields["content-length"] {
            guard !length.isEmpty, length.utf8.allSatisfy({ $0 &- 48 < 10 }), let count = Int(length, in: .any)
            else { throw Refusal(.badRequest, "The body's length is not a number.") }
            body = .length(count)
        }
    }

    /// The text with its %-escapes resolved.
    private static func decoded(_ text: Substring) throws(Refusal) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                throw Refusal(.badRequest, "The address has a broken escape.")
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(.badRequest, "The address is not UTF-8.")
        }
        return text
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}

/// Why the server does not serve a request.
package struct Refusal: Error, Sendable, Hashable {
    let status: HTTPResponseStatus
    let text: String
    /// The methods that the path allows, if the request has another one.
    let methods: [String]

    /// A refusal; `text` defaults to the status's phrase.
    init(_ status: HTTPResponseStatus, _ text: String? = nil, allowing methods: [String] = []) {
        self.status = status
        self.methods = methods
        self.text = text ?? status.reasonPhrase + "."
    }

    /// The refusal as a page says it.
    var fault: ServedResponse.Fault {
        switch status {
        case .unauthorized:
            ServedResponse.Fault(
                problem: "This address has no token, or a wrong one.",
                remedy: "Open the whole address that the server printed in its terminal. It ends with ?token= and the "
                    + "token.")
        case .notFound:
            ServedResponse.Fault(problem: "No page is at this address.", remedy: "Check the address for a typo.")
        default: ServedResponse.Fault(problem: text, remedy: "")
        }
    }
}

extension String {
    /// The text with A to Z in lower case. Other characters stay: Unicode's rules would turn the Kelvin sign into a k.
    var asciiLowercased: String { String(decoding: utf8.map { $0 &- 65 < 26 ? $0 | 32 : $0 }, as: UTF8.self) }

    /// Without spaces and tabs at both ends.
    fileprivate var trimmingBlanks: String {
        var bytes = utf8[...]
        while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return String(bytes) ?? ""
    }
}
