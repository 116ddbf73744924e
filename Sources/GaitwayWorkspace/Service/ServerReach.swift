// SPDX-License-Identifier: Apache-2.0
import CQREncode
package import GaitwayBase
import Glibc

/// The addresses at which phones reach the server, and the code of the first of them.
package struct ServerReach: Sendable {
    /// One address of the machine.
    package struct Address: Sendable, Hashable {
        package var interface: String
        package var address: String
    }

    /// The likely one first; empty if only this machine can connect.
    package let addresses: [Address]
    package let token: String?
    /// The command that starts this server again so that phones reach it; nil if the page does not show it.
    package var command: String?

    /// Nothing but this machine, without a token.
    package static let none = ServerReach(host: "localhost", port: 0, token: nil, isLoopback: true)

    /// The reach of a server that listens to `host`.
    package init(host: String, port: UInt16, token: String?, isLoopback: Bool) {
        self.token = token
        guard !isLoopback else {
            addresses = []
            return
        }
        let isAnywhere = host == "0.0.0.0" || host == "::"
        addresses =
            isAnywhere
            ? Self.interfaces.map { Address(interface: $0.name, address: "http://\($0.address):\(port)") }
            : [Address(interface: "", address: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)")]
    }

    /// An address with the token, as a phone opens it.
    package func page(_ address: Address) -> String { address.address + "/" + (token.map { "?token=" + $0 } ?? "") }

    /// The code of the first address.
    package var code: QRCode? { addresses.first.flatMap { QRCode(page($0)) } }

    /// Writes the fields of the protocol's state.
    package func write(to json: inout JSONWriter, isReadOnly: Bool) {
        json.add("token", token)
        // Who only looks starts no server.
        json.add("command", isReadOnly ? nil : command)
        json.objects("addresses", addresses) { address, json in
            json.add("interface", address.interface)
            json.add("address", address.address)
        }
        json.key("code")
        guard let code else { return json.appendNull() }
        json.object { json in
            json.add("size", code.size)
            json.add("modules", String(decoding: code.modules.map { $0 ? 49 : 48 }, as: UTF8.self))
        }
    }

    /// The IPv4 addresses of the machine's interfaces that are up, without its own loopback. Home and office networks
    /// use private addresses, and virtual interfaces are named after what makes them.
    private static var interfaces: [(name: String, address: String)] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [(name: String, address: String)] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            let isUp = entry.ifa_flags & UInt32(IFF_UP) != 0
            let isLoopback = entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0
            guard isUp, !isLoopback, let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(
                    address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0,
                    NI_NUMERICHOST) == 0
            else { continue }
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            found.append((String(cString: entry.ifa_name), String(decoding: bytes, as: UTF8.self)))
        }
        func rank(_ interface: (name: String, address: String)) -> Int {
            let isVirtual = ["docker", "br-", "veth", "virbr", "tun", "tap", "zt", "wg"].contains {
                interface.name.hasPrefix($0)
            }
            let isHome = ["192.168.", "10.", "172."].contains { interface.address.hasPrefix($0) }
            return (isVirtual ? 2 : 0) + (isHome ? 0 : 1)
        }
        return found.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }
}

/// A QR code (ISO/IEC 18004), made by libqrencode.
package struct QRCode: Sendable {
    /// Modules a side, without the margin.
    package let size: Int
    /// Row by row; true is dark.
    let modules: [Bool]

    /// Nil for a text that is too long.
    init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        modules = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// The code for a terminal: two rows a line, light on dark, with a margin of two modules.
    package var lines: [String] {
        func isLight(_ row: Int, _ column: Int) -> Bool {
            guard (0..<size).contains(row), (0..<size).contains(column) else { return true }
            return !modules[row * size + column]
        }
        return stride(from: -2, to: size + 2, by: 2).map { row in
            (-2..<size + 2).map { column in
                switch (isLight(row, column), isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }
}
