// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// A log alone, which has threads of its own when it is long: they change no byte.
@Suite struct ThreadTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A log that is long enough for threads, with rows that are wrong and a gap.
    private func longLog(seed: UInt64) -> SyntheticLog {
        var generator = SeededGenerator(seed: seed)
        var log = SyntheticLog(seconds: 300, seed: seed)
        log.header = "time,ax,ay,az"
        log.append(.bouncing, seconds: 700, start: 300, seed: seed)
        log.append(.still, seconds: 300, start: 1060, seed: seed)
        for _ in 0..<200 { log.rows[Int.random(in: 0..<log.rows.count, using: &generator)] = "no row" }
        return log
    }

    /// Runs the command on one thread and on several; all that it gives is the same.
    private func expectSame(_ arguments: [String], input: String = "/dev/null") throws -> CommandResult {
        let one = try Command.run(arguments + ["--jobs", "1"], input: input, in: folder)
        for jobs in ["2", "5"] {
            let several = try Command.run(arguments + ["--jobs", jobs], input: input, in: folder)
            #expect(several.status == one.status)
            #expect(several.output == one.output)
            #expect(several.errors == one.errors)
        }
        return one
    }

    @Test(arguments: [["--format", "ndjson", "--every-window"], ["--smoothing", "viterbi"], ["--format", "csv"], []])
    func threadsChangeNoByte(options: [String]) throws {
        let log = try folder.write(longLog(seed: 1).text, to: "log.csv")
        let file = try expectSame(["classify", log] + options)
        #expect(file.status == 0)
        let piped = try expectSame(["classify", "-"] + options, input: log)
        #expect(piped.status == 0)
        #expect(!piped.output.isEmpty)
    }

    @Test(arguments: [5_000, 60_000]) func aFaultComesWhereItIs(row: Int) throws {
        var log = longLog(seed: 2)
        log.rows[row] = String(repeating: "1", count: 100_000)
        let path = try folder.write(log.text, to: "log.csv")
        let result = try expectSame(["classify", path, "--format", "ndjson", "--every-window"])
        #expect(result.status == 3)
        #expect(result.errors.contains("log.csv:\(row + 2)"))
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        #expect(!stream.isComplete)
        #expect(try #require(stream.reports.last).delivered > .seconds(Double(row) / 50 - 20))
    }

    @Test func thePageIsTheSame() throws {
        let log = try folder.write(longLog(seed: 3).text, to: "log.csv")
        var pages: [[UInt8]] = []
        for jobs in ["1", "2"] {
            let page = folder.path("page.html")
            let result = try Command.run(["classify", log, "--report", page, "--force", "--jobs", jobs], in: folder)
            #expect(result.status == 0, "\(result.errors)")
            pages.append(try Descriptor(opening: page).readAll())
        }
        #expect(pages[0] == pages[1])
        #expect(!pages[0].isEmpty)
    }

    /// Lines of a live log come while it goes on, also once it is long.
    @Test func aLongLiveLogIsNotKeptBack() throws {
        let log = SyntheticLog(seconds: 1300)
        let lines = try DecodedStream.all(
            in: Command.run(
                ["classify", folder.write(log.text, to: "log.csv"), "--format", "ndjson", "--live", "--jobs", "2"],
                in: folder
            ).output)
        let delivered = try #require(lines.first?.reports.map(\.delivered))
        #expect(try #require(delivered.last) > .seconds(1200))
        let (early, result) = try Command.live(
            ["classify", "-", "--format", "ndjson", "--jobs", "2"], feed: Array(log.text.utf8),
            lines: 1 + delivered.count { $0 < .seconds(1290) }, in: folder)
        #expect(result.status == 0)
        #expect(try #require(try DecodedStream.all(in: early).first).reports.map(\.delivered).count > 10)
        #expect(try DecodedStream.all(in: result.output).first?.isComplete == true)
    }

    /// A stream whose reader has gone ends the command, whatever its threads are at.
    @Test(arguments: ["head -1", "head -c 20000 > /dev/null", "true"]) func aClosedPipeEndsAllThreads(reader: String)
        throws
    {
        let log = try folder.write(longLog(seed: 4).text, to: "log.csv")
        let result = try Command.shell(
            "\"$GAITWAY\" classify '\(log)' --jobs 2 --format ndjson --every-window | \(reader); exit ${PIPESTATUS[0]}",
            in: folder)
        #expect(result.status == 0)
        #expect(
            result.errorLines.allSatisfy { $0.contains(": assuming ") || $0.contains("cannot be read") },
            "\(result.errors)")
    }
}
