// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayTimeline
import StoreTestSupport
import TestSupport
import Testing

@testable import GaitwayStore

@Suite struct ForgettingTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Whether the file holds a number as SQLite writes it, or a text.
    private func file(_ name: String = "store.sqlite", contains number: Double) throws -> Bool {
        let bytes = withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
        return try Data(contentsOf: URL(fileURLWithPath: folder.path(name))).range(of: bytes) != nil
    }

    private func file(_ name: String = "store.sqlite", containsText text: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: folder.path(name))).range(of: Data(text.utf8)) != nil
    }

    /// The timeline without the numbers of places, which are those of the order of adding.
    private func json(_ store: TimelineDatabase) throws -> String {
        var timeline = try store.timeline()
        for index in timeline.places.indices { timeline.places[index].number = nil }
        return TimelineExport.json(timeline)
    }

    @Test(arguments: 1...4) func aForgottenDayIsGoneFromTheFileAndTheRestIsAsWithoutIt(seed: UInt64) throws {
        let store = try folder.store()
        for day in 0..<5 { try store.add(SyntheticDays.input([day], seed: seed)) }
        let day = SyntheticDays(2, seed: seed)
        let whole = try json(store)
        for fix in day.fixes { #expect(try file(contains: fix.fix.latitude)) }
        let wanted = Forgotten.span(SyntheticDays.span(2))

        // A trial changes nothing.
        let trial = try store.forget(wanted, isTrial: true)
        #expect(trial.fixes == day.fixes.count)
        #expect(try json(store) == whole)

        let count = try store.forget(wanted)
        #expect(count == trial)
        for fix in day.fixes {
            #expect(try !file(contains: fix.fix.latitude))
            #expect(try !file(contains: fix.fix.longitude))
        }
        let contents = try store.check()
        let kept = [0, 1, 3, 4].map { SyntheticDays($0, seed: seed) }
        #expect(contents.fixes == kept.reduce(0) { $0 + $1.fixes.count })
        // The timeline is that of the other days.
        let rest = try folder.store("rest")
        for number in [0, 1, 3, 4] {
            var input = SyntheticDays.input([number], seed: seed)
            input.fixes.removeAll { SyntheticDays.span(2).start <= $0.time && $0.time < SyntheticDays.span(2).end }
            input.reports.removeAll { SyntheticDays.span(2).start <= $0.time && $0.time < SyntheticDays.span(2).end }
            try rest.add(input)
        }
        let forgotten = SyntheticDays.span(2)
        func outside(_ database: TimelineDatabase) throws -> [TimelineItem] {
            try database.timeline().items.filter { !$0.span.touches(forgotten) }
        }
        #expect(try outside(store) == outside(rest))
        // And the day is a gap, wherever the person was before and after.
        #expect(
            try store.timeline(during: forgotten).items.allSatisfy { item in
                guard let part = item.clipped(to: forgotten) else { return true }
                if case .gap = part { return true }
                return false
            })
        // Deleting and adding again gives the same.
        try store.add(SyntheticDays.input([1, 2, 3], seed: seed))
        #expect(try json(store) == whole)
    }

    /// A person who is at home for three days, and forgets the second, or an hour elsewhere.
    @Test func nothingIsInventedWhereSomethingWasForgotten() throws {
        func input(_ minutes: Range<Int>, _ east: Double = 0) -> TimelineInput {
            let fixes = minutes.map { minute in
                (
                    time: SyntheticDays.moment(Double(minute) * 60),
                    fix: Location(elapsed: .zero, latitude: 47, longitude: 8 + east, horizontalAccuracy: 5)
                )
            }
            return TimelineInput(source: east == 0 ? "home" : "away", fixes: fixes)
        }
        func told(_ store: TimelineDatabase) throws -> [String] {
            func minute(_ time: Timestamp) -> Int {
                Int(clamping: ((time - SyntheticDays.moment(0)).inSeconds / 60).rounded(.down))
            }
            return try store.timeline().items.map { item in
                let kind = if case .visit = item { "visit" } else if case .gap = item { "gap" } else { "move" }
                let span = item.span
                return "\(kind) \(minute(span.start)) \(minute(span.end))"
            }
        }
        let store = try folder.store()
        try store.add(input(0..<4320))
        let day = TimeSpan(start: SyntheticDays.moment(86_400), end: SyntheticDays.moment(2 * 86_400))
        try store.forget(.span(day))
        #expect(try told(store) == ["visit 0 1440", "gap 1440 2880", "visit 2880 4319"])
        let silences = try store.timeline().items.compactMap(\.visit).map(\.longestSilence)
        #expect(silences == [.seconds(60), .seconds(60)])
        try store.deriveAnew()
        #expect(try told(store) == ["visit 0 1440", "gap 1440 2880", "visit 2880 4319"])
        // With the day again, all is as before.
        try store.add(input(1440..<2880))
        #expect(try told(store) == ["visit 0 4319"])

        let other = try folder.store("other")
        try other.add(input(0..<600))
        try other.add(input(620..<680, 0.02))
        try other.add(input(700..<1200))
        #expect(try other.timeline().items.compactMap(\.visit).count == 3)
        try other.forget(.circle(latitude: 47, longitude: 8.02, radius: 300))
        #expect(try told(other) == ["visit 0 599", "gap 599 700", "visit 700 1199"])
        let third = try folder.store("third")
        for part in [input(0..<600), input(620..<680, 0.02), input(700..<1200)] { try third.add(part) }
        try third.forget(.input("away"))
        #expect(try told(third) == ["visit 0 599", "gap 599 700", "visit 700 1199"])
    }

    @Test func whatIsForgottenTakesItsCorrectionsWithIt() throws {
        let store = try folder.store()
        for day in 0..<3 { try store.add(SyntheticDays.input([day])) }
        let span = SyntheticDays.span(1)
        let timeline = try store.timeline(during: span)
        let move = try #require(timeline.items.compactMap(\.move).first { $0.span.start > span.start })
        try store.correct(.activity(.cycling, during: move.span))
        let home = try #require(store.timeline().items.first?.visit?.placeIdentifier)
        try store.correct(.name("Villa Rosa", ofPlace: PlaceReference(identifier: home)))
        #expect(try file(containsText: "Villa Rosa"))
        let count = try store.forget(.span(span))
        // Home has visits on other days; the move has none.
        #expect(count.corrections == 1)
        #expect(try store.corrections().map(\.fits) == [true])
        let circle = try #require(store.places().first { $0.place.name == "Villa Rosa" }?.place)
        let all = try store.forget(
            .circle(latitude: circle.latitude, longitude: circle.longitude, radius: 300))
        #expect(all.corrections == 1)
        #expect(try !file(containsText: "Villa Rosa") && store.corrections().isEmpty)
        let visits = try store.timeline().items.compactMap(\.visit)
        #expect(
            visits.allSatisfy {
                abs($0.latitude - circle.latitude) * 111_000 > 100
                    || abs($0.longitude - circle.longitude) * 76_000 > 100
            })
        _ = try store.check()
    }

    @Test func anInputIsForgottenByItsName() throws {
        let store = try folder.store()
        var (first, second) = (SyntheticDays.input([0]), SyntheticDays.input([1]))
        (first.source, second.source) = ("monday.gpx", "secret-trip.gpx")
        try store.add(first)
        let before = try json(store)
        let place = VisitedPlace(identifier: "given", latitude: 48, longitude: 9, name: "Hideout")
        let visit = Visit(
            span: SyntheticDays.span(30), latitude: 48, longitude: 9, placeIdentifier: "given")
        second.timeline = TimelineDocument(items: [.visit(visit)], places: [place])
        try store.add(second)
        #expect(try file(containsText: "Hideout") && file(containsText: "secret-trip.gpx"))
        let error = #expect(throws: InputError.self) { try store.forget(.input("tuesday.gpx")) }
        #expect(error?.code == .empty)
        let count = try store.forget(.input("secret-trip.gpx"))
        #expect(count.fixes == second.fixes.count && count.items == 1 && count.inputs == ["secret-trip.gpx"])
        #expect(try json(store) == before)
        #expect(try !file(containsText: "Hideout") && !file(containsText: "secret-trip.gpx"))
        #expect(try !file(contains: second.fixes[3].fix.latitude))
        #expect(try store.inputs().map(\.source) == ["monday.gpx"])
        _ = try store.check()
    }

    @Test func streamsAndImportedItemsAreCut() throws {
        let store = try folder.store()
        let day = SyntheticDays(0)
        let span = SyntheticDays.span(0)
        let stream = ReportStream(model: "m", span: span, reports: day.reports)
        let visit = Visit(span: SyntheticDays.span(10), latitude: 48, longitude: 9)
        try store.add(
            TimelineInput(
                source: "x", fixes: day.fixes, streams: [stream], timeline: TimelineDocument(items: [.visit(visit)])))
        func hours(_ from: Double, _ to: Double, of span: TimeSpan) -> TimeSpan {
            TimeSpan(start: span.start + .seconds(from * 3600), end: span.start + .seconds(to * 3600))
        }
        let noon = hours(10, 14, of: span)
        let count = try store.forget(.span(noon))
        let inside = day.reports.filter { noon.start <= $0.time && $0.time < noon.end }
        #expect(count.reports == inside.count)
        try store.forget(.span(hours(6, 7, of: SyntheticDays.span(10))))
        let imported = try store.timeline(during: SyntheticDays.span(10)).items
        #expect(
            imported.compactMap(\.visit).filter { $0.latitude == 48 }.map { ($0.span.seconds / 3600).rounded() } == [
                6, 17,
            ])
        _ = try store.check()
    }

    @Test func sourcesGiveWayInAnyOrder() throws {
        let day = SyntheticDays(0)
        var recording = TimelineInput(source: "phone", fixes: day.fixes, reports: day.reports)
        recording.rank = 0
        // A history of the same day, 300 m off.
        var history = TimelineInput(
            source: "history",
            fixes: day.fixes.map { time, fix in
                var moved = fix
                moved.latitude += 0.003
                return (time + .seconds(7), moved)
            })
        history.rank = 1
        let alone = try folder.store("alone")
        try alone.add(recording)
        let (first, second) = (try folder.store("first"), try folder.store("second"))
        try first.add(recording)
        let change = try first.add(history)
        #expect(change.outranked > day.fixes.count / 2)
        try second.add(history)
        try second.add(recording)
        #expect(try json(first) == json(second))
        // Nothing is counted twice: the distances are those of the recording.
        func way(_ store: TimelineDatabase) throws -> Double {
            try store.timeline().items.compactMap(\.move?.distance).reduce(0, +)
        }
        #expect(try abs(way(first) - way(alone)) < 0.02 * way(alone))
        // Without the recording, the history counts again.
        try second.forget(.input("phone"))
        let rest = try folder.store("rest")
        try rest.add(history)
        #expect(try json(second) == json(rest))
    }
}
