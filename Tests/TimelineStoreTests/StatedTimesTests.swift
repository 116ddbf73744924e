// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import Testing

/// Corrections of a time: where the person was, that nothing is known, when something ended, and by which vehicle.
@Suite struct StatedTimesTests {
    private let folder: StoreFolder
    private let store: TimelineDatabase
    private let before: [TimelineItem]

    init() throws {
        folder = try StoreFolder()
        store = try folder.store()
        try store.add(SyntheticDays.input(0..<3))
        before = try store.timeline().items
    }

    /// Items touch, corrections hold after deriving anew and later days, and go without a trace.
    private func expectLasting(_ corrected: [TimelineItem]) throws {
        for (item, next) in zip(corrected, corrected.dropFirst()) { #expect(item.span.end == next.span.start) }
        #expect(corrected.first?.span.start == before.first?.span.start)
        #expect(corrected.last?.span.end == before.last?.span.end)
        try store.deriveAnew()
        #expect(try store.timeline().items == corrected)
        // The file of corrections says the same to a new store.
        let document = CorrectionDocument(corrections: try store.corrections().map(\.correction))
        let otherFolder = try StoreFolder()
        let other = try otherFolder.store()
        try other.correct(CorrectionDocument(json: Array(document.json.utf8)))
        try other.add(SyntheticDays.input(0..<3))
        #expect(try other.timeline().items == corrected)
        for stored in try store.corrections() {
            #expect(stored.fits)
            try store.withdraw(correction: stored.number)
        }
        #expect(try store.timeline().items == before)
    }

    private func middle(of span: TimeSpan, minutes: Double = 10) -> TimeSpan {
        let half = Int64(proven: span.seconds / 2 * 1e9)
        let reach = Int64(proven: minutes * 30e9)
        return TimeSpan(
            start: span.start.advanced(byNanoseconds: half - reach),
            end: span.start.advanced(byNanoseconds: half + reach))
    }

    @Test func aVisitWasAtAnotherKnownPlace() throws {
        let visits = before.compactMap(\.visit)
        let visit = try #require(visits.dropFirst().first)
        let other = try #require(visits.first { $0.placeIdentifier != visit.placeIdentifier }?.placeIdentifier)
        try store.correct(.stay(at: PlaceReference(identifier: other), during: visit.span))
        let after = try store.timeline().items
        #expect(after.map(\.span) == before.map(\.span))
        #expect(after.compactMap(\.visit).first { $0.span == visit.span }?.placeIdentifier == other)
        #expect(try store.visits(at: other).contains { $0.span == visit.span })
        try expectLasting(after)
    }

    @Test func aVisitWasAtANewPlaceWithinTheReachOfAnother() throws {
        let visit = try #require(before.compactMap(\.visit).dropFirst().first)
        let place = PlaceReference(latitude: visit.latitude, longitude: visit.longitude, identifier: "Corner café")
        try store.correct(.stay(at: place, during: visit.span))
        let timeline = try store.timeline()
        let new = try #require(timeline.places.first { $0.name == "Corner café" })
        #expect(
            timeline.items.compactMap(\.visit).filter { $0.placeIdentifier == new.identifier }.map(\.span) == [
                visit.span
            ])
        #expect(try store.places().first { $0.place == new }?.visitCount == 1)
        // It can be named anew, and joined with another.
        try store.correct(.name("Café", ofPlace: PlaceReference(identifier: new.identifier)))
        #expect(try store.timeline().places.contains { $0.name == "Café" })
        let home = try #require(before.compactMap(\.visit).first?.placeIdentifier)
        try store.correct(
            .samePlace(PlaceReference(identifier: new.identifier), as: PlaceReference(identifier: home)))
        #expect(try store.timeline().items.compactMap(\.visit).first { $0.span == visit.span }?.placeIdentifier == home)
        #expect(try store.corrections().allSatisfy(\.fits))
        try expectLasting(try store.timeline().items)
    }

    @Test func aStopOnThePathBecomesAVisit() throws {
        let move = try #require(before.compactMap(\.move).max { $0.span.seconds < $1.span.seconds })
        let span = middle(of: move.span, minutes: 2)
        let point = try #require(move.sections.flatMap { $0.path.joined() }.first { $0.time >= span.start })
        let place = PlaceReference(latitude: point.latitude, longitude: point.longitude, identifier: "Kiosk")
        try store.correct(.stay(at: place, during: span))
        let after = try store.timeline().items
        #expect(after.count == before.count + 2)
        let index = try #require(after.firstIndex { $0.span == span })
        #expect(after[index].visit != nil && after[index - 1].move != nil && after[index + 1].move != nil)
        try expectLasting(after)
    }

    @Test func whatIsShorterThanACutBecomesPartOfTheStay() throws {
        let move = try #require(before.compactMap(\.move).first)
        let home = try #require(before.compactMap(\.visit).first?.placeIdentifier)
        let span = TimeSpan(start: move.span.start.advanced(byNanoseconds: 20_000_000_000), end: move.span.end)
        try store.correct(.stay(at: PlaceReference(identifier: home), during: span))
        #expect(try store.timeline().items.contains { $0.span == move.span && $0.visit != nil })
        try expectLasting(try store.timeline().items)
    }

    @Test func aVisitIsDroppedToAGap() throws {
        let visit = try #require(before.compactMap(\.visit).dropFirst().first)
        try store.correct(.gap(during: visit.span))
        let after = try store.timeline().items
        #expect(after.first { $0.span == visit.span }?.gap != nil)
        #expect(after.count == before.count)
        try expectLasting(after)
    }

    @Test func aTripThatNothingRecordedIsDrawn() throws {
        let visit = try #require(before.compactMap(\.visit).dropFirst().first)
        let span = middle(of: visit.span)
        let path = try #require(TripPath(rawValue: "47.0,8.0 47.0,8.02 47.03,8.02"))
        try store.correct(.trip(.cycling, along: path, during: span))
        let after = try store.timeline().items
        #expect(after.count == before.count + 2)
        let move = try #require(after.compactMap(\.move).first { $0.span == span })
        let section = try #require(move.sections.first)
        #expect(move.sections.count == 1 && section.activity == .cycling && section.evidence == .correction)
        // 1.5 km to the east, then 3.3 km to the north, at one speed.
        let points = try #require(section.path.first)
        #expect(points.map(\.latitude) == [47, 47, 47.03] && points.first?.time == span.start)
        #expect(points.last?.time == span.end)
        #expect(abs(points[1].time.seconds(since: span.start) - 600 * 1520 / 4856) < 1)
        #expect(abs(try #require(move.distance) - 4856) < 5)
        // Drawn again in the same time, it takes the place of the first.
        let other = try #require(TripPath(rawValue: "47.0,8.0 47.01,8.01"))
        try store.correct(.trip(.walking, along: other, during: span))
        #expect(try store.corrections().map(\.correction) == [.trip(.walking, along: other, during: span)])
        try expectLasting(try store.timeline().items)
    }

    /// The distance across a gap is not that of its rests.
    @Test func aTripInAGapLeavesTimesOfUnknownDistance() throws {
        let store = try folder.store("gap")
        for day in [0, 3] { try store.add(SyntheticDays.input(day..<day + 1)) }
        let path = try #require(TripPath(rawValue: "47.0,8.0 47.0,8.02"))
        let gap = try #require(store.timeline().items.compactMap(\.gap).first)
        #expect(gap.displacement != nil)
        try store.correct(.trip(.walking, along: path, during: middle(of: gap.span)))
        let rests = try store.timeline().items.compactMap(\.gap)
        #expect(rests.count == 2 && rests.allSatisfy { $0.displacement == nil })
    }

    @Test func aDrawnTripGoesWithWhatLiesNearIt() throws {
        let visit = try #require(before.compactMap(\.visit).dropFirst().first)
        let path = try #require(TripPath(rawValue: "47.3,8.3 47.35,8.3"))
        try store.correct(.trip(.cycling, along: path, during: middle(of: visit.span)))
        #expect(try store.forget(.circle(latitude: 47.3, longitude: 8.31, radius: 100)).corrections == 0)
        #expect(try store.forget(.circle(latitude: 47.35, longitude: 8.3, radius: 100)).corrections == 1)
        #expect(try store.timeline().items == before)
    }

    @Test(arguments: ["", "47,8.0", "47,8.0 47,8.0", "47.0,8 91,8", "47.0,8 47", "47.0,8 nan,8", "47.0 8 48 8"])
    func aPathHasTwoPointsOnEarth(text: String) { #expect(TripPath(rawValue: text) == nil) }

    /// Whole degrees alone are numbers with decimal commas.
    @Test(arguments: [("46,98 8,03", false), ("46,98 8.5,3", true), ("1e-05,2e-05 0,0", true)])
    func decimalCommasAreRefused(text: String, isPath: Bool) { #expect((TripPath(rawValue: text) != nil) == isPath) }

    /// The store refuses speeds that a mode does not have. An automotive trip may become a flight.
    @Test(arguments: [
        (Activity.walking, 47.016, true), (.walking, 47.02, false), (.running, 47.037, true), (.running, 47.04, false),
        (.cycling, 47.08, true), (.cycling, 47.09, false), (.automotive, 48.8, true), (.automotive, 49, false),
    ])
    func aDrawnTripHasASpeedOfItsMode(mode: Activity, latitude: Double, isPossible: Bool) throws {
        let span = try middle(of: #require(before.compactMap(\.visit).dropFirst().first).span)
        let path = try #require(TripPath(rawValue: "47.0,8.0 \(latitude),8.0"))
        let trip = Correction.trip(mode, along: path, during: span)
        guard !isPossible else {
            try store.correct(trip)
            return
        }
        let error = #expect(throws: InputError.self) { try store.correct(trip) }
        #expect(error?.code == .malformed && error?.problem.contains("km/h") == true)
        #expect(try store.corrections().isEmpty)
    }

    @Test(arguments: [-240.0, 240])
    func theEndOfAVisitIsMoved(seconds: Double) throws {
        let index = try #require(before.indices.first { before[$0].visit != nil && before[$0 + 1].move != nil })
        let end = before[index].span.end
        let wanted = end.advanced(byNanoseconds: Int64(proven: seconds * 1e9))
        try store.correct(.boundary(at: end, movedTo: wanted))
        let after = try store.timeline().items
        #expect(after.count == before.count)
        #expect(after[index].span.end == wanted)
        let move = try #require(after[index + 1].move)
        #expect(move.sections.first?.span.start == wanted)
        #expect(move.sections.last?.span.end == before[index + 1].span.end)
        try expectLasting(after)
    }

    @Test func aBoundaryStaysWithinItsItems() throws {
        let index = try #require(before.indices.first { before[$0].visit != nil && before[$0 + 1].move != nil })
        let end = before[index].span.end
        for wanted in [before[index].span.start, before[index + 1].span.end] {
            #expect(throws: InputError.self) { try store.correct(.boundary(at: end, movedTo: wanted)) }
        }
        #expect(throws: InputError.self) { try store.correct(.boundary(at: end, movedTo: end)) }
        #expect(try store.corrections().isEmpty)
    }

    @Test func aSectionWasByTrain() throws {
        let section = try #require(before.compactMap(\.move).first?.sections.first)
        try store.correct(.vehicle(.train, during: section.span))
        let after = try store.timeline().items
        let corrected = try #require(after.compactMap(\.move).first?.sections.first)
        #expect(corrected.activity == .automotive && corrected.vehicle == .train && corrected.evidence == .correction)
        try store.correct(.vehicle(.bus, during: section.span))
        #expect(try store.corrections().map(\.correction) == [.vehicle(.bus, during: section.span)])
        try expectLasting(try store.timeline().items)
    }

    @Test func aStayOutsideTheTimelineIsRefused() throws {
        let end = try #require(before.last?.span.end)
        let later = TimeSpan(
            start: end.advanced(byNanoseconds: 1_000_000_000_000), end: end.advanced(byNanoseconds: 2_000_000_000_000))
        let nowhere = PlaceReference(latitude: 1, longitude: 2, identifier: "Nowhere")
        #expect(throws: InputError.self) { try store.correct(.stay(at: nowhere, during: later)) }
        #expect(throws: InputError.self) { try store.correct(.gap(during: later)) }
        #expect(try store.places().contains { $0.place.name == "Nowhere" } == false)
    }
}
