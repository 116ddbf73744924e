// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import Testing

/// The corrections that a page offers for an item: each fits, and does what its words say.
@Suite struct CorrectionOfferTests {
    private let store: TimelineDatabase
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        store = try folder.store()
        try store.add(SyntheticDays.input(0..<2))
    }

    @Test func eachOfferFitsAndChangesTheTimeline() throws {
        let items = try store.timeline().items
        for index in items.indices {
            for offer in CorrectionOffer.offers(for: index, in: items) {
                let kept = try store.correct(offer.correction)
                #expect(try store.timeline().items != items, "\(offer.words)")
                try store.withdraw(correction: kept.number)
            }
        }
        #expect(try store.timeline().items == items)
    }

    @Test func whatWasCutIsOfferedToBeJoined() throws {
        let items = try store.timeline().items
        let index = try #require(items.indices.first { items[$0].move != nil })
        let span = items[index].span
        try store.correct(.split(at: span.start.advanced(byNanoseconds: Int64(proven: span.seconds / 2 * 1e9))))
        let cut = try store.timeline().items
        let offer = try #require(
            CorrectionOffer.offers(for: index, in: cut).first { $0.words == "One move with the item after" })
        try store.correct(offer.correction)
        #expect(try store.timeline().items.map(\.span) == items.map(\.span))
    }

    @Test func aVisitBetweenTwoMovesMayNotHaveBeen() throws {
        let items = try store.timeline().items
        let index = try #require(
            items.indices.dropFirst().dropLast().first {
                items[$0].visit != nil && items[$0 - 1].move != nil && items[$0 + 1].move != nil
            })
        let offer = try #require(
            CorrectionOffer.offers(for: index, in: items).first { $0.words.hasPrefix("I was not there") })
        try store.correct(offer.correction)
        let span = TimeSpan(start: items[index - 1].span.start, end: items[index + 1].span.end)
        #expect(try store.timeline().items.contains { $0.span == span && $0.move != nil })
    }
}
