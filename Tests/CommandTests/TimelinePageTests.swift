// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import Testing

/// `gaitway trips --report`: a page that is whole, needs nothing else, and agrees with `--format json`.
@Suite struct TimelinePageTests {
    let folder: TemporaryFolder
    let track: String

    init() throws {
        folder = try TemporaryFolder()
        track = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "morning.gpx")
    }

    private func trips(_ arguments: [String], zone: String = "Europe/Berlin") throws -> CommandResult {
        try Command.run(["trips", "--time-zone", zone] + arguments, in: folder)
    }

    /// The page that some options give, which reads as XML, and what its script finds.
    private func page(_ arguments: [String], zone: String = "Europe/Berlin") throws -> (
        html: String, data: [String: Any]
    ) {
        let result = try trips(arguments + ["--report", folder.path("page.html"), "--force"], zone: zone)
        try #require(result.status == 0, "\(result.errors)")
        let html = String(decoding: try folder.read("page.html"), as: UTF8.self)
        let parser = XMLParser(data: Data(html.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        let start = try #require(html.firstRange(of: "id=\"page-data\">")).upperBound
        let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
        let data = try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8))
        return (html, try #require(data as? [String: Any]))
    }

    private func json(_ arguments: [String], zone: String = "Europe/Berlin") throws -> [String: Any] {
        let result = try trips(arguments + ["--format", "json"], zone: zone)
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    }

    private func seconds(_ text: Any?) throws -> Double {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return try #require((text as? String).flatMap(formatter.date(from:))).timeIntervalSince1970
    }

    /// Items, sections, days and totals of a page are those of the same timeline as JSON.
    private func expectAgreement(_ data: [String: Any], _ timeline: [String: Any]) throws {
        func objects(_ value: Any?) throws -> [[String: Any]] { try #require(value as? [[String: Any]]) }
        func expectTimes(_ own: [String: Any], _ other: [String: Any]) throws {
            for key in ["start", "end"] {
                let difference = try #require(own[key] as? Double) - seconds(other[key])
                // JSON cuts what is less than a millisecond off.
                #expect(difference > -0.0006 && difference < 0.0016)
            }
        }
        #expect(data["zone"] as? String == timeline["time_zone"] as? String)
        let places = try objects(data["places"])
        let known = try objects(timeline["places"])
        #expect(!places.contains { $0.keys.contains("identifier") }, "identifiers are internal")
        let (items, others) = (try objects(data["items"]), try objects(timeline["items"]))
        #expect(items.count == others.count)
        for (item, other) in zip(items, others) {
            #expect(item["kind"] as? String == other["kind"] as? String)
            #expect(item["ongoing"] as? Bool ?? false == other["ongoing"] as? Bool)
            try expectTimes(item, other)
            if let place = item["place"] as? Int {
                let match = try #require(known.first { $0["identifier"] as? String == other["place"] as? String })
                for key in ["latitude", "longitude"] {
                    let difference = try #require(places[place][key] as? Double) - #require(match[key] as? Double)
                    #expect(abs(difference) < 2e-6, "\(key)")
                }
            }
            for key in ["distance", "displacement"] { #expect(item[key] as? Double == other[key] as? Double) }
            let (sections, expected) = (
                item["sections"] as? [[String: Any]] ?? [], other["sections"] as? [[String: Any]] ?? []
            )
            #expect(sections.count == expected.count)
            for (section, other) in zip(sections, expected) {
                try expectTimes(section, other)
                #expect(section["activity"] as? String == other["activity"] as? String)
                #expect(section["distance"] as? Double == other["distance"] as? Double)
                #expect((section["path"] as? [String])?.count == (other["path"] as? [Any])?.count)
            }
        }
        let (days, summaries) = (try objects(data["days"]), try objects(timeline["days"]))
        #expect(days.map { $0["date"] as? String } == summaries.map { $0["date"] as? String })
        for (day, other) in zip(days, summaries) {
            try expectTimes(day, other)
            let (totals, summary) = (try objects(day["totals"]), try objects(other["summary"]))
            for key in ["activity", "duration", "distance"] {
                #expect(totals.map { $0[key] as? NSObject } == summary.map { $0[key] as? NSObject })
            }
        }
    }

    @Test func pageOfATrack() throws {
        let (html, data) = try page(["--track", track])
        try expectAgreement(data, json(["--track", track]))
        #expect(html.contains("<h1>Friday, 1 May 2026</h1>") && !html.contains(folder.root))
        #expect(html.contains("gaitway trips --track morning.gpx --time-zone Europe/Berlin --report page.html"))
        #expect(html.contains("default-src 'none'") && !html.contains("img-src"))
        // The only address is the name of SVG.
        for word in ["http:", "https:", " src=", "url(", "@import", "<link"] {
            let rest = html.replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!rest.contains(word), "\(word)")
        }
        // The usual output stands beside the page, and the same input gives the same bytes.
        let (first, table) = (try folder.read("page.html"), try trips(["--track", track]))
        let again = try trips(["--track", track, "--report", folder.path("page.html"), "--force"])
        #expect(again.output == table.output)
        #expect(try folder.read("page.html") == first)
    }

    @Test func pageOfAStoreAndOfWhatIsAskedOfIt() throws {
        let store = folder.path("life.gaitway")
        let second = try folder.write(
            TripsTests.gpx(TripsTests.morning(start: "2026-05-12T06:00:00Z")), to: "second.gpx")
        #expect(try trips(["--store", store, "--track", track, "--track", second]).status == 0)
        let timeline = try json(["--store", store])
        let (html, data) = try page(["--store", store])
        try expectAgreement(data, timeline)
        #expect((data["days"] as? [Any])?.count == 12)
        for section in ["day", "calendar", "sums"] { #expect(html.contains("<section id=\"\(section)\"")) }
        // A week without anything but a gap has no row.
        #expect(!html.contains("4 to 10 May 2026") && html.contains("href=\"#2026-05-01\""))

        let day = try page(["--store", store, "--day", "2026-05-12"])
        try expectAgreement(day.data, json(["--store", store, "--day", "2026-05-12"]))
        #expect((day.data["days"] as? [Any])?.count == 1 && !day.html.contains("<section id=\"calendar\""))

        let items = try #require(timeline["items"] as? [[String: Any]])
        let place = try #require(items.compactMap { $0["place"] as? String }.first)
        let name = "</title><script>alert(1)</script>'; & \"Home\""
        #expect(
            try Command.run(["trips", "correct", "name", place, name, "--store", store], in: folder).status == 0)
        let visits = try page(["--store", store, "--place", name])
        let kinds = (visits.data["items"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
        #expect(kinds == ["visit", "visit"] && (visits.data["days"] as? [Any])?.count == 2)
        #expect(visits.data["selection"] as? String == "visits to " + name && !visits.html.contains("<script>alert"))
        let moves = try page(["--store", store, "--activity", "automotive"])
        #expect(
            (moves.data["items"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } == ["move", "move"])
        #expect(try trips(["--store", store, "--day", "2026-06-01", "--report", folder.path("none.html")]).status == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.html")))
    }

    @Test func whatIsReadIsNeverWrittenTo() throws {
        let store = folder.path("life.gaitway")
        #expect(try trips(["--store", store, "--track", track]).status == 0)
        let before = try folder.read("life.gaitway")
        for path in ["life.gaitway", "life.gaitway-wal", "life.gaitway-shm", "life.gaitway-journal", "morning.gpx"] {
            let result = try trips(["--store", store, "--track", track, "--report", folder.path(path)])
            #expect(result.status == 1 && result.errors.contains("is one of the files that are read"), "\(path)")
        }
        #expect(try folder.read("life.gaitway") == before)
        let page = folder.path("out")
        let twice = try trips(["--track", track, "--report", page, "--output", page])
        #expect(twice.status == 1 && twice.errors.contains("twice"))
    }

    @Test func standardOutputHasThePageAlone() throws {
        let result = try trips(["--track", track, "--report", "-"])
        #expect(result.status == 0 && result.text.hasPrefix("<!DOCTYPE html>") && result.text.hasSuffix("</html>\n"))
        let both = try trips(
            ["--track", track, "--report", "-", "--format", "json", "--output", folder.path("day.json")])
        #expect(both.text.hasPrefix("<!DOCTYPE html>"))
        #expect(String(decoding: try folder.read("day.json"), as: UTF8.self).hasPrefix("{\"gaitway\":\"timeline\""))
    }

    @Test func aLogWithoutAWallClockNeedsAnOrigin() throws {
        let rows = (0..<400).map { step in
            "\(20 * step),\(50 + Double(max(0, min(30, step - 180))) * 0.0027),8.00000\(step % 7),8\n"
        }
        let bare = try folder.write(
            "seconds_elapsed,latitude,longitude,horizontalAccuracy\n" + rows.joined(), to: "bare.csv")
        let report = folder.path("bare.html")
        let result = try trips(["--track", bare, "--report", report])
        #expect(result.status == 3 && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.contains("which --report needs") && result.errors.contains("--origin"))
        #expect(!FileManager.default.fileExists(atPath: report))
        let placed = try page(["--track", bare, "--origin", "2026-05-01T08:00"])
        #expect(((placed.data["days"] as? [[String: Any]])?.first)?["date"] as? String == "2026-05-01")
    }

    @Test func tooLittleForATimeline() throws {
        let one = try folder.write(TripsTests.gpx(Array(TripsTests.morning().prefix(1))), to: "one.gpx")
        let result = try trips(["--track", one, "--report", folder.path("one.html")])
        #expect(result.status == 3 && result.errors.contains("too short"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("one.html")))
    }

    /// A visit over three days, a move of three seconds, days when clocks change: as JSON has them.
    @Test func longVisitsShortMovesAndChangesOfClocks() throws {
        func visit(_ from: String, _ to: String) -> String {
            "{\"kind\":\"visit\",\"start\":\"\(from)\",\"end\":\"\(to)\",\"ongoing\":false,\"place\":\"p1\","
                + "\"latitude\":50,\"longitude\":8,\"spread\":1,\"fixes\":2,\"longest_silence\":0,\"activities\":[]}"
        }
        let move = """
            {"kind":"move","start":"2026-03-30T10:00:00.000Z","end":"2026-03-30T10:00:03.000Z","ongoing":false,\
            "distance":4,"sections":[{"activity":"walking","start":"2026-03-30T10:00:00.000Z",\
            "end":"2026-03-30T10:00:03.000Z","evidence":"speed","duration":3,"distance":4,"unobserved_distance":0,\
            "mean_speed":1.33,"maximum_speed":2,"path":[[[179.99999,50,"2026-03-30T10:00:00.000Z"],[-179.99999,50,\
            "2026-03-30T10:00:03.000Z"]]]}]}
            """
        let items = [
            visit("2026-03-27T09:00:00.000Z", "2026-03-30T10:00:00.000Z"), move,
            visit("2026-03-30T10:00:03.000Z", "2026-03-30T11:00:00.000Z"),
        ]
        let file = try folder.write(
            "{\"gaitway\":\"timeline\",\"version\":1,\"items\":[" + items.joined(separator: ",") + "],\"places\":[]}",
            to: "life.json")
        let (_, data) = try page(["--track", file])
        try expectAgreement(data, json(["--track", file]))
        let days = try #require(data["days"] as? [[String: Any]])
        let hours = days.map { (($0["end"] as? Double ?? 0) - ($0["start"] as? Double ?? 0)) / 3600 }
        #expect(hours == [24, 24, 23, 24] && days.allSatisfy { $0["count"] as? Int ?? 0 > 0 })
        #expect(days.map { $0["count"] as? Int } == [1, 1, 1, 3])
        let total = try #require((days.last?["totals"] as? [[String: Any]])?.first)
        #expect(total["time"] as? String == "3\u{202F}s" && total["way"] as? String == "4\u{202F}m")
        let march = try #require((data["months"] as? [[String: Any]])?.first)
        #expect(march["title"] as? String == "March 2026")
    }

    @Test func aHundredThousandFixesInADay() throws {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let start = try #require(formatter.date(from: "2026-05-01T00:00:00.000Z"))
        let lines = (0..<100_000).map { step in
            let angle = Double(step) / 3000
            let jitter = Double((step * 7919) % 13 - 6) * 1e-6
            let time = formatter.string(from: start.addingTimeInterval(Double(step) * 0.8))
            return
                "<trkpt lat=\"\(50 + 0.05 * sin(angle) + jitter)\" "
                + "lon=\"\(8 + 0.08 * sin(2 * angle))\"><time>\(time)</time></trkpt>\n"
        }
        let dense = try folder.write(
            "<gpx version=\"1.1\"><trk><trkseg>\n" + lines.joined() + "</trkseg></trk></gpx>\n", to: "dense.gpx")
        let (html, data) = try page(["--track", dense])
        #expect(html.utf8.count < 1_000_000, "\(html.utf8.count)")
        #expect(((data["items"] as? [[String: Any]]) ?? []).contains { $0["kind"] as? String == "move" })
    }

    @Test func tilesOnlyOfTheServerThatIsNamed() throws {
        let tiles = "https://tile.example.org/grey/{z}/{x}/{y}.png"
        let (html, data) = try page(["--track", track, "--tiles", tiles, "--tiles-credit", "© <somebody>"])
        let policy = try #require(html.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
        #expect(policy.contains("img-src https://tile.example.org/grey/") && policy.hasPrefix("default-src 'none'"))
        #expect(
            policy.split(separator: ";").count == 4
                && html.contains("<meta name=\"referrer\" content=\"no-referrer\"/>"))
        let ground = try #require(data["ground"] as? [String: Any])
        let own = try #require(ground["tiles"] as? [String: Any])
        #expect(own["url"] as? String == tiles && own["attribution"] as? String == "© <somebody>")
        #expect(own["learnsOrigin"] as? Bool == false)
        for (arguments, words) in [
            (["--tiles", tiles], "--tiles needs --report"),
            (["--report", "a.html", "--tiles-credit", "me"], "--tiles-credit needs --tiles"),
            (["--report", "a.html", "--tiles", "http://tile.example.org/{z}/{x}/{y}.png"], "on the way"),
            (["--report", "a.html", "--tiles", "https://tile.example.org/{z}/{x}.png"], "{y} once"),
            (["--report", "a.html", "--tiles", "region.mbtiles"], "give --tiles osm or a server's address"),
            (["--report", "-", "--output", "-"], "standard output"),
            (["--report", "a.html", "--evaluate", "truth.csv"], "--report and --picture do not go with --evaluate"),
        ] {
            let result = try trips(["--track", track] + arguments)
            #expect(result.status == 2 && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
        let correct = try Command.run(
            ["trips", "--report", "a.html", "correct", "list", "--store", folder.path("none")], in: folder)
        #expect(correct.status == 2 && correct.errors.contains("--report does not go with"))
    }
}
