// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What lies below the paths on the maps of a page: tiles of a server, or shores, borders and towns.
struct MapGround {
    /// Where a page finds shores, borders and towns.
    enum Source {
        /// The page carries them.
        case parts([LandPart])
        /// The server of the page has them at this path.
        case served(String)
    }

    /// The tiles; nil for a map without them.
    let tiles: TileServer?
    let land: Source
    /// Whether the person said yes to streets; nil on a page that does not offer them.
    var hasStreets: Bool?

    /// The path at which a workspace's server has ``LandPart/json``.
    static let served = Source.served("/api/land")

    /// The directives of the security policy that let the page load the tiles.
    ///
    /// - Parameter others: sources of other pictures on the page.
    func permissions(others: [String] = []) -> [String] {
        let sources = others + (tiles.map { [$0.policySource] } ?? []).filter { !others.contains($0) }
        return sources.isEmpty ? [] : ["img-src " + sources.joined(separator: " ")]
    }

    /// Adds the member `ground` of a page's data, which its maps read.
    func add(to json: inout JSONWriter) {
        json.object("ground") { json in
            json.key("tiles")
            if let tiles { tiles.write(to: &json) } else { json.appendNull() }
            if let hasStreets { json.add("streets", hasStreets) }
            switch land {
            case .served(let path): json.add("land", path)
            case .parts(let parts):
                json.array("land") { json in for part in parts { part.write(to: &json) } }
            }
        }
    }
}
