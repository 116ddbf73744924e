// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayTimeline
import TestSupport
import Testing

@Suite("Timelines as tables")
struct TimelineTableTests {
    private static let timeline: TimelineDocument = {
        func span(_ start: Int64, _ end: Int64) -> TimeSpan {
            TimeSpan(start: Timestamp(wholeSeconds: start), end: Timestamp(wholeSeconds: end))
        }
        let visit = Visit(
            span: span(0, 7200), latitude: 0, longitude: 0, longestSilence: .seconds(3600), placeIdentifier: "p1")
        let walk = MoveSection(span: span(7200, 7800), activity: .walking, evidence: .speed, distance: 840)
        let ride = MoveSection(
            span: span(7800, 9000), activity: .automotive, evidence: .reports, distance: 12_340,
            unobservedDistance: 1200)
        return TimelineDocument(
            items: [
                .visit(visit), .move(Move(span: span(7200, 9000), sections: [walk, ride])),
                .gap(Gap(span: span(9000, 86_400 + 60), displacement: 5000, isOngoing: true)),
            ], places: [VisitedPlace(identifier: "p1", latitude: 0, longitude: 0, number: 1)])
    }()

    private func text(width: Int, zone: LocalZone? = nil, showsIdentifiers: Bool = false) -> String {
        let days = zone.flatMap { zone in Self.timeline.span.map { zone.days(of: $0) } } ?? []
        return TimelineTable(
            timeline: Self.timeline, zones: zone.map { TravelZones($0) }, width: width,
            showsIdentifiers: showsIdentifiers
        ).text(of: days)
    }

    @Test func timesWithoutAClockCountFromTheStart() {
        let expected = """
            elapsed times; the log has no wall clock
              from     to        duration                distance  speed
              0:00:00  2:00:00   2:00:00   visit         Place 1, without a fix for 1:00:00
              2:00:00  2:30:00   0:30:00   move          14.4 km   28.8 km/h
              2:00:00  2:10:00   0:10:00     walking     840 m     5.0 km/h   by speed
              2:10:00  2:30:00   0:20:00     automotive  13.5 km   40.6 km/h  1.2 km of it unseen
              2:30:00  24:01:00  21:31:00  gap           5.0 km apart, ongoing
                       total     0:10:00   walking       840 m     5.0 km/h
                       total     0:20:00   automotive    13.5 km   40.6 km/h  1.2 km of it unseen

            """
        #expect(text(width: 120) == expected)
    }

    @Test func placesHaveOneTitle() {
        let moment = Timestamp(wholeSeconds: 0)
        func visit(_ place: String, _ minute: Int64) -> TimelineItem {
            let span = TimeSpan(start: moment + .seconds(60 * minute), end: moment + .seconds(60 * minute + 60))
            return .visit(Visit(span: span, latitude: 0, longitude: 0, placeIdentifier: place))
        }
        var document = TimelineDocument(
            items: [visit("b", 0), visit("home", 1), visit("a", 2), visit("b", 3)],
            places: ["home", "a", "b"].map {
                VisitedPlace(identifier: $0, latitude: 0, longitude: 0, name: $0 == "home" ? "Home" : nil)
            })
        document.numberPlaces()
        document.places[1].town = "Olten"
        func ends(_ shows: Bool) -> [String] {
            TimelineTable(
                timeline: document, zones: nil, width: 80, showsIdentifiers: shows
            ).text(of: []).split(separator: "\n").filter { $0.contains("visit") }
                .map { String($0.split(separator: "visit").last ?? "").trimmingPrefix { $0 == " " }.description }
        }
        #expect(ends(false) == ["Place 1", "Home", "near Olten (3)", "Place 1"])
        #expect(ends(true) == ["Place 1, b", "Home, home", "near Olten (3), a", "Place 1, b"])
    }

    @Test func anEmptyTimelineIsALine() throws {
        for zones in [nil, TravelZones(try LocalZone(name: "UTC"))] {
            let table = TimelineTable(timeline: TimelineDocument(items: []), zones: zones, width: 80)
            #expect(table.text(of: []) == "no visit, no move and no gap\n")
        }
    }

    /// Days that hold nothing else are not listed.
    @Test func gapsAloneAreALine() throws {
        let zones = TravelZones(try LocalZone(name: "UTC"))
        func text(_ ends: [Int64]) -> String {
            let items = zip(ends, ends.dropFirst()).map {
                TimelineItem.gap(
                    Gap(span: TimeSpan(start: Timestamp(wholeSeconds: $0), end: Timestamp(wholeSeconds: $1))))
            }
            return TimelineTable(timeline: TimelineDocument(items: items), zones: zones, width: 80).text(of: [])
        }
        #expect(
            text([0, 200_000])
                == "no visit and no move, only a gap: 1970-01-01 00:00:00 to 1970-01-03 07:33:20\n")
        #expect(
            text([0, 200_000, 200_001])
                == "no visit and no move, only gaps: 1970-01-01 00:00:00 to 1970-01-03 07:33:21\n")
    }

    @Test func aMoveOfOneSectionIsOneLine() {
        let span = TimeSpan(start: Timestamp(wholeSeconds: 0), end: Timestamp(wholeSeconds: 600))
        let walk = MoveSection(span: span, activity: .walking, evidence: .speed, distance: 840)
        let document = TimelineDocument(items: [.move(Move(span: span, sections: [walk]))])
        let lines = TimelineTable(timeline: document, zones: nil, width: 80).text(of: []).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[2] == "  0:00:00  0:10:00  0:10:00   walking  840 m     5.0 km/h  by speed")
    }

    @Test(arguments: [60, 70, 79])
    func aNarrowTableLeavesOutEndsAndSpeeds(width: Int) {
        let lines = text(width: width).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width } && !lines[1].contains(" to ") && !lines[1].contains("speed"))
        #expect(lines.contains { $0.hasPrefix("  total    0:10:00") }, "\(lines)")
    }

    @Test func eachDayHasABlockWithItsName() throws {
        let zone = try LocalZone(name: "UTC")
        let blocks = text(width: 120, zone: zone).split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(blocks == ["1970-01-01 Thursday, UTC (+00:00)", "1970-01-02 Friday, UTC (+00:00)"])
    }

    /// A day within a gap of months: the year of its begin, if that is another.
    @Test func aGapNamesTheYearOfItsEnds() throws {
        let zones = TravelZones(try LocalZone(name: "UTC"))
        let (start, end) = try (
            #require(Timestamp(iso8601: "2024-12-30T08:00:00Z")), #require(Timestamp(iso8601: "2025-03-02T09:00:00Z"))
        )
        let timeline = TimelineDocument(items: [.gap(Gap(span: TimeSpan(start: start, end: end)))])
        let days = zones.days(of: TimeSpan(start: end - .seconds(60), end: end))
        let lines = TimelineTable(timeline: timeline, zones: zones, width: 80).text(of: days).split(separator: "\n")
        #expect(lines[2].hasPrefix("  2024-12-30 08:00:00  09:00:00"), "\(lines)")
    }

    /// Dates take room: the table then does without the ends and the speeds.
    @Test(arguments: [80, 90, 120]) func timesWithDatesKeepToTheWidth(width: Int) throws {
        let zones = TravelZones(try LocalZone(name: "UTC"))
        let (start, end) = try (
            #require(Timestamp(iso8601: "2024-12-31T23:00:00Z")), #require(Timestamp(iso8601: "2025-01-01T01:00:00Z"))
        )
        let ride = MoveSection(
            span: TimeSpan(start: start, end: end), activity: .automotive, evidence: .speed, distance: 112_340,
            unobservedDistance: 1200)
        let timeline = TimelineDocument(items: [.move(Move(span: ride.span, sections: [ride]))])
        for day in zones.days(of: ride.span) {
            let text = TimelineTable(timeline: timeline, zones: zones, width: width).text(of: [day])
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
            #expect(text.contains("2024-12-31 23:00:00") == day.date.hasPrefix("2025"), "\(text)")
            #expect(text.contains("by speed") && text.contains("km/h") == (width > 80), "\(text)")
        }
    }

    @Test(arguments: [80, 90, 100])
    func notesBreakAtTheReadersWidth(width: Int) {
        let lines = text(width: width).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        // The words are the same at any width.
        func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
        #expect(words(text(width: width)) == words(text(width: 200)))
    }

    @Test func scoresHaveARowPerDayAndPoolAndThenTheCaveats() {
        let figures = TripFigures(days: 1, hours: 24)
        let scores = TripScores(
            days: [.init(name: "monday", figures: figures)], pooled: [.init(name: "all", figures: figures)],
            caveats: ["one thing", "another"])
        let lines = scores.table(width: 400).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 7)
        #expect(lines[1].hasPrefix("monday ") && lines[2].hasPrefix("all "))
        #expect(lines[3...] == ["", "one thing", "another", ""])
        #expect(scores.table(width: 80).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
