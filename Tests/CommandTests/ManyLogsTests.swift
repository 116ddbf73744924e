// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import Glibc
import TestSupport
import Testing

/// `gaitway classify` on folders and zips of rides.
@Suite struct ManyLogsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sources(_ result: CommandResult) throws -> [String] {
        try DecodedStream.all(in: result.output).map(\.header.source)
    }

    @Test func zipOfTwoRidesIsTwoRides() throws {
        let logs = [SyntheticLog(seconds: 30).text, SyntheticLog(.bouncing, seconds: 40).text]
        var zip = ZipBytes()
        for (name, log) in Swift.zip(["a.csv", "b.csv"], logs) { zip.add(name, Array(log.utf8)) }
        let path = try folder.write(zip.bytes(), to: "rides.zip")
        let whole = try Command.run(["classify", path, "--format", "ndjson"], in: folder)
        #expect(whole.status == 0)
        #expect(try sources(whole) == [path + "/a.csv", path + "/b.csv"])
        #expect(whole.errorLines == ["gaitway: 2 classified"])
        // Each is what it is alone, and its name leads to it.
        for (index, log) in logs.enumerated() {
            let file = try folder.write(log, to: "alone.csv")
            let alone = try DecodedStream.all(
                in: Command.run(["classify", file, "--format", "ndjson"], in: folder).output)
            let streams = try DecodedStream.all(in: whole.output)
            #expect(streams[index].reports == alone[0].reports)
            let named = try Command.run(["classify", streams[index].header.source, "--format", "ndjson"], in: folder)
            #expect(try DecodedStream.all(in: named.output) == [streams[index]])
        }
        // From standard input it is the same.
        let piped = try Command.run(["classify", "-", "--format", "ndjson"], input: path, in: folder)
        #expect(try sources(piped) == ["-/a.csv", "-/b.csv"])
        // What reads one log only says so.
        let one = try Command.run(["simulate", "--track", path, "--places", path], in: folder)
        #expect(one.status == 3)
    }

    @Test func folderIsSearchedAndEverythingIsTold() throws {
        let log = SyntheticLog(seconds: 30)
        for name in ["b/walk.csv", "a/Accelerometer.csv", "c/deep/walk.csv"] {
            try folder.write(log.text, to: "rides/" + name)
        }
        try folder.write("t_s,gx (rad/s),gy (rad/s),gz (rad/s)\n0,0,0,0\n0.02,0,0,0\n", to: "rides/a/Gyroscope.csv")
        try folder.write("time,ax,ay,az\n", to: "rides/bad.csv")
        try folder.write("words", to: "rides/README.md")
        try folder.write(gzipped(Array(log.text.utf8)), to: "rides/packed.csv.gz")
        #expect(symlink("..", folder.path("rides/b/up")) == 0)
        let rides = folder.path("rides")
        let result = try Command.run(["classify", rides, "--format", "ndjson"], in: folder)
        #expect(result.status == 3)
        #expect(
            try sources(result) == ["packed.csv.gz", "a", "b/walk.csv", "c/deep/walk.csv"].map { rides + "/" + $0 })
        for words in ["README.md", "b/up", "bad.csv: the file has a header but no rows", "4 classified, 1 not read"] {
            #expect(result.errorLines.count { $0.contains(words) } == 1, "\(words): \(result.errors)")
        }
        #expect(result.errorLines.last == "gaitway: 4 classified, 1 not read")
    }

    @Test func whatManyLogsSayIsOneLine() throws {
        var log = SyntheticLog(seconds: 30)
        log.header = "time,ax,ay,az"
        for index in 0..<30 { try folder.write(log.text, to: "rides/\(index).csv") }
        for index in 0..<20 { try folder.write("time,ax,ay,az\n", to: "rides/bad/\(index).csv") }
        let arguments = ["classify", folder.path("rides"), "--format", "ndjson"]
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 3)
        #expect(result.errorLines.count == 4, "time, unit, what is bad, and the sum: \(result.errors)")
        #expect(result.errors.contains("and 28 more: assuming time in seconds"))
        #expect(result.errors.contains("and 18 more: the file has a header but no rows"))
        #expect(result.errorLines.last == "gaitway: 30 classified, 20 not read")
        let all = try Command.run(arguments + ["--notes"], in: folder)
        #expect(all.output == result.output)
        #expect(all.errorLines.count == 30 * 2 + 20 + 1)
    }

    /// Five notes: the day of its dates, their zone, their order, the unit, and that nothing moves.
    private var logWithNotes: String {
        "time,ax,ay,az\n"
            + (0..<1500).reversed().map { row in
                let (second, rest) = (String(100 + row / 50).dropFirst(), String(1000 + row % 50 * 20).dropFirst())
                return "01/02/2026 08:00:\(second).\(rest),0.1,0.2,9.8\n"
            }.joined()
    }

    @Test func notesComeAfterTheResultAndAreThree() throws {
        let log = try folder.write(logWithNotes, to: "notes.csv")
        for (command, shown) in [("classify", 3), ("classify --notes", 5)] {
            let both = try Command.shell("\"$GAITWAY\" \(command) '\(log)' 2>&1", in: folder)
            #expect(both.status == 0)
            let lines = both.text.split(separator: "\n")
            let notes = lines.filter { $0.hasPrefix("gaitway: ") }
            #expect(lines.suffix(notes.count) == notes[...], "\(both.text)")
            let more = notes.filter { $0.hasSuffix("and 2 more notes: --notes") }
            #expect(more.count == (shown < 5 ? 1 : 0) && notes.count == shown + more.count, "\(both.text)")
        }
        let quiet = try Command.run(["classify", log, "--quiet"], in: folder)
        #expect(quiet.status == 0 && quiet.errors.isEmpty)
        // A pipe may never end: its notes come first.
        let piped = try Command.shell("cat '\(log)' | \"$GAITWAY\" classify - 2>&1", in: folder)
        #expect(piped.text.hasPrefix("gaitway: "), "\(piped.text)")
    }

    @Test func ridesOfOneNameGetNamesFromTheirFolders() throws {
        for name in ["mon/walk.csv", "tue/walk.csv", "run.csv"] {
            try folder.write(SyntheticLog(seconds: 20).text, to: "rides/" + name)
        }
        let arguments = ["classify", folder.path("rides"), "--format", "ndjson", "--output-dir", folder.path("out")]
        #expect(try Command.run(arguments, in: folder).status == 0)
        #expect(try folder.allNames(in: "out") == ["mon-walk.ndjson", "run.ndjson", "tue-walk.ndjson"])
        let again = try Command.run(arguments, in: folder)
        #expect(again.status == 1)
        #expect(again.errors.contains("exists already"))
        #expect(try Command.run(arguments + ["--force"], in: folder).status == 0)
        #expect(try folder.allNames(in: "out").count == 3)
    }

    @Test func resultsInTheFolderAreNotTakenForLogs() throws {
        for name in ["a.csv", "b.csv"] { try folder.write(SyntheticLog(seconds: 20).text, to: "rides/" + name) }
        let arguments = [
            "classify", folder.path("rides"), "--format", "csv", "--output-dir", folder.path("rides/out"), "--force",
        ]
        for _ in 0..<2 {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errorLines.last == "gaitway: 2 classified")
        }
        #expect(try folder.allNames(in: "rides/out") == ["a.csv", "b.csv"])
    }

    @Test func halfALogIsKeptAndSaid() throws {
        var log = SyntheticLog(.bouncing, seconds: 120)
        let good = log.rows.count
        log.rows += (0..<good).map { "\u{1}rubbish \($0);;;" }
        let path = try folder.write(log.text, to: "half.csv")
        let result = try Command.run(["classify", path, "--format", "ndjson"], in: folder)
        #expect(result.status == 0)
        #expect(result.errors.contains("\(good) rows cannot be read and are left out"), "\(result.errors)")
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        #expect(stream.isComplete)
        #expect(try #require(stream.footer).end > .seconds(115))
        // Bytes that are not text end the log; the part before is kept.
        let bytes = Array(SyntheticLog(.bouncing, seconds: 120).text.utf8) + [UInt8](repeating: 7, count: 200_000)
        let other = try folder.write(bytes, to: "rides/half.csv")
        try folder.write(SyntheticLog(seconds: 20).text, to: "rides/whole.csv")
        let both = try Command.run(["classify", folder.path("rides"), "--format", "ndjson"], in: folder)
        #expect(both.status == 3)
        #expect(both.errors.contains(other + ":"))
        #expect(both.errorLines.last == "gaitway: 2 classified (1 of them up to a fault)")
        #expect(try DecodedStream.all(in: both.output).map(\.isComplete) == [false, true])
    }

    @Test func gzipOnStandardInputIsReadAsItComes() throws {
        let log = SyntheticLog(.bouncing, seconds: 60)
        let packed = gzipped(Array(log.text.utf8))
        let plain = try Command.run(
            ["classify", "-", "--format", "ndjson"], input: folder.write(log.text, to: "log.csv"), in: folder)
        let chunks = stride(from: 0, to: packed.count, by: 1000).map { packed[$0..<min(packed.count, $0 + 1000)] }
        let piped = try Command.run(["classify", "-", "--format", "ndjson"], chunks: chunks, in: folder)
        #expect(piped.status == 0)
        #expect(piped.output == plain.output)
        let cut = try Command.run(["classify", "-", "--format", "ndjson"], chunks: chunks.dropLast(5), in: folder)
        #expect(cut.status == 3)
        #expect(cut.errors.contains("too early"))
        #expect(try DecodedStream.all(in: cut.output).first?.reports.isEmpty == false)
    }

    @Test(arguments: ["1", "2"])
    func closedPipeEndsQuietly(jobs: String) throws {
        var log = SyntheticLog(seconds: 300)
        log.header = "time,ax,ay,az"
        for index in 0..<8 { try folder.write(log.text, to: "rides/\(index).csv") }
        let result = try Command.shell(
            "\"$GAITWAY\" classify '\(folder.path("rides"))' --jobs \(jobs) --format ndjson --every-window | head -1; "
                + "exit ${PIPESTATUS[0]}", in: folder)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    /// A line on a terminal, which `script` stands for.
    @Test(.enabled(if: access("/usr/bin/script", X_OK) == 0, "no terminal without script"))
    func terminalShowsProgress() throws {
        for index in 0..<4 { try folder.write(SyntheticLog(seconds: 20).text, to: "rides/\(index).csv") }
        let out = folder.path("out")
        let result = try Command.shell(
            "script -qefc \"$GAITWAY classify \(folder.path("rides")) --output-dir \(out)\" /dev/null < /dev/null",
            in: folder)
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("classifying logs: 4 of 4 done"))
        #expect(result.text.contains("\u{1b}[Kgaitway: 4 classified"), "the line goes before the sum: \(result.text)")
    }

    /// Ten thousand rides in one zip: time and memory do not grow out of hand.
    @Test func zipOfTenThousandRides() throws {
        let log = Array(SyntheticLog(seconds: 6, rate: 20).text.utf8)
        var file = ZipFixture.File("", log)
        file.packed = deflated(log)
        let zip = ZipFixture(
            (0..<10_000).map { index in
                file.name = Array("rides/\(index)/Accelerometer.csv".utf8)
                return file
            })
        let path = try folder.write(zip.bytes(), to: "rides.zip")
        let result = try Command.run(
            ["classify", path, "--format", "ndjson", "--output-dir", folder.path("out")], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errorLines.last == "gaitway: 10000 classified")
        #expect(try folder.names(in: "out").count == 10_000)
        #expect(result.peakMemory < 200 << 20, "\(result.peakMemory >> 20) MiB")
    }
}
