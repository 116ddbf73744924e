// SPDX-License-Identifier: Apache-2.0
import Testing

/// `trips` on input that cannot be used: one line, exit code 3, and what to do.
@Suite struct TripsInputTests {
    let folder: TemporaryFolder
    let track: String

    init() throws {
        folder = try TemporaryFolder()
        track = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "morning.gpx")
    }

    private func expectFault(
        _ arguments: [String], status: Int32 = 3, words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try Command.run(["trips", "--time-zone", "Europe/Berlin"] + arguments, in: folder)
        #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(result.output.isEmpty, sourceLocation: sourceLocation)
        let last = result.errorLines.last ?? ""
        #expect(last.hasPrefix("gaitway: "), sourceLocation: sourceLocation)
        for word in words { #expect(last.contains(word), "\(last)", sourceLocation: sourceLocation) }
    }

    @Test func aTrackWithoutTimes() throws {
        let text = TripsTests.gpx(TripsTests.morning()).replacing(/<time>[^<]*<.time>/, with: "")
        try expectFault(["--track", folder.write(text, to: "bare.gpx")], words: ["bare.gpx", "time"])
        try expectFault(
            ["--track", folder.write("lat,lon\n50,8\n50,9\n", to: "bare.csv")], words: ["bare.csv", "time"])
    }

    @Test func twoPeoplesTracksInOne() throws {
        let mixed = (TripsTests.morning() + TripsTests.morning(start: "2026-05-01T06:00:10Z", east: 1)).sorted {
            $0.time < $1.time
        }
        try expectFault(
            ["--track", folder.write(TripsTests.gpx(mixed), to: "mixed.gpx")],
            words: ["mixed.gpx", "two people", "2026-05-01T06:00:10", "one phone"])
    }

    @Test func emptyAndMissingFiles() throws {
        try expectFault(["--track", folder.write("", to: "empty.gpx")], words: ["empty.gpx"])
        try expectFault(["--track", folder.path("missing.gpx")], words: ["missing.gpx"])
        let one = Array(TripsTests.morning().prefix(1))
        try expectFault(
            ["--track", folder.write(TripsTests.gpx(one), to: "one.gpx")], words: ["one.gpx", "too short"])
    }

    @Test(
        "what is neither a track nor a log is refused with what a track is",
        arguments: [
            "Dear Ann,\nthe log is with Ben.\n", "item;price\n1;2\n", "time,ax,ay,az\n", "\n\n",
            "{\"language\":\"en\"}\n",
        ])
    func otherTexts(_ text: String) throws {
        let file = try folder.write(text, to: text.hasPrefix("{") ? "a.json" : "a.csv")
        let result = try Command.run(["trips", "--track", file], in: folder)
        #expect(result.status == 3)
        #expect(result.errors.contains("give a track, or a table of time, latitude and longitude"))
        for word in ["ax, ay", "--rate", "Sensor Logger"] { #expect(!result.errors.contains(word), "\(result.errors)") }
    }

    @Test func aMovesFileCutShort() throws {
        let text = "[{\"date\":\"20260430\",\"segments\":[\n{\"type\":\"place\",\"startTime\":\"20260430T200000+0200\","
        try expectFault(
            ["--track", folder.write(text, to: "moves.json")],
            words: ["moves.json:2", "ends too early", "get the file again"])
    }

    @Test func aTimelineOfAnotherVersion() throws {
        let text = "{\"gaitway\":\"timeline\",\"version\":7,\"items\":[]}"
        try expectFault(["--track", folder.write(text, to: "later.json")], words: ["later.json", "version"])
    }

    @Test func aDayOutsideTheTrack() throws {
        try expectFault(
            ["--track", track, "--day", "2026-05-02"], words: ["morning.gpx", "2026-05-02", "2026-05-01"])
    }

    @Test func aLogWithoutAWallClock() throws {
        var table = "seconds_elapsed,latitude,longitude\n"
        for step in 0..<60 { table += "\(step * 10),\(50 + Double(step) * 0.001),8\n" }
        let path = try folder.write(table, to: "elapsed.csv")
        try expectFault(["--track", path, "--format", "json"], words: ["elapsed.csv", "--origin"])
        try expectFault(["--track", path, "--day", "2026-05-01"], words: ["elapsed.csv", "--origin"])
        let bare = try Command.run(["trips", "--track", path], in: folder)
        #expect(bare.status == 0 && bare.text.hasPrefix("elapsed times"))
        #expect(bare.text.contains("0:00:00  0:09:50"))
        let dated = try Command.run(
            ["trips", "--track", path, "--origin", "2026-05-01T10:00", "--time-zone", "UTC"], in: folder)
        #expect(dated.status == 0 && dated.text.contains("10:00:00  10:09:50"))
    }

    @Test func mistakesInTheCommandLine() throws {
        let cases: [([String], String)] = [
            ([], "--track"), (["--track", track, "--time-zone", "No/Where"], "No/Where"),
            (["--track", track, "--day", "2026-02-30"], "2026-02-30"),
            (["--track", track, "--day", "yesterday"], "yesterday"),
            (["--track", track, "--format", "parquet"], "parquet"),
            (["--track", track, "--shortest-visit", "0"], "--shortest-visit"),
            (["--track", track, "--simplify", "0"], "--simplify"),
            (["--track", track, "--shortest-visit", "400"], "shortest visit"),
            (["--track", "-", "--activities", "-"], "standard input"),
            (["--evaluate", track], "--track"),
        ]
        for (arguments, word) in cases { try expectFault(arguments, status: 2, words: [word]) }
    }

    @Test func aPolicyThatIsNone() throws {
        let policy = try folder.write(
            "{\"gaitway\":\"timeline-policy\",\"version\":1,\n\"shortest\":1}", to: "policy.json")
        try expectFault(["--track", track, "--policy", policy], words: ["policy.json:2", "shortest"])
    }

    @Test func anActivityStreamWithoutATrack() throws {
        let timeline = folder.path("day.json")
        _ = try Command.run(["trips", "--track", track, "--format", "json", "--output", timeline], in: folder)
        let stream = try folder.write(
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\",\"model\":\"\",\"origin\":null}"
                + "\n{\"end\":1,\"windows\":0,\"repaired\":{}}\n",
            to: "stream.ndjson")
        try expectFault(["--track", timeline, "--activities", stream], words: ["stream.ndjson", "no track"])
    }

    @Test func aWeekRolloverIsTakenBackWhereItIsAsked() throws {
        let early = TripsTests.gpx(TripsTests.morning()).replacing("2026-05-01T", with: "2006-09-15T")
        let path = try folder.write(early, to: "early.gpx")
        let arguments = ["trips", "--time-zone", "Europe/Berlin", "--track", path]
        let said = try Command.run(arguments, in: folder)
        #expect(said.text.contains("2006-09-15") && said.errors.contains("week-rollover"), "\(said.errors)")
        let moved = try Command.run(arguments + ["--week-rollover"], in: folder)
        #expect(moved.status == 0 && moved.text.contains("2026-05-01"), "\(moved.text)")
        #expect(moved.errors.contains("moved by 1024 weeks"), "\(moved.errors)")
        let store = folder.path("life.gaitway")
        let kept = try Command.run(arguments + ["--week-rollover", "--store", store], in: folder)
        #expect(kept.text.contains("2026-05-01"), "\(kept.text) \(kept.errors)")
    }
}
