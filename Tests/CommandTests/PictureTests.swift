// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import Testing

/// `--picture`: a drawing that is whole, needs nothing else, and shows the figures.
@Suite struct PictureTests {
    let folder: TemporaryFolder
    let log: String

    init() throws {
        folder = try TemporaryFolder()
        var mixed = SyntheticLog(seconds: 90)
        mixed.append(.bouncing, seconds: 120, start: 90)
        log = try folder.write(mixed.text, to: "mixed <b>&.csv")
    }

    private func drawing(_ name: String) throws -> String {
        let svg = String(decoding: try folder.read(name), as: UTF8.self)
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\""))
        for word in ["http:", "https:", "url(", "@import", "<script", "var(", "nan", "inf\""] {
            #expect(!svg.replacing("http://www.w3.org/2000/svg", with: "").contains(word), "\(word)")
        }
        return svg
    }

    /// The rectangles of a class, by left end and width, in the lanes of answers.
    private func spans(_ svg: String, _ name: String) -> Int {
        svg.components(separatedBy: "<rect class=\"\(name)\"").count - 1
    }

    @Test func theLanesOfARide() throws {
        let usual = try Command.run(["classify", log], in: folder)
        let result = try Command.run(["classify", log, "--picture", folder.path("ride.svg")], in: folder)
        #expect(result.status == 0 && result.errors == usual.errors, "\(result.errors)")
        #expect(result.output == usual.output)
        let svg = try drawing("ride.svg")
        #expect(svg.contains("mixed &lt;b&gt;&amp;.csv"))
        for word in ["acceleration", "probabilities", "activity", "stationary 1 min", "cycling 2 min"] {
            #expect(svg.contains(word.replacing(" min", with: "")), "\(word)")
        }
        // In its lane and in the legend.
        #expect(spans(svg, "cycling") == 2 && spans(svg, "stationary") == 2)
        #expect(!svg.contains(">label<"))
        // Follows the viewer, unless a theme is chosen.
        #expect(svg.contains("prefers-color-scheme: dark"))
        let manifest = try folder.write(
            "recording,activity,start_s,end_s\nmixed <b>&.csv,stationary,0,90\nmixed <b>&.csv,cycling,90,210\n",
            to: "labels.csv")
        for (theme, paper) in [("light", "#fcfcfa"), ("dark", "#15181b")] {
            let arguments = ["--picture", folder.path("ride.svg"), "--force", "--theme", theme, "--labels", manifest]
            let themed = try Command.run(["classify", log] + arguments, in: folder)
            #expect(themed.status == 0, "\(themed.errors)")
            let svg = try drawing("ride.svg")
            #expect(svg.contains(".paper { fill: \(paper); }") && !svg.contains("prefers-color-scheme"))
            #expect(svg.contains(">label<") && spans(svg, "cycling") == 3)
        }
    }

    @Test func theFiguresOfAnEvaluation() throws {
        try SyntheticLog.writeRides(to: folder)
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in (0..<4).map { "\(motion)-\($0).csv,\(label),set,user-\($0)" } }
        let manifest = try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/manifest.csv")
        let result = try Command.run(
            [
                "evaluate", manifest, "--cross-validate", "user", "--picture", folder.path("figures.svg"), "--json",
                folder.path("figures.json"),
            ], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let svg = try drawing("figures.svg")
        let figures = try #require(
            try JSONSerialization.jsonObject(with: Data(try folder.read("figures.json"))) as? [String: Any])
        for figure in [figures["macro_f1"], figures["ece"]] {
            #expect(svg.contains(String(format: "%.3f", try #require(figure as? Double))))
        }
        let confusion = try #require(figures["confusion"] as? [String: Any])
        let counts = try #require(confusion["counts"] as? [[Double]]).joined().filter { $0 > 0 }
        let cells = svg.components(separatedBy: "fill-opacity").count - 1
        #expect(cells == counts.count && cells >= 3)
        let classes = try #require(figures["classes"] as? [String: [String: Any]])
        for (name, own) in classes {
            guard let f1 = own["f1"] as? Double else { continue }
            #expect(svg.contains(String(format: "%.3f", f1)), "\(name)")
        }
        // The calibration error stands above all points and stems, wherever they lie.
        let words = try #require(svg.firstMatch(of: #/<text class="figure" x="[\d.]+" y="([\d.]+)">calibration error/#))
        let baseline = try #require(Double(words.output.1))
        let circles = svg.matches(of: #/<circle class="(?:few|many)" cx="[\d.]+" cy="([\d.]+)" r="([\d.]+)"/#)
            .compactMap { match in Double(match.output.1).flatMap { y in Double(match.output.2).map { y - $0 } } }
        let stems = svg.matches(of: #/<path class="gap [a-z]+" d="M[\d.]+ ([\d.]+)V([\d.]+)"/#)
            .flatMap { [$0.output.1, $0.output.2] }.compactMap { Double($0) }
        #expect(!circles.isEmpty && circles.count == stems.count / 2)
        #expect((circles + stems).allSatisfy { $0 > baseline + 4 })
    }

    @Test func theMapAndTheBarOfADay() throws {
        let track = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "morning.gpx")
        let result = try Command.run(
            ["trips", "--time-zone", "Europe/Berlin", "--track", track, "--picture", folder.path("day.svg")], in: folder
        )
        #expect(result.status == 0, "\(result.errors)")
        let svg = try drawing("day.svg")
        let table = try Command.run(
            ["trips", "--time-zone", "Europe/Berlin", "--track", track, "--format", "json"], in: folder)
        let day = try #require(try JSONSerialization.jsonObject(with: Data(table.output)) as? [String: Any])
        let items = try #require(day["items"] as? [[String: Any]])
        let visits = items.filter { $0["kind"] as? String == "visit" }
        #expect(!visits.isEmpty && spans(svg, "bar") == visits.count)
        let places = try #require(day["places"] as? [[String: Any]])
        #expect(svg.components(separatedBy: "<circle class=\"few\"").count - 1 == places.count)
        #expect(svg.contains("<path class=\"path ") && svg.contains(">6:00<"))
        let twice = try Command.run(
            ["trips", "--time-zone", "Europe/Berlin", "--track", track, "--picture", folder.path("day.svg")], in: folder
        )
        #expect(twice.status == 1 && twice.errors.contains("--force"), "\(twice.errors)")
    }

    /// On the day on which clocks are set forward, 10:00 lies where it lies on other days.
    @Test func barsStandAtTheClock() throws {
        let rows = (0...240).map { minute in
            "2026-03-29T\(String(format: "%02d:%02d", 8 + minute / 60, minute % 60)):00Z,52.5,13.4"
        }
        let track = try folder.write(
            (["time,latitude,longitude"] + rows).joined(separator: "\n") + "\n", to: "still.csv")
        for (zone, hours) in [("Europe/Berlin", 10.0), ("UTC", 8)] {
            let result = try Command.run(
                ["trips", "--time-zone", zone, "--track", track, "--picture", folder.path("still.svg"), "--force"],
                in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let bar = try #require(try drawing("still.svg").firstMatch(of: /<rect class="bar" x="([0-9.]+)" y/))
            #expect(abs((Double(bar.1) ?? 0) - (170 + 990 * hours / 24)) < 0.1, "\(zone): \(bar.1)")
        }
    }

    /// A short log is a line, a long name stays within the picture, and each colour has a word.
    @Test func shortLogsAndLongNames() throws {
        let name = String(repeating: "a long name of a ride ", count: 9)
        let short = try folder.write(SyntheticLog(.bouncing, seconds: 30).text, to: name + ".csv")
        let result = try Command.run(["classify", short, "--picture", folder.path("short.svg")], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let svg = try drawing("short.svg")
        let line = try #require(svg.matches(of: /<path class="line" d="(M[^"]+)"/).map(\.1).max { $0.count < $1.count })
        #expect(line.count { $0 == "L" } > 300 && line.count { $0 == "M" } == 1, "\(line.prefix(80))")
        let title = try #require(svg.firstMatch(of: /<text class="title"[^>]*>([^<]+)</)).1
        #expect(title.count <= 81 && title.contains("…") && title.hasSuffix(".csv"))
        #expect(svg.contains("<title>\(name).csv</title>"))
        // Told as cycling, with a tenth of walking.
        let words = svg.matches(of: />([^<>]+)<\/text>/).map(\.1)
        #expect(words.contains("cycling 30\u{202F}s, 100\u{202F}%") && words.contains("walking"), "\(words)")
    }

    @Test func aPNGNeedsItsProgram() throws {
        let png = folder.path("ride.png")
        if FileManager.default.fileExists(atPath: "/usr/bin/rsvg-convert") {
            let result = try Command.run(["classify", log, "--picture", png], in: folder)
            #expect(result.status == 0, "\(result.errors)")
            let bytes = try folder.read("ride.png")
            #expect(bytes.starts(with: [0x89] + Array("PNG".utf8)))
            // The width stands in the first chunk.
            #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 1200)
        }
        let line = "PATH=/nowhere \"$GAITWAY\" classify '\(log)' --picture '\(png)' --force"
        let missing = try Command.shell(line, in: folder)
        #expect(missing.status == 3 && missing.output.isEmpty && missing.errorLines.count == 1, "\(missing.errors)")
        #expect(missing.errors.contains("apt-get install librsvg2-bin"), "\(missing.errors)")
    }

    @Test func wrongPicturesAreRefusedAtOnce() throws {
        for arguments in [
            ["classify", log, "--picture", folder.path("ride.jpg")], ["classify", log, "--picture", "-"],
            ["classify", log, "--theme", "dark"], ["classify", log, log, "--picture", folder.path("ride.svg")],
            ["classify", log, "--picture", folder.path("ride.svg"), "--theme", "sepia"],
            ["trips", "--track", log, "--evaluate", log, "--picture", folder.path("day.svg")],
            ["evaluate", log, "--phone", "--picture", folder.path("phone.svg")],
        ] {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status == 2 && result.output.isEmpty && result.errorLines.count == 1, "\(result.errors)")
        }
        let own = try folder.write(SyntheticLog(seconds: 10).text, to: "own.svg")
        let itself = try Command.run(["classify", own, "--picture", own, "--force"], in: folder)
        #expect(itself.status == 1 && itself.errors.contains("is one of the files that are read"), "\(itself.errors)")
    }
}
