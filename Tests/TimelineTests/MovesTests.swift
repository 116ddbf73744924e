// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite struct MovesTests {
    /// Version 1.1: two days, a visit over midnight in both, a hole of two minutes, a place without a name.
    static let current = """
        [{"date":"20140602","summary":[{"activity":"walking","group":"walking","duration":600,\
        "distance":700}],"segments":[
        {"type":"place","startTime":"20140602T080000-0700","endTime":"20140602T180000-0700",
         "place":{"id":7,"name":"Office \\"A\\"","type":"user","location":{"lat":37.5,"lon":-122.25}},
         "activities":[{"activity":"walking","group":"walking","manual":false,"startTime":"20140602T120000-0700",\
        "endTime":"20140602T121000-0700","duration":600,"distance":700}]},
        {"type":"move","startTime":"20140602T180000-0700","endTime":"20140602T184000-0700","activities":[
         {"activity":"walking","group":"walking","startTime":"20140602T180000-0700","endTime":"20140602T180500-0700",\
        "duration":300,"distance":400,
          "trackPoints":[{"lat":37.5,"lon":-122.25,"time":"20140602T180000-0700"},{"lat":37.501,"lon":-122.25,\
        "time":"20140602T180400-0700"}]},
         {"activity":"transport","group":"transport","startTime":"20140602T180520-0700",\
        "endTime":"20140602T183000-0700","duration":1480,"distance":15000,"trackPoints":[]},
         {"activity":"skateboarding","startTime":"20140602T183500-0700","endTime":"20140602T184000-0700",\
        "duration":300,"distance":1200}]},
        {"type":"place","startTime":"20140602T184200-0700","endTime":"20140603T070000-0700","place":{"id":8,\
        "type":"home","location":{"lat":37.6,"lon":-122.3}}}
        ],"lastUpdate":"20140603T010000Z"},
        {"date":"20140603","summary":null,"segments":[
        {"type":"place","startTime":"20140602T184200-0700","endTime":"20140603T070000-0700","place":{"id":8,\
        "type":"home","location":{"lat":37.6,"lon":-122.3}}},
        {"type":"off","startTime":"20140603T070000-0700","endTime":"20140603T080000-0700"}]},
        {"date":"20140604","segments":null}]
        """

    /// The same walk in version 1.0: UTC, and codes of three letters.
    static let older = """
        [{"date":"20130315","summary":[{"activity":"wlk","duration":300,"distance":400,"steps":500}],"segments":[
        {"type":"move","startTime":"20130315T180000Z","endTime":"20130315T184000Z","activities":[
        {"activity":"wlk","startTime":"20130315T180000Z","endTime":"20130315T181000Z","duration":600,\
        "distance":700,"steps":900},
        {"activity":"run","startTime":"20130315T181000Z","endTime":"20130315T182000Z","duration":600,\
        "distance":1700,"steps":1400},
        {"activity":"cyc","startTime":"20130315T182000Z","endTime":"20130315T183000Z","duration":600,"distance":2700},
        {"activity":"trp","startTime":"20130315T183000Z","endTime":"20130315T184000Z","duration":600,\
        "distance":9700}]}]}]
        """

    private func storyline(_ text: String) throws -> MovesStoryline {
        try MovesStoryline(decoding: Array(text.utf8), source: "moves.json")
    }

    @Test func theCurrentVersionIsReadAsItIs() throws {
        let storyline = try storyline(Self.current)
        let items = storyline.timeline.items
        expectTouching(items)
        #expect(items.map(kind) == ["visit", "move", "gap", "visit", "gap"])
        #expect(items[0].span.start.iso8601 == "2014-06-02T15:00:00.000Z")
        #expect(items[0].visit?.activities.map(\.activity) == [.walking])
        let sections = try #require(items[1].move).sections
        // Twenty seconds belong to the walk; five minutes are a pause; a board at 4 m/s counts as a ride, and says so.
        #expect(sections.map(\.activity) == [.walking, .automotive, .stationary, .cycling])
        #expect(sections.map(\.evidence) == [.reports, .reports, .reports, .speed])
        #expect(sections.map(\.distance) == [400, 15_000, 0, 1200])
        #expect(sections[0].span.seconds == 320 && sections[0].path[0].count == 2)
        #expect(items[2].span.seconds == 120)
        #expect(storyline.repairs == [.repeated: 1, .otherActivity: 1])
        let names = storyline.timeline.places.map(\.name)
        #expect(names == ["Office \"A\"", nil])
        #expect(storyline.timeline.places.map(\.identifier) == ["moves-7", "moves-8"])
        #expect(items.compactMap(\.visit?.placeIdentifier) == ["moves-7", "moves-8"])
    }

    @Test func theOlderVersionIsReadToo() throws {
        let sections = try #require(try storyline(Self.older).timeline.items.first?.move).sections
        #expect(sections.map(\.activity) == [.walking, .running, .cycling, .automotive])
        #expect(sections.map(\.distance) == [700, 1700, 2700, 9700])
    }

    @Test func aVisitCutAtMidnightIsOne() throws {
        let text = """
            [{"date":"20140602","segments":[
            {"type":"place","startTime":"20140602T200000+0200","endTime":"20140603T000000+0200","place":{"id":1,\
            "location":{"lat":47,"lon":8}}}]},
            {"date":"20140603","segments":[
            {"type":"place","startTime":"20140603T000000+0200","endTime":"20140603T080000+0200","place":{"id":1,\
            "location":{"lat":47,"lon":8}}}]}]
            """
        let items = try storyline(text).timeline.items
        #expect(items.map(kind) == ["visit"])
        #expect(items[0].span.seconds == 12 * 3600)
    }

    @Test(arguments: 1...3) func whatIsExportedIsReadBack(seed: UInt64) throws {
        var clusterer = PlaceClusterer()
        let items = clusterer.assign(DayScript.usual(seed: seed).items())
        var places = clusterer.places
        places[0].name = "Home"
        let document = TimelineDocument(items: items, places: places)
        let text = TimelineExport.moves(document) { _ in 7200 }
        let back = try storyline(text).timeline
        #expect(back.items.map(kind) == items.map(kind))
        #expect(back.places.map(\.name).contains("Home"))
        for (before, after) in zip(items, back.items) {
            // That format has whole seconds.
            #expect(before.span.start.nanoseconds.separation(from: after.span.start.nanoseconds) < 1_000_000_000)
            guard let move = before.move, let read = after.move else { continue }
            #expect(read.sections.map(\.activity) == move.sections.map(\.activity))
            #expect(try abs(#require(read.distance) - #require(move.distance)) < 3)
        }
        // What was read is written the same for ever after.
        let again = TimelineExport.moves(back) { _ in 7200 }
        let isStable = TimelineExport.moves(try storyline(again).timeline) { _ in 7200 } == again
        #expect(isStable)
    }

    @Test func aFileCutShortSaysSo() {
        let bytes = Array(Self.current.utf8)
        for length in [bytes.count - 2, bytes.count / 2, 400] {
            #expect {
                try MovesStoryline(decoding: Array(bytes[..<length]), source: "moves.json")
            } throws: { error in
                let fault = error as? InputError
                return fault?.code == .truncated && fault?.source == "moves.json" && fault?.line != nil
            }
        }
    }

    @Test func whatIsNoStorylineIsRefused() {
        for text in [
            "[]", "[1]",
            "{\"segments\":[{\"type\":\"stop\",\"startTime\":\"20140602T200000Z\",\"endTime\":\"20140602T210000Z\"}]}",
            Self.current.replacing("20140602T184200-0700", with: "yesterday"),
            Self.current.replacing("37.6", with: "137.6"),
        ] {
            #expect(throws: InputError.self, "\(text.prefix(40))") { try storyline(text) }
        }
    }

    @Test func damageNeverTraps() {
        var random = SeededGenerator(seed: 3)
        let bytes = Array(Self.current.utf8)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] =
                    Array("0123456789eE+-.,\"{}[]TZ \n".utf8).randomElement(using: &random) ?? 0
            }
            guard let items = try? MovesStoryline(decoding: damaged).timeline.items else { continue }
            expectTouching(items)
        }
    }
}
