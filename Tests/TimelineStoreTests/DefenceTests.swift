// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import GaitwayBase
import GaitwayTimeline
import StoreTestSupport
import Testing

@testable import GaitwayStore

/// Stores that another person made, with valid seals.
@Suite struct DefenceTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        try folder.store().add(SyntheticDays.input(0..<2))
    }

    /// Changes the store by SQL, as any program can that writes the seals.
    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: SealedFiles.address(of: folder.path()))
        try queue.inDatabase { db in try db.execute(sql: sql) }
        try queue.close()
    }

    /// The error of opening the store and asking for its timeline.
    private func openingFault() -> InputError? {
        do throws(InputError) {
            _ = try TimelineDatabase(path: folder.path(), creation: .never).timeline()
            return nil
        } catch {
            return error
        }
    }

    private static let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"

    @Test(arguments: [
        ("trigger", "CREATE TRIGGER hostile AFTER INSERT ON input BEGIN DELETE FROM fix; END"),
        ("view", "CREATE VIEW hostile AS \(endless) SELECT x FROM c"),
        ("view", "ALTER TABLE fix RENAME TO f; CREATE VIEW hostile AS SELECT * FROM f"),
        ("table", "CREATE VIRTUAL TABLE hostile USING rtree(id, a, b)"),
    ])
    func sqlOfTheMakerIsRefused(kind: String, sql: String) throws {
        try change(sql)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
        let fault = try #require(openingFault())
        #expect(fault.code == .unsupported && fault.source == folder.path())
        #expect(fault.problem == "the database has the \(kind) \"hostile\", which no store has")
        #expect(!fault.remedy.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path())) == bytes)
    }

    /// The next place gets the next number.
    @Test func theLargestNumberOfAPlaceIsRefused() throws {
        try change(
            """
            PRAGMA foreign_keys = OFF; UPDATE place SET id = \(Int64.max) WHERE id = (SELECT max(id) FROM place)
            """)
        let store = try folder.store()
        let fault = #expect(throws: InputError.self) { try store.add(SyntheticDays.input(2..<9)) }
        #expect(fault?.code == .malformed && fault?.source == folder.path())
        #expect(fault?.problem.contains("\(Int64.max)") == true)
    }

    @Test(arguments: [Int64.min, -1, Int64.max]) func anyNumberOfAPieceIsRead(_ number: Int64) throws {
        func paths() throws -> [[[PathPoint]]] {
            try folder.store().timeline().items.compactMap(\.move).flatMap(\.sections).map(\.path)
        }
        let before = try paths()
        try change("UPDATE OR IGNORE pathPoint SET piece = \(number) WHERE piece = 0")
        #expect(before.count > 1)
        #expect(try paths().map { Set($0.map(\.count)) } == before.map { Set($0.map(\.count)) })
    }

    /// A link that takes the place of a store after the store was looked at.
    @Test(arguments: [true, false])
    func aLinkInAConfinedFolderIsNotOpened(isSealed: Bool) throws {
        let confined = folder.path("confined")
        try FileManager.default.createDirectory(atPath: confined, withIntermediateDirectories: true)
        let path = confined + "/store"
        #expect(symlink(folder.path(), path) == 0)
        func tables() throws -> Int? {
            let queue = try DatabaseQueue(path: SealedFiles.address(of: path, isSealed: isSealed))
            return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
        }
        #expect(try tables() ?? 0 > 0, "elsewhere links are followed")
        ConfinedFolders.add(confined)
        #expect(throws: DatabaseError.self) { try tables() }
        // The file itself opens there.
        #expect(unlink(path) == 0)
        try FileManager.default.copyItem(atPath: folder.path(), toPath: path)
        #expect(try tables() ?? 0 > 0)
    }

    @Test func anotherTableOfAreasIsRefused() throws {
        try change("DROP TABLE placeArea; CREATE VIRTUAL TABLE placeArea USING rtree(id, a, b, c, d)")
        #expect(openingFault()?.problem.contains("placeArea") == true)
    }

    @Test func theSchemaIsNotTrusted() throws {
        let store = try folder.store()
        let trusted = try store.read { db in try Int.fetchOne(db, sql: "PRAGMA trusted_schema") }
        #expect(trusted == 0)
        // Defensive mode guards the tables behind the R*Tree, and the schema itself.
        for sql in ["DELETE FROM placeArea_node", "PRAGMA writable_schema = ON; DELETE FROM sqlite_master"] {
            #expect(throws: InputError.self, "\(sql)") { try store.write { db in try db.execute(sql: sql) } }
        }
        #expect(try store.check().fixes > 0)
    }

    @Test func anEndlessQueryEnds() throws {
        let store = try folder.store()
        let fault = #expect(throws: InputError.self) {
            try store.read { db in try Int.fetchOne(db, sql: "\(Self.endless) SELECT count(*) FROM c") }
        }
        #expect(fault?.code == .limitExceeded && fault?.problem.contains("more steps") == true)
        // Within a change, nothing is changed; the store goes on.
        #expect(throws: InputError.self) {
            try store.write { db in
                try db.execute(sql: "DELETE FROM fix")
                _ = try Int.fetchOne(db, sql: "\(Self.endless) SELECT count(*) FROM c")
            }
        }
        #expect(try store.check().fixes > 0)
        // Many statements together may take any number of steps.
        let steps = try store.read { db in
            try (0..<30).reduce(0) { sum, _ in
                let sql = "\(Self.endless) SELECT max(x) FROM (SELECT x FROM c LIMIT 1000000)"
                return try sum + (Int.fetchOne(db, sql: sql) ?? 0)
            }
        }
        #expect(steps == 30_000_000)
    }

    @Test func aValueIsBounded() throws {
        let store = try folder.store()
        #expect(throws: InputError.self) {
            try store.read { db in try Int.fetchOne(db, sql: "SELECT length(hex(zeroblob(40000000)))") }
        }
    }
}
