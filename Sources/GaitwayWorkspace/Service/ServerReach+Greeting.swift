// SPDX-License-Identifier: Apache-2.0
extension ServerReach {
    /// Prints the page's addresses, and what to enter on a phone.
    package func greet(host: String, port: UInt16, isLoopback: Bool) {
        let isAnywhere = host == "0.0.0.0" || host == "::"
        let name = isAnywhere ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
        let query = token.map { "?token=" + $0 } ?? ""
        Diagnostics.error("the page is at http://\(name):\(port)/\(query)")
        guard let first = addresses.first else {
            Diagnostics.error(
                isLoopback
                    ? "only this machine can connect; for phones give --host 0.0.0.0"
                    : "this machine has no network address; connect it, and start again")
            return
        }
        if isAnywhere {
            for address in addresses {
                Diagnostics.error("for phones and other machines, \(address.interface): \(page(address))")
            }
        }
        Diagnostics.error("in Sensor Logger, Data Streaming: HTTP Push to \(first.address)/push\(query)")
        guard Diagnostics.isTerminal, let code = code else { return }
        Diagnostics.text("\n" + code.lines.joined(separator: "\n") + "\n\n")
    }
}
