// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

/// From local time to UTC and back.
@Suite struct LocalClockTests {
    /// At each change of each zone, the moments that show a local time are those that the offsets before and after
    /// give.
    @Test func readingsAroundEachChangeAreAllThatThereAre() throws {
        let database = ZoneDatabase.system
        var (skipped, repeated) = (0, 0)
        for name in database.names {
            let rules = try #require(try database.rules(of: name))
            for (index, change) in rules.changes.enumerated() where change > 0 {
                let before = index == 0 ? rules.earliest : rules.offsets[index - 1]
                let after = rules.offsets[index]
                // Other changes nearby are for their own turn.
                let neighbours = [index - 1, index + 1].filter(rules.changes.indices.contains).map { rules.changes[$0] }
                guard neighbours.allSatisfy({ $0.separation(from: change) > 4 * 86400 }) else { continue }
                let edges = [change + before, change + after]
                let times = edges.flatMap { [$0 - 1, $0, $0 + 1] } + [(edges[0] + edges[1]) / 2, change + 90_000]
                for local in times {
                    let expected = Set([before, after].map { local - $0 }).sorted().filter { moment in
                        local - moment == (moment < change ? before : after)
                    }
                    let readings = LocalClock.readings(of: local, rules.offset(at:))
                    #expect(readings == expected, "\(name) \(local)")
                    let instants = LocalClock.instants(of: local, rules.offset(at:))
                    #expect(instants.first == expected.first ?? change, "\(name) \(local)")
                    #expect(instants.last == expected.last ?? change, "\(name) \(local)")
                    skipped += expected.isEmpty ? 1 : 0
                    repeated += expected.count == 2 ? 1 : 0
                }
            }
        }
        #expect(skipped > 1000 && repeated > 1000)
    }

    @Test func daysAreCountedByTheLocalClock() throws {
        let zone = try LocalZone(name: "America/New_York")
        // 00:30 in New York on 2026-05-02, and half an hour before 1970.
        #expect(zone.day(at: try #require(Timestamp(iso8601: "2026-05-02T04:30:00Z"))) == 20_575)
        #expect(zone.day(at: try #require(Timestamp(iso8601: "2026-05-02T03:30:00Z"))) == 20_574)
        #expect(LocalClock.day(at: -1800) { _ in 0 } == -1)
        #expect(LocalClock.day(at: -86400) { _ in 0 } == -1)
    }

    @Test func spansEndWhenTheClockLastShowsTheirEnd() throws {
        let berlin = try LocalZone(name: "Europe/Berlin")
        // 2026-10-25: 02:00 to 03:00 comes twice.
        let day = 20_751 as Int64
        let repeated = berlin.span(onDay: day, from: 7200 + 1800, to: 7200 + 2700)
        #expect(
            repeated.from.iso8601 == "2026-10-25T00:30:00.000Z" && repeated.to.iso8601 == "2026-10-25T01:45:00.000Z")
        // 2026-03-29: 02:00 to 03:00 is skipped.
        let skipped = berlin.span(onDay: 20_541, from: 7200 + 1800, to: 4 * 3600)
        #expect(skipped.from.iso8601 == "2026-03-29T01:00:00.000Z" && skipped.to.iso8601 == "2026-03-29T02:00:00.000Z")
    }

    @Test func fractionsOfASecondArePreserved() throws {
        let zone = try LocalZone(name: "Asia/Kolkata")
        let local = try #require(Timestamp(iso8601: "2026-05-01T12:00:00.250Z"))
        #expect(zone.moments(of: local).map(\.iso8601) == ["2026-05-01T06:30:00.250Z"])
    }

    @Test func unknownZonesNameTheirOwner() {
        let error = #expect(throws: InputError.self) { try LocalZone(name: "Europe/Berlinn", of: "quiet hours") }
        #expect(error?.problem == "the time zone \"Europe/Berlinn\" of the quiet hours is not known")
    }
}
