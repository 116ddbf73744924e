// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@Suite struct FaultTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
    }

    private func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
    }

    /// Expects that a file is refused, with its name and a remedy, and is afterwards as it was.
    private func expectRefused(
        _ name: String, _ code: InputError.Code, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try bytes(name)
        let error = #expect(throws: InputError.self, sourceLocation: sourceLocation) {
            let store = try folder.store(name)
            try store.add(SyntheticDays.input(0..<1))
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.source == folder.path(name), sourceLocation: sourceLocation)
        #expect(error?.remedy.isEmpty == false, sourceLocation: sourceLocation)
        #expect(try bytes(name) == before, sourceLocation: sourceLocation)
    }

    @Test func whatIsNoDatabaseIsRefused() throws {
        try write("time,latitude,longitude\n".utf8, to: "table.csv")
        try expectRefused("table.csv", .unsupported)
        try write(Array(repeating: 0xff, count: 10_000), to: "noise")
        try expectRefused("noise", .unsupported)
    }

    @Test func anotherProgramsDatabaseIsRefused() throws {
        try DatabaseQueue(path: folder.path("other")).write { db in
            try db.create(table: "player") { t in t.autoIncrementedPrimaryKey("id") }
        }
        try expectRefused("other", .unsupported)
    }

    @Test(arguments: [7, 9]) func anotherVersionIsRefused(version: Int) throws {
        _ = try folder.store("other")
        // A program that writes a store seals its pages.
        try DatabaseQueue(path: "file://\(folder.path("other"))?vfs=gaitway-sealed").write { db in
            try db.execute(sql: "UPDATE grdb_migrations SET identifier = ?", arguments: ["\(version)"])
        }
        try expectRefused("other", .unsupported)
    }

    /// Version 1 had none. In a store of this version, that is damage.
    @Test(arguments: [("1", InputError.Code.unsupported), ("8", .malformed)])
    func aStoreWithoutSealsIsRefused(version: String, code: InputError.Code) throws {
        try DatabaseQueue(path: folder.path("plain")).inDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = 0x47414954;
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('\(version)');
                    """)
        }
        try expectRefused("plain", code)
    }

    /// As the versions of a store that was migrated by an earlier build.
    @Test func severalRowsOfVersionsAreOneStore() throws {
        let store = try folder.store("migrated")
        try store.add(SyntheticDays.input(0..<1))
        try DatabaseQueue(path: "file://\(folder.path("migrated"))?vfs=gaitway-sealed").write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('1'), ('2'), ('3'), ('4')")
        }
        #expect(try folder.store("migrated").timeline() == store.timeline())
    }

    @Test func aStoreCutShortIsRefused() throws {
        try folder.store("whole").add(SyntheticDays.input(0..<2))
        let whole = try bytes("whole")
        for share in [0.1, 0.5, 0.9] {
            try write(whole.prefix(Int(proven: Double(whole.count) * share)), to: "cut")
            try expectRefused("cut", .malformed)
        }
    }

    /// Pages are overwritten one after the other. Whatever can be seen of it is reported as damage; what cannot does no
    /// harm.
    @Test func aDamagedStoreNeverCrashes() throws {
        try folder.store("whole").add(SyntheticDays.input(0..<2))
        let whole = try [UInt8](bytes("whole"))
        var random = SeededGenerator(seed: 3)
        var refusals = 0
        for page in stride(from: 0, to: whole.count / 4096, by: 1) {
            var damaged = whole
            let start = page * 4096 + Int.random(in: 0..<64, using: &random)
            for index in start..<min(start + 200, damaged.count) {
                damaged[index] = UInt8.random(in: 0...255, using: &random)
            }
            try write(damaged, to: "damaged")
            do throws(InputError) {
                let store = try TimelineDatabase(path: folder.path("damaged"))
                _ = try store.timeline()
                try store.deriveAnew()
                _ = try store.places()
            } catch {
                refusals += 1
                #expect(error.source == folder.path("damaged"))
            }
        }
        #expect(refusals > whole.count / 4096 / 2)
    }

    @Test func aPathThatIsNoFileIsRefused() throws {
        for (path, creation) in [
            (folder.root, TimelineDatabase.Creation.ifMissing), (folder.path("none"), .never),
            (folder.path("no/folder/store"), .ifMissing),
        ] {
            let error = #expect(throws: InputError.self) { try TimelineDatabase(path: path, creation: creation) }
            #expect(error?.code == .unreadable)
            #expect(error?.source == path)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test func anEmptyFileBecomesAStore() throws {
        try write([], to: "empty")
        try folder.store("empty").add(SyntheticDays.input(0..<1))
        #expect(try folder.store("empty").span() != nil)
    }

    @Test func aQueryMakesNoStoreOfAnEmptyFile() throws {
        try write([], to: "empty")
        let error = #expect(throws: InputError.self) {
            try TimelineDatabase(path: folder.path("empty"), creation: .never)
        }
        #expect(error?.code == .empty)
        #expect(error?.remedy.isEmpty == false)
        #expect(try bytes("empty").isEmpty)
    }

    @Test func aStoreInUseIsTold() throws {
        let store = try folder.store("store.sqlite", patience: 0.05)
        try store.add(SyntheticDays.input(0..<1))
        let other = try DatabaseQueue(path: folder.path())
        try other.inDatabase { db in
            try db.beginTransaction(.exclusive)
            defer { try? db.rollback() }
            for attempt in [{ _ = try store.timeline() }, { _ = try store.add(SyntheticDays.input(1..<2)) }] {
                let error = #expect(throws: InputError.self) { try attempt() }
                #expect(error?.code == .unreadable)
                #expect(error?.problem == "another process is using the store")
            }
            let error = #expect(throws: InputError.self) { try folder.store("store.sqlite", patience: 0.05) }
            #expect(error?.problem == "another process is using the store")
        }
        let change = try store.add(SyntheticDays.input(1..<2))
        #expect(change.fixes.known == 0)
    }

    @Test func aStoreThatCannotBeWrittenIsTold() throws {
        try folder.store().add(SyntheticDays.input(0..<1))
        // The superuser may write to read-only files.
        guard geteuid() != 0 else { return }
        chmod(folder.path(), 0o400)
        let store = try folder.store()
        #expect(try store.span() != nil)
        let error = #expect(throws: InputError.self) { try store.add(SyntheticDays.input(1..<2)) }
        #expect(error?.code == .unreadable)
    }
}
