import Foundation
import GRDB
import MotionTypes
import StoreTestSupport
import TestSupport
import Testing
import Timeline
import TimelineStore

/// Processes that write to a store, and are killed.
@Suite struct CrashTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// The writer, which lies beside the tests.
    private static let writer = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("StoreWriter")

    private func start(_ store: String, confirmed: String, days: ClosedRange<Int>) throws -> Process {
        let process = Process()
        process.executableURL = Self.writer
        process.arguments = [store, confirmed, String(days.lowerBound), String(days.upperBound)]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        // A killed process says nothing; one that fails of itself fails the test by its status.
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func confirmed(_ name: String) -> [Int] {
        let text = (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { Int($0) }
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

    @Test func whatWasConfirmedSurvivesAKill() throws {
        var random = SeededGenerator(seed: UInt64(getpid()))
        let path = folder.path()
        let lastDay = 40
        var hotJournals = 0
        var kills = 0
        while kills < 60, hotJournals < 8, confirmed("confirmed").count <= lastDay {
            let next = (confirmed("confirmed").last ?? -1) + 1
            let process = try start(path, confirmed: folder.path("confirmed"), days: next...lastDay)
            usleep(UInt32.random(in: 1000...200_000, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal || process.terminationStatus == 0)
            kills += 1
            // A journal that is still there tells that the process died within a transaction.
            if FileManager.default.fileExists(atPath: path + "-journal") { hotJournals += 1 }
            guard FileManager.default.fileExists(atPath: path) else { continue }
            let store = try TimelineDatabase(path: path)
            try expectWhole(path)
            let corrections = try store.corrections().map(\.correction)
            for number in confirmed("confirmed") {
                let isThere = try store.add(SyntheticDays.input([number])).isNothing
                #expect(isThere, "day \(number) was confirmed")
                #expect(corrections.contains { $0.isWithin(SyntheticDays.span(number)) })
            }
        }
        #expect(hotJournals > 0, "no kill fell into a transaction")
        let days = confirmed("confirmed").count
        let store = try TimelineDatabase(path: path)
        try store.add(SyntheticDays.input(0..<days + 1))
        for correction in try store.corrections() { try store.withdraw(correction: correction.number) }
        expectSame(try store.timeline().items, wholeDerivation(SyntheticDays.input(0..<days + 1)))
    }

    @Test func twoProcessesMayWriteAtOnce() throws {
        let path = folder.path()
        let processes = try [0...3, 4...7].map { try start(path, confirmed: folder.path("confirmed"), days: $0) }
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
