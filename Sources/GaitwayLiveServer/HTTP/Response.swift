// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import NIOHTTP1

/// A response. Its fields forbid browsers to guess its type, to load anything else, and to store it.
struct Response {
    var status = HTTPResponseStatus.ok
    var type = "text/plain; charset=utf-8"
    var policy = Response.strictPolicy
    var fields: [(String, String)] = []
    /// The body; nil for a body that lasts until the connection ends.
    var body: [UInt8]?
    /// A regular file whose bytes are the body, instead of ``body``.
    var file: InputFile?
    /// True if many responses share the bytes of ``body``.
    var isShared = false

    static let strictPolicy = "default-src 'none'; frame-ancestors 'none'"
    /// Restrictions that a policy in the page itself cannot express.
    static let pageRestrictions = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// A sentence for people.
    static func text(_ status: HTTPResponseStatus, _ text: String) -> Response {
        Response(status: status, body: Array((text + "\n").utf8))
    }

    static func json(_ body: [UInt8]) -> Response { Response(type: "application/json", body: body) }

    /// A response that lasts until the connection ends.
    static func open(type: String) -> Response {
        Response(type: type, fields: [("X-Accel-Buffering", "no")], body: nil)
    }

    /// The bytes of the body; nil for a body that lasts until the connection ends.
    var length: Int? { file?.size ?? body?.count }

    /// The bytes that the response holds in memory until the client has read it.
    var charge: Int { file == nil && !isShared && (length ?? 0) > Bounds.short ? length ?? 0 : 0 }

    /// The response's status line and fields.
    func head(staysOpen: Bool) -> HTTPResponseHead {
        var headers = HTTPHeaders([
            ("Content-Type", type), ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", policy),
            ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
        ])
        headers.add(contentsOf: fields)
        if let length { headers.add(name: "Content-Length", value: String(length)) }
        headers.add(name: "Connection", value: staysOpen ? "keep-alive" : "close")
        return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    }
}
