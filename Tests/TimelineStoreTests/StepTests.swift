// SPDX-License-Identifier: Apache-2.0
import GRDB
import GaitwayBase
import GaitwayTimeline
import StoreTestSupport
import Testing

@testable import GaitwayStore

/// Steps that streams bring into a store.
@Suite struct StepTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// A stream of a day that counts `perMinute` steps in each of its minutes up to a share of the day.
    private func stream(_ model: String, perMinute: Int, until share: Double = 1) -> ReportStream {
        let day = SyntheticDays.span(0)
        let minutes = Int(proven: day.seconds * share / 60)
        func minute(_ number: Int) -> TimeSpan {
            TimeSpan(start: day.start + .seconds(60 * number), end: day.start + .seconds(60 * number + 60))
        }
        return ReportStream(
            model: model, span: TimeSpan(start: day.start, end: minute(minutes).start),
            reports: SyntheticDays(0).reports.filter { $0.time < minute(minutes).start },
            steps: (0..<minutes).map { StepCount(span: minute($0), steps: perMinute) })
    }

    private func steps(_ store: TimelineDatabase, _ span: TimeSpan = SyntheticDays.span(0)) throws -> Int? {
        TimelineDay.steps(of: try store.timeline(during: span).items, in: span)
    }

    private func store(with streams: ReportStream...) throws -> TimelineDatabase {
        let store = try folder.store()
        try store.add(TimelineInput(source: "fixes", fixes: SyntheticDays(0).fixes))
        for stream in streams { try store.add(TimelineInput(source: stream.model, streams: [stream])) }
        return store
    }

    @Test func theTimelineHasThem() throws {
        let whole = stream("a", perMinute: 10)
        let store = try store(with: whole)
        let known = try #require(try store.timeline().span)
        let minutes = whole.steps.filter { known.start <= $0.span.start && $0.span.end <= known.end }
        let counted = try #require(try steps(store, known))
        #expect((minutes.count * 10...minutes.count * 10 + 20).contains(counted))
        let file = try store.timeline()
        for case .move(let move) in file.items { #expect(move.sections.allSatisfy { $0.steps != nil }) }
        // Twice changes nothing.
        try store.add(TimelineInput(source: "a", streams: [whole]))
        #expect(try store.timeline() == file)
    }

    @Test func aStreamThatGrewCountsOnce() throws {
        let (half, whole) = (stream("a", perMinute: 10, until: 0.5), stream("a", perMinute: 10))
        let grown = try store(with: half, whole).timeline()
        let other = try StoreFolder()
        let once = try other.store()
        try once.add(TimelineInput(source: "fixes", fixes: SyntheticDays(0).fixes))
        try once.add(TimelineInput(source: "a", streams: [whole]))
        #expect(try once.timeline() == grown)
    }

    @Test func theStreamAddedLastCounts() throws {
        let first = try #require(try steps(store(with: stream("a", perMinute: 10))))
        let other = try StoreFolder()
        let both = try other.store()
        try both.add(TimelineInput(source: "fixes", fixes: SyntheticDays(0).fixes))
        for stream in [stream("a", perMinute: 10), stream("b", perMinute: 20)] {
            try both.add(TimelineInput(source: stream.model, streams: [stream]))
        }
        let second = try #require(try steps(both))
        #expect(second.separation(from: 2 * first) <= 20)
    }

    @Test func correctionsAndForgettingTakeThemAlong() throws {
        let store = try store(with: stream("a", perMinute: 10))
        let before = try #require(try steps(store))
        let move = try #require(try store.timeline().items.compactMap(\.move).first)
        try store.correct(.visit(during: TimeSpan(start: move.span.start - .seconds(3600), end: move.span.end)))
        #expect(try #require(try steps(store)).separation(from: before) <= 2)
        let noon = TimeSpan(
            start: SyntheticDays.span(0).start + .seconds(36_030), end: SyntheticDays.span(0).start + .seconds(50_430))
        try store.forget(.span(noon))
        _ = try store.check()
        let after = try #require(try steps(store))
        #expect((before - after).separation(from: 2400) <= 30, "\(before) \(after)")
        try store.forget(.input("a"))
        #expect(try steps(store) == nil)
    }

    /// The sums of a store of somebody else cannot overflow.
    @Test func impossibleStepsAreDamage() throws {
        let store = try store(with: stream("a", perMinute: 10))
        try store.write { db in try db.execute(sql: "UPDATE streamSteps SET steps = 9000000000000000000") }
        let error = #expect(throws: InputError.self) { try store.timeline() }
        #expect(error?.code == .malformed && error?.problem.contains("not possible") == true)
    }

    @Test func importedTimelinesKeepTheirOwn() throws {
        let store = try folder.store()
        var visit = Visit(span: SyntheticDays.span(3), latitude: 48, longitude: 9)
        visit.steps = 77
        var input = TimelineInput(source: "moves")
        input.timeline = TimelineDocument(items: [.visit(visit)])
        try store.add(input)
        #expect(try steps(store, SyntheticDays.span(3)) == 77)
        let again = try store.add(input)
        #expect(again.items.known == 1 && again.items.new == 0)
    }
}
