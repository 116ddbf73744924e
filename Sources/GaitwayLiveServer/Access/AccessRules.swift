// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import NIOHTTP1

/// Decides which requests the server answers: by host name, by page and by token.
struct AccessRules: Sendable {
    /// The token; nil if none is required.
    let token: String?
    /// The machine's own names.
    let names: Set<String>

    /// Rules for a machine with the name `machine`.
    init(token: String?, machine: String) {
        self.token = token
        let name = machine.asciiLowercased
        names = ["localhost", name, name + ".local"]
    }

    /// The refusal of a request that is not allowed; nil if it is allowed.
    func refusal(of head: RequestHead) -> Refusal? {
        // DNS rebinding: a foreign page whose name resolves to this machine sends its own name.
        guard let host = head["host"], let name = Self.name(ofHost: host), isOurs(name) else {
            return Refusal(.forbidden, "This server answers to its address, its machine's name and localhost.")
        }
        // A proxy with a certificate passes on requests of the page with https.
        let origins = ["http://", "https://"].map { $0 + host.asciiLowercased }
        if let origin = head["origin"], !origins.contains(origin.asciiLowercased) {
            return Refusal(.forbidden, "Pages of other sites may not ask this server.")
        }
        if let site = head["sec-fetch-site"]?.asciiLowercased, site != "same-origin", site != "none" {
            return Refusal(.forbidden, "Pages of other sites may not ask this server.")
        }
        // A location app's GET adds fixes, so a link or a picture of another site must not do.
        let isTracker = head.path.hasPrefix(LiveServer.trackers)
        if isTracker, let referer = head["referer"]?.asciiLowercased, !referer.isEmpty {
            let ours = "http://" + host.asciiLowercased
            guard referer == ours || referer.hasPrefix(ours + "/") else {
                return Refusal(.forbidden, "Pages of other sites may not ask this server.")
            }
        }
        guard let token else { return nil }
        let given: String
        if !isTracker, head["authorization"] == nil, head.query["token"] == nil, hasCookie(head) { return nil }
        if let field = head["authorization"] {
            given = Self.token(ofAuthorization: field, allowsBasic: isTracker)
        } else {
            given = head.query["token"] ?? ""
        }
        guard Self.areEqual(Array(given.utf8), Array(token.utf8)) else {
            return Refusal(
                .unauthorized,
                "The token is missing or wrong: open the address that the server printed, "
                    + "or send Authorization: Bearer …."
            )
        }
        return nil
    }

    /// The token of an Authorization field: a bearer's, or on request the password of basic authentication (RFC 7617).
    private static func token(ofAuthorization field: String, allowsBasic: Bool) -> String {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return "" }
        switch String(parts[0]).asciiLowercased {
        case "bearer": return String(parts[1])
        case "basic" where allowsBasic:
            guard let bytes = base64(parts[1]), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return "" }
            return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        default: return ""
        }
    }

    /// The bytes of a text in base64 (RFC 4648); nil if it is not.
    private static func base64(_ text: Substring) -> [UInt8]? {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var (held, count): (UInt32, UInt32) = (0, 0)
        for letter in text.utf8 where letter != UInt8(ascii: "=") {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            (held, count) = ((held << 6 | UInt32(value)) & 0xffff, count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> count))
        }
        return bytes
    }

    // MARK: The cookie

    /// The field that lets a browser keep its access; nil if no token is required. Scripts cannot read the cookie, and
    /// pages of other sites cannot send it.
    func cookie(for head: RequestHead) -> String? {
        token.map { "\(Self.cookieName(head))=\(Self.cookieValue($0)); Path=/; HttpOnly; SameSite=Strict" }
    }

    private func hasCookie(_ head: RequestHead) -> Bool {
        guard let token, let field = head["cookie"] else { return false }
        let wanted = "\(Self.cookieName(head))=\(Self.cookieValue(token))"
        return field.split(separator: ";").contains { part in
            Self.areEqual(Array(part.drop { $0 == " " }.utf8), Array(wanted.utf8))
        }
    }

    /// Browsers send the cookies of all ports of a name, so the name has the port.
    private static func cookieName(_ head: RequestHead) -> String {
        let port = head["host"].flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0, in: .any) }
        return "gaitway-\(port ?? 80)"
    }

    /// A hash, so that the browser does not store the token.
    private static func cookieValue(_ token: String) -> String {
        SHA256.text(SHA256.hash(Array("gaitway cookie \(token)".utf8)))
    }

    private func isOurs(_ name: String) -> Bool { names.contains(name) || Self.isAddress(name) }

    /// The name in a Host field, without port, in lower case; nil if the field is invalid.
    static func name(ofHost host: String) -> String? {
        let host = host.asciiLowercased
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(host[host.index(after: host.startIndex)..<end])
        }
        guard let colon = host.firstIndex(of: ":") else { return host.isEmpty ? nil : host }
        guard isPort(host[colon...]), colon > host.startIndex else { return nil }
        return String(host[..<colon])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.hasPrefix(":") && text.count <= 6 && text.dropFirst().utf8.allSatisfy { $0 &- 48 < 10 }
    }

    /// True for a numeric address, which a foreign site cannot take over.
    static func isAddress(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0, in: .any) != nil }) { return true }
        return name.contains(":")
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte &- 48 < 10
                    || byte | 32 >= 97 && byte | 32 <= 102
            }
    }

    /// Compares two texts in a time that does not depend on where they differ.
    static func areEqual(_ given: [UInt8], _ token: [UInt8]) -> Bool {
        var difference = UInt8(given.count == token.count ? 0 : 1)
        for (index, byte) in token.enumerated() {
            difference |= byte ^ (index < given.count ? given[index] : ~byte)
        }
        return difference == 0
    }
}
