// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveServer
package import GaitwayPages
import GaitwayStore
import GaitwayTimeline

/// What lies below the paths on a workspace's maps, and the requests for it: tiles of a file, and land.
package struct WorkspaceGround: Sendable {
    /// The tiles; nil for maps without them.
    package let tiles: TileServer?
    private let file: TileFile?

    /// Tiles of a server, or no tiles.
    package init(_ server: TileServer?) { (tiles, file) = (server, nil) }

    /// Tiles of a file.
    ///
    /// - Parameter credit: is shown on the map beside the file's own.
    /// - Throws: `InputError` for a file of tiles that cannot be used.
    package init(file path: String, credit: String?) throws(InputError) {
        let file = try TileFile(path: path)
        let credits = [file.credit, credit ?? ""].filter { !$0.isEmpty }
        tiles = .own(name: file.name, credit: credits.joined(separator: ", "), zooms: file.zooms)
        self.file = file
    }

    /// The zoom, column and row of a path `/tiles/Z/X/Y`; nil for another path, or without a file of tiles.
    func tile(at path: String) -> (zoom: Int, column: Int, row: Int)? {
        guard file != nil, path.hasPrefix("/tiles/") else { return nil }
        let parts = path.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy(\.isASCII) ? UInt32(part, in: .any).map { Int($0) } : nil
        }
        return parts.count == 3 && numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    /// A tile of the file.
    package func answer(_ place: (zoom: Int, column: Int, row: Int)) throws -> ServedResponse {
        guard let tile = try file?.tile(zoom: place.zoom, column: place.column, row: place.row) else {
            throw WorkspaceRefusal(404, "The file has no tile here.", "Zoom out, or move back.")
        }
        return ServedResponse(type: tile.type, body: tile.bytes)
    }

    /// Shores, borders and towns of the box that a request names.
    static func land(_ request: ServedRequest) throws -> ServedResponse {
        let edges = (request.query["box"] ?? "").split(separator: ",").map { Double($0) }
        guard edges.count == 4, let west = edges[0], let south = edges[1], let east = edges[2], let north = edges[3],
            let box = MapBox(west: west, south: south, east: east, north: north)
        else {
            throw WorkspaceRefusal(
                400, "Land needs its box in degrees: west, south, east and north.", "Give box=7.5,46.5,9,48.")
        }
        return ServedResponse(body: Array(LandPart(box).json.utf8))
    }
}
