// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite struct PolicyTests {
    private func policy(_ text: String) throws -> TimelinePolicy {
        try TimelinePolicy(json: Array(text.utf8), source: "policy.json")
    }

    private func file(_ fields: String) -> String { "{\"gaitway\":\"timeline-policy\",\"version\":1,\n\(fields)}" }

    @Test func aFieldIsSetAndOthersKeepTheirDefault() throws {
        var expected = TimelinePolicy()
        expected.shortestVisit = .seconds(60)
        expected.jumpConfirmations = 5
        #expect(try policy(file("\"shortest_visit\":60,\"jump_confirmations\":5")) == expected)
        #expect(try policy(TimelinePolicy().json) == TimelinePolicy())
        #expect(try policy(expected.json) == expected)
    }

    @Test func whatIsWrongIsNamed() {
        for (text, word) in [
            (file("\"shortest_visits\":60"), "shortest_visits"), (file("\"still_share\":1.5"), "still_share"),
            (file("\"shortest_visit\":-1"), "shortest_visit"), (file("\"shortest_visit\":\"60\""), "shortest_visit"),
            (file("\"jump_confirmations\":2.5"), "jump_confirmations"), (file("\"shortest_visit\":400"), "longer"),
            (file("\"visit_radius\":0"), "radius"), ("{\"gaitway\":\"gate-policy\",\"version\":1}", "timeline-policy"),
            ("{\"gaitway\":\"timeline-policy\",\"version\":2}", "version"),
        ] {
            #expect {
                try policy(text)
            } throws: { error in
                String(describing: error).contains(word) && (error as? InputError)?.source == "policy.json"
            }
        }
    }

    @Test func modesAreReadAndChecked() throws {
        let modes = try policy(file("\"modes\":[\"automotive\",\"walking\",\"cycling\"]")).modes
        #expect(modes == [.walking, .cycling, .automotive])
        for text in ["[\"walking\",\"cycling\"]", "[\"flying\"]", "[\"stationary\",\"walking\",\"automotive\"]"] {
            #expect(throws: InputError.self) { try policy(file("\"modes\":\(text)")) }
        }
    }
}

@Suite struct MixedTrackTests {
    private func repairs(_ fixes: [(Timestamp, Location)]) -> TimelineRepairs {
        TimelineSegmenter.timeline(fixes: fixes.sorted { $0.0 < $1.0 }, reports: []).repairs
    }

    /// Another person's day, some metres to the east, with fixes between those of the first.
    private func other(_ metres: Double) -> [(Timestamp, Location)] {
        var day = DayScript(seed: 9)
        day.time = 5
        day.east = metres
        day.stay(7200)
        day.go(east: 9000, speed: 12, flags: .automotive)
        day.stay(12 * 3600)
        return day.fixes
    }

    @Test func twoPeopleInOneTrackAreNoticed() {
        let one = DayScript.usual(seed: 4)
        let mixed = repairs(one.fixes + other(40_000))
        #expect(mixed.isMixed(TimelinePolicy()))
        #expect(mixed.firstJump.map { abs(DayScript.seconds($0)) < 60 } == true)
        #expect(!repairs(one.fixes).isMixed(TimelinePolicy()))
        // In turns of three minutes every change is a leap that the next fixes confirm.
        let turns =
            one.fixes.filter { Int(proven: DayScript.seconds($0.0)) / 180 % 2 == 0 }
            + other(400_000).filter { Int(proven: DayScript.seconds($0.0)) / 180 % 2 == 1 }
        #expect(repairs(turns).leaps > 10 && repairs(turns).isMixed(TimelinePolicy()))
    }

    @Test func aPhoneThatIsOftenWrongIsNoSecondPerson() {
        var fixes = DayScript.usual(seed: 4).fixes
        for (number, index) in stride(from: 7, to: fixes.count, by: 15).enumerated() {
            // By the golden angle from one to the next, no two in one direction.
            fixes[index].1.latitude += 0.03 * sin(2.4 * Double(number))
            fixes[index].1.longitude += 0.04 * cos(2.4 * Double(number))
        }
        let repairs = repairs(fixes)
        #expect(repairs.jumps > fixes.count / 20)
        #expect(!repairs.isMixed(TimelinePolicy()))
    }

    @Test func aFlightIsNoSecondPerson() {
        var day = DayScript(seed: 3)
        day.stay(3600)
        // Nine hours off, at 250 m/s.
        day.time += 9 * 3600
        day.east += 8_100_000
        day.stay(3600)
        let repairs = repairs(day.fixes)
        #expect(repairs.leaps == 0 && repairs.jumps == 0)
        #expect(!repairs.isMixed(TimelinePolicy()))
    }
}
