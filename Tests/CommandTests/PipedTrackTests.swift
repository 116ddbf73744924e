// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Tracks through a pipe, which is opened once and known by its first bytes: what comes of them is what comes of a
/// file.
@Suite struct PipedTrackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func latitude(_ second: Int) -> Double { Walk.latitude(1.4 * Double(second)) }

    private static let geoJSON =
        "{\"type\":\"FeatureCollection\",\"features\":["
        + (0..<300).map {
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,\(latitude(5 * $0))]},"
                + "\"properties\":{\"time\":\"\(Walk.time(5 * $0))\"}}"
        }.joined(separator: ",") + "]}"

    private static let records =
        "{\"locations\": ["
        + (0..<300).map {
            "{\"latitudeE7\": \(Int(latitude(5 * $0) * 1e7)), \"longitudeE7\": 80000000, \"accuracy\": 10, "
                + "\"timestamp\": \"\(Walk.time(5 * $0))\"}"
        }.joined(separator: ", ") + "]}"

    private static let table =
        "time,latitude,longitude\n"
        + (0..<300).map { "\(Walk.time(5 * $0)),\(latitude(5 * $0)),8\n" }.joined()

    private static let broken: String = {
        let broken = records.replacing("500000629", with: "50\"0000629")
        #expect(broken != records)
        return broken
    }()

    /// Whether the command says and prints of a pipe what it does of the file, however the pipe comes.
    private func expectTheSame(_ path: String, _ words: [String]) throws {
        let whole = try Command.run(words + [path], in: folder)
        #expect(whole.status == 0, "\(words) \(path): \(whole.errors)")
        let line = words.joined(separator: " ")
        for (name, command) in [
            ("standard input", "cat '\(path)' | \"$GAITWAY\" \(line) -"),
            ("standard input", "\"$GAITWAY\" \(line) - < '\(path)'"),
            ("pipe", "mkfifo pipe; cat '\(path)' > pipe & \"$GAITWAY\" \(line) pipe; status=$?; rm pipe; exit $status"),
        ] {
            let piped = try Command.shell("cd '\(folder.root)'; " + command, in: folder)
            #expect(piped.status == whole.status && piped.output == whole.output, "\(command): \(piped.errors)")
            #expect(piped.errors == whole.errors.replacing(path, with: name), "\(command)")
        }
    }

    @Test(arguments: [
        ("day.geojson", geoJSON), ("Records.json", records), ("broken.json", broken), ("day.gpx", Walk().gpx),
        ("day.csv", table),
    ])
    func aPipeGivesWhatAFileGives(name: String, text: String) throws {
        let path = try folder.write(text, to: name)
        let places = try folder.write(Walk.places([("mill", 300), ("bridge", 1000)]), to: "places.csv")
        let simulate = ["simulate", "--format", "ndjson", "--places", places, "--track"]
        for words in [
            ["trips", "--time-zone", "UTC", "--format", "json", "--track"], ["places", "make", "--track"], simulate,
        ] {
            try expectTheSame(path, words)
        }
        // Packed, too; a table that is packed is a logger's.
        guard name != "day.csv" else { return }
        #expect(try Command.shell("gzip -k '\(path)'", in: folder).status == 0)
        try expectTheSame(path + ".gz", ["trips", "--time-zone", "UTC", "--format", "json", "--track"])
        try expectTheSame(path + ".gz", simulate)
    }

    @Test(arguments: [("day.geojson", geoJSON), ("Records.json", records), ("day.gpx", Walk().gpx), ("day.csv", table)])
    func aStoreTakesAPipe(name: String, text: String) throws {
        let path = try folder.write(text, to: name)
        func shown(_ track: String, _ store: String) throws -> CommandResult {
            try Command.shell(
                "cd '\(folder.root)'; \"$GAITWAY\" trips --time-zone UTC --store \(store) --track \(track) > added.txt "
                    + "&& \"$GAITWAY\" trips --time-zone UTC --store \(store) --format json", in: folder)
        }
        let (whole, piped) = (try shown(path, "file.sqlite"), try shown("<(cat '\(path)')", "pipe.sqlite"))
        #expect(whole.status == 0 && whole.output == piped.output, "\(piped.errors)")
        #expect(whole.text.contains("walking"), "\(whole.text.prefix(300))")
        #expect(piped.errorLines.count == whole.errorLines.count, "\(piped.errors)")
    }

    /// A table goes into a store piece by piece, from a pipe as from a file.
    @Test func aLongTableNeedsNoMoreMemory() throws {
        func peak(_ rows: Int) throws -> Int {
            // Hours at two places by turns, and hours on the way.
            let program =
                "BEGIN { print \"time,latitude,longitude\"; for (i = 0; i < \(rows); i++) { hour = int(i / 3600); "
                + "way = hour % 2 ? i % 3600 / 3600 : 0; if (int(hour / 2) % 2) way = 1 - way; "
                + "printf \"%d,%.6f,8\\n\", 1777622400 + i, 50 + 0.05 * way } }"
            let script = try folder.write(program, to: "rows.awk")
            let result = try Command.shell(
                "awk -f '\(script)' | \"$GAITWAY\" trips --store '\(folder.path("\(rows).sqlite"))' "
                    + "--track - > /dev/null",
                in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return result.peakMemory
        }
        let (short, long) = (try peak(20_000), try peak(400_000))
        // 380,000 fixes of 64 bytes are 23 MiB, and their text 9.
        #expect(long < short + (16 << 20), "\(short >> 20) MiB for the short table, \(long >> 20) for the long one")
    }
}
