// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@Suite struct CorrectionTests {
    private let folder: StoreFolder
    private let store: TimelineDatabase

    init() throws {
        folder = try StoreFolder()
        store = try folder.store()
        try store.add(SyntheticDays.input(0..<3))
    }

    private func items() throws -> [TimelineItem] { try store.timeline().items }

    /// Items touch, and do so after any correction.
    private func expectWhole(_ items: [TimelineItem]) {
        for (item, next) in zip(items, items.dropFirst()) { #expect(item.span.end == next.span.start) }
        for item in items {
            guard let move = item.move else { continue }
            #expect(move.sections.first?.span.start == move.span.start)
            #expect(move.sections.last?.span.end == move.span.end)
            for (section, next) in zip(move.sections, move.sections.dropFirst()) {
                #expect(section.span.end == next.span.start)
            }
        }
    }

    @Test func anActivityIsCorrectedAndSurvives() throws {
        let section = try #require(try items().compactMap(\.move).first?.sections.first)
        let wanted: Activity = section.activity == .cycling ? .running : .cycling
        try store.correct(.activity(wanted, during: section.span))
        func corrected() throws -> MoveSection? {
            try items().compactMap(\.move).first?.sections.first { $0.span.overlaps(section.span) }
        }
        #expect(try corrected()?.activity == wanted)
        #expect(try corrected()?.evidence == .correction)
        expectWhole(try items())
        try store.deriveAnew()
        try store.add(SyntheticDays.input(3..<5))
        #expect(try corrected()?.activity == wanted)
        let stored = try store.corrections()
        #expect(stored.map(\.fits) == [true])
        try store.withdraw(correction: stored[0].number)
        #expect(try corrected()?.activity == section.activity)
    }

    @Test func aPartOfASectionIsCutOut() throws {
        let move = try #require(try items().compactMap(\.move).max { $0.span.seconds < $1.span.seconds })
        let section = try #require(move.sections.max { $0.span.seconds < $1.span.seconds })
        let third = Int64(proven: section.span.seconds / 3 * 1e9)
        let part = TimeSpan(
            start: section.span.start.advanced(byNanoseconds: third),
            end: section.span.end.advanced(byNanoseconds: -third))
        try store.correct(.activity(.running, during: part))
        let after = try #require(try items().compactMap(\.move).first { $0.span == move.span })
        #expect(after.sections.contains { $0.span == part && $0.activity == .running })
        #expect(try abs(#require(after.distance) - #require(move.distance)) < 1e-6)
        expectWhole(try items())
    }

    @Test func aLaterCorrectionOfTheSameTakesThePlaceOfTheEarlier() throws {
        let span = try #require(try items().compactMap(\.move).first).span
        let first = try store.correct(.activity(.cycling, during: span))
        let same = try store.correct(.activity(.cycling, during: span))
        #expect(first == same)
        try store.correct(.activity(.running, during: span))
        let last = try store.correct(.activity(.cycling, during: span))
        let stored = try store.corrections()
        #expect(stored == [last])
        #expect(last.number > first.number)
    }

    @Test func aVisitIsSplitAndMergedAgain() throws {
        let before = try items()
        let visit = try #require(before.compactMap(\.visit).dropFirst().first)
        let middle = visit.span.start.advanced(byNanoseconds: Int64(proven: visit.span.seconds / 2 * 1e9))
        try store.correct(.split(at: middle))
        let split = try items()
        #expect(split.count == before.count + 1)
        #expect(split.compactMap(\.visit).filter { visit.span.overlaps($0.span) }.count == 2)
        expectWhole(split)
        try store.correct(.visit(during: visit.span))
        let merged = try items()
        #expect(merged.map(\.span) == before.map(\.span))
    }

    @Test func visitsWithAMoveBetweenBecomeOne() throws {
        let before = try items()
        let index = try #require(before.indices.first { before[$0].move != nil && $0 > 0 })
        let span = TimeSpan(start: before[index - 1].span.start, end: before[index + 1].span.end)
        try store.correct(.visit(during: span))
        let after = try items()
        #expect(after.count == before.count - 2)
        let visit = try #require(after.compactMap(\.visit).first { $0.span == span })
        #expect(!visit.activities.isEmpty)
        expectWhole(after)
    }

    @Test func aVisitBetweenTwoMovesBecomesAPause() throws {
        let before = try items()
        let index = try #require(
            before.indices.dropFirst().dropLast().first {
                before[$0].visit != nil && before[$0 - 1].move != nil && before[$0 + 1].move != nil
            })
        let span = TimeSpan(start: before[index - 1].span.start, end: before[index + 1].span.end)
        try store.correct(.move(during: span))
        let after = try items()
        let move = try #require(after.compactMap(\.move).first { $0.span == span })
        #expect(move.sections.contains { $0.activity == .stationary && $0.evidence == .correction })
        expectWhole(after)
    }

    @Test func placesAreNamedAndMerged() throws {
        let places = try store.places().sorted { $0.visitCount > $1.visitCount }
        let (home, other) = (places[0], places[1])
        try store.correct(.name("Home", ofPlace: PlaceReference(identifier: home.place.identifier)))
        let (homeward, otherwhere) = (
            PlaceReference(identifier: home.place.identifier), PlaceReference(identifier: other.place.identifier)
        )
        try store.correct(.samePlace(otherwhere, as: homeward))
        let merged = try store.places()
        #expect(merged.count == places.count - 1)
        let place = try #require(merged.first { $0.place.identifier == home.place.identifier })
        #expect(place.place.name == "Home")
        #expect(place.merged == [other.place.identifier])
        #expect(place.visitCount == home.visitCount + other.visitCount)
        let visits = try store.visits(at: other.place.identifier)
        #expect(visits.count == place.visitCount)
        #expect(visits.allSatisfy { $0.placeIdentifier == home.place.identifier })
        #expect(try store.timeline().places.contains { $0.name == "Home" })
        // A merge back is refused.
        #expect(throws: InputError.self) {
            try store.correct(.samePlace(homeward, as: otherwhere))
        }
        #expect(try store.corrections().count == 2)
    }

    /// The correction that a new one replaces brings its state back.
    @Test func aFormerNameComesBackByItsCorrection() throws {
        let place = try #require(try store.places().first).place.identifier
        let reference = PlaceReference(identifier: place)
        func name() throws -> String? { try store.places().first { $0.place.identifier == place }?.place.name }
        #expect(try store.replace(by: .name("Home", ofPlace: reference)).replaced == nil)
        let first = try #require(try store.corrections().first)
        let replaced = try #require(try store.replace(by: .name("Den", ofPlace: reference)).replaced)
        #expect(replaced.number == first.number && replaced.correction == first.correction)
        // One that holds already replaces nothing.
        #expect(try store.replace(by: .name("Den", ofPlace: reference)).replaced == nil)
        #expect(try name() == "Den")
        try store.correct(replaced.correction)
        #expect(try name() == "Home")
        #expect(try store.corrections().count == 1)
    }

    @Test func whatFitsNothingIsRefused() throws {
        let far = TimeSpan(start: SyntheticDays.moment(1e8), end: SyntheticDays.moment(1e8 + 60))
        let visit = try #require(try items().compactMap(\.visit).first).span
        let nowhere = PlaceReference(identifier: "p0")
        let refused: [Correction] = [
            .activity(.walking, during: far), .activity(.walking, during: TimeSpan(start: far.end, end: far.start)),
            .activity(.walking, during: visit), .split(at: far.start), .visit(during: far), .move(during: far),
            .name("Nowhere", ofPlace: nowhere), .name("", ofPlace: nowhere), .samePlace(nowhere, as: nowhere),
            .name("At sea", ofPlace: PlaceReference(latitude: 40, longitude: -30)),
        ]
        for correction in refused {
            let error = #expect(throws: InputError.self) { try store.correct(correction) }
            #expect(error?.source == folder.path())
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(try store.corrections().isEmpty)
        #expect(throws: InputError.self) { try store.withdraw(correction: 1) }
    }

    @Test func whatNoLongerFitsIsKeptAndToldAndFitsAgain() throws {
        let move = try #require(try items().compactMap(\.move).first)
        try store.correct(.activity(.cycling, during: move.span))
        let corrected = try items()
        // By this policy the whole neighbourhood is one place, so there is no move.
        var policy = TimelinePolicy()
        policy.visitRadius = 20_000
        let strict = try TimelineDatabase(path: folder.path(), policy: policy)
        try strict.deriveAnew()
        #expect(try strict.timeline().items.allSatisfy { $0.move == nil })
        #expect(try strict.corrections().map(\.fits) == [false])
        try store.deriveAnew()
        #expect(try store.corrections().map(\.fits) == [true])
        #expect(try items() == corrected)
    }

    @Test func aCorrectionOfWhatAnotherMadeFitsOnlyAfterIt() throws {
        let before = try items()
        let index = try #require(
            before.indices.dropFirst().dropLast().first {
                before[$0].visit != nil && before[$0 - 1].move != nil && before[$0 + 1].move != nil
            })
        let span = TimeSpan(start: before[index - 1].span.start, end: before[index + 1].span.end)
        let merge = try store.correct(.move(during: span))
        try store.correct(.activity(.walking, during: before[index].span))
        #expect(try store.corrections().map(\.fits) == [true, true])
        try store.withdraw(correction: merge.number)
        #expect(try store.corrections().map(\.fits) == [false])
        #expect(try items() == before)
    }

    /// Corrections to an activity are counted, and count no more when they are withdrawn. The next input derives all
    /// days by them.
    @Test func statedModesAreCounted() throws {
        #expect(try store.statedModes() == [:])
        let sections = try items().compactMap(\.move).flatMap(\.sections).filter { $0.activity != .stationary }
        let change = try store.correct(.activity(.cycling, during: sections[0].span))
        try store.correct(.vehicle(.bus, during: sections[1].span))
        #expect(try store.statedModes() == [.cycling: 1, .automotive: 1])
        let added = try store.add(SyntheticDays.input(3..<4))
        #expect(try #require(added.derived).start <= items()[0].span.start)
        try store.withdraw(correction: change.number)
        #expect(try store.statedModes() == [.automotive: 1])
    }
}
