// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

/// Processes that write to a store, and die.
@Suite struct CrashTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// The writer, which lies beside the tests.
    private static let writer = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("StoreWriter")

    private func start(_ store: String, days: ClosedRange<Int>, dyingAt fatalCall: [String] = []) throws -> Process {
        let process = Process()
        process.executableURL = Self.writer
        process.arguments =
            [store, folder.path("confirmed"), String(days.lowerBound), String(days.upperBound)] + fatalCall
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        // A process that is killed says nothing; one that fails of itself fails the test by its status.
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func confirmed() -> [Int] {
        let text = (try? String(contentsOfFile: folder.path("confirmed"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Int($0, in: .countable) }
    }

    /// SQLite's own checks, of the file and of the R*Tree.
    private func expectWhole(_ path: String) throws {
        try DatabaseQueue(path: path).read { db in
            let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            #expect(integrity == ["ok"])
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            #expect(try String.fetchOne(db, sql: "SELECT rtreecheck('placeArea')") == "ok")
        }
    }

    /// Kills writers in the middle of their transactions: while the journal is written, while the store is, and when
    /// the journal is about to go. The first ones die while they begin the store.
    @Test func whatWasConfirmedSurvivesAKill() throws {
        let path = folder.path()
        let lastDay = 200
        for number in 1...Rounds.count(24) {
            for (kind, call) in [("journal", number * number), ("store", number), ("removal", number)] {
                let next = (confirmed().last ?? -1) + 1
                let process = try start(path, days: next...lastDay, dyingAt: [kind, String(call)])
                process.waitUntilExit()
                #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
                // The journal is still there: the process died within a transaction.
                #expect(FileManager.default.fileExists(atPath: path + "-journal"))
                let store = try TimelineDatabase(path: path)
                try expectWhole(path)
                let corrections = try store.corrections().map(\.correction)
                for number in confirmed() {
                    let isThere = try store.add(SyntheticDays.input([number])).isNothing
                    #expect(isThere, "day \(number) was confirmed")
                    #expect(corrections.contains { $0.isWithin(SyntheticDays.span(number)) })
                }
            }
        }
        let days = confirmed().count
        #expect(days > 0)
        let store = try TimelineDatabase(path: path)
        try store.add(SyntheticDays.input(0..<days + 1))
        for correction in try store.corrections() { try store.withdraw(correction: correction.number) }
        expectSame(try store.timeline().items, wholeDerivation(SyntheticDays.input(0..<days + 1)))
    }

    /// A new store has its name when it is whole. The next writer removes what a killed one left.
    @Test func aNewStoreIsWholeOrNotThere() throws {
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.root) }
        for number in [1, 2, 5, 9] {
            let process = try start(folder.path(), days: 0...0, dyingAt: ["creation", String(number)])
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
            let left = try names()
            #expect(left.count == 1 && left[0].hasSuffix(".tmp"), "\(left)")
        }
        let store = try folder.store()
        #expect(try names() == ["store.sqlite"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path())
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try store.check().fixes == 0)
        // Behind a link, too, which stays.
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "linked.sqlite")
        _ = try folder.store("link")
        #expect(try names().sorted() == ["link", "linked.sqlite", "store.sqlite"])
    }

    @Test func twoProcessesMayWriteAtOnce() throws {
        let path = folder.path()
        let processes = try [0...3, 4...7].map { try start(path, days: $0) }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        try expectWhole(path)
        let store = try TimelineDatabase(path: path)
        for correction in try store.corrections() { try store.withdraw(correction: correction.number) }
        expectSame(try store.timeline().items, wholeDerivation(SyntheticDays.input(0..<8)))
    }
}

extension Correction {
    fileprivate func isWithin(_ span: TimeSpan) -> Bool {
        guard case .split(let time) = self else { return false }
        return span.start <= time && time < span.end
    }
}
