// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
internal import GRDB
package import GaitwayBase

/// A file of map tiles that are pictures: MBTiles, an SQLite database. The file is never changed.
package struct TileFile: Sendable {
    /// A tile: a picture of a square of the map.
    package struct Tile: Sendable, Hashable {
        /// Its media type, by its first bytes: `image/png`, `image/jpeg` or `image/webp`.
        package var type: String
        package var bytes: [UInt8]
    }

    /// The file's name without its folder.
    package let name: String
    /// The credit that the file asks for, as plain text; empty if it names none.
    package let credit: String
    /// The zooms that the file has.
    package let zooms: ClosedRange<Int>

    private let path: String
    private let queue: DatabaseQueue

    /// The greatest zoom; a tile is then some centimetres wide.
    private static let greatestZoom = 30

    /// Opens a file.
    ///
    /// - Throws: `InputError` with the source `path` for a file that cannot be opened, is not MBTiles, is empty, or has
    ///   vector tiles.
    package init(path: String) throws(InputError) {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        guard let status = FileStatus(path: path) else {
            throw .unreadable("the file of tiles does not exist", remedy: TileFault.wanted, source: path)
        }
        guard status.kind == .file else {
            throw .unreadable("this is not a file", remedy: TileFault.wanted, source: path)
        }
        do {
            let defence = StoreDefence(path: path)
            var configuration = Configuration()
            configuration.label = "map tiles"
            configuration.readonly = true
            configuration.prepareDatabase { db in try defence.prepare(db) }
            // The file does not change while it is served, so that no lock or journal appears beside it.
            queue = try DatabaseQueue(
                path: SealedFiles.address(of: path, isSealed: false) + "&mode=ro&immutable=1",
                configuration: configuration)
            let content = try queue.read(Self.content)
            (credit, zooms) = (content.credit, content.zooms)
        } catch {
            throw TileFault.inputError(error, path: path)
        }
    }

    /// A tile of the map; nil if the file does not have it.
    ///
    /// - Parameters:
    ///   - column: from 0 in the west.
    ///   - row: from 0 in the north.
    /// - Throws: `InputError` if the file is damaged, or the tile is not a picture.
    package func tile(zoom: Int, column: Int, row: Int) throws(InputError) -> Tile? {
        guard (0...Self.greatestZoom).contains(zoom) else { return nil }
        let count = 1 << zoom
        guard (0..<count).contains(column), (0..<count).contains(row) else { return nil }
        do {
            return try queue.read { db in
                // Rows of the file count from the south.
                let bytes = try Self.bytes(
                    db, "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
                    [zoom, column, count - 1 - row])
                guard let bytes else { return nil }
                guard let type = Self.type(of: bytes) else {
                    throw TileFault.damage("the tile \(zoom)/\(column)/\(row) is not a picture")
                }
                return Tile(type: type, bytes: bytes)
            }
        } catch {
            throw TileFault.inputError(error, path: path)
        }
    }

    // MARK: Content

    private static func content(_ db: Database) throws -> (credit: String, zooms: ClosedRange<Int>) {
        let tables = try String.fetchSet(
            db, sql: "SELECT lower(name) FROM sqlite_master WHERE type IN ('table', 'view')")
        guard tables.contains("tiles") else {
            throw InputError.unsupported("this database has no map tiles", remedy: TileFault.wanted)
        }
        let hasMetadata = tables.contains("metadata")
        func value(_ name: String) throws -> String? {
            guard hasMetadata else { return nil }
            return try String.fetchOne(
                db, sql: "SELECT CAST(value AS TEXT) FROM metadata WHERE name = ? LIMIT 1", arguments: [name])
        }
        guard let first = try bytes(db, "SELECT tile_data FROM tiles LIMIT 1", []) else {
            throw InputError.empty("the file has no tiles", remedy: TileFault.wanted)
        }
        let format = try value("format")
        // Vector tiles are packed with gzip.
        guard format != "pbf", !first.starts(with: [0x1f, 0x8b]) else {
            throw InputError.unsupported(
                "the file has vector tiles (pbf), which need a style to be drawn", remedy: TileFault.wanted)
        }
        guard type(of: first) != nil else {
            throw InputError.unsupported(
                "the file's tiles are not pictures in png, jpg or webp", remedy: TileFault.wanted)
        }
        let stated = [try value("minzoom"), try value("maxzoom")].map { $0.flatMap { Int($0, in: .any) } }
        // Apart from each other, as the index that these files have then finds each at once.
        let least = try stated[0] ?? Int.fetchOne(db, sql: "SELECT min(zoom_level) FROM tiles") ?? 0
        let most = try stated[1] ?? Int.fetchOne(db, sql: "SELECT max(zoom_level) FROM tiles") ?? 0
        guard 0 <= least, least <= most, most <= greatestZoom else {
            throw InputError.malformed(
                "the file's zooms \(least) to \(most) are not within 0 to \(greatestZoom)", remedy: TileFault.wanted)
        }
        return (plain(try value("attribution") ?? ""), least...most)
    }

    private static func bytes(_ db: Database, _ sql: String, _ numbers: [Int]) throws -> [UInt8]? {
        guard let row = try Row.fetchOne(db, sql: sql, arguments: StatementArguments(numbers)) else { return nil }
        return try row.decode(Data?.self, atIndex: 0).map { Array($0) }
    }

    private static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "image/png" }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return nil
    }

    /// The text of a credit, which may be markup with links. At most 200 characters.
    private static func plain(_ markup: String) -> String {
        var (text, isTag) = ("", false)
        for character in markup {
            switch character {
            case "<": isTag = true
            case ">": isTag = false
            default: if !isTag { text.append(character) }
            }
        }
        for (name, letter) in [("&copy;", "©"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            text = text.replacing(name, with: letter)
        }
        return String(text.prefix(200))
    }
}
