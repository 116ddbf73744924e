// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A service that names the street at a position, as Nominatim does. A page asks it only after a person's yes.
package struct StreetNames: Sendable, Hashable {
    /// The address of a request, without its question mark.
    package let address: String
    /// The server's name for people.
    let name: String
    /// The source that the page's security policy allows: this address alone.
    let policySource: String

    /// Nominatim of OpenStreetMap. Its rules: one request a second, the address of the page's server, its credit.
    package static let openStreetMap = StreetNames(
        address: "https://nominatim.openstreetmap.org/reverse", name: "nominatim.openstreetmap.org",
        policySource: "https://nominatim.openstreetmap.org/reverse")

    private init(address: String, name: String, policySource: String) {
        (self.address, self.name, self.policySource) = (address, name, policySource)
    }

    /// Takes the address of a server as the user wrote it; requests go to `reverse` below it.
    ///
    /// - Throws: `InputError` that says what is wrong with it.
    package init(server: String) throws(InputError) {
        let parts = try ServerAddress(server, Self.fault)
        guard !parts.place.contains(where: { "?#{}".contains($0) }) else {
            throw Self.fault("has a part other than folders behind the server's name")
        }
        let path = String(parts.place) + (parts.place.hasSuffix("/") ? "reverse" : "/reverse")
        address = parts.scheme + parts.authority + path
        name = parts.host
        policySource = parts.policySource(path: path)
    }

    /// Writes what the script of a page needs.
    func write(to json: inout JSONWriter, isAllowed: Bool) {
        json.object { json in
            json.add("address", address)
            json.add("name", name)
            json.add("isAllowed", isAllowed)
        }
    }

    private static func fault(_ problem: String) -> InputError {
        .malformed(
            "the address of street names \(problem)",
            remedy: "give a server like Nominatim, such as https://nominatim.example.org")
    }
}
