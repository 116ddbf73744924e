import TextFormats

/// The answers that this server gives.
package enum Status: Int, Sendable {
    case switchingProtocols = 101
    case done = 200
    case badRequest = 400
    case unauthorised = 401
    case forbidden = 403
    case notFound = 404
    case wrongMethod = 405
    case timeout = 408
    case bodyTooLarge = 413
    case tooManyRequests = 429
    case headTooLarge = 431
    case busy = 503

    var phrase: String {
        switch self {
        case .switchingProtocols: "Switching Protocols"
        case .done: "OK"
        case .badRequest: "Bad Request"
        case .unauthorised: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .wrongMethod: "Method Not Allowed"
        case .timeout: "Request Timeout"
        case .bodyTooLarge: "Content Too Large"
        case .tooManyRequests: "Too Many Requests"
        case .headTooLarge: "Request Header Fields Too Large"
        case .busy: "Service Unavailable"
        }
    }
}

/// The bytes of answers. Each says that it is what it says, that nothing else may be loaded by it, and that nobody keeps it.
enum Response {
    /// What a page or its script may do that an answer of ours might be taken for: nothing.
    static let strictPolicy = "default-src 'none'; frame-ancestors 'none'"

    /// What the page's own policy cannot say within the page: it stands in no frame.
    static let pageRestrictions = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// A whole answer.
    static func bytes(
        _ status: Status, type: String = "text/plain; charset=utf-8", policy: String = strictPolicy, body: [UInt8],
        staysOpen: Bool, fields: [String] = []
    ) -> [UInt8] {
        head(
            status, type: type, policy: policy,
            fields: fields + ["Content-Length: \(body.count)", "Connection: \(staysOpen ? "keep-alive" : "close")"])
            + body
    }

    /// The head of an answer that goes on until the connection ends.
    static func openHead(type: String) -> [UInt8] {
        head(.done, type: type, policy: strictPolicy, fields: ["Connection: close", "X-Accel-Buffering: no"])
    }

    /// A sentence for people.
    static func text(_ status: Status, _ text: String, staysOpen: Bool, fields: [String] = []) -> [UInt8] {
        bytes(status, body: Array((text + "\n").utf8), staysOpen: staysOpen, fields: fields)
    }

    private static func head(_ status: Status, type: String, policy: String, fields: [String]) -> [UInt8] {
        let all =
            [
                "HTTP/1.1 \(status.rawValue) \(status.phrase)", "Content-Type: \(type)",
                "X-Content-Type-Options: nosniff",
                "Content-Security-Policy: \(policy)", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
                "Cross-Origin-Resource-Policy: same-origin", "X-Frame-Options: DENY",
            ] + fields
        return Array((all.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// The head that makes a connection a WebSocket.
    static func upgrade(accept: String) -> [UInt8] {
        Array(
            """
            HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Accept: \(accept)\r\n\r\n
            """.utf8)
    }
}
