// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Decisions that come while the pipe goes on, what came before a producer died, and streams out of order.
@Suite struct SimulateLiveTests {
    let folder: TemporaryFolder
    let places: String
    let track: String

    init() throws {
        folder = try TemporaryFolder()
        places = try folder.write(Walk.places([("mill", 300), ("bridge", 1000)]), to: "places.csv")
        track = try folder.write(Walk().gpx, to: "day.gpx")
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test func decisionsComeWhileTheStreamGoesOn() throws {
        let words = ["--track", track, "--places", places, "--activities"]
        let stream = Walk.stream("walking")
        // The mill is entered at 177 s; the stream pauses at 600 s. This ends only if the decisions before come out.
        let begun = lines(stream).prefix(12).joined(separator: "\n") + "\n"
        let (early, result) = try Command.live(
            ["simulate", "--format", "ndjson"] + words + ["-"], feed: Array(begun.utf8), lines: 1, in: folder)
        let decision = String(decoding: early, as: UTF8.self)
        #expect(decision.contains("\"place\":\"mill\"") && decision.contains("\"decision\":\"deliver\""))
        // Then the producer dies: that is said, and the rest is as for a stream in a file that was cut there.
        let cut = try Command.run(
            ["simulate", "--format", "ndjson"] + words + [folder.write(begun, to: "cut.ndjson")], in: folder)
        #expect(result.status == 3 && cut.status == 3 && result.output == cut.output)
        #expect(result.errors.contains("without its closing line") && result.errors.contains("standard input"))
        // So it is explained.
        let (told, _) = try Command.live(
            ["gate", "explain"] + words + ["-"], feed: Array(begun.utf8), lines: 2, in: folder)
        #expect(String(decoding: told, as: UTF8.self).contains("mill"))
    }

    @Test func decisionsComeWhileTheTrackGoesOn() throws {
        let table = lines(Walk().table)
        let stream = try folder.write(Walk.stream("walking", source: "Location.csv", origin: nil), to: "s.ndjson")
        for activities in [[], ["--activities", stream]] {
            let words = ["simulate", "--format", "ndjson", "--places", places] + activities
            let half = table[..<(table.count / 2)].joined(separator: "\n") + "\n"
            let (early, result) = try Command.live(
                words + ["--track", "-"], feed: Array(half.utf8), lines: 1, in: folder)
            #expect(String(decoding: early, as: UTF8.self).contains("\"place\":\"mill\""))
            // What comes is what a file of the same fixes gives.
            let whole = try Command.run(words + ["--track", folder.write(half, to: "Location.csv")], in: folder)
            #expect(result.output == whole.output && result.status == whole.status)
        }
    }

    @Test func whatIsNoTableIsReadToItsEnd() throws {
        let words = ["simulate", "--format", "ndjson", "--places", places]
        let whole = try Command.run(words + ["--track", track], in: folder)
        let piped = try Command.run(words + ["--track", "-"], input: track, in: folder)
        #expect(piped.status == 0 && piped.output == whole.output)
        #expect(piped.errors == whole.errors.replacing(track, with: "standard input"))
    }

    @Test func bothMayComeAtOnce() throws {
        let rows = lines(Walk().table).dropFirst().enumerated().map {
            "\(Walk.time($0 * 10)),\($1.split(separator: ",")[1]),8\n"
        }
        let table = try folder.write("time,latitude,longitude\n" + rows.joined(), to: "Location.csv")
        let stream = try folder.write(Walk.stream("walking"), to: "s.ndjson")
        let whole = try Command.run(
            ["simulate", "--format", "ndjson", "--places", places, "--track", table, "--activities", stream], in: folder
        )
        #expect(whole.status == 0 && whole.text.contains("\"place\":\"bridge\""))
        let slowly = "while IFS= read -r line; do echo \"$line\"; done <"
        for (first, second) in [("cat", "cat"), ("cat", slowly), (slowly, "cat")] {
            let piped = try Command.shell(
                "\"$GAITWAY\" simulate --format ndjson --places '\(places)' --track <(\(first) '\(table)') "
                    + "--activities <(\(second) '\(stream)')", in: folder)
            #expect(piped.output == whole.output && piped.status == 0, "\(piped.errors)")
        }
    }

    @Test func aReaderThatGoesAwayEndsItQuietly() throws {
        let stream = try folder.write(Walk.stream("walking"), to: "s.ndjson")
        let result = try Command.shell(
            "\"$GAITWAY\" simulate --format ndjson --places '\(places)' --track '\(track)' --activities - < "
                + "'\(stream)' | head -1; exit ${PIPESTATUS[0]}", in: folder)
        #expect(result.status == 0 && result.errors.isEmpty && lines(result.text).count == 1)
    }

    @Test func aLongPipeNeedsNoMoreMemory() throws {
        func peak(_ reports: Int) throws -> Int {
            let report =
                "{\\\"elapsed\\\":0,\\\"start\\\":null,\\\"delivered\\\":%.4f,\\\"stationary\\\":false,"
                + "\\\"walking\\\":%s,\\\"running\\\":false,\\\"automotive\\\":%s,\\\"cycling\\\":false,"
                + "\\\"unknown\\\":false,\\\"confidence\\\":\\\"high\\\"}\\n"
            let header = lines(Walk.stream("walking", end: 0))[0]
            // They change with each line, so that none is a repeat.
            let program =
                "BEGIN { for (i = 0; i < \(reports); i++) printf \"\(report)\", 1200 * i / \(reports), "
                + "i % 2 ? \"true\" : \"false\", i % 2 ? \"false\" : \"true\"; print "
                + "\"{\\\"end\\\":1200,\\\"windows\\\":1,\\\"repaired\\\":{}}\" }"
            let script = try folder.write(program, to: "reports.awk")
            let result = try Command.shell(
                "{ echo '\(header)'; awk -f '\(script)'; } | \"$GAITWAY\" simulate --format ndjson --places "
                    + "'\(places)' --track '\(track)' --activities -", in: folder)
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
            return result.peakMemory
        }
        let (short, long) = (try peak(5000), try peak(150_000))
        #expect(long < short + (8 << 20), "\(short) bytes for the short pipe, \(long) for the long one")
    }

    // MARK: Order

    @Test(arguments: ["ndjson", "csv"], ["simulate", "gate explain", "trips"])
    func aStreamOutOfOrderIsRefused(format: String, command: String) throws {
        let log = try folder.write(SyntheticLog(seconds: 200).text, to: "log.csv")
        let made = try Command.run(["classify", log, "--format", format, "--every-window", "--live"], in: folder)
        // As if the track were of the same recording.
        var rows = lines(made.text.replacing(log, with: "Location.csv"))
        let table = try folder.write(Walk(seconds: 200).table, to: "Location.csv")
        let words =
            command.split(separator: " ").map(String.init) + ["--track", table]
            + (command == "trips" ? [] : ["--places", places]) + ["--activities"]
        let whole = try Command.run(
            words + [folder.write(rows.joined(separator: "\n") + "\n", to: "log.out")], in: folder)
        #expect(!whole.errors.contains("out of order"))
        rows.swapAt(8, 9)
        let swapped = try folder.write(rows.joined(separator: "\n") + "\n", to: "swapped")
        let result = try Command.run(words + [swapped], in: folder)
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errorLines.last?.contains("swapped:10: the stream is out of order") == true, "\(result.errors)")
    }

    @Test func whatIsDecidedBeforeAFaultOfOrderIsOut() throws {
        var rows = lines(Walk.stream("walking"))
        rows.swapAt(15, 16)
        let stream = try folder.write(rows.joined(separator: "\n") + "\n", to: "s.ndjson")
        let result = try Command.run(
            ["simulate", "--format", "ndjson", "--track", track, "--places", places, "--activities", "-"],
            input: stream,
            in: folder)
        #expect(result.status == 3 && result.errors.contains("standard input:17: the stream is out of order"))
        // The result has no end.
        #expect(result.text.contains("\"place\":\"mill\"") && !result.text.contains("\"end\":true"))
    }
}
