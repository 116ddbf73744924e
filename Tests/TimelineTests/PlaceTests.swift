// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import Testing

@Suite struct PlaceTests {
    private func visit(_ latitude: Double, _ longitude: Double, at second: Int64) -> Visit {
        let start = Timestamp(nanoseconds: second * 1_000_000_000)
        return Visit(
            span: TimeSpan(start: start, end: start.advanced(byNanoseconds: 600_000_000_000)),
            latitude: latitude,
            longitude: longitude)
    }

    @Test func identifiersStayWhenDaysAreAdded() {
        let visits = (0..<30).map {
            visit(47 + Double($0 % 5) * 0.01 + Double($0) * 1e-6, 8, at: Int64($0) * 1000)
        }
        var once = PlaceClusterer()
        let all = visits.map { once.place(of: $0).identifier }
        #expect(Set(all).count == 5)
        for count in [1, 7, 20] {
            var first = PlaceClusterer()
            #expect(visits.prefix(count).map { first.place(of: $0).identifier } == Array(all.prefix(count)))
            // The rest later, with the places of the first run.
            var later = PlaceClusterer(places: first.places)
            #expect(
                visits.dropFirst(count).map { later.place(of: $0).identifier } == Array(all.dropFirst(count)))
        }
        // Older days, added later to known places, change nothing either.
        var older = PlaceClusterer(places: once.places)
        _ = older.place(of: visit(48, 8, at: -5000))
        #expect(visits.map { older.place(of: $0).identifier } == all)
    }

    @Test func nearestWinsAndRadiusHolds() {
        var clusterer = PlaceClusterer(radius: 100)
        let first = clusterer.place(of: visit(47, 8, at: 0))
        let second = clusterer.place(of: visit(47.0015, 8, at: 1))
        #expect(first.identifier != second.identifier)
        #expect(clusterer.place(of: visit(47.0008, 8, at: 2)).identifier == second.identifier)
        #expect(clusterer.place(of: visit(47.0006, 8, at: 3)).identifier == first.identifier)
        #expect(clusterer.places.count == 2)
    }

    @Test func anItemOverMidnightIsInBothDays() throws {
        let midnight: Int64 = 1_780_012_800 / 86400 * 86400
        let item = TimelineItem.visit(visit(47, 8, at: midnight - 300))
        let days = TimelineDay.days(of: item.span) { _ in 0 }
        #expect(days.count == 2)
        #expect(days.allSatisfy { $0.items(among: [item]).count == 1 })
        #expect(days[0].span.end == days[1].span.start)
        #expect(days[0].span.end.nanoseconds == midnight * 1_000_000_000)
    }

    @Test func momentsAtTheEndsOfTheRangeAreSurvived() {
        let all = TimeSpan(start: Timestamp(nanoseconds: .min), end: Timestamp(nanoseconds: .max))
        #expect(abs(all.seconds - 18_446_744_073.7) < 1)
        #expect(!TimelineDay.days(of: all) { _ in 3600 }.isEmpty)
    }

    /// In Zurich clocks went forward on 2026-03-29 at 01:00 UTC and back on 2026-10-25 at 01:00 UTC.
    @Test func daysOnWhichClocksChangeHaveTheirTrueLength() throws {
        func offset(_ time: Timestamp) -> Int {
            let spring = Timestamp(iso8601: "2026-03-29T01:00:00Z")
            let autumn = Timestamp(iso8601: "2026-10-25T01:00:00Z")
            guard let spring, let autumn else { return 0 }
            return time >= spring && time < autumn ? 7200 : 3600
        }
        func hours(_ text: String) throws -> Double {
            let noon = try #require(Timestamp(iso8601: text + "T11:00:00Z"))
            let span = TimeSpan(start: noon, end: noon.advanced(byNanoseconds: 1))
            return try #require(TimelineDay.days(of: span, offset: offset).first).span.seconds / 3600
        }
        #expect(try hours("2026-03-28") == 24)
        #expect(try hours("2026-03-29") == 23)
        #expect(try hours("2026-10-25") == 25)
    }

    /// Numbers are those of first visits, whatever is selected later; a file's numbers stay.
    @Test func placesAreNumberedByFirstVisits() throws {
        func visit(_ place: String, _ minute: Int64) -> TimelineItem {
            let span = TimeSpan(
                start: Timestamp(wholeSeconds: minute * 60), end: Timestamp(wholeSeconds: minute * 60 + 60))
            return .visit(Visit(span: span, latitude: 0, longitude: 0, placeIdentifier: place))
        }
        var document = TimelineDocument(
            items: [visit("c", 0), visit("b", 1), visit("c", 2), visit("a", 3), visit("d", 4)],
            places: ["a", "b", "c", "d"].map { VisitedPlace(identifier: $0, latitude: 0, longitude: 0) })
        document.places[1].name = "Home"
        document.numberPlaces()
        #expect(document.places.map(\.number) == [3, 2, 1, 4])
        #expect(document.places.map(\.title) == ["Place 3", "Home", "Place 1", "Place 4"])
        var read = try TimelineDocument(json: Array(TimelineExport.json(document).utf8))
        #expect(read == document)
        // Of two places with one number, the first keeps it.
        read.places[3].number = 3
        read.places[0].town = "Littau"
        read.numberPlaces()
        #expect(read.places.map(\.title) == ["near Littau (3)", "Home", "Place 1", "Place 4"])
        for text in [TimelineExport.gpx(read), TimelineExport.kml(read), TimelineExport.geoJSON(read)] {
            #expect(text.contains("near Littau (3)") && text.contains("Place 4"))
        }
    }
}
