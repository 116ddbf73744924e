// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayTimeline

@Suite struct TravelZonesTests {
    private static let zurich = (47.37, 8.54)
    private static let auckland = (-36.85, 174.76)
    private static let losAngeles = (34.05, -118.24)

    private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }

    private func zones(_ stays: [(String, (Double, Double))]) throws -> TravelZones {
        let positions = try stays.map {
            TimedPosition(time: try moment($0.0), latitude: $0.1.0, longitude: $0.1.1)
        }
        return TravelZones(positions, otherwise: try LocalZone(name: "UTC"))
    }

    /// The days of a span: date, hours, and whether they follow each other.
    private func told(_ zones: TravelZones, _ from: String, _ to: String) throws -> [String] {
        let days = zones.days(of: TimeSpan(start: try moment(from), end: try moment(to)))
        for (one, next) in zip(days, days.dropFirst()) { #expect(one.span.end == next.span.start) }
        for day in days { #expect(zones.day(day.number) == day) }
        return days.map { "\($0.date) \($0.span.seconds / 3600)" }
    }

    @Test(arguments: [
        (47.37, 8.54, "Europe/Zurich"), (37.33, -122.03, "America/Los_Angeles"), (35.69, 139.69, "Asia/Tokyo"),
        // The red centre, 300 km from the nearest town.
        (-25.34, 131.04, "Australia/Darwin"),
    ])
    func aPositionHasTheZoneOfItsNearestTown(_ latitude: Double, _ longitude: Double, _ name: String) {
        #expect(Gazetteer.builtIn.timeZone(latitude, longitude) == name)
    }

    @Test func farSeaKeepsTheZoneBefore() throws {
        let zones = try zones([("2026-06-01T00:00:00Z", Self.zurich), ("2026-06-02T00:00:00Z", (0, -30))])
        #expect(zones.onlyName == "Europe/Zurich")
        #expect(Gazetteer.builtIn.timeZone(0, -30) == nil)
        #expect(try self.zones([("2026-06-01T00:00:00Z", (0, -30))]).onlyName == "UTC")
    }

    /// A Californian afternoon is an afternoon, and a day ends at the midnight of where the person is.
    @Test func aFlightMakesALongDay() throws {
        let zones = try zones([("2026-06-01T00:00:00Z", Self.zurich), ("2026-06-03T21:00:00Z", Self.losAngeles)])
        #expect(zones.parts(of: try moment("2026-06-03T22:30:00Z")).clock == "15:30:00")
        #expect(zones.parts(of: try moment("2026-06-03T20:59:59Z")).offset == "+02:00")
        #expect(
            try told(zones, "2026-06-02T12:00:00Z", "2026-06-04T12:00:00Z") == [
                "2026-06-02 24.0", "2026-06-03 33.0", "2026-06-04 24.0",
            ])
        let landing = try moment("2026-06-03T21:00:00Z")
        let day = try #require(zones.days(of: TimeSpan(start: landing, end: landing + .seconds(3600))).first)
        #expect(zones.text(during: day.span) == "Europe/Zurich (+02:00), then America/Los_Angeles (-07:00)")
        #expect(zones.offsets(from: day.span.start, to: day.span.end).map(\.seconds) == [7200, -25_200])
    }

    @Test func daysOnWhichClocksChange() throws {
        let zones = try zones([("2026-01-01T00:00:00Z", Self.zurich), ("2026-12-01T00:00:00Z", Self.losAngeles)])
        #expect(
            try told(zones, "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z") == ["2026-03-28 24.0", "2026-03-29 23.0"])
        #expect(
            try told(zones, "2026-10-25T12:00:00Z", "2026-10-26T12:00:00Z") == ["2026-10-25 25.0", "2026-10-26 24.0"])
    }

    /// Eastwards over the date line the calendar goes back: the day goes on until its date has passed.
    @Test func eastwardsOverTheDateLine() throws {
        let zones = try zones([("2026-06-01T00:00:00Z", Self.auckland), ("2026-06-10T01:00:00Z", Self.losAngeles)])
        // It is 13:00 of the 10th in Auckland, and 18:00 of the 9th in Los Angeles.
        #expect(
            try told(zones, "2026-06-09T00:00:00Z", "2026-06-11T12:00:00Z") == [
                "2026-06-09 24.0", "2026-06-10 43.0", "2026-06-11 24.0",
            ])
        #expect(zones.day(at: try moment("2026-06-10T02:00:00Z")) == 20_614)
    }

    /// Westwards a date is skipped, and has no day.
    @Test func westwardsOverTheDateLine() throws {
        let zones = try zones([("2026-06-01T00:00:00Z", Self.losAngeles), ("2026-06-10T06:30:00Z", Self.auckland)])
        // It is 23:30 of the 9th in Los Angeles, and 18:30 of the 10th in Auckland.
        #expect(
            try told(zones, "2026-06-09T12:00:00Z", "2026-06-10T18:00:00Z") == [
                "2026-06-09 23.5", "2026-06-10 5.5", "2026-06-11 24.0",
            ])
        let late = try self.zones([("2026-06-01T00:00:00Z", Self.losAngeles), ("2026-06-10T12:30:00Z", Self.auckland)])
        #expect(
            try told(late, "2026-06-09T12:00:00Z", "2026-06-11T18:00:00Z") == [
                "2026-06-09 24.0", "2026-06-10 5.5", "2026-06-11 23.5", "2026-06-12 24.0",
            ])
    }

    /// A local time is that of the clock that held then.
    @Test func aLocalTimeIsReadByTheClockOfThePlace() throws {
        let zones = try zones([("2026-06-01T00:00:00Z", Self.zurich), ("2026-06-03T21:00:00Z", Self.losAngeles)])
        func read(_ local: String) throws -> [String] { zones.moments(of: try moment(local)).map(\.iso8601) }
        #expect(try read("2026-06-02T10:00:00Z") == ["2026-06-02T08:00:00.000Z"])
        #expect(try read("2026-06-04T10:00:00Z") == ["2026-06-04T17:00:00.000Z"])
        // Both clocks showed 15:00 on the day of the flight.
        #expect(try read("2026-06-03T15:00:00Z") == ["2026-06-03T13:00:00.000Z", "2026-06-03T22:00:00.000Z"])
    }
}
