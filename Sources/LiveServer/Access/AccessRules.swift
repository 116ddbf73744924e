/// Who may ask: from which names and pages, and with which token.
struct AccessRules: Sendable {
    /// The token; nil where only programs of this machine can connect.
    let token: String?
    /// The machine's own names.
    let names: Set<String>

    /// Rules for a machine of that name.
    init(token: String?, machine: String) {
        self.token = token
        let name = machine.lowercased()
        names = ["localhost", name, name + ".local"]
    }

    /// What an answer says to a request that is not allowed; nil if it is.
    func refusal(of head: RequestHead) -> (status: Status, text: String)? {
        // A page elsewhere whose name was made to lead here names itself, not us.
        guard let host = head["host"], let name = Self.name(ofHost: host), isOurs(name) else {
            return (.forbidden, "This server answers to its address, its machine's name and localhost.")
        }
        if let origin = head["origin"], origin.lowercased() != "http://" + host.lowercased() {
            return (.forbidden, "Pages of other sites may not ask this server.")
        }
        if let site = head["sec-fetch-site"]?.lowercased(), site != "same-origin", site != "none" {
            return (.forbidden, "Pages of other sites may not ask this server.")
        }
        guard let token else { return nil }
        let given: String
        if let field = head["authorization"] {
            let parts = field.split(separator: " ", maxSplits: 1)
            given = parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : ""
        } else {
            given = head.query["token"] ?? ""
        }
        guard Self.areEqual(Array(given.utf8), Array(token.utf8)) else {
            return (.unauthorised, "The token is missing or wrong: give ?token=… or Authorization: Bearer ….")
        }
        return nil
    }

    private func isOurs(_ name: String) -> Bool { names.contains(name) || Self.isAddress(name) }

    /// The name of a Host field, without its port, in lower case; nil for what is none.
    static func name(ofHost host: String) -> String? {
        let host = host.lowercased()
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

    /// Whether a name is an address in numbers, which no foreign site can make its own.
    static func isAddress(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
        return name.contains(":")
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || Character(Unicode.Scalar(byte)).isHexDigit
            }
    }

    /// Whether two texts are equal, in a time that tells nothing of where they differ.
    static func areEqual(_ given: [UInt8], _ token: [UInt8]) -> Bool {
        var difference = UInt8(given.count == token.count ? 0 : 1)
        for (index, byte) in token.enumerated() {
            difference |= byte ^ (index < given.count ? given[index] : ~byte)
        }
        return difference == 0
    }
}
