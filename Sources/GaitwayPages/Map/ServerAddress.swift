// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The address of a server that a page may fetch from, in parts: `https`, or `http` on this machine.
struct ServerAddress {
    /// `https://` or `http://`.
    let scheme: String
    /// The host, and the port if the address has one, as written.
    let authority: Substring
    /// The host's name for people.
    let host: String
    /// What stands behind the authority; may be empty.
    let place: Substring

    /// Takes an address as the user wrote it.
    ///
    /// - Parameter fault: makes the error of what is wrong with it.
    /// - Throws: what `fault` makes.
    init(_ text: String, _ fault: (String) -> InputError) throws(InputError) {
        if text.hasPrefix("https://") {
            scheme = "https://"
        } else if text.hasPrefix("http://") {
            scheme = "http://"
        } else {
            throw fault("does not begin with https:// or http://")
        }
        // Characters with a meaning in a security policy, markup or a shell must be escaped in an address.
        let allowed = Set("-._~:/?#[]@!$&()*+=%{}".utf8)
        guard
            text.utf8.allSatisfy({ byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || allowed.contains(byte)
            })
        else { throw fault("has a character that no address may have; escape it, such as %20 for a space") }
        let rest = text.dropFirst(scheme.count)
        authority = rest.prefix { !"/?#".contains($0) }
        place = rest.dropFirst(authority.count)
        let (host, port) = Self.parts(of: authority)
        guard let host, !authority.contains("@"), !authority.contains("{") else {
            throw fault("does not name a server")
        }
        guard port.map({ Int($0, in: 1...65535) != nil }) ?? true else {
            throw fault("has the port \(quoted: port ?? ""), which is outside 1 to 65535")
        }
        guard scheme == "https://" || ["localhost", "127.0.0.1", "[::1]"].contains(host) else {
            throw fault("uses http, which others can read on the way; only a server on this machine may use it")
        }
        self.host = host
    }

    /// The source that a security policy allows, which is compared up to `path`.
    func policySource(path: String) -> String {
        // It stands between quotes of markup; policies compare paths with such characters resolved.
        scheme + authority + (path.isEmpty ? "/" : path.replacing("&", with: "%26"))
    }

    /// The host, nil unless it can be one, and the port.
    private static func parts(of authority: Substring) -> (host: String?, port: Substring?) {
        let end =
            authority.first == "["
            ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        let behind = authority[host.endIndex...]
        guard behind.isEmpty || behind.first == ":" else { return (nil, nil) }
        let inner = host.hasPrefix("[") ? host.dropFirst().dropLast() : host
        let known = host.hasPrefix("[") ? "0123456789abcdefABCDEF:." : "-."
        let isHost =
            !inner.isEmpty
            && inner.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || known.contains($0) }
        return (isHost ? host.lowercased() : nil, behind.isEmpty ? nil : behind.dropFirst())
    }
}
