// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import GaitwayBase
import TestSupport
import Testing

/// `gaitway classify --report`: the page of a ride beside the usual output.
@Suite struct RideReportTests {
    let folder: TemporaryFolder
    let mixed: String

    init() throws {
        folder = try TemporaryFolder()
        var log = SyntheticLog(seconds: 90, start: 1_750_000_000)
        log.append(.bouncing, seconds: 120, start: 1_750_000_090)
        // A gap of half a minute, and a row that says nothing.
        log.append(.still, seconds: 60, start: 1_750_000_240)
        log.rows.insert("1750000020.01,nan,0,9.81", at: 1001)
        mixed = try folder.write(log.text, to: "mixed.csv")
        // A gap of 4 s.
        var walk = SyntheticLog(.bouncing, seconds: 60)
        walk.append(.bouncing, seconds: 60, start: 64)
        _ = try folder.write(walk.text, to: "short.csv")
    }

    private func page(_ name: String = "page.html") throws -> String {
        String(decoding: try folder.read(name), as: UTF8.self)
    }

    /// The data of a page that is whole: it reads as XML, and has one script, and nothing from elsewhere.
    private func data(_ html: String) throws -> [String: Any] {
        let parser = XMLParser(data: Data(html.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        for word in ["http:", "https:", " src=", "@import", "<link", " onclick="] {
            // The namespace of SVG is not an address to load.
            #expect(!html.replacing("http://www.w3.org/2000/svg", with: "").contains(word), "\(word)")
        }
        let start = try #require(html.firstRange(of: "id=\"page-data\">")).upperBound
        let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
        let object = try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8))
        return try #require(object as? [String: Any])
    }

    private func numbers<Number: FixedWidthInteger>(_ value: Any?, _ kind: Number.Type) throws -> [Number] {
        let text = try #require(value as? String)
        let bytes = try #require(Data(base64Encoded: text))
        return stride(from: 0, to: bytes.count, by: MemoryLayout<Number>.size).map { start in
            (0..<MemoryLayout<Number>.size).reduce(Number(0)) {
                $0 | Number(truncatingIfNeeded: Int(bytes[start + $1])) << ($1 * 8)
            }
        }
    }

    /// The page says what the table says, row by row.
    @Test(arguments: ["mixed.csv", "short.csv"], [[], ["--all"], ["--smoothing", "causal"]])
    func rowsAreThoseOfTheTable(log: String, options: [String]) throws {
        let result = try Command.run(
            ["classify", folder.path(log), "--report", folder.path("page.html")] + options, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let html = try page()
        let stretches = try #require(try data(html)["stretches"] as? [String: Any])
        let predictions = try #require(try data(html)["answers"] as? [String])
        let reasons = try #require(try data(html)["reasons"] as? [String])
        let codes = try numbers(stretches["codes"], UInt8.self)
        let starts = try numbers(stretches["seconds"], UInt32.self)
        let lengths = try numbers(stretches["lengths"], UInt32.self)
        let probabilities = try numbers(stretches["probabilities"], UInt8.self)
        func clock(_ seconds: UInt32) -> String {
            String(format: "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
        }
        let rows = codes.indices.map { index -> [String] in
            let prediction = codes[index] & 7
            let name =
                prediction == 7
                ? "vehicle at rest"
                : predictions[Int(prediction)] == "none" ? "none of these" : predictions[Int(prediction)]
            let reason = codes[index] / 24
            return [
                clock(starts[index]), clock(lengths[index]), name,
                reason == 0 ? ["low", "medium", "high"][Int(codes[index] / 8 % 3)] : reasons[Int(reason) - 1],
                probabilities[index] == 255 ? "" : "\(probabilities[index]) %",
            ].filter { !$0.isEmpty }
        }
        let table = result.text.split(separator: "\n").dropFirst().prefix { !$0.contains("  end") }
        #expect(table.count == rows.count && rows.count >= 3)
        for (line, row) in zip(table, rows) {
            var rest = line[...]
            for cell in row {
                let found = try #require(rest.firstRange(of: cell), "\(cell) in \(line)")
                rest = rest[found.upperBound...]
            }
        }
        #expect(
            html.contains(
                options.contains("causal")
                    ? "Smoothed from the past only (causal)" : "Smoothed over the whole log (viterbi)"))
        #expect(
            html.contains("gaitway classify \(log)" + options.map { " " + $0 }.joined()) == !options.contains(
                "--all") || html.contains("--all"))
        #expect(!html.contains(folder.root))
    }

    /// A page changes nothing of what is written beside it, and the same input gives the same bytes.
    @Test(arguments: ["table", "ndjson", "csv"]) func outputIsAsWithout(format: String) throws {
        let arguments = ["classify", mixed, "--format", format]
        let without = try Command.run(arguments, in: folder)
        let with = try Command.run(arguments + ["--report", folder.path("page.html")], in: folder)
        let again = try Command.run(arguments + ["--report", folder.path("again.html"), "--jobs", "3"], in: folder)
        #expect(with.status == 0 && with.output == without.output && with.errors == without.errors)
        #expect(again.output == without.output)
        #expect(try page() == page("again.html").replacing("again.html", with: "page.html"))
    }

    @Test func repairsHaveCountsAndPlaces() throws {
        let result = try Command.run(["classify", mixed, "--report", folder.path("page.html")], in: folder)
        #expect(result.text.contains("repaired: gap 1, not-a-number 1"))
        let html = try page()
        let repairs = try #require(try data(html)["repairs"] as? [[String: Any]])
        let places = Dictionary(
            uniqueKeysWithValues: repairs.map { ($0["kind"] as? String ?? "", $0["places"] as? [Double] ?? []) })
        let gap = try #require(places["gap"])
        #expect(gap.count == 3 && abs(gap[0] - 210) < 0.1 && abs(gap[1] - 240) < 0.1 && gap[2] == 1)
        let row = try #require(places["not-a-number"])
        #expect(row.count == 3 && row[0] <= 20 && row[1] >= 20 && row[2] == 1)
        #expect(html.contains("0:03:29, 30.0 s"))
    }

    @Test func streamsComeFromPipesAndZips() throws {
        let bytes = try folder.read("mixed.csv")
        let piped = try Command.run(
            ["classify", "-", "--report", folder.path("page.html")], chunks: [bytes[..<5000], bytes[5000...]],
            in: folder)
        #expect(piped.status == 0, "\(piped.errors)")
        let html = try page()
        #expect(html.contains("standard input") && html.contains("Smoothed from the past only (causal)"))
        #expect(try data(html)["path"] is NSNull)
        // The reader of the stream stops early; the page is written all the same.
        let target = folder.path("closed.html")
        let closed = try Command.shell(
            """
            $GAITWAY classify '\(mixed)' --format ndjson --every-window --report '\(target)' | head -1
            exit ${PIPESTATUS[0]}
            """,
            in: folder)
        #expect(closed.status == 0, "\(closed.errors)")
        _ = try data(try page("closed.html"))
        // Standard output has the page alone.
        let alone = try Command.run(["classify", mixed, "--report", "-"], in: folder)
        #expect(alone.status == 0 && alone.text.hasPrefix("<!DOCTYPE html>"))
        _ = try data(alone.text)
    }

    @Test func pathsAreShownWhereThereAreFixes() throws {
        let commute = "Datasets/commute"
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let arguments = ["classify", root + "/" + commute, "--format", "ndjson"]
        let result = try Command.run(arguments + ["--report", folder.path("page.html")], in: folder)
        #expect(result.output == (try Command.run(arguments, in: folder)).output)
        let data = try data(page())
        let path = try #require(data["path"] as? [String: Any])
        let latitudes = try numbers(path["latitudes"], Int32.self)
        #expect(latitudes.count > 100 && latitudes.allSatisfy { $0 > 46_000_000 && $0 < 48_000_000 })
        #expect(
            (data["signals"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["acceleration", "rotation"])
    }

    @Test func badLogsHavePagesThatSaySo() throws {
        // Too slow for the model.
        try folder.write(SyntheticLog(.bouncing, seconds: 120, rate: 5).text, to: "slow.csv")
        let slow = try Command.run(
            ["classify", folder.path("slow.csv"), "--report", folder.path("slow.html")], in: folder)
        #expect(slow.status == 0)
        var html = try page("slow.html")
        _ = try data(html)
        #expect(html.contains("unknown throughout: the log has fewer samples a second"))
        // Too short for a window, with a name that would be markup.
        let name = "<script>alert(1)<b> & 'co'.csv"
        try folder.write(SyntheticLog(seconds: 3).text, to: name)
        let short = try Command.run(["classify", folder.path(name), "--report", folder.path("short.html")], in: folder)
        #expect(short.status == 0)
        html = try page("short.html")
        #expect(try data(html)["name"] as? String == name)
        #expect(!html.contains("<script>alert") && html.contains("too-short"))
        #expect(try data(html)["spectrogram"] is NSNull)
        // Cut in the middle.
        let packed = try Command.shell(
            "gzip -c '\(mixed)' > '\(folder.path("whole.gz"))' && head -c 60000 '\(folder.path("whole.gz"))' > "
                + "'\(folder.path("cut.csv.gz"))'",
            in: folder)
        #expect(packed.status == 0)
        // A page of a part would look whole: none is written, and an old one stays.
        let arguments = ["classify", folder.path("cut.csv.gz"), "--report", folder.path("cut.html")]
        let cut = try Command.run(arguments, in: folder)
        #expect(cut.status == 3 && cut.text.contains("stationary"))
        #expect(cut.errors.contains("gzip data end too early") && cut.errors.contains("the page is not written"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("cut.html")))
        try folder.write("old", to: "cut.html")
        #expect(try Command.run(arguments + ["--force"], in: folder).status == 3)
        #expect(try page("cut.html") == "old")
    }

    @Test func wrongReportsAreRefusedAtOnce() throws {
        try folder.write(SyntheticLog(seconds: 10).text, to: "rides/one.csv")
        try folder.write(SyntheticLog(seconds: 10).text, to: "rides/two.csv")
        let before = try folder.read("mixed.csv")
        func run(_ arguments: String...) throws -> CommandResult {
            try Command.run(["classify"] + arguments, in: folder)
        }
        for arguments in [[mixed, mixed], [folder.path("rides")]] {
            let several = try Command.run(["classify"] + arguments + ["--report", folder.path("no.html")], in: folder)
            #expect(several.status == 2 && several.output.isEmpty)
            #expect(several.errors.contains("--report shows one log, not 2"))
        }
        let input = try run(mixed, "--report", mixed)
        #expect(input.status == 1 && input.output.isEmpty && input.errors.contains("is one of the files that are read"))
        #expect(try folder.read("mixed.csv") == before)
        let nowhere = try run(mixed, "--report", folder.path("missing/page.html"))
        #expect(nowhere.status == 1 && nowhere.output.isEmpty && nowhere.errors.contains("does not exist"))
        let unreadable = try run(folder.path("none.csv"), "--report", folder.path("no.html"))
        #expect(unreadable.status == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path("no.html")))
        let model = try folder.write("{}", to: "model.json")
        #expect(try run(mixed, "--model", model, "--report", model).status != 0)
        #expect(try folder.read("model.json") == Array("{}".utf8))
    }
}
