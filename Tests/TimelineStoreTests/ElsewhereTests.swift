// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

/// Timelines that were made elsewhere, and streams.
@Suite struct ElsewhereTests {
    private let folder: StoreFolder
    private let store: TimelineDatabase

    init() throws {
        folder = try StoreFolder()
        store = try folder.store()
    }

    /// A day of another program: a visit, a walk, a visit, which it names.
    private func storyline(_ day: Int, latitude: Double = 47, name: String? = nil) -> TimelineDocument {
        let span = SyntheticDays.span(day)
        func moment(_ hours: Int64) -> Timestamp { span.start.advanced(byNanoseconds: hours * 3_600_000_000_000) }
        let path = (0...12).map { minute in
            PathPoint(
                time: moment(8).advanced(byNanoseconds: Int64(minute) * 300_000_000_000),
                latitude: latitude + Double(minute) / 12 * 0.03, longitude: 8)
        }
        return TimelineDocument(
            items: [
                .visit(
                    Visit(
                        span: TimeSpan(start: span.start, end: moment(8)), latitude: latitude, longitude: 8,
                        placeIdentifier: "moves-1")),
                .move(
                    Move(
                        span: TimeSpan(start: moment(8), end: moment(9)),
                        sections: [
                            MoveSection(
                                span: TimeSpan(start: moment(8), end: moment(9)), activity: .walking,
                                evidence: .reports, distance: 3336, path: [path])
                        ])),
                .visit(
                    Visit(
                        span: TimeSpan(start: moment(9), end: span.end), latitude: latitude + 0.03, longitude: 8,
                        placeIdentifier: "moves-2")),
            ],
            places: [VisitedPlace(identifier: "moves-1", latitude: latitude, longitude: 8, name: name)])
    }

    private func input(_ timeline: TimelineDocument) -> TimelineInput {
        TimelineInput(source: "storyline.json", timeline: timeline)
    }

    @Test func anOldDayIsKeptAsItIs() throws {
        let document = storyline(0, name: "Home")
        let change = try store.add(input(document))
        #expect(change.items.new == 3)
        #expect(change.derived == nil)
        let stored = try store.timeline()
        #expect(stored.items == document.items)
        #expect(stored.places.map(\.name) == ["Home", nil])
        #expect(try store.add(input(document)).isNothing)
        #expect(try store.timeline() == stored)
    }

    @Test func derivedItemsStandAndOthersFillWhatIsLeft() throws {
        for (number, isOldFirst) in [true, false].enumerated() {
            let store = try folder.store("\(number)")
            // The fixes begin at day 1; the storyline has day 0 and, against them, day 1.
            let old = [input(storyline(0)), input(storyline(1))]
            let new = SyntheticDays.input(1..<3)
            for part in isOldFirst ? old + [new] : [new] + old { try store.add(part) }
            let items = try store.timeline().items
            for (item, next) in zip(items, items.dropFirst()) { #expect(item.span.end == next.span.start) }
            let derived = wholeDerivation(new)
            expectSame(Array(items.suffix(derived.count)), derived)
            #expect(items.dropLast(derived.count).map(\.span) == storyline(0).items.map(\.span))
        }
    }

    @Test func whatNobodyKnowsIsAGap() throws {
        try store.add(input(storyline(0)))
        try store.add(input(storyline(3)))
        let items = try store.timeline().items
        #expect(items.count == 7)
        let gap = try #require(items[3].gap)
        #expect(gap.span == TimeSpan(start: SyntheticDays.span(0).end, end: SyntheticDays.span(3).start))
        // The same gap from within, and nothing beyond the ends.
        #expect(try store.timeline(during: SyntheticDays.span(1)).items == [.gap(gap)])
        #expect(try store.timeline(during: SyntheticDays.span(5)).items.isEmpty)
        #expect(try store.timeline(during: SyntheticDays.span(-2)).items.isEmpty)
    }

    @Test func theLaterOfTwoTimelinesCounts() throws {
        try store.add(input(storyline(0)))
        try store.add(input(storyline(0, latitude: 47.5)))
        let visit = try #require(try store.timeline().items.first?.visit)
        #expect(visit.latitude == 47.5)
        // The first once more is nothing new.
        #expect(try store.add(input(storyline(0))).isNothing)
        #expect(try store.timeline().items.first?.visit == visit)
    }

    @Test func placesOfOthersAreOursWhereTheyMeetWhateverCameFirst() throws {
        let inputs = [SyntheticDays.input(1..<2), input(storyline(0, name: "Home"))]
        try store.add(inputs[0])
        let former = try #require(try store.timeline().items.first?.visit?.placeIdentifier)
        try store.add(inputs[1])
        let other = try folder.store("other")
        for input in inputs.reversed() { try other.add(input) }
        #expect(try store.timeline().items == other.timeline().items)
        // Numbers are those of the order of adding.
        #expect(try store.places().map(\.place.identifier) == other.places().map(\.place.identifier))
        // Both the storyline's visit and the fixes' are at home, which goes by the storyline's identifier.
        #expect(try store.timeline().items.compactMap(\.visit).filter { $0.placeIdentifier == "moves-1" }.count > 1)
        #expect(try store.places().first { $0.place.identifier == "moves-1" }?.place.name == "Home")
        // The identifier of before still tells where it is.
        #expect(try store.visits(at: former) == store.visits(at: "moves-1"))
    }

    @Test func aSectionThatIsCutKeepsItsPathToTheCut() throws {
        try store.add(input(storyline(0)))
        let move = try #require(try store.timeline().items.compactMap(\.move).first)
        // 20 minutes within the hour, not at its points.
        let start = move.span.start.advanced(byNanoseconds: 1_234_000_000_000)
        let part = TimeSpan(start: start, end: start.advanced(byNanoseconds: 1_200_000_000_000))
        try store.correct(.activity(.running, during: part))
        let sections = try #require(try store.timeline().items.compactMap(\.move).first).sections
        #expect(sections.map(\.activity) == [.walking, .running, .walking])
        #expect(try abs(#require(sections[1].distance) - 3336 / 3) < 1)
        #expect(abs(sections.compactMap(\.distance).reduce(0, +) - 3336) < 1e-6)
        for section in sections {
            #expect(section.path.first?.first?.time == section.span.start)
            #expect(section.path.last?.last?.time == section.span.end)
        }
        // And whole again.
        try store.correct(.activity(.running, during: move.span))
        let whole = try #require(try store.timeline().items.compactMap(\.move).first).sections
        #expect(whole.count == 1)
        #expect(whole.first?.path.count == 1)
        #expect(abs((whole.first?.distance ?? 0) - 3336) < 1e-6)
    }

    // MARK: Streams

    private func stream(_ day: Int, flags: ActivityFlags, model: String, until share: Double = 1) -> ReportStream {
        let span = SyntheticDays.span(day)
        let reports = stride(from: 0, to: span.seconds * share, by: 60).map { seconds in
            let time = span.start.advanced(byNanoseconds: Int64(proven: seconds) * 1_000_000_000)
            return (
                time: time, report: MotionActivity(flags: flags, confidence: .high, elapsed: .zero, start: time)
            )
        }
        return ReportStream(
            model: model,
            span: TimeSpan(
                start: span.start, end: span.start.advanced(byNanoseconds: Int64(proven: span.seconds * share * 1e9))),
            reports: reports)
    }

    private func activities() throws -> Set<Activity> {
        Set(try store.timeline().items.compactMap(\.move).flatMap(\.sections).map(\.activity))
    }

    @Test func aStreamHoldsInsteadOfThePhone() throws {
        let day = SyntheticDays.input(0..<1)
        try store.add(day)
        let before = try store.timeline().items
        #expect(try !activities().contains(.cycling))
        let cycling = TimelineInput(source: "stream", streams: [stream(0, flags: .cycling, model: "a")])
        try store.add(cycling)
        #expect(try activities().contains(.cycling))
        #expect(try store.add(cycling).isNothing)
        // A later judgement of the same recording, which says what the phone said.
        var likePhone = stream(0, flags: .cycling, model: "a")
        likePhone.reports = day.reports
        let change = try store.add(TimelineInput(source: "stream", streams: [likePhone]))
        #expect(change.reports.new == day.reports.count)
        expectSame(try store.timeline().items, before)
        // The first one is known, and is not the last word for being told twice.
        #expect(try store.add(cycling).isNothing)
        expectSame(try store.timeline().items, before)
    }

    @Test func aStreamThatGrowsIsOneStream() throws {
        try store.add(SyntheticDays.input(0..<1))
        let half = stream(0, flags: .cycling, model: "a", until: 0.5)
        let whole = stream(0, flags: .cycling, model: "a")
        try store.add(TimelineInput(source: "stream", streams: [half]))
        let change = try store.add(TimelineInput(source: "stream", streams: [whole]))
        #expect(change.reports.known == half.reports.count)
        #expect(change.reports.new == whole.reports.count - half.reports.count)
        #expect(try store.add(TimelineInput(source: "stream", streams: [half])).isNothing)
        let other = try folder.store("other")
        try other.add(TimelineInput(source: "all", fixes: SyntheticDays(0).fixes, streams: [whole]))
        expectSame(try store.timeline().items, try other.timeline().items)
    }

    @Test func twoPeoplesTracksAreRefused() throws {
        try store.add(SyntheticDays.input(0..<1))
        let before = try store.timeline()
        var other = SyntheticDays.input(0..<1, seed: 2)
        for index in other.fixes.indices { other.fixes[index].fix.latitude += 3 }
        let error = #expect(throws: InputError.self) { try store.add(other) }
        #expect(error?.code == .ambiguous)
        #expect(try store.timeline() == before)
    }
}
