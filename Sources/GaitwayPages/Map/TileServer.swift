// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A server of map tiles that the user named, or the page's own. A page fetches from this address only.
package struct TileServer: Sendable, Hashable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}` for zoom, column and row.
    package let template: String
    /// The attribution that the page shows on the map.
    package let credit: String
    /// The source that the page's security policy allows: the server and the folders before the first field.
    let policySource: String
    /// The server's name for people.
    let name: String
    /// The least and the greatest zoom that has tiles.
    let zooms: ClosedRange<Int>
    /// Whether tiles come from the server of the page.
    let isOwn: Bool
    /// Whether the server learns the address of the page's server. It never learns the page's path.
    let learnsOrigin: Bool

    private static let fields = ["{z}", "{x}", "{y}"]
    private static let example: Remedy = "give osm, or an address as https://tile.example.org/{z}/{x}/{y}.png"

    /// The tiles of OpenStreetMap. Its rules ask for the address of the page's server, and for this credit.
    package static let openStreetMap = TileServer(
        template: "https://tile.openstreetmap.org/{z}/{x}/{y}.png", credit: "© OpenStreetMap contributors",
        policySource: "https://tile.openstreetmap.org/", name: "tile.openstreetmap.org", zooms: 0...19, isOwn: false,
        learnsOrigin: true)

    /// The tiles that the page's own server has at `/tiles/Z/X/Y`.
    ///
    /// - Parameters:
    ///   - name: the name of the file that has them.
    ///   - credit: shown on the map; may be empty.
    ///   - zooms: the zooms that the file has.
    package static func own(name: String, credit: String, zooms: ClosedRange<Int>) -> TileServer {
        TileServer(
            template: "/tiles/{z}/{x}/{y}", credit: credit, policySource: "'self'", name: name, zooms: zooms,
            isOwn: true, learnsOrigin: false)
    }

    private init(
        template: String, credit: String, policySource: String, name: String, zooms: ClosedRange<Int>, isOwn: Bool,
        learnsOrigin: Bool
    ) {
        (self.template, self.credit, self.policySource, self.name) = (template, credit, policySource, name)
        (self.zooms, self.isOwn, self.learnsOrigin) = (zooms, isOwn, learnsOrigin)
    }

    /// Takes `osm` for OpenStreetMap, or an address.
    ///
    /// - Parameter credit: shown on the map; the server's name if nil.
    /// - Throws: `InputError` that says what is wrong with the address.
    package init(named name: String, credit: String? = nil) throws(InputError) {
        guard name == "osm" else {
            self = try TileServer(template: name, credit: credit)
            return
        }
        // Its own credit is a condition of its licence, so another one stands beside it.
        var server = Self.openStreetMap
        if let credit { server = server.crediting(credit) }
        self = server
    }

    private func crediting(_ other: String) -> TileServer {
        TileServer(
            template: template, credit: credit + ", " + other, policySource: policySource, name: name, zooms: zooms,
            isOwn: isOwn, learnsOrigin: learnsOrigin)
    }

    /// Takes an address as the user wrote it.
    ///
    /// - Parameters:
    ///   - template: `https`, or `http` on this machine.
    ///   - credit: the server's name if nil.
    /// - Throws: `InputError` that says what is wrong with it.
    package init(template: String, credit: String? = nil) throws(InputError) {
        let address = try ServerAddress(template, Self.fault)
        let place = address.place
        var remaining = place
        for field in Self.fields {
            guard place.split(separator: field, omittingEmptySubsequences: false).count == 2 else {
                throw Self.fault("must have \(field) once, after the server's name")
            }
            remaining = remaining.replacing(field, with: "")[...]
        }
        guard !remaining.contains(where: { "{}".contains($0) }) else {
            throw Self.fault("has a field other than {z}, {x} and {y}")
        }
        guard !place.contains("#") else { throw Self.fault("has a part after #, which is not sent to servers") }
        self.template = template
        self.credit = credit ?? "Tiles: " + address.host
        (name, zooms, isOwn, learnsOrigin) = (address.host, 0...19, false, false)
        let fixed = place.prefix { $0 != "{" }
        // Policies compare paths without what stands behind a question mark.
        let path = fixed.contains("?") ? String(fixed.prefix { $0 != "?" }) : Self.folder(of: fixed)
        policySource = address.policySource(path: path)
    }

    private static func folder(of path: Substring) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    }

    /// Writes what the script of a map needs.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("url", template)
            json.add("attribution", credit)
            json.add("name", name)
            json.add("least", zooms.lowerBound)
            json.add("most", zooms.upperBound)
            json.add("isOwn", isOwn)
            json.add("learnsOrigin", learnsOrigin)
        }
    }

    private static func fault(_ problem: String) -> InputError {
        InputError(.malformed, problem: "the tiles' address \(problem)", remedy: example)
    }
}
