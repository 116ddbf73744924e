// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import Testing

/// `trips`: CSV, KML, stretches of days, names of places and privacy zones through the binary.
@Suite struct TripsExportTests {
    let folder: TemporaryFolder
    let track: String
    let later: String
    let store: String
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").path

    init() throws {
        folder = try TemporaryFolder()
        track = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "first.gpx")
        later = try folder.write(TripsTests.gpx(TripsTests.morning(start: "2026-05-12T06:00:00Z")), to: "later.gpx")
        store = folder.path("life.gaitway")
    }

    private func trips(_ arguments: String...) throws -> CommandResult {
        try Command.run(["trips", "--time-zone", "Europe/Berlin"] + arguments, in: folder)
    }

    private func zone(_ properties: String, latitude: Double = 50) throws -> String {
        try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",\
            "coordinates":[8,\(latitude)]},
            "properties":{\(properties)}}]}
            """, to: "zone.geojson")
    }

    // MARK: Formats

    @Test func csvAndKMLAreWritten() throws {
        let csv = try trips("--track", track, "--format", "csv")
        #expect(csv.status == 0)
        let rows = csv.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.map { $0[1] } == ["kind", "visit", "move", "visit"])
        #expect(rows[1][5] == "2026-05-01T08:00:00.000+02:00")
        let kml = try trips("--track", track, "--format", "kml")
        let reader = Elements()
        let parser = XMLParser(data: Data(kml.output))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.count["Placemark"] == 3 && reader.count["Point"] == 2 && reader.count["gx:Track"] == 1)
        #expect(reader.count["when"] == reader.count["gx:coord"])
    }

    private final class Elements: NSObject, XMLParserDelegate {
        var count: [String: Int] = [:]
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { count[name, default: 0] += 1 }
    }

    // MARK: Days

    @Test func stretchesOfDaysAreAskedFor() throws {
        #expect(try trips("--store", store, "--track", track, "--track", later).status == 0)
        for (arguments, days) in [
            (["--from", "2026-05-02"], ["2026-05-02", "2026-05-12"]),
            (["--to", "2026-W18"], ["2026-05-01", "2026-05-03"]),
            (["--from", "2026-05-12", "--to", "2026"], ["2026-05-12"]),
            (["--from", "2026-05"], ["2026-05-01", "2026-05-12"]),
            (["--day", "2026-05-12"], ["2026-05-12"]),
        ] {
            let result = try Command.run(
                ["trips", "--store", store, "--time-zone", "Europe/Berlin"] + arguments, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let titles = result.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0.prefix(10)) }
            #expect(titles.first == days.first && titles.last == days.last, "\(arguments): \(titles)")
            // The same from the tracks, and in a page.
            let tracks = try Command.run(
                ["trips", "--track", track, "--track", later, "--time-zone", "Europe/Berlin"] + arguments, in: folder)
            #expect(tracks.status == 0)
            #expect(
                tracks.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0.prefix(10)) } == titles
            )
        }
        for (arguments, status, word) in [
            (["--from", "2026-05-02", "--to", "2026-05-01"], Int32(2), "is after --to 2026-05-01"),
            (["--from", "2026-W54"], 2, "2026-W54"), (["--from", "2026-06"], 3, "nothing from 2026-06"),
            (["--from", "2026-04", "--to", "2026-04-30"], 3, "it lasts from 2026-05-01 to 2026-05-12"),
            (["--day", "2026-05-01", "--to", "2026-05-02"], 2, "give --day, or --from and --to"),
            (["--from", "2026-05-01T08:00"], 2, "take days here"),
        ] {
            for source in [["--store", store], ["--track", track, "--track", later]] {
                let result = try Command.run(
                    ["trips", "--time-zone", "Europe/Berlin"] + source + arguments, in: folder)
                #expect(result.status == status && result.errors.contains(word), "\(arguments): \(result.errors)")
                #expect(result.output.isEmpty)
            }
        }
        let list = try trips("correct", "list", "--store", store, "--from", "2026-05-01")
        #expect(list.status == 2 && list.errors.contains("does not go with"))
        let bare = try trips("correct", "merge", "visit", "--store", store, "--from", "2026-05-01")
        #expect(bare.status == 2 && bare.errors.contains("--from and --to"))
    }

    // MARK: Figures

    @Test func figuresOfTracksAndOfAStoreAgree() throws {
        #expect(try trips("--store", store, "--track", track, "--track", later).status == 0)
        for by in ["day", "week", "month", "year", "activity", "trip"] {
            for format in ["table", "json", "csv"] {
                let own = try trips("stats", "--track", track, "--track", later, "--by", by, "--format", format)
                let stored = try trips("stats", "--store", store, "--by", by, "--format", format)
                #expect(own.status == 0 && own.output == stored.output, "\(by) \(format): \(own.errors)")
            }
        }
        let csv = try trips("stats", "--store", store, "--by", "week", "--format", "csv").text
        #expect(csv.contains("\n2026-W18,") && csv.contains("\n2026-W20,"))
        let table = try trips("stats", "--store", store)
        #expect(
            table.text.contains("2026-05") && table.text.contains("automotive") && table.text.contains("median time"))
        let one = try trips("stats", "--store", store, "--by", "trip", "--format", "csv", "--from", "2026-05-12")
        #expect(one.text.split(separator: "\n").count == 2 && one.text.contains(",1,"))
        for (arguments, word) in [
            (["--by", "fortnight"], "fortnight"), (["--format", "gpx"], "not gpx"),
            (["--report", "a.html"], "--report"),
        ] {
            let bad = try Command.run(["trips", "stats", "--store", store] + arguments, in: folder)
            #expect(bad.status == 2 && bad.errors.contains(word), "\(bad.errors)")
        }
    }

    // MARK: Names

    @Test func placesAreNamedByAFileAndAProgram() throws {
        let places = try folder.write("name,latitude,longitude,radius\nHome,50.0002,8,60\n", to: "own.csv")
        let named = try trips("--track", track, "--places", places)
        #expect(named.status == 0 && named.text.contains(#/visit +Home/#), "\(named.errors)")
        let both = try trips(
            "--track", track, "--places", places, "--name-places",
            "while read -r line; do echo \"$line\" >> '\(folder.path("questions"))'; echo '{\"name\":\"Asked\"}'; done")
        #expect(both.status == 0 && both.text.contains("Home") && both.text.contains("Asked"), "\(both.errors)")
        let null = try trips("--track", track, "--name-places", "while read -r l; do echo '{\"name\":null}'; done")
        #expect(null.status == 0 && null.text.contains(#/visit       near .* \(1\)/#))
        // What a person said stands above both.
        _ = try trips("--store", store, "--track", track, "--format", "json")
        let json = try trips("--store", store, "--format", "json")
        let root = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let first = try #require((root["places"] as? [[String: Any]])?.first?["identifier"] as? String)
        #expect(try trips("correct", "name", first, "Mine", "--store", store).status == 0)
        let corrected = try trips(
            "--store", store, "--places", places, "--name-places", "sed 's/.*/{\"name\":\"Asked\"}/'")
        #expect(corrected.text.contains("Mine") && corrected.text.contains("Asked") && !corrected.text.contains("Home"))
        let nameless = try folder.write("latitude,longitude\n50,8\n", to: "nameless.csv")
        let bad = try trips("--track", track, "--places", nameless)
        #expect(bad.status == 3 && bad.errors.contains("nameless.csv:2") && bad.errors.contains("no name"))
    }

    @Test(arguments: [
        ("exit 7", "exit code 7"), ("kill -9 $$", "signal 9"), ("no-such-program", "exit code 127"),
        ("sleep 30", "longer"),
        ("exec >&- <&-; sleep 30", "longer"), ("sleep 30 & echo", "longer"), ("head -n 1 > /dev/null", "answered 0"),
        ("echo '{\"name\":\"one\"}'", "answered 1"), ("yes '{\"name\":\"x\"}' | head -n 9", "answered 9"),
        ("echo rubbish", "not JSON"), ("cat", "no \"name\""), ("echo '{\"name\":7}'", "not a text"), ("yes", "16 MiB"),
    ])
    func aProgramThatFailsTakesNoTimelineWithIt(_ command: String, _ word: String) throws {
        let alone = try trips("--track", track)
        // Only those that never end are waited for.
        let longest = word == "longer" ? "0.5" : "120"
        let result = try trips("--track", track, "--name-places", command, "--naming-time", longest)
        #expect(result.status == 3 && result.output == alone.output, "\(result.errors)")
        #expect(
            result.errors.contains("--name-places " + command.prefix(20)) && result.errors.contains(word),
            "\(result.errors)")
    }

    // MARK: Zones

    @Test func noFormatTellsOfAZone() throws {
        let script = Self.root + "/Benchmarks/privacy.py"
        let day = Self.root + "/Datasets/day/day.gpx"
        let result = try Command.shell("python3 '\(script)' \"$GAITWAY\" '\(day)' '\(track)'", in: folder)
        #expect(result.status == 0 && result.text.contains("2 tracks, 5 zones"), "\(result.text)\(result.errors)")
    }

    @Test func storesAndSelectionsHaveZonesToo() throws {
        let zone = try zone("\"radius\":100")
        #expect(try trips("--store", store, "--track", track).status == 0)
        let own = try trips("--track", track, "--privacy-zones", zone, "--format", "json")
        let stored = try trips("--store", store, "--privacy-zones", zone, "--format", "json")
        #expect(own.status == 0 && own.output == stored.output)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(own.output)) as? [String: Any])
        let items = try #require(root["items"] as? [[String: Any]])
        #expect(items.compactMap { $0["kind"] as? String } == ["gap", "move", "visit"])
        let move = try trips("--store", store, "--privacy-zones", zone, "--activity", "automotive", "--format", "csv")
        #expect(move.status == 0 && move.text.split(separator: "\n").count == 2)
        #expect(move.text.contains(try #require(items[1]["start"] as? String)))
        let whole = try trips("--store", store, "--format", "json")
        let all = try #require(try JSONSerialization.jsonObject(with: Data(whole.output)) as? [String: Any])
        let home = try #require((all["places"] as? [[String: Any]])?.first?["identifier"] as? String)
        let visits = try trips("--store", store, "--privacy-zones", zone, "--place", home)
        #expect(visits.status == 3 && visits.output.isEmpty && visits.errors.contains("hide all"), "\(visits.errors)")
    }

    @Test(arguments: [
        ("\"name\":\"Home\"", "has no radius"), ("\"radius\":\"wide\"", "not a number"), ("\"radius\":0", "above 0"),
        ("\"radius\":-5", "above 0"), ("\"radius\":1e9", "at most"),
    ])
    func aZoneWithoutARadiusIsRefused(_ properties: String, _ word: String) throws {
        let result = try trips("--track", track, "--privacy-zones", try zone(properties))
        #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1)
        #expect(result.errors.contains("zone.geojson:") && result.errors.contains(word), "\(result.errors)")
    }

    @Test func aFileThatHasNoZonesIsRefused() throws {
        for text in ["", "{}", "{\"features\":[]}", "latitude,longitude\n50,8\n", "{\"features\":[", "words"] {
            let file = try folder.write(text, to: "zones")
            let result = try trips("--track", track, "--privacy-zones", file)
            #expect(
                result.status == 3 && result.output.isEmpty && result.errors.contains("zones"),
                "\(text): \(result.errors)")
        }
        #expect(try trips("--track", track, "--privacy-zones", folder.path("none")).status == 3)
        let ring = "[[[7.999,49.999],[8.001,49.999],[8.001,50.001],[7.999,50.001],[7.999,49.999]]]"
        func polygon(_ properties: String) throws -> String {
            try folder.write(
                "{\"features\":[{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":\(ring)},"
                    + "\"properties\":{\(properties)}}]}",
                to: "polygon.geojson")
        }
        let hidden = try trips("--track", track, "--identifiers", "--privacy-zones", try polygon(""))
        // The place in it is gone, the one outside is not.
        #expect(hidden.status == 0 && hidden.text.contains("gap"), "\(hidden.errors)")
        #expect(!hidden.text.contains("p50.00") && hidden.text.contains("p50.08"), "\(hidden.text)")
        let named = try trips("--track", track, "--places", try polygon("\"name\":\"Home\""))
        #expect(named.status == 3 && named.errors.contains("is a polygon"))
    }
}
