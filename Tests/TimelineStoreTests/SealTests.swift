// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import MotionTypes
import StoreTestSupport
import TestSupport
import Testing
import Timeline

@testable import TimelineStore

/// Damage that SQLite does not see.
@Suite struct SealTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Everything that can be asked for.
    private func answers(_ store: TimelineDatabase) throws(InputError) -> [String] {
        let timeline = try store.timeline()
        var answers = ["\(timeline)", "\(try store.places())", "\(try store.corrections())"]
        for place in timeline.places { answers.append("\(try store.visits(at: place.identifier))") }
        for activity in Activity.allCases { answers.append("\(try store.moves(with: activity))") }
        return answers
    }

    /// One flipped bit in each of many stores, spread over the file: refused, or without any effect.
    @Test func noFlippedBitGivesAnotherTimeline() throws {
        let whole = try folder.store("whole")
        try whole.add(SyntheticDays.input(0..<2))
        let place = try #require(try whole.places().first?.place)
        try whole.correct(.name("Home", ofPlace: PlaceReference(identifier: place.identifier)))
        let expected = try answers(whole)
        // Every page is in use, so that damage of any is seen by who reads all of them.
        let free = try DatabaseQueue(path: folder.path("whole")).read {
            try Int.fetchOne($0, sql: "PRAGMA freelist_count")
        }
        #expect(free == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("whole")))
        var random = SeededGenerator(seed: 7)
        let count = Rounds.count(600)
        var refusals = 0
        for number in 0..<count {
            let share = bytes.count * number / count..<max(bytes.count * (number + 1) / count, 1)
            let offset = Int.random(in: share, using: &random)
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try damaged.write(to: URL(fileURLWithPath: folder.path("damaged")))
            do throws(InputError) {
                let store = try TimelineDatabase(path: folder.path("damaged"), creation: .never)
                let given = try answers(store)
                #expect(given == expected, "byte \(offset)")
            } catch {
                refusals += 1
                #expect(error.source == folder.path("damaged"))
            }
            // Whatever is asked, a change is refused, and so is a check.
            let error = #expect(throws: InputError.self, "byte \(offset)") {
                try TimelineDatabase(path: folder.path("damaged"), creation: .never)
                    .add(SyntheticDays.input([3]))
            }
            #expect(error?.remedy.isEmpty == false)
            #expect(throws: InputError.self) {
                _ = try TimelineDatabase(path: folder.path("damaged"), creation: .never).check()
            }
        }
        #expect(refusals > count / 5)
    }

    @Test func aPageInAnothersSteadIsRefused() throws {
        try folder.store().add(SyntheticDays.input(0..<2))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path()))
        let (first, second) = (4096 * 30..<4096 * 31, 4096 * 31..<4096 * 32)
        let kept = bytes.subdata(in: first)
        bytes.replaceSubrange(first, with: bytes.subdata(in: second))
        bytes.replaceSubrange(second, with: kept)
        try bytes.write(to: URL(fileURLWithPath: folder.path()))
        let error = #expect(throws: InputError.self) { try folder.store().add(SyntheticDays.input([3])) }
        #expect(error?.code == .malformed)
    }

    @Test func anyChangeOfAPairOfWordsChangesTheSeal() {
        var random = SeededGenerator(seed: 1)
        var page = [UInt8](repeating: 0, count: 512)
        for index in page.indices { page[index] = UInt8.random(in: 0...255, using: &random) }
        page.withUnsafeMutableBytes { PageSeal.write(to: $0, number: 7) }
        #expect(page.withUnsafeBytes { PageSeal.holds($0, number: 7) })
        #expect(!page.withUnsafeBytes { PageSeal.holds($0, number: 8) })
        for bit in 0..<page.count * 8 {
            page[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!page.withUnsafeBytes { PageSeal.holds($0, number: 7) })
            page[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        for _ in 0..<1000 {
            let pair = Int.random(in: 0..<page.count / 8, using: &random) * 8
            var other = page
            for index in pair..<pair + 8 { other[index] = UInt8.random(in: 0...255, using: &random) }
            #expect(other == page || !other.withUnsafeBytes { PageSeal.holds($0, number: 7) })
        }
    }

    // MARK: A store of version 1

    /// A store as version 1 wrote it: its tables, its corrections by identifier, no seals.
    private func formerStore(_ name: String) throws {
        let queue = try DatabaseQueue(path: folder.path(name))
        try StoreSchema.migrator.migrate(queue, upTo: "1")
        try queue.inDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: "ATTACH ? AS now", arguments: [folder.path("now")])
            for table in [
                "input", "fix", "phoneReport", "stream", "streamReport", "place", "placeArea", "timeline", "item",
                "visitActivity", "section", "pathPoint",
            ] {
                let columns = try db.columns(in: table).map(\.name).joined(separator: ", ")
                try db.execute(sql: "DELETE FROM \(table)")
                try db.execute(sql: "INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM now.\(table)")
            }
            let places = try String.fetchAll(db, sql: "SELECT identifier FROM place ORDER BY identifier")
            try db.execute(
                sql: """
                    INSERT INTO correction (id, kind, place, intoPlace, name)
                    VALUES (4, 'name', ?, NULL, 'Home'), (7, 'place', ?, ?, NULL)
                    """, arguments: [places[0], places[1], places[0]])
            let time = SyntheticDays.moment(3 * 3600).nanoseconds
            try db.execute(
                sql: "INSERT INTO correction (id, kind, startTime, endTime) VALUES (9, 'split', ?, ?)",
                arguments: [time, time])
            try db.execute(sql: "DETACH now")
        }
        try queue.close()
    }

    @Test func aStoreOfVersion1KeepsWhatItHolds() throws {
        let now = try folder.store("now")
        try now.add(SyntheticDays.input(0..<3))
        try formerStore("former")
        let places = try now.places().map(\.place.identifier).sorted()
        let (home, other) = (PlaceReference(identifier: places[0]), PlaceReference(identifier: places[1]))
        try now.correct(.name("Home", ofPlace: home))
        try now.correct(.samePlace(other, as: home))
        try now.correct(.split(at: SyntheticDays.moment(3 * 3600)))
        let former = try folder.store("former")
        #expect(try former.timeline() == now.timeline())
        #expect(try former.places() == now.places())
        #expect(try former.corrections().map(\.number) == [4, 7, 9])
        #expect(try former.corrections().allSatisfy(\.fits))
        #expect(try former.check() == now.check())
        // A number that was told is not given again, and the next day comes in.
        let next = try former.correct(.split(at: SyntheticDays.moment(4 * 3600)))
        #expect(next.number == 10)
        try former.add(SyntheticDays.input([3]))
        #expect(try TimelineDatabase(path: folder.path("former"), creation: .never).span() == former.span())
    }

    @Test func aDamagedStoreOfVersion1IsLeftAsItIs() throws {
        try folder.store("now").add(SyntheticDays.input(0..<2))
        try formerStore("former")
        let address = URL(fileURLWithPath: folder.path("former"))
        var bytes = try Data(contentsOf: address)
        // The first bytes of a page tell its kind, and where its rows are.
        for offset in 4096 * 20..<4096 * 20 + 8 { bytes[offset] ^= 0xff }
        try bytes.write(to: address)
        let error = #expect(throws: InputError.self) { try folder.store("former") }
        #expect(error?.code == .malformed)
        #expect(try Data(contentsOf: address) == bytes)
    }
}
