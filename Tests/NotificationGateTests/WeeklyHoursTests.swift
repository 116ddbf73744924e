// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import TestSupport
import Testing

/// Weekly hours by the clock on the wall, which Calendar reads here.
@Suite struct WeeklyHoursTests {
    /// When the alert of a place with these hours, entered at `time`, is shown; nil if it is not within `wait`.
    private static func shown(
        _ hours: String, zone: String, entered time: Timestamp, wait: Duration = .seconds(5 * 86400)
    ) throws -> Timestamp? {
        var policy = GatePolicy.here
        policy.timeZone = zone
        policy.deferralLimit = wait
        policy.expiry = wait
        var gate = try Gate(policy: policy)
        var entry = RegionEntry(place: "a")
        entry.rules.hours = try WeeklyHours(hours)
        var decisions = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: time)
        decisions += gate.handle(.enter(entry), at: time)
        decisions += gate.advance(to: time + wait)
        return decisions.last { $0.kind == .deliver }?.time
    }

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo", "UTC",
    ]

    /// Days on which clocks of one of the zones change, the one before and the one after.
    private static let changes = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04"]

    /// The alert comes at the first minute at which the clock on the wall reads a time within the hours, on the right
    /// day. Read minute by minute; days on which the clock shows an end or a beginning twice, or leaves it out, have
    /// their own test.
    @Test(arguments: 0..<Rounds.count(400)) func agreesWithTheClockOnTheWall(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let zone = Self.zones[seed % Self.zones.count]
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        // Between four in the morning and eleven at night no clock of these zones changes.
        let open = Int.random(in: 4..<14, using: &generator)
        let close = Int.random(in: (open + 1)..<23, using: &generator)
        let first = Int.random(in: 0..<7, using: &generator)
        let length = Int.random(in: 0..<6, using: &generator)
        let change = try #require(Timestamp(iso8601: Self.changes[seed % 5] + "T00:00:00Z"))
        let minute = Int64.random(in: -2880...4320, using: &generator)
        let entered = change + .seconds(minute * 60)
        let off = try #require(Timestamp(iso8601: Self.changes[seed % 5] + "T12:00:00Z"))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hours =
            "\(days[first])-\(days[(first + length) % 7]) \(two(open)):00-\(two(close)):30; "
            + "\(off.iso8601.prefix(10)) off"
        let wanted = Set((0...length).map { (first + $0) % 7 })
        var expected: Timestamp?
        for step in 0..<5 * 1440 {
            let time = entered + .seconds(Int64(step) * 60)
            let date = Date(timeIntervalSince1970: Double(time.nanoseconds) / 1e9)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday, .hour, .minute], from: date)
            let clock = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
            let day = "\(parts.year ?? 0)-\(two(parts.month ?? 0))-\(two(parts.day ?? 0))"
            guard clock >= open * 60, clock < close * 60 + 30, wanted.contains(((parts.weekday ?? 1) + 5) % 7),
                !off.iso8601.hasPrefix(day)
            else { continue }
            expected = time
            break
        }
        #expect(try Self.shown(hours, zone: zone, entered: entered) == expected)
    }

    @Test(
        arguments: [
            // A beginning that the clock leaves out is the moment of the change; one that it shows twice is the first.
            ("02:30-05:00", "2026-03-28T23:30:00Z", "2026-03-29T01:00:00.000Z"),
            ("02:30-05:00", "2026-10-24T23:30:00Z", "2026-10-25T00:30:00.000Z"),
            // An end that it shows twice is the second: at 2:20 for the second time it is still open.
            ("01:00-02:30", "2026-10-25T01:20:00Z", "2026-10-25T01:20:00.000Z"),
            ("01:00-02:30", "2026-10-25T01:30:00Z", "2026-10-26T00:00:00.000Z"),
            // What begins on a day belongs to it, over midnight, too; 24:00 ends a day.
            ("Sa 22:00-02:00", "2026-05-02T23:59:00Z", "2026-05-02T23:59:00.000Z"),
            ("Sa 22:00-02:00", "2026-05-03T00:00:00Z", nil),
            ("Sa 22:00-24:00", "2026-05-02T21:59:59Z", "2026-05-02T21:59:59.000Z"),
            ("Sa 22:00-24:00", "2026-05-02T22:00:00Z", nil),
            // A later rule takes the place of an earlier one, a date's that of the week's.
            ("08:00-18:00; Mo off", "2026-05-04T08:00:00Z", "2026-05-05T06:00:00.000Z"),
            ("Mo off; 08:00-18:00", "2026-05-04T08:00:00Z", "2026-05-04T08:00:00.000Z"),
            ("off; 2026-05-04/2026-05-06 10:00-11:00", "2026-05-04T09:00:00Z", "2026-05-05T08:00:00.000Z"),
            ("2026-05-04 off; 08:00-18:00", "2026-05-04T08:00:00Z", "2026-05-05T06:00:00.000Z"),
            ("Fr-Mo 08:00-09:00", "2026-05-04T07:00:00Z", nil),
        ] as [(String, String, String?)]) func days(_ hours: String, _ entered: String, _ expected: String?) throws
    {
        let time = try #require(Timestamp(iso8601: entered))
        #expect(
            try Self.shown(hours, zone: "Europe/Berlin", entered: time, wait: .seconds(2 * 86400))?.iso8601 == expected)
    }

    @Test(arguments: [
        "", " ; ", "Mo", "Mo-Fr", "8-18", "08:00", "08:00-25:00", "Mo-Xy 08:00-18:00", "Mo 08:00-18:00 off",
        "Mo-Tu-We off",
        "2026-13-01 off", "2026-02-30 off", "2026-05-02/2026-05-01 off", "Mo 08:00–18:00",
    ]) func badHoursAreRefused(_ text: String) {
        #expect {
            _ = try WeeklyHours(text)
        } throws: { error in
            (error as? InputError)?.remedy.description.contains("Mo-Fr 08:00-18:00") == true
        }
    }

    @Test func savedHoursAreTheSame() throws {
        var policy = GatePolicy.here
        policy.timeZone = "Europe/Berlin"
        policy.whenRestarted = .keep
        var gate = try Gate(policy: policy)
        let night = try #require(Timestamp(iso8601: "2026-05-01T22:00:00Z"))
        _ = gate.handle(.report(ActivityReport(flags: .walking, confidence: .high)), at: night)
        var entry = RegionEntry(place: "a")
        entry.rules.hours = try WeeklyHours("00:10-18:00")
        #expect(gate.handle(.enter(entry), at: night).map(\.reasons) == [[.outsideHours]])
        var again = try Gate(policy: policy, savedState: try gate.savedState())
        let shown = again.advance(to: night + .seconds(3600))
        #expect(shown.map(\.kind) == [.deliver] && shown[0].time.iso8601 == "2026-05-01T22:10:00.000Z")
    }
}
