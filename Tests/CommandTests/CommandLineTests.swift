import TestSupport
import Testing

/// A plain command line of `classify` is read without ArgumentParser, which must understand the same by it.
@Suite struct CommandLineTests {
    /// Options with a value of each kind, and flags.
    static let options: [[String]] = [
        [], ["--format", "ndjson"], ["--format", "csv"], ["--smoothing", "none"], ["--smoothing", "viterbi"],
        ["--every-window"], ["--jobs", "1"], ["--unit", "m/s^2", "--acceleration", "total"],
        ["--acceleration", "linear", "--unit", "m/s^2", "--format", "ndjson"], ["--logger", "plain"], ["--unit", "g"],
        ["--jobs", "0"], ["--jobs", "many"], ["--format", "xml"], ["--every-window", "--every-window"],
        ["--model", "no-such-model.json"], ["--unknown"], ["--logger", ""],
    ]

    @Test(arguments: options)
    func meansTheSameToArgumentParser(options: [String]) throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(SyntheticLog(seconds: 20).text, to: "log.csv")
        // Behind "--" everything is a log: a form that only ArgumentParser reads.
        let plain = try Command.run(["classify"] + options + [log], in: folder)
        let other = try Command.run(["classify"] + options + ["--", log], in: folder)
        #expect(plain.status == other.status)
        #expect(plain.output == other.output)
        #expect(plain.errors == other.errors)
    }

    @Test func takesOptionsBehindLogs() throws {
        let folder = try TemporaryFolder()
        let log = try folder.write(SyntheticLog(seconds: 20).text, to: "log.csv")
        let before = try Command.run(["classify", "--format", "csv", log, log], in: folder)
        let behind = try Command.run(["classify", log, "--format", "csv", log], in: folder)
        #expect(before.status == 0)
        #expect(before.output == behind.output)
    }
}
