// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@Suite struct QueryTests {
    private let folder: StoreFolder
    private let store: TimelineDatabase

    init() throws {
        folder = try StoreFolder()
        store = try folder.store()
        try store.add(SyntheticDays.input(0..<4))
    }

    @Test func anItemOverMidnightIsInBothDays() throws {
        let all = try store.timeline().items
        let whole = try #require(try store.span())
        let days = TimelineDay.days(of: whole) { _ in 0 }
        #expect(days.count == 4)
        for day in days {
            let items = try store.timeline(of: day).items
            #expect(items == all.filter { $0.span.overlaps(day.span) })
            #expect(try store.summary(of: day) == day.summary(of: all))
        }
        let midnight = try #require(try store.timeline(of: days[0]).items.last)
        #expect(try store.timeline(of: days[1]).items.first == midnight)
        // In another zone the same items are parted elsewhere.
        let shifted = TimelineDay.days(of: whole) { _ in 10 * 3600 }
        #expect(shifted[1].span.start != days[1].span.start)
        #expect(try store.timeline(of: shifted[1]).items == all.filter { $0.span.overlaps(shifted[1].span) })
    }

    @Test func correctedStretchesAreTheSameInAnyWindow() throws {
        var random = SeededGenerator(seed: 5)
        let plain = try store.timeline().items
        for _ in 0..<12 {
            let low = Int.random(in: 0..<plain.count, using: &random)
            let high = min(plain.count - 1, low + Int.random(in: 0...4, using: &random))
            let span = TimeSpan(start: plain[low].span.start, end: plain[high].span.end)
            let middle = span.start.advanced(byNanoseconds: Int64(proven: span.seconds * 0.4e9))
            let correction: Correction =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .activity(.cycling, during: span)
                case 1: .split(at: middle)
                case 2: .visit(during: span)
                default: .move(during: span)
                }
            _ = try? store.correct(correction)
        }
        #expect(try store.corrections().count > 3)
        let all = try store.timeline().items
        for (item, next) in zip(all, all.dropFirst()) { #expect(item.span.end == next.span.start) }
        let whole = try #require(try store.span())
        for _ in 0..<40 {
            let start = whole.start.advanced(
                byNanoseconds: Int64(proven: Double.random(in: 0..<whole.seconds, using: &random) * 1e9))
            let span = TimeSpan(start: start, end: start.advanced(byNanoseconds: 7_200_000_000_000))
            let items = try store.timeline(during: span).items
            #expect(items == all.filter { $0.span.overlaps(span) })
        }
        for activity in Activity.allCases {
            let moves = try store.moves(with: activity)
            #expect(moves == all.compactMap(\.move).filter { $0.sections.contains { $0.activity == activity } })
        }
        for place in try store.places() {
            let visits = try store.visits(at: place.place.identifier)
            #expect(visits == all.compactMap(\.visit).filter { $0.placeIdentifier == place.place.identifier })
        }
    }

    @Test func positionsAreThoseOfTheTimeline() throws {
        let found = try store.positions()
        #expect(found.map(\.time) == found.map(\.time).sorted())
        #expect(try Set(found) == Set(store.timeline().positions))
    }

    @Test func anUnknownPlaceIsTold() throws {
        let error = #expect(throws: InputError.self) { try store.visits(at: "p0") }
        #expect(error?.source == folder.path())
    }

    @Test func anEmptyStoreHasNothing() throws {
        let store = try folder.store("empty.sqlite")
        #expect(try store.span() == nil)
        #expect(try store.timeline().items.isEmpty)
        #expect(try store.timeline(during: SyntheticDays.span(0)).items.isEmpty)
        #expect(try store.places().isEmpty)
        #expect(try store.moves(with: .walking).isEmpty)
    }
}
