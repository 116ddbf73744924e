// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Glibc
import Testing

/// `gaitway classify`, `inspect` and `manifest` on logs that cannot be used.
@Suite struct BadLogTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs all that read a log; each must end with 3 and one line that names the log and holds `words`.
    private func expectRefused(_ log: String, _ words: String..., options: [String] = []) throws {
        for subcommand in ["classify", "inspect", "manifest"] {
            let result = try Command.run([subcommand, log] + options, in: folder)
            #expect(result.status == 3, "\(subcommand): \(result.errors)")
            #expect(result.errorLines.count == 1, "\(subcommand): \(result.errors)")
            #expect(result.errors.hasPrefix("gaitway: \(log)"))
            for word in words { #expect(result.errors.contains(word), "\(subcommand): \(result.errors)") }
            #expect(result.peakMemory < 1 << 30)
        }
    }

    @Test func emptyFile() throws { try expectRefused(folder.write("", to: "a.csv"), "is empty") }

    @Test func headerOnly() throws {
        try expectRefused(folder.write("time,ax,ay,az\n", to: "a.csv"), "no rows")
    }

    @Test func textInsteadOfNumbers() throws {
        let rows = String(repeating: "eins,zwei,drei,vier\n", count: 200)
        try expectRefused(folder.write("time,ax,ay,az\n" + rows, to: "a.csv"), "a.csv:2:1", "\"eins\" is not a time")
    }

    @Test func noAcceleration() throws {
        let rows = (0..<200).map { "\(Double($0) / 50),1013.2\n" }.joined()
        try expectRefused(folder.write("time_s,pressure (hPa)\n" + rows, to: "a.csv"), "acceleration")
    }

    @Test func noTime() throws {
        try expectRefused(
            folder.write("ax,ay,az\n" + String(repeating: "0,0,9.8\n", count: 100), to: "a.csv"), "time")
    }

    @Test func unitThatCannotBeSettled() throws {
        var log = SyntheticLog(seconds: 20, scale: 3)
        log.header = "time,ax,ay,az"
        let path = try folder.write(log.text, to: "a.csv")
        try expectRefused(path, "the unit and kind of acceleration are", "--unit", "29.4")
        try expectRefused(path, "the unit of acceleration is", "--unit", options: ["--acceleration", "linear"])
        let settled = ["classify", path, "--unit", "m/s^2", "--acceleration", "total"]
        #expect(try Command.run(settled, in: folder).status == 0)
    }

    @Test func kindThatCannotBeSettled() throws {
        var log = SyntheticLog(seconds: 20, scale: 3)
        log.header = "time,ax,ay,az"
        try expectRefused(
            folder.write(log.text, to: "a.csv"), "the kind of acceleration is", "--acceleration",
            options: ["--unit", "g"])
    }

    @Test func lineOfAMillionCharacters() throws {
        let line = String(repeating: "x", count: 1_000_000)
        try expectRefused(folder.write(line, to: "a.csv"), "a.csv:1", "65536")
        try expectRefused(folder.write("time_s,ax,ay,az\n" + line, to: "b.csv"), "b.csv:2", "65536")
    }

    @Test func longLineAmongRows() throws {
        var log = SyntheticLog(seconds: 30)
        log.rows[1000] = String(repeating: "1", count: 100_000)
        let path = try folder.write(log.text, to: "a.csv")
        try expectRefused(path, "a.csv:1002", "65536")
        // The rows before it are classified, and a pipe gives the same, however it is cut.
        let arguments = ["--format", "ndjson", "--every-window", "--live"]
        let whole = try Command.run(["classify", path] + arguments, in: folder)
        let bytes = Array(log.text.utf8)
        let chunks = stride(from: 0, to: bytes.count, by: 3000).map { bytes[$0..<min(bytes.count, $0 + 3000)] }
        let piped = try Command.run(["classify", "-"] + arguments, chunks: chunks, in: folder)
        #expect(piped.status == 3)
        let streams = try [whole, piped].map { try #require(try DecodedStream.all(in: $0.output).first) }
        #expect(streams[0].reports == streams[1].reports)
        #expect(!streams[0].isComplete && streams[0].reports.count >= 5)
    }

    @Test func randomBytes() throws {
        var state: UInt64 = 7
        let bytes = (0..<200_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        try expectRefused(folder.write(bytes, to: "a.csv"))
        try expectRefused(folder.write(bytes, to: "a.zip"))
    }

    @Test func zeros() throws {
        try expectRefused(folder.write([UInt8](repeating: 0, count: 3_000_000), to: "a.csv"))
    }

    /// The content shows a file of another program, in a folder and alone, by name of JSON or of none that helps.
    @Test(arguments: [
        ("Records.json", "{\"locations\":[{\"latitudeE7\":1,\"timestampMs\":\"1\"}]}", "a Google location history"),
        ("history.json", "{\"timelineObjects\":[]}", "a Google location history"),
        ("day.csv", "<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\"></kml>", "a KML map"),
        ("day.parquet", "PAR1\u{15}\u{4}", "a Parquet table"),
    ])
    func fileOfAnotherProgram(name: String, text: String, kind: String) throws {
        try expectRefused(folder.write(text, to: name), "this is " + kind)
    }

    @Test func sparseFileOfTenGigabytes() throws {
        let path = try folder.write("", to: "a.csv")
        guard truncate(path, 10 << 30) == 0 else { return }
        try expectRefused(path)
        let archive = try folder.write("", to: "a.zip")
        #expect(truncate(archive, 10 << 30) == 0)
        try expectRefused(archive)
    }

    @Test func missing() throws { try expectRefused(folder.path("missing.csv"), "No such file") }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func unreadable() throws {
        let path = try folder.write(SyntheticLog(seconds: 10).text, to: "a.csv")
        chmod(path, 0)
        try expectRefused(path, "Permission denied")
    }

    @Test func linkToItself() throws {
        let path = folder.path("a.csv")
        #expect(symlink("a.csv", path) == 0)
        try expectRefused(path)
    }

    @Test func folderWithoutALog() throws {
        try folder.write("Some words.\n", to: "ride/readme.md")
        try expectRefused(folder.path("ride"), "no log")
    }

    @Test func folderInALoop() throws {
        try folder.write("Some words.\n", to: "ride/meta/readme.md")
        #expect(symlink("..", folder.path("ride/meta/up")) == 0)
        #expect(symlink(".", folder.path("ride/meta/meta")) == 0)
        try expectRefused(folder.path("ride"), "no log")
        try folder.write(SyntheticLog(seconds: 10).text, to: "ride/Accelerometer.csv")
        #expect(try Command.run(["classify", folder.path("ride")], in: folder).status == 0)
    }

    @Test func folderNamedAsTheLog() throws {
        try folder.write("", to: "ride/Accelerometer.csv/file")
        try expectRefused(folder.path("ride"))
    }

    @Test func terminalCodesInNamesAreShown() throws {
        let path = folder.path("a\u{1b}[31m\nb.csv")
        let result = try Command.run(["classify", path], in: folder)
        #expect(result.status == 3)
        #expect(result.errorLines.count == 1)
        #expect(!result.errors.contains("\u{1b}"))
    }

    @Test func whatWasClassifiedBeforeAnErrorIsWritten() throws {
        // An entry of a zip that is damaged late: its first minutes can be read.
        let log = SyntheticLog(.bouncing, seconds: 900)
        var zip = ZipBytes()
        zip.add("Accelerometer.csv", Array(log.text.utf8))
        var bytes = zip.bytes()
        let middle = bytes.count / 2
        for index in middle..<middle + 64 { bytes[index] = 0xff }
        let path = try folder.write(bytes, to: "a.zip")
        let result = try Command.run(["classify", path, "--format", "ndjson"], in: folder)
        #expect(result.status == 3)
        #expect(result.errorLines.count == 1, "\(result.errors)")
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        #expect(!stream.isComplete)
        #expect((stream.reports.last?.delivered ?? .zero) > .seconds(100))
    }
}
