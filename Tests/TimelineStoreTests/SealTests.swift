// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import GaitwayBase
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@testable import GaitwayStore

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
}
