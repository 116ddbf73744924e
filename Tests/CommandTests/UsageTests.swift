// SPDX-License-Identifier: Apache-2.0
import Testing

/// The command line: help, version, mistakes.
@Suite struct UsageTests {
    static let subcommands = [
        ["inspect"], ["classify"], ["train"], ["evaluate"], ["manifest"], ["features"], ["model"], ["model", "show"],
        ["model", "verify"], ["simulate"], ["places"], ["places", "make"], ["places", "check"], ["gate"],
        ["gate", "explain"], ["trips"], ["trips", "correct"],
        ["trips", "correct", "activity"], ["trips", "correct", "name"], ["trips", "correct", "same-place"],
        ["trips", "correct", "split"], ["trips", "correct", "merge"],
        ["trips", "correct", "list"], ["trips", "correct", "withdraw"], ["trips", "correct", "export"],
        ["trips", "correct", "import"],
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func versionIsPrinted() throws {
        let result = try Command.run(["--version"], in: folder)
        #expect(result.status == 0)
        #expect(result.text.hasPrefix("gaitway "))
        #expect(result.text.split(separator: "\n").count == 1)
        #expect(result.errors.isEmpty)
    }

    /// Other tests rely on it: the memory of the tests themselves does not count as the command's.
    @Test func peakMemoryIsTheCommandsOwn() throws {
        let ballast = [UInt8](repeating: 1, count: 1 << 28)
        let result = try Command.run(["--version"], in: folder)
        #expect(result.peakMemory > 1 << 20)
        #expect(result.peakMemory < ballast.count / 2)
        #expect(ballast.contains(1))
    }

    @Test(arguments: [[]] + subcommands)
    func helpHasExamples(subcommand: [String]) throws {
        let result = try Command.run(subcommand + ["--help"], in: folder)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.text.contains("EXAMPLES\n  gaitway " + subcommand.joined(separator: " ")))
        #expect(result.text.contains("USAGE: gaitway " + subcommand.joined(separator: " ")))
    }

    @Test func helpNamesEachSubcommand() throws {
        let text = try Command.run(["--help"], in: folder).text
        for subcommand in Self.subcommands { #expect(text.contains("\n  \(subcommand[0]) ")) }
    }

    /// The defaults of `ModelTrainer.Options` and `CrossValidation.Options`.
    @Test func helpStatesTheTolerances() throws {
        let text = try Command.run(["train", "--help-all"], in: folder).text
        #expect(
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains("Default: 1e-06, and 5e-05 if rides are left out."))
    }

    /// A command line that is wrong, and the words that its message needs.
    static let mistakes: [([String], [String])] = [
        (["classify"], ["<log>"]),
        (["classify", "log.csv", "--jobs", "0"], ["--jobs"]),
        (["classify", "log.csv", "--quiet", "--notes"], ["--quiet", "--notes"]),
        (["evaluate", "m.csv", "--predictions", "-", "--format", "csv"], ["--format csv", "--output"]),
        (["inspect", "log.csv", "--output", "log.kml"], ["writes no .kml", ".json", ".txt"]),
        (["inspect", "log.csv", "--output", "a.txt", "--output-dir", "b"], ["--output", "--output-dir"]),
        (["inspect", "log.csv", "--force"], ["--force"]),
        (["manifest", "log.csv", "--output", "rides.json"], ["writes no .json", ".csv"]),
        (["gate", "check", "a.txt", "--output", "a.csv"], ["writes no .csv", ".txt"]),
        (["classfy", "log.csv"], ["no command classfy", "did you mean gaitway classify?"]),
        (["insepct", "log.csv"], ["did you mean gaitway inspect?"]),
        (["places", "mkae"], ["gaitway places has no command mkae", "did you mean gaitway places make?"]),
        (["wibble"], ["gaitway has no command wibble; see"]),
        (["classify", "--smoothng", "none", "log.csv"], ["--smoothng", "--smoothing"]),
        (["classify", "log.csv", "--rate", "0"], ["the rate"]),
        (["classify", "--bogus", "log.csv"], ["--bogus"]),
        (["classify", "log.csv", "--format", "xml"], ["xml", "table", "ndjson", "csv"]),
        (["classify", "log.csv", "--smoothing", "some"], ["some", "viterbi"]),
        (["classify", "log.csv", "--unit", "kg"], ["kg", "m/s^2", "'g'"]),
        (["classify", "log.csv", "--acceleration", "half"], ["half", "total", "linear"]),
        (["classify", "log.csv", "--logger", "none"], ["none", "phyphox"]),
        (["classify", "log.csv", "--model"], ["--model"]),
        (["inspect"], ["<log>"]),
        (["manifest"], ["<log>"]),
        (["train"], ["<manifest>"]),
        (["train", "manifest.csv"], ["--output"]),
        (["train", "manifest.csv", "--output", "model.json", "--penalty", "0"], ["--penalty"]),
        (["train", "manifest.csv", "--output", "model.json", "--penalty", "nan"], ["--penalty"]),
        (["train", "manifest.csv", "--output", "model.json", "--stay", "1"], ["--stay"]),
        (["evaluate"], ["<manifest>"]),
        (["evaluate", "manifest.csv", "--where", "user"], ["--where", "COLUMN=VALUE"]),
        (["evaluate", "manifest.csv", "--cross-validate", "day"], ["day", "user", "dataset"]),
        (
            ["evaluate", "manifest.csv", "--cross-validate", "user", "--model", "m.json"],
            ["--model", "--cross-validate"]
        ),
        // A number below zero is a wrong value, not a missing one.
        (["simulate", "--track", "a", "--places", "b", "--delay", "-3"], ["--delay must be between 0 and"]),
        (["places", "make", "--track", "a", "--spread", "-5"], ["--spread must be 0 to"]),
        (["trips", "--track", "a", "--shortest-visit", "-1"], ["--shortest-visit must be above 0"]),
        (["trips", "correct", "trip", "cycling", "--along", "46,98 8,03"], ["--along", "decimal"]),
        (["train", "m.csv", "--output", "m.json", "--penalty", "-1"], ["--penalty takes a positive number"]),
        (["simulate", "--track", "a", "--places", "b", "--delay", "-.5e3"], ["--delay must be between 0 and"]),
        // What is not a number, or follows an option that has its value, is not joined to it.
        (["train", "m.csv", "--output", "m.json", "--penalty", "-v"], ["-v", "--penalty"]),
        (["train", "m.csv", "--output", "m.json", "--penalty=2", "-1"], ["-1"]),
        (["model", "verify"], ["<model>"]),
        (["serve", "--port", "80000"], ["--port must be from 0 to 65535, not 80000"]),
        (["model", "mend"], ["mend"]),
    ]

    @Test(.enabled(if: TemporaryFolder.canMount, "hiding /proc needs the permission to mount"))
    func argumentsThatCannotBeReadAreAFault() throws {
        let result = try Command.shell(
            "unshare --mount sh -c 'mount -t tmpfs none /proc && exec \"$GAITWAY\" classify log.csv'", in: folder)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errorLines.count == 1 && result.errors.contains("mount -t proc proc /proc"), "\(result.errors)")
    }

    @Test(arguments: mistakes)
    func mistakeIsSaidInOneLine(arguments: [String], words: [String]) throws {
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        let lines = result.errorLines
        #expect(lines.count == 1, "\(result.errors)")
        #expect(lines.first?.hasPrefix("gaitway: ") == true)
        #expect(lines.first?.contains("--help") == true, "what to do")
        for word in words { #expect(result.errors.contains(word)) }
    }
}
