// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import TestSupport
import Testing

/// The table of `gaitway classify`.
@Suite struct SummaryTests {
    let folder: TemporaryFolder
    let mixed: String
    let dated: String

    init() throws {
        folder = try TemporaryFolder()
        var log = SyntheticLog(seconds: 90)
        log.append(.bouncing, seconds: 120, start: 90)
        // A gap, which is unknown.
        log.append(.still, seconds: 60, start: 240)
        mixed = try folder.write(log.text, to: "mixed.csv")
        var second = SyntheticLog(seconds: 60, start: 1_750_000_000)
        second.append(.bouncing, seconds: 60, start: 1_750_000_060)
        dated = try folder.write(second.text, to: "dated.csv")
    }

    /// A table's rows, and its totals, as the words of each line.
    private struct Table {
        let lines: [String]
        let rows: [[String]]
        let totals: [[String]]
        let end: Int

        init(_ text: String) throws {
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let words = lines.map { $0.split(separator: " ").map(String.init) }
            let last = try #require(words.firstIndex { $0.last == "end" })
            rows = Array(words[1..<last])
            end = try Self.seconds(try #require(words[last].first))
            let first = try #require(words.firstIndex { $0 == ["activity", "time", "share"] })
            totals = Array(words[(first + 1)...].prefix { !$0.isEmpty })
        }

        static func seconds(_ clock: String) throws -> Int {
            let parts = clock.split(separator: ":").compactMap { Int($0, in: .countable) }
            try #require(parts.count == 3, "\(clock)")
            return parts[0] * 3600 + parts[1] * 60 + parts[2]
        }
    }

    private func table(_ arguments: String...) throws -> Table {
        let result = try Command.run(["classify"] + arguments, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return try Table(result.text)
    }

    @Test func rowsFollowEachOtherAndTotalsAddUp() throws {
        let table = try table(mixed)
        // Times are rounded down to seconds.
        var next = 0
        for row in table.rows {
            #expect(abs(try Table.seconds(row[0]) - next) <= 1)
            next = try Table.seconds(row[0]) + Table.seconds(row[1])
        }
        #expect(abs(next - table.end) <= 1)
        let total = try table.totals.reduce(0) { try $0 + Table.seconds($1[$1.count > 2 && $1[0] == "none" ? 3 : 1]) }
        #expect(abs(total - table.end) <= table.totals.count)
        #expect(table.totals.contains { $0.first == "unknown" && $0.last == "gap" })
        #expect(table.rows.contains { $0.contains("unknown") && $0.contains("gap") })
    }

    @Test(arguments: [[], ["--all"], ["--every-window"]])
    func linesKeepToEightyColumns(options: [String]) throws {
        let result = try Command.run(["classify", mixed, dated] + options, in: folder)
        for line in result.text.split(separator: "\n") where !line.hasPrefix("/") {
            #expect(line.count <= 80, "\(line)")
        }
        #expect(!result.output.contains(0x1b), "no colour in a pipe")
    }

    @Test func aWideTerminalShowsDates() throws {
        let narrow = try Command.shell("\"$GAITWAY\" classify '\(dated)'", in: folder)
        let wide = try Command.shell("COLUMNS=120 \"$GAITWAY\" classify '\(dated)'", in: folder)
        #expect(!narrow.text.contains("2025-06-15") && wide.text.contains("2025-06-15 15:06:40"))
        #expect(narrow.text.contains(" 15:06:40 "))
        #expect(wide.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        let fewer = try Command.shell("COLUMNS=20 \"$GAITWAY\" classify '\(dated)'", in: folder)
        let least = try Command.shell("COLUMNS=60 \"$GAITWAY\" classify '\(dated)'", in: folder)
        #expect(fewer.text == least.text && !least.text.contains(" 15:06:40 "), "without a column that does not fit")
    }

    /// `script` gives the command a terminal.
    @Test func coloursAreForTerminals() throws {
        func shown(_ environment: String) throws -> String {
            try Command.shell(
                "script -qec \"env TERM=xterm \(environment) '$GAITWAY' classify '\(dated)'\" /dev/null < /dev/null",
                in: folder
            ).text
        }
        let coloured = try shown("A=1")
        #expect(coloured.contains("\u{1b}["))
        for environment in ["NO_COLOR=1", "TERM=dumb"] {
            let plain = try shown(environment)
            #expect(!plain.contains("\u{1b}[") && plain.contains("stationary"))
        }
        let kept = try Command.shell(
            "script -qec \"'$GAITWAY' classify '\(dated)' --output-dir '\(folder.root)/kept'\" /dev/null; "
                + "cat '\(folder.root)'/kept/*",
            in: folder)
        #expect(kept.text.contains("stationary") && !kept.text.contains("\u{1b}["))
    }

    @Test func theLastLineSaysHowWindowsWereJoined() throws {
        func last(_ arguments: [String], input: String = "/dev/null") throws -> Substring? {
            try Command.run(["classify"] + arguments, input: input, in: folder).text.split(separator: "\n").last
        }
        #expect(try last([mixed])?.contains("viterbi") == true)
        #expect(try last([mixed, "--all"])?.contains("viterbi") == true)
        #expect(try last(["-"], input: mixed)?.contains("causal") == true)
        #expect(try last([mixed, "--smoothing", "lag"])?.contains("lag") == true)
        #expect(try last(["-", "--smoothing", "viterbi"], input: mixed)?.contains("viterbi") == true)
    }

    /// A finished log is answered with all of it known, in every format; a pipe and `--live` are answered at once.
    @Test(arguments: ["table", "ndjson", "csv"])
    func aFinishedLogIsAnsweredAsAWhole(format: String) throws {
        let form = ["--format", format] + (format == "csv" ? ["--all"] : [])
        func output(_ arguments: [String], input: String = "/dev/null") throws -> String {
            let result = try Command.run(["classify"] + form + arguments, input: input, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return result.text.replacing(mixed, with: "-")
        }
        let plain = try output([mixed])
        let live = try output([mixed, "--live"])
        #expect(plain != live)
        #expect(try plain == output([mixed, "--smoothing", "viterbi"]))
        // Those who follow a log as it arrives get first answers from half a window, too.
        #expect(try (live == output([mixed, "--smoothing", "causal"])) == (format == "table"))
        #expect(try output(["-"], input: mixed) == live)
        #expect(
            try Command.shell("\"$GAITWAY\" classify \(form.joined(separator: " ")) <(cat '\(mixed)')", in: folder).text
                .replacing(#//dev/fd/\d+/#, with: "-") == live)
        let both = try Command.run(["classify", mixed, "--live", "--smoothing", "lag"], in: folder)
        #expect(both.status == 2 && both.errors.contains("--live"))
    }

    @Test func theHeaderSaysHowWindowsWereJoined() throws {
        func smoothing(_ arguments: [String], input: String = "/dev/null") throws -> String? {
            let result = try Command.run(["classify", "--format", "ndjson"] + arguments, input: input, in: folder)
            return try DecodedStream.all(in: result.output).first?.header.smoothing
        }
        #expect(try smoothing([mixed]) == "viterbi" && smoothing([mixed, "--live"]) == "causal")
        #expect(try smoothing(["-"], input: mixed) == "causal" && smoothing([mixed, "--smoothing", "lag"]) == "lag")
    }

    @Test func everyChangeIsShownOnRequest() throws {
        let all = try Command.run(["classify", mixed, "--all"], in: folder)
        let summary = try Command.run(["classify", mixed], in: folder)
        #expect(all.status == 0)
        #expect(try Table(all.text).rows.count >= Table(summary.text).rows.count)
        #expect(!all.text.contains("folded"))
        let piped = try Command.run(["classify", "-", "--all"], input: mixed, in: folder)
        #expect(piped.status == 0 && !piped.text.contains("duration") && piped.text.contains("stationary"))
        for options in [["--format", "ndjson"], ["--every-window"]] {
            let result = try Command.run(["classify", mixed, "--all"] + options, in: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("--all"))
        }
    }

    /// What was read before a fault is shown, and the fault is said.
    @Test func aCutLogShowsWhatCameBefore() throws {
        var log = SyntheticLog(seconds: 60)
        log.rows.append("60.0," + String(repeating: "1", count: 3 << 20))
        let path = try folder.write(log.text, to: "cut.csv")
        let result = try Command.run(["classify", path], in: folder)
        #expect(result.status == 3)
        #expect(result.text.contains("stationary") && result.text.contains("end"))
        #expect(result.errorLines.count { $0.contains("cut.csv") } == 1)
        let kept = try Command.run(["classify", path, "--output-dir", folder.path("out")], in: folder)
        #expect(kept.status == 3)
        #expect(String(decoding: try folder.read("out/cut.txt"), as: UTF8.self) == result.text)
    }
}
