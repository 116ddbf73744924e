// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import GaitwayTimeline
import TestSupport
import Testing

/// The phone's own reports in a logger's log are those of the ride, as a track's are.
@Suite struct PhoneReportTests {
    private static func ride(_ log: SensorLogText) throws -> RecordedRide {
        try RecordedRide(decoding: Array(log.text.utf8), source: "log.csv")
    }

    @Test func reportsComeWithTheFixes() throws {
        var log = SensorLogText(
            seconds: 30, reports: [.init(2, "Stationary"), .init(6, "walking", 0), .init(9, "tilting")])
        log.walksFrom = 5
        let ride = try Self.ride(log)
        #expect(ride.fixes.count > 1 && ride.canReport)
        #expect(ride.reports.map(\.activity.flags) == [.stationary, .walking])
        #expect(ride.reports.map(\.activity.confidence) == [.high, .low])
        #expect(ride.reports.map(\.delivered) == [.seconds(2), .seconds(6)])
        #expect(ride.reports.map(\.activity.elapsed) == [.milliseconds(1900), .milliseconds(5900)])
        #expect(ride.reports.first?.activity.start == Timestamp(iso8601: "2026-05-01T15:00:01.900Z"))
        // What a logger writes before the first report is not a report.
        #expect(try Self.ride(SensorLogText(seconds: 5)).reports.isEmpty)
    }

    /// A joined stream takes their place, and they stay known.
    @Test func aStreamTakesTheirPlace() throws {
        var log = SensorLogText(seconds: 30, reports: [.init(2, "cycling")])
        log.walksFrom = 0
        var ride = try Self.ride(log)
        try ride.join(
            stream: Walk.stream("walking", end: 30, source: "log.csv", origin: "2026-05-01T15:00:00.000Z"))
        #expect(ride.reports.allSatisfy { $0.activity.flags == .walking })
        #expect(ride.ownReports.map(\.activity.flags) == [.cycling])
    }

    /// A short walk is a move on foot if the phone says so.
    @Test func aShortWalkIsAMove() throws {
        var log = SensorLogText(seconds: 165, reports: [.init(0, "walking")])
        log.walksFrom = 0
        let items = try Self.ride(log).timeline().items
        let moves = items.compactMap { item -> Move? in if case .move(let move) = item { move } else { nil } }
        #expect(moves.count == 1 && items.count == 1)
        #expect(moves.first?.sections.map(\.activity) == [.walking])
        #expect(moves.first?.sections.first?.evidence == .reports)
    }
}
