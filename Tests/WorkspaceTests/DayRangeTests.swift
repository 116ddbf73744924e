// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import Testing

@testable import GaitwayWorkspace

/// Times and days as options give them.
@Suite struct DayRangeTests {
    private let zones: TravelZones

    init() throws { zones = TravelZones(try LocalZone(name: "Europe/Berlin")) }

    private func seconds(_ text: String) throws -> Int64 {
        try #require(LocalMoment(argument: text)).time(in: zones).nanoseconds / 1_000_000_000
    }

    @Test func momentsAreLocalUnlessTheyHaveAnOffset() throws {
        #expect(try seconds("2026-05-01T08:10") == seconds("2026-05-01T06:10:00Z"))
        #expect(try seconds("2026-05-01T08:10+02:00") == seconds("2026-05-01T06:10Z"))
        #expect(LocalMoment(argument: "2026-05-01") == nil && LocalMoment(argument: "8:10") == nil)
    }

    @Test func clocksThatChangeMakeTimesUncertain() throws {
        let skipped = #expect(throws: UsageError.self) { try seconds("2026-03-29T02:30") }
        #expect(skipped?.problem.contains("does not exist in Europe/Berlin") == true)
        let twice = #expect(throws: UsageError.self) { try seconds("2026-10-25T02:30") }
        #expect(twice?.problem.hasSuffix("add the offset, +02:00 or +01:00") == true)
    }

    @Test func rangesAreWholeDays() throws {
        #expect(try DayRange(day: nil, from: nil, to: nil) == nil)
        let range = try #require(
            try DayRange(day: nil, from: TimeBound(argument: "2026-05"), to: TimeBound(argument: "2026-W19")))
        #expect(range.text == "from 2026-05 to 2026-W19" && range.options == "--from")
        let start = try #require(zones.day(20_574)?.span.start)
        let whole = TimeSpan(start: start, end: start + .seconds(30 * 86_400))
        let window = try #require(range.window(in: whole, zones))
        #expect(range.days(of: whole, zones).map(\.date).last == "2026-05-10")
        #expect(window.duration == .seconds(10 * 86_400))
        #expect(range.window(in: TimeSpan(start: whole.end, end: whole.end + .seconds(60)), zones) == nil)
    }

    @Test func optionsExcludeEachOther() throws {
        let day = try #require(LocalDate(argument: "2026-05-01"))
        let (month, moment) = (TimeBound(argument: "2026-06"), TimeBound(argument: "2026-05-01T08:10"))
        #expect(throws: UsageError.self) { try DayRange(day: day, from: month, to: nil) }
        #expect(throws: UsageError.self) { try DayRange(day: nil, from: month, to: TimeBound(argument: "2026-05")) }
        #expect(throws: UsageError.self) { try DayRange(day: nil, from: moment, to: nil) }
        #expect(throws: UsageError.self) { try TimeBound.span(month, nil, in: zones) }
        #expect(LocalDate(argument: "2026-05") == nil && TimeBound(argument: "May") == nil)
    }
}
