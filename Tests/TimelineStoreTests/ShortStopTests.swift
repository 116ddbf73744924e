// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import StoreTestSupport
import Testing

/// Short stops at the places of a store.
@Suite struct ShortStopTests {
    /// Half a day: home, a drive of 3 km, a stop there, and back, with a fix every 10 s.
    private func outing(_ half: Int, stop seconds: Double) -> TimelineInput {
        var fixes: [(time: Timestamp, fix: Location)] = []
        var time = Double(half) * 43_200
        func fix(_ east: Double) {
            let jitter = Double(fixes.count % 5 - 2) * 2
            let location = Location(
                elapsed: .zero, latitude: 47 + jitter / 111_177, longitude: 8 + (east + jitter) / 76_057,
                horizontalAccuracy: 8)
            fixes.append((SyntheticDays.moment(time), location))
            time += 10
        }
        for _ in 0..<360 { fix(0) }
        for step in 0..<30 { fix(Double(step) * 100) }
        for _ in 0..<Int(clamping: seconds / 10) { fix(3000) }
        for step in 0..<30 { fix(3000 - Double(step) * 100) }
        for _ in 0..<360 { fix(0) }
        return TimelineInput(source: "outing", fixes: fixes)
    }

    private func kinds(_ timeline: TimelineDocument) -> String {
        timeline.items.map { $0.visit != nil ? "v" : $0.move != nil ? "m" : "g" }.joined()
    }

    @Test func aShortStopIsAVisitOncePlaceIsKnown() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        try store.add(outing(0, stop: 200))
        #expect(kinds(try store.timeline()) == "vmv")
        // The days that make the place known come later, and the store is that of any order.
        try store.add(outing(1, stop: 900))
        #expect(kinds(try store.timeline(during: outing(0, stop: 200).span)) == "vmv")
        try store.add(outing(2, stop: 900))
        #expect(kinds(try store.timeline(during: outing(0, stop: 200).span)) == "vmvmv")
        let other = try folder.store("other.sqlite")
        try other.add(outing(2, stop: 900))
        try other.add(outing(0, stop: 200))
        try other.add(outing(1, stop: 900))
        #expect(try store.timeline().items == other.timeline().items)

        let school = try #require(try store.places().first { $0.place.longitude > 8.02 })
        #expect(school.visitCount == 3)
        #expect(try store.visits(at: school.place.identifier).count == 3)
    }

    /// One visit and a name make a place known.
    @Test func aNamedPlaceOfAStoreIsKnown() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        try store.add(outing(0, stop: 200))
        try store.add(outing(1, stop: 900))
        let school = try #require(try store.places().first { $0.place.longitude > 8.02 })
        #expect(school.visitCount == 1)
        try store.correct(.name("School", ofPlace: PlaceReference(identifier: school.place.identifier)))
        let named = try store.timeline()
        #expect(named.places.contains { $0.name == "School" })
        #expect(named.items.compactMap(\.visit).filter { $0.placeIdentifier == school.place.identifier }.count == 2)
        #expect(try store.places().first { $0.place.name == "School" }?.visitCount == 2)
    }

    /// Distances do not depend on whether paths were asked for.
    @Test func theSumsAreThoseOfThePaths() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        for (half, seconds) in [200.0, 900, 900].enumerated() { try store.add(outing(half, stop: seconds)) }
        let (whole, brief) = (
            try store.timeline(during: nil, withPaths: true), try store.timeline(during: nil, withPaths: false)
        )
        #expect(whole.items.map(\.span) == brief.items.map(\.span))
        #expect(whole.items.compactMap(\.move).map(\.distance) == brief.items.compactMap(\.move).map(\.distance))
    }

    /// A correction applies to what is shown.
    @Test func aPersonCanSayThatItWasNoVisit() throws {
        let folder = try StoreFolder()
        let store = try folder.store()
        for (half, seconds) in [200.0, 900, 900].enumerated() { try store.add(outing(half, stop: seconds)) }
        let items = try store.timeline().items
        let span = TimeSpan(start: items[1].span.start, end: items[3].span.end)
        #expect(items[2].visit != nil)
        try store.correct(.move(during: span))
        #expect(kinds(try store.timeline()).hasPrefix("vmv"))
        #expect(try store.timeline().items[1].span == span)
    }
}

extension TimelineInput {
    /// From the first fix to the last.
    fileprivate var span: TimeSpan? {
        guard let first = fixes.first, let last = fixes.last else { return nil }
        return TimeSpan(start: first.time, end: last.time)
    }
}
