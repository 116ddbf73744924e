// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// Quiet hours by the clock on the wall, which Calendar reads here.
@Suite struct QuietHoursTests {
    /// When an alert for a place entered at `text` is shown.
    private static func shown(_ hours: QuietHours, entered text: String) throws -> String {
        let time = try #require(Timestamp(iso8601: text))
        return try shown(hours, entered: time).iso8601
    }

    private static func shown(_ hours: QuietHours, entered time: Timestamp) throws -> Timestamp {
        var policy = GatePolicy.gaitway
        policy.quietHours = hours
        policy.collapseWindow = .zero
        policy.expiry = .seconds(3 * 86400)
        var gate = try Gate(policy: policy)
        var decisions = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: time)
        decisions += gate.handle(.enter(RegionEntry(place: "place")), at: time)
        decisions += gate.advance(to: time.advanced(byNanoseconds: 2 * 86_400_000_000_000))
        return try #require(decisions.last { $0.kind == .deliver }).time
    }

    private static func hours(_ from: String, _ to: String, _ zone: String) throws -> QuietHours {
        QuietHours(from: try #require(TimeOfDay(from)), to: try #require(TimeOfDay(to)), timeZone: zone)
    }

    @Test(arguments: [
        // An end that the clock leaves out is the moment of the change; one it shows twice is the second.
        ("22:00", "02:30", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T01:00:00.000Z"),
        ("22:00", "02:30", "Europe/Berlin", "2026-10-24T23:00:00Z", "2026-10-25T01:30:00.000Z"),
        ("22:00", "02:30", "Europe/Berlin", "2026-10-25T00:45:00Z", "2026-10-25T01:30:00.000Z"),
        // A beginning that the clock shows twice is the first.
        ("02:30", "07:00", "Europe/Berlin", "2026-10-25T00:29:59Z", "2026-10-25T00:29:59.000Z"),
        ("02:30", "07:00", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T06:00:00.000Z"),
        ("02:30", "07:00", "Europe/Berlin", "2026-10-25T01:10:00Z", "2026-10-25T06:00:00.000Z"),
        // A beginning that is left out.
        ("02:30", "07:00", "Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T00:59:59.000Z"),
        ("02:30", "07:00", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T05:00:00.000Z"),
        // Hours that are left out as a whole.
        ("02:10", "02:50", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00.000Z"),
        // A change of half an hour, and offsets with fractions of an hour.
        ("22:00", "07:00", "Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-04T20:30:00.000Z"),
        ("22:00", "07:00", "Asia/Kathmandu", "2026-04-04T17:00:00Z", "2026-04-05T01:15:00.000Z"),
        // A zone that left out a whole day.
        ("22:00", "07:00", "Pacific/Apia", "2011-12-30T09:30:00Z", "2011-12-30T17:00:00.000Z"),
        ("22:00", "07:00", "America/New_York", "2026-11-01T04:30:00Z", "2026-11-01T12:00:00.000Z"),
        ("22:00", "07:00", "UTC", "2026-11-01T04:30:00Z", "2026-11-01T07:00:00.000Z"),
        ("09:00", "17:00", "Asia/Tokyo", "2026-11-01T00:00:00Z", "2026-11-01T08:00:00.000Z"),
        ("09:00", "17:00", "Asia/Tokyo", "2026-11-01T08:00:00Z", "2026-11-01T08:00:00.000Z"),
    ]) func days(_ from: String, _ to: String, _ zone: String, _ entered: String, _ expected: String) throws {
        #expect(try Self.shown(try Self.hours(from, to, zone), entered: entered) == expected)
    }

    @Test(arguments: 0..<Rounds.count(800)) func agreesWithTheClockOnTheWall(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        // Foundation's rules may be older than the system's. So Morocco, which changes its own at short notice, is out.
        let zones = [
            "Europe/London", "America/St_Johns", "Pacific/Kiritimati", "Asia/Kolkata", "America/Sao_Paulo",
            "Africa/Cairo", "Pacific/Marquesas", "Europe/Dublin",
        ]
        let name = zones[Int.random(in: zones.indices, using: &generator)]
        let zone = try #require(TimeZone(identifier: name))
        func time() -> TimeOfDay {
            TimeOfDay(hour: .random(in: 0..<24, using: &generator), minute: .random(in: 0..<60, using: &generator))
        }
        let from = time()
        let to = time()
        let entered = Int64.random(in: 1_700_000_000..<1_900_000_000, using: &generator)
        // Days with a change have examples of their own.
        let nearby = stride(from: -172_800, through: 172_800, by: 3600).map {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(entered + Int64($0))))
        }
        guard Set(nearby).count == 1, from != to else { return }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func minutes(_ seconds: Int64) -> Int {
            let parts = calendar.dateComponents([.hour, .minute], from: Date(timeIntervalSince1970: Double(seconds)))
            return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
        }
        let beginning = from.hour * 60 + from.minute
        let end = to.hour * 60 + to.minute
        let now = minutes(entered)
        let isQuiet = beginning < end ? (beginning..<end).contains(now) : now >= beginning || now < end
        let shown = try Self.shown(
            QuietHours(from: from, to: to, timeZone: name), entered: Timestamp(nanoseconds: entered * 1_000_000_000))
        let wait = shown.nanoseconds / 1_000_000_000 - entered
        #expect((wait > 0) == isQuiet)
        if isQuiet {
            #expect(minutes(entered + wait) == end && (entered + wait) % 60 == 0 && wait <= 86400)
        }
    }
}
