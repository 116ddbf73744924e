// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import TestSupport
import Testing

/// Logs that come through a pipe, and streams that go into one.
@Suite struct PipeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func chunksDoNotMatter(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Units to be guessed, rows that are wrong, a clock that steps back: everything that a reader could keep
        // between chunks.
        var log = SyntheticLog(seconds: 45, seed: seed)
        log.header = "time,ax,ay,az"
        log.append(.bouncing, seconds: 20, start: 30)
        for _ in 0..<20 { log.rows[Int.random(in: 0..<log.rows.count, using: &generator)] = "no row" }
        let file = try folder.write(log.text, to: "log.csv")
        let arguments = ["--format", "ndjson", "--every-window"]
        let whole = try Command.run(["classify", file, "--live"] + arguments, in: folder)
        let bytes = Array(log.text.utf8)
        var chunks: [ArraySlice<UInt8>] = []
        var position = 0
        while position < bytes.count {
            let longest = [7, 500, 4000, 70000].randomElement(using: &generator) ?? 1
            let end = min(bytes.count, position + Int.random(in: 1...longest, using: &generator))
            chunks.append(bytes[position..<end])
            position = end
        }
        let piped = try Command.run(["classify", "-"] + arguments, chunks: chunks, in: folder)
        let fromFile = try Command.run(["classify", "-"] + arguments, input: file, in: folder)
        for other in [piped, fromFile] {
            #expect(other.status == 0, "\(other.errors)")
            var streams = try DecodedStream.all(in: other.output)
            #expect(streams.first?.header.source == "-")
            streams[0].header.source = file
            #expect(try streams == DecodedStream.all(in: whole.output))
            #expect(other.errors.replacing("gaitway: -:", with: "gaitway: \(file):") == whole.errors)
        }
    }

    @Test func livePipeGivesLinesBeforeItCloses() throws {
        let log = SyntheticLog(seconds: 12).text
        // The command's output is read to its second line while its input is open: this test ends only if that line
        // comes.
        let (early, result) = try Command.live(
            ["classify", "-", "--format", "ndjson"], feed: Array(log.utf8), lines: 2, in: folder)
        #expect(result.status == 0)
        let cut = try DecodedStream.all(in: early)
        #expect(cut.first?.isComplete == false)
        #expect(cut.first?.reports.isEmpty == false)
        #expect(try DecodedStream.all(in: result.output).first?.isComplete == true)
    }

    @Test(arguments: ["ndjson", "csv", "table"])
    func closedPipeEndsQuietly(format: String) throws {
        let log = try folder.write(SyntheticLog(seconds: 1200).text, to: "long.csv")
        let result = try Command.shell(
            "\"$GAITWAY\" classify '\(log)' --format \(format) --every-window | head -1; exit ${PIPESTATUS[0]}",
            in: folder)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(result.errors)")
        #expect(result.text.split(separator: "\n").count == 1)
    }

    @Test(arguments: [["inspect"], ["manifest"], ["model", "show"], ["--help"], ["classify", "--help"]])
    func closedOutputEndsQuietly(arguments: [String]) throws {
        var words = arguments
        if ["inspect", "manifest"].contains(arguments[0]) {
            words.append(try folder.write(SyntheticLog(seconds: 10).text, to: "log.csv"))
        }
        // A pipe without a reader: it has ended before the command starts.
        let result = try Command.shell(
            "exec 3> >(exit 0); wait $!; \"$GAITWAY\" \(words.joined(separator: " ")) >&3", in: folder)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test func fullDiskIsAFailure() throws {
        let log = try folder.write(SyntheticLog(seconds: 10).text, to: "log.csv")
        let result = try Command.shell("\"$GAITWAY\" classify '\(log)' > /dev/full", in: folder)
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("standard output"))
    }
}
