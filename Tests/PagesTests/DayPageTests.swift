// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@testable import GaitwayPages

/// The page of a timeline: its figures are those of the timeline, its times those of the zone, and no name becomes
/// markup.
@Suite struct DayPageTests {
    /// Days of visits and moves from a moment on, each item with a random length; some days have gaps.
    ///
    /// - Parameter points: the number of points in a section's path; all are needed.
    private func timeline(from start: String, days: Int, seed: UInt64, points: Int = 0) throws -> TimelineDocument {
        var random = SeededGenerator(seed: seed)
        let begin = try #require(Timestamp(iso8601: start))
        var time = begin
        var items: [TimelineItem] = []
        while time < begin + .seconds(86400 * days) {
            func span(_ seconds: ClosedRange<Int>) -> TimeSpan {
                let milliseconds = Int.random(in: seconds.lowerBound * 1000...seconds.upperBound * 1000, using: &random)
                defer { time = time + .milliseconds(milliseconds) }
                return TimeSpan(start: time, end: time + .milliseconds(milliseconds))
            }
            if Int.random(in: 0..<9, using: &random) == 0 {
                items.append(.gap(Gap(span: span(600...30_000), displacement: 1234.5)))
                continue
            }
            let place = Int.random(in: 0..<4, using: &random)
            items.append(
                .visit(
                    Visit(
                        span: span(300...40_000), latitude: 50 + Double(place), longitude: 8,
                        placeIdentifier: "p\(place)")))
            let sections = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let own = span(3...4000)
                let activity = Activity.allCases[Int.random(in: 0..<5, using: &random)]
                let metres = Double.random(in: 0...60_000, using: &random)
                let path = (0..<points).map { index in
                    PathPoint(
                        time: own.start + .nanoseconds(own.duration.wholeNanoseconds / Int64(points) * Int64(index)),
                        latitude: 50 + Double.random(in: -2e-3...2e-3, using: &random) + 4e-4 * Double(index),
                        longitude: 8 + Double.random(in: -2e-3...2e-3, using: &random) + 4e-4 * Double(index))
                }
                return MoveSection(
                    span: own, activity: activity, evidence: .reports, distance: metres,
                    unobservedDistance: metres / 7, path: path.isEmpty ? [] : [path])
            }
            if let first = sections.first, let last = sections.last {
                items.append(
                    .move(Move(span: TimeSpan(start: first.span.start, end: last.span.end), sections: sections)))
            }
        }
        return TimelineDocument(
            items: items,
            places: (0..<4).map {
                VisitedPlace(
                    identifier: "p\($0)", latitude: 50 + Double($0), longitude: 8,
                    name: $0 == 0 ? "</script><script>alert(1)</script> & <b>\"Home\"</b> ]]>" : nil)
            })
    }

    private func page(_ timeline: TimelineDocument, _ zone: LocalZone, tiles: TileServer? = nil) throws -> DayPage {
        DayPage(
            timeline: timeline, days: zone.days(of: try #require(timeline.span)), zones: TravelZones(zone),
            subject: .init(command: "gaitway trips"), tiles: tiles)
    }

    /// What the script of a page finds, as the browser reads it.
    private func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.firstRange(of: "id=\"page-data\">")).upperBound
        let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
        return try #require(
            try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8)) as? [String: Any])
    }

    private func zone(_ name: String) throws -> LocalZone { try LocalZone(name: name) }

    @Test(arguments: 1...3 as ClosedRange<UInt64>) func totalsAreThoseOfTheTimeline(seed: UInt64) throws {
        let timeline = try timeline(from: "2026-03-20T03:00:00Z", days: 45, seed: seed)
        let zone = try zone("Europe/Berlin")
        let page = try page(timeline, zone)
        let data = try data(page.html)
        let export = TimelineExport.json(timeline, days: page.days, timeZone: zone.name)
        let reference = try #require(
            try JSONSerialization.jsonObject(with: Data(export.utf8)) as? [String: Any])
        let days = try #require(data["days"] as? [[String: Any]])
        let expected = try #require(reference["days"] as? [[String: Any]])
        #expect(days.map { $0["date"] as? String } == expected.map { $0["date"] as? String })
        for (day, other) in zip(days, expected) {
            let totals = try #require(day["totals"] as? [[String: Any]])
            let summary = try #require(other["summary"] as? [[String: Any]])
            for key in ["activity", "duration", "distance"] {
                #expect(totals.map { $0[key] as? NSObject } == summary.map { $0[key] as? NSObject })
            }
        }
        // Months share the same time out: no moment is lost or counted twice.
        func sum(_ periods: [[String: Any]]) -> Double {
            periods.flatMap { $0["totals"] as? [[String: Any]] ?? [] }.reduce(0) {
                $0 + ($1["duration"] as? Double ?? 0)
            }
        }
        let months = try #require(data["months"] as? [[String: Any]])
        #expect(months.count == 3 && abs(sum(months) - sum(days)) < 0.01)
        let weeks = PeriodSums.sums(of: page.days, items: timeline.items, by: .week)
        let weekly = weeks.reduce(0.0) { $0 + $1.totals.reduce(0.0) { $0 + $1.duration.inSeconds } }
        #expect(abs(weekly - sum(days)) < 0.01)
        #expect(weeks.dropFirst().allSatisfy { $0.first.weekday == "Monday" })
    }

    @Test func aStrayDayBringsNoEmptyMonths() throws {
        let stray = try timeline(from: "2019-03-05T08:00:00Z", days: 1, seed: 3)
        var whole = try timeline(from: "2026-05-10T03:00:00Z", days: 3, seed: 4)
        let hole = TimeSpan(start: try #require(stray.span).end, end: try #require(whole.span).start)
        whole.items = stray.items + [.gap(Gap(span: hole))] + whole.items
        let data = try data(try page(whole, zone("Europe/Berlin")).html)
        let months = try #require(data["months"] as? [[String: Any]])
        #expect(months.map { $0["month"] as? String } == ["2019-03", "2026-05"])
    }

    /// Every item is on each day that it touches, and on no other.
    @Test func itemsAreOnTheirDays() throws {
        let timeline = try timeline(from: "2026-10-20T03:00:00Z", days: 12, seed: 7)
        let page = try page(timeline, zone("Europe/Berlin"))
        let days = try #require(try data(page.html)["days"] as? [[String: Any]])
        for (day, entry) in zip(page.days, days) {
            let first = try #require(entry["first"] as? Int)
            let count = try #require(entry["count"] as? Int)
            #expect(Array(timeline.items[first..<first + count]) == day.items(among: timeline.items))
        }
    }

    /// The page's own clock agrees with the zone's at any moment, also around changes of clocks.
    @Test(arguments: ["Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"])
    func clocksAgreeWithTheZone(name: String) throws {
        let zone = try zone(name)
        let timeline = try timeline(from: "2025-01-10T00:00:00Z", days: 500, seed: 3)
        let offsets = try #require(
            try data(page(timeline, zone).html)["offsets"] as? [[Double]])
        var random = SeededGenerator(seed: 9)
        let span = try #require(timeline.span)
        let changes = offsets.dropFirst().flatMap { [$0[0] - 1, $0[0]] }
        let moments = (0..<2000).map { _ in Double.random(in: span.start.seconds...span.end.seconds, using: &random) }
        for moment in moments + changes {
            let own = offsets.last { $0[0] <= moment } ?? offsets[0]
            #expect(own[1] == Double(zone.offset(at: Timestamp(seconds: moment))), "\(moment)")
        }
        #expect(offsets.count == (["Asia/Kolkata", "UTC"].contains(name) ? 1 : 4))
    }

    @Test func noNameBecomesMarkup() throws {
        let timeline = try timeline(from: "2026-05-01T00:00:00Z", days: 12, seed: 2)
        let html = try page(timeline, zone("UTC")).html
        let parser = XMLParser(data: Data(html.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        #expect(!html.contains("<script>alert"))
        let places = try #require(try data(html)["places"] as? [[String: Any]])
        #expect(places.contains { $0["title"] as? String == timeline.places[0].name })
        // Places without a name are called as in every table.
        #expect(places.count { ($0["title"] as? String)?.hasPrefix("near ") ?? false } == places.count - 1)
        #expect(places.count == timeline.places.count)
    }

    @Test func theSamePageEachTime() throws {
        let timeline = try timeline(from: "2026-05-01T00:00:00Z", days: 40, seed: 5)
        let html = try page(timeline, zone("UTC")).html
        #expect(try html == page(timeline, zone("UTC")).html)
    }

    /// Three years with more than three hundred points a day stay loadable.
    @Test func threeYearsAreAPageOfAFewMegabytes() throws {
        let timeline = try timeline(from: "2023-01-01T00:00:00Z", days: 1096, seed: 6, points: 60)
        let zone = try zone("Europe/Berlin")
        let html = try page(timeline, zone).html
        #expect(html.utf8.count < DayPage.comfortableSize, "\(html.utf8.count)")
        // That is with all its points.
        let items = try #require(try data(html)["items"] as? [[String: Any]])
        let sections = items.flatMap { $0["sections"] as? [[String: Any]] ?? [] }
        let written = sections.reduce(0) { sum, section in
            sum + (section["path"] as? [String] ?? []).reduce(0) { $0 + Self.numbers($1).count / 3 }
        }
        #expect(written > 300 * 1096)
    }

    /// Read back as PathText describes it, a path is where it was, also over the antimeridian and at the pole.
    @Test func pathsAreReadBack() throws {
        var random = SeededGenerator(seed: 4)
        let start = try #require(Timestamp(iso8601: "2026-05-01T00:00:00Z"))
        for _ in 0..<Rounds.count(400) {
            var time = start
            let path = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                time = time + .milliseconds(Int.random(in: 0...500_000_000, using: &random))
                return PathPoint(
                    time: time, latitude: Double.random(in: -90...90, using: &random),
                    longitude: Double.random(in: -180...180, using: &random))
            }
            let text = PathText.text(of: path, from: start)
            let numbers = Self.numbers(text)
            try #require(numbers.count == 3 * path.count)
            var sums = [0, 0, 0]
            for (index, point) in path.enumerated() {
                for field in 0..<3 { sums[field] += numbers[3 * index + field] }
                #expect(abs(Double(sums[0]) / 1e5 - point.latitude) < 0.51e-5)
                #expect(abs(Double(sums[1]) / 1e5 - point.longitude) < 0.51e-5)
                #expect(abs(Double(sums[2]) - point.time.seconds(since: start)) < 0.51)
            }
        }
    }

    /// The numbers of a text, as its description says.
    private static func numbers(_ text: String) -> [Int] {
        var numbers: [Int] = []
        var (value, weight) = (0, 1)
        for byte in text.utf8 {
            let bits = Int(byte) - 63
            value += (bits % 32) * weight
            weight *= 32
            guard bits < 32 else { continue }
            numbers.append(value % 2 == 0 ? value / 2 : -(value + 1) / 2)
            (value, weight) = (0, 1)
        }
        return numbers
    }
}
