// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayPages
import GaitwayWorkspace

/// The tiles of maps.
struct TilesArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw maps over tiles: osm for OpenStreetMap, the address of another server as "
                + "'https://tile.example.org/{z}/{x}/{y}.png', or with gaitway serve an MBTiles file of pictures. "
                + "OpenStreetMap learns the address of the page's server, and may refuse pages that are opened from a "
                + "file. Other tile servers do not learn which page you open.",
            valueName: "source"), completion: .file(extensions: ["mbtiles"]))
    var tiles: String?

    @Option(help: ArgumentHelp("With --tiles: the credit to show on the map.", valueName: "text"))
    var tilesCredit: String?

    func validate() throws {
        try require(tiles != nil || tilesCredit == nil, "--tiles-credit needs --tiles")
        if file == nil { _ = try server() }
    }

    /// The path of a file of tiles; nil for a server or nothing.
    var file: String? {
        guard let tiles, tiles != "osm", !tiles.contains("://"), !tiles.contains("{") else { return nil }
        return tiles.hasSuffix(".mbtiles") || FileStatus(path: tiles) != nil ? tiles : nil
    }

    /// The server of the tiles; nil if none was named.
    func server() throws -> TileServer? {
        do throws(InputError) {
            return try tiles.map { name throws(InputError) in try TileServer(named: name, credit: tilesCredit) }
        } catch {
            throw ValidationError("--tiles: \(error.forCommandLine)")
        }
    }

    /// What lies below the paths on a server's maps.
    func ground() throws -> WorkspaceGround {
        try file.map { try WorkspaceGround(file: $0, credit: tilesCredit) } ?? WorkspaceGround(server())
    }

    /// Checks the options of a command that writes a page of one file.
    ///
    /// - Parameter report: the page's file; nil for no page.
    func validate(report: String?) throws {
        try require(report != nil || tiles == nil, "--tiles needs --report")
        guard let file else { return }
        throw ValidationError(
            "a page cannot read tiles from the file \(quoted: file); give --tiles osm or a server's address, or use "
                + "gaitway serve")
    }
}

/// A picture of the result.
struct PictureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also draw the result, 1200 pixels wide. The file ends in .svg, or in .png, which needs rsvg-convert.",
            valueName: "file"))
    var picture: String?

    @Option(
        help: ArgumentHelp(
            "The colours of the picture. Default: an SVG follows its viewer, and a PNG is light.", valueName: "theme"))
    var theme: Picture.Theme?

    func validate() throws {
        if theme != nil, picture == nil { throw ValidationError("--theme is for --picture: give both") }
        if let picture, !PictureFile.isName(picture) {
            throw ValidationError("--picture takes a file that ends in .svg or .png, not \(quoted: picture)")
        }
    }

    /// The file; nil without one.
    func file(replaces: Bool) throws -> PictureFile? {
        let file = picture.map { PictureFile(path: $0, theme: theme, replaces: replaces) }
        try file?.check()
        return file
    }
}

extension Picture.Theme: ExpressibleByArgument {}
