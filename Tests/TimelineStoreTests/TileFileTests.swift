// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import GaitwayBase
import Testing

@testable import GaitwayStore

/// Files of map tiles, as other programs make them.
@Suite struct TileFileTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1]
    private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 2]
    private static let webp: [UInt8] = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8)

    /// A file with tiles by their zoom, column and row from the south.
    private func file(
        _ tiles: [([Int], [UInt8])], _ metadata: [(String, String)] = [], tables: String? = nil
    ) throws -> String {
        let path = folder.path("a map?.mbtiles")
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: tables ?? """
                    CREATE TABLE metadata (name text, value text);
                    CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
                    """)
            for (place, bytes) in tiles {
                try db.execute(
                    sql: "INSERT INTO tiles VALUES (?, ?, ?, ?)",
                    arguments: [place[0], place[1], place[2], Data(bytes)])
            }
            for (name, value) in metadata {
                try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
            }
        }
        try queue.close()
        return path
    }

    @Test func rowsCountFromTheNorthAndTypesAreThoseOfTheBytes() throws {
        let tiles = try TileFile(
            path: file([([1, 0, 1], Self.png), ([1, 1, 0], Self.jpeg), ([2, 3, 0], Self.webp)]))
        #expect(tiles.zooms == 1...2 && tiles.credit.isEmpty && tiles.name == "a map?.mbtiles")
        #expect(try tiles.tile(zoom: 1, column: 0, row: 0) == TileFile.Tile(type: "image/png", bytes: Self.png))
        #expect(try tiles.tile(zoom: 1, column: 1, row: 1)?.type == "image/jpeg")
        #expect(try tiles.tile(zoom: 2, column: 3, row: 3)?.type == "image/webp")
        for (zoom, column, row) in [(1, 0, 1), (0, 0, 0), (1, 2, 0), (1, 0, -1), (-1, 0, 0), (63, 0, 0), (9, 0, 512)] {
            #expect(try tiles.tile(zoom: zoom, column: column, row: row) == nil)
        }
    }

    @Test func creditAndZoomsAreThoseOfTheMetadata() throws {
        let metadata = [
            ("attribution", "&copy; <a href=\"https://example.org\">People</a> &amp; others"), ("minzoom", "0"),
            ("maxzoom", "5"), ("format", "png"),
        ]
        let tiles = try TileFile(path: file([([1, 0, 0], Self.png)], metadata))
        #expect(tiles.credit == "© People & others" && tiles.zooms == 0...5)
    }

    /// Many programs keep equal pictures once, behind a view.
    @Test func tilesMayBeAView() throws {
        let tables = """
            CREATE TABLE metadata (name text, value text);
            CREATE TABLE map (z integer, x integer, y integer, picture text);
            CREATE TABLE images (picture text, tile_data blob);
            INSERT INTO map VALUES (0, 0, 0, 'a');
            INSERT INTO images VALUES ('a', x'89504e470d0a1a0a');
            CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, y AS tile_row, tile_data
                FROM map JOIN images USING (picture);
            """
        let tiles = try TileFile(path: file([], tables: tables))
        #expect(try tiles.tile(zoom: 0, column: 0, row: 0)?.bytes.count == 8)
    }

    @Test func whatCannotBeDrawnIsRefused() throws {
        func expect(_ words: String, _ make: () throws -> String) throws {
            let path = try make()
            let error = #expect(throws: InputError.self) { try TileFile(path: path) }
            #expect(error?.source == path && error?.problem.contains(words) == true, "\(String(describing: error))")
            if path.hasSuffix(".mbtiles") { try? FileManager.default.removeItem(atPath: path) }
        }
        try expect("does not exist") { folder.path("none.mbtiles") }
        try expect("not a file") { folder.path("") }
        try expect("vector tiles") { try file([([0, 0, 0], Self.png)], [("format", "pbf")]) }
        try expect("vector tiles") { try file([([0, 0, 0], [0x1f, 0x8b, 8, 0])]) }
        try expect("not pictures") { try file([([0, 0, 0], Array("<svg/>".utf8))]) }
        try expect("no tiles") { try file([]) }
        try expect("no map tiles") { try file([], tables: "CREATE TABLE other (a)") }
        try expect("zooms") { try file([([0, 0, 0], Self.png)], [("minzoom", "7"), ("maxzoom", "3")]) }
        try expect("not an SQLite database") {
            let path = folder.path("text.mbtiles")
            try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: path))
            return path
        }
    }

    /// A broken file is an error with its name, wherever it is broken; it never stops the program.
    @Test func brokenFilesAreErrors() throws {
        let many = (0..<64).map { ([6, $0, $0], Self.png + [UInt8](repeating: UInt8($0), count: 900)) }
        let path = try file(many)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var errors = 0
        for cut in stride(from: 100, to: whole.count, by: whole.count / 40) {
            var broken = whole
            let end = min(cut + 400, whole.count)
            broken.replaceSubrange(cut..<end, with: Data(repeating: 0xee, count: end - cut))
            try broken.write(to: URL(fileURLWithPath: path))
            do {
                let tiles = try TileFile(path: path)
                for number in 0..<64 { _ = try tiles.tile(zoom: 6, column: number, row: 63 - number) }
            } catch {
                #expect(error.source == path)
                errors += 1
            }
        }
        #expect(errors > 5)
    }

    @Test func theFileAndItsFolderStayAsTheyAre() throws {
        let path = try file([([0, 0, 0], Self.png)])
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let tiles = try TileFile(path: path)
        _ = try tiles.tile(zoom: 0, column: 0, row: 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a map?.mbtiles"])
    }

    /// A view of the file's maker that never ends.
    @Test func anEndlessViewEnds() throws {
        let tables = """
            CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
            SELECT i AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'89504e470d0a1a0a' AS tile_data FROM n;
            """
        let path = try file([], tables: tables)
        let error = #expect(throws: InputError.self) { try TileFile(path: path) }
        #expect(error?.code == .limitExceeded)
    }
}
