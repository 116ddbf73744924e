// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import TestSupport
import Testing

/// `gaitway simulate --report`: a page that is whole, agrees with the other formats, and does not touch its inputs.
@Suite struct SimulateReportTests {
    let folder: TemporaryFolder
    let places: String
    let track: String
    let stream: String

    init() throws {
        folder = try TemporaryFolder()
        let along = stride(from: 100.0, to: 1600, by: 130).map { (name: "place-\(Int($0))", metres: $0) }
        places = try folder.write(Walk.places(along), to: "places.csv")
        track = try folder.write(Walk().gpx, to: "day.gpx")
        stream = try folder.write(Walk.stream("walking", end: 1200), to: "stream.ndjson")
    }

    private func simulate(_ more: String...) throws -> CommandResult {
        try Command.run(["simulate", "--track", track, "--places", places, "--time-zone", "UTC"] + more, in: folder)
    }

    private func page() throws -> String { String(decoding: try folder.read("run.html"), as: UTF8.self) }

    private func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.firstRange(of: "id=\"page-data\">"))
        let end = try #require(html[start.upperBound...].firstRange(of: "</script>"))
        let object = try JSONSerialization.jsonObject(with: Data(html[start.upperBound..<end.lowerBound].utf8))
        return try #require(object as? [String: Any])
    }

    private func isXML(_ html: String) -> Bool { XMLParser(data: Data(html.utf8)).parse() }

    @Test(arguments: ["gaitway", "here", "article"]) func thePageAgreesWithNDJSON(profile: String) throws {
        let options = ["--activities", stream, "--profile", profile, "--strategy", "nearest", "--delay", "60"]
        let arguments = ["simulate", "--track", track, "--places", places] + options
        let result = try Command.run(
            arguments + ["--format", "ndjson", "--report", folder.path("run.html")], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        // Beside the page the output is what it is without.
        #expect(result.output == (try Command.run(arguments + ["--format", "ndjson"], in: folder)).output)
        let html = try page()
        #expect(isXML(html) && !html.contains(folder.root))
        let data = try data(html)
        let rows = try #require(data["decisions"] as? [[Any]])
        let sets = try #require(data["reasons"] as? [[String]])
        let names = try #require((data["places"] as? [String: Any])?["names"] as? [String])
        let origin = try #require(data["origin"] as? Double)
        let lines = try result.text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let decisions = lines.filter { $0["decision"] != nil }
        #expect(rows.count == decisions.count && !rows.isEmpty)
        let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for (row, decision) in zip(rows, decisions) {
            let (time, place) = (try #require(row[0] as? Double), try #require(row[2] as? Int))
            let set = try #require(row[4] as? Int)
            let moment = try dates.parse(try #require(decision["time"] as? String)).timeIntervalSince1970
            #expect(abs(origin + time - moment) < 0.002)
            #expect(row[1] as? Int == decision["entry"] as? Int)
            #expect(names[place] == decision["place"] as? String)
            #expect(row[3] as? String == decision["decision"] as? String)
            #expect(sets[set] == decision["reasons"] as? [String])
            #expect(row[5] as? Int == decision["others"] as? Int)
        }
        let missed = try #require(data["missed"] as? [[Any]])
        #expect(missed.count == lines.count { $0["edge"] != nil })
        // `gate explain` says the same of each.
        let explained = try Command.run(
            ["gate", "explain", "--track", track, "--places", places] + options, in: folder)
        let first = try #require(rows.first?[7] as? String)
        let words = { (text: String) in text.split { $0.isWhitespace } }
        #expect(words(explained.text).starts(with: words(first)), "\(first)")
    }

    @Test func theSameInputGivesTheSamePage() throws {
        let first = try simulate("--activities", stream, "--compare", "--report", folder.path("run.html"))
        #expect(first.status == 0, "\(first.errors)")
        let html = try page()
        let again = try simulate("--activities", stream, "--compare", "--report", folder.path("run.html"), "--force")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try page() == html)
        #expect(first.output == (try simulate("--activities", stream, "--compare")).output)
        #expect(html.contains("<section id=\"strategies\"") && html.contains("<section id=\"policies\""))
        #expect(
            html.contains(
                "gaitway simulate --track day.gpx --places places.csv --activities stream.ndjson --time-zone UTC "
                    + "--compare --report run.html"
            ))
        for word in ["http:", "https:", " src=", "@import", "<link"] {
            #expect(!html.replacing("http://www.w3.org/2000/svg", with: "").contains(word), "\(word)")
        }
    }

    @Test func aPageOnStandardOutputIsAlone() throws {
        let result = try simulate("--report", "-")
        #expect(result.status == 0 && result.text.hasPrefix("<!DOCTYPE html>") && result.text.hasSuffix("</html>\n"))
        let both = try simulate("--report", "-", "--format", "ndjson")
        #expect(both.status == 2 && both.output.isEmpty)
    }

    @Test func aFaultOfTheStreamStandsInThePage() throws {
        let early = try folder.write(Walk.stream("automotive", end: 180), to: "early.ndjson")
        let result = try simulate("--activities", early, "--report", folder.path("run.html"))
        #expect(result.status == 3 && result.errors.contains("ends 1020 s before the track"))
        let html = try page()
        #expect(isXML(html) && html.contains("ends 1020 s before the track") && !html.contains(folder.root))
    }

    @Test func inputsAreNotOverwritten() throws {
        for input in [track, places, stream] {
            let before = try folder.read(String(input.split(separator: "/").last ?? ""))
            let result = try simulate("--activities", stream, "--report", input)
            #expect(result.status == 1 && result.errors.contains("is one of the files that are read"))
            #expect(try folder.read(String(input.split(separator: "/").last ?? "")) == before)
        }
    }

    @Test func whatCannotBeWrittenIsSaidBeforeTheWork() throws {
        let path = folder.path("missing/run.html")
        let result = try simulate("--report", path)
        #expect(result.status == 1 && result.output.isEmpty && result.errors.contains(path))
    }

    @Test func aLogWithoutFixesHasNoPage() throws {
        let empty = try folder.write("time,latitude,longitude\n", to: "empty.csv")
        let result = try Command.run(
            ["simulate", "--track", empty, "--places", places, "--report", folder.path("run.html")], in: folder)
        #expect(result.status == 3)
        #expect(throws: (any Error).self) { try page() }
    }

    @Test func aLogWithoutAWallClockCountsFromItsStart() throws {
        let table = try folder.write(Walk().table, to: "Location.csv")
        let result = try Command.run(
            ["simulate", "--track", table, "--places", places, "--report", folder.path("run.html")], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let html = try page()
        let origin = try data(html)["origin"]
        #expect(html.contains("no wall clock") && origin is NSNull)
    }

    @Test func namesThatAreMarkupStayNames() throws {
        let nasty = "identifier,latitude,longitude\n<script>alert(1)</script>,\(Walk.latitude(300)),8\n"
        let places = try folder.write(nasty, to: "<b>.csv")
        let result = try Command.run(
            ["simulate", "--track", track, "--places", places, "--report", folder.path("run.html")], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let html = try page()
        #expect(isXML(html) && !html.contains("<script>alert") && !html.contains("<b>.csv"))
        #expect(html.contains("&#39;&lt;b&gt;.csv&#39;"))
    }

    /// The page of a long ride past many places stays small.
    @Test func aLongRideStaysSmall() throws {
        var table = "time,latitude,longitude\n"
        for second in 0..<86_400 {
            // A spiral that no straight line fits.
            let angle = Double(second) / 1500
            let radius = 0.02 + Double(second) * 2e-6
            table += "\(second),\(50 + radius * cos(angle)),\(8 + radius * 1.5 * sin(angle))\n"
        }
        let track = try folder.write(table, to: "long.csv")
        let made = try Command.run(
            ["places", "make", "--track", track, "--count", "10000", "--spread", "300"], in: folder)
        let places = try folder.write(made.output, to: "places.geojson")
        let result = try Command.run(
            ["simulate", "--track", track, "--places", places, "--compare", "--report", folder.path("run.html")],
            in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let html = try page()
        #expect(html.utf8.count < 3_000_000, "\(html.utf8.count)")
        #expect(isXML(html) && html.contains("of 86,400 fixes"))
    }
}
