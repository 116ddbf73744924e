// SPDX-License-Identifier: Apache-2.0
import Testing

/// What commands say on standard error while they work, and `--quiet`.
@Suite struct ProgressTests {
    let folder: TemporaryFolder
    let manifest: String

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in (0..<4).map { "\(motion)-\($0).csv,\(label),set-\($0 % 2)" } }
        manifest = try folder.write(
            (["recording,activity,dataset"] + rows).joined(separator: "\n") + "\n", to: "rides/manifest.csv")
    }

    private func run(_ arguments: String...) throws -> CommandResult { try Command.run(arguments, in: folder) }

    @Test func aFoldHasALineWithoutATerminal() throws {
        let words = ["evaluate", manifest, "--cross-validate", "dataset", "--case", "total", "--json", "-"]
        let result = try Command.run(words, in: folder)
        #expect(result.status == 0)
        // Two folds, each with two penalties.
        let fits = result.errorLines.filter { $0.hasPrefix("gaitway: fits of 2 folds: ") }
        #expect(fits.count == 4 && fits.last?.contains("4 of 4 done") == true, "\(result.errors)")
        for jobs in ["1", "3"] {
            let other = try Command.run(words + ["--jobs", jobs, "--quiet"], in: folder)
            #expect(other.output == result.output && other.errors.isEmpty, "\(other.errors)")
        }
        let refused = try run("evaluate", manifest, "--jobs", "2")
        #expect(refused.status == 2 && refused.errors.contains("--cross-validate"))
    }

    /// A log of a minute in a pipe that takes three seconds to come.
    @Test func oneLongLogShowsHowFarItWasRead() throws {
        let log = try folder.write(SyntheticLog(seconds: 400).text, to: "long.csv")
        let part = "\"$((part * 5000 - 4999)),$((part * 5000))p\""
        let slow = "for part in 1 2 3 4; do sed -n \(part) '\(log)'; sleep 1; done"
        func shown(_ options: String) throws -> String {
            try Command.shell(
                "script -qec \"\(slow.replacing("\"", with: "\\\"").replacing("$", with: "\\$"))"
                    + " | '$GAITWAY' classify - \(options)\" /dev/null < /dev/null", in: folder
            ).text
        }
        let text = try shown("")
        #expect(text.contains("classifying standard input: 0:0") && text.contains(" read"), "\(text)")
        #expect(text.contains("stationary"))
        #expect(try !shown("--quiet").contains("classifying"))
    }

    @Test func quietCommandsSayFaultsAlone() throws {
        let log = try folder.write(SyntheticLog(seconds: 20).text.replacing(" (m/s^2)", with: ""), to: "plain.csv")
        let bad = try folder.write("time,ax,ay,az\n", to: "bad.csv")
        #expect(try !run("classify", log).errors.isEmpty)
        #expect(try run("classify", log, "--quiet").errors.isEmpty)
        let several = try run("classify", log, bad, "--quiet")
        #expect(several.status == 3 && several.errorLines.count == 1 && several.errors.contains("bad.csv"))
        let walks = try folder.write(SyntheticLog(.bouncing, seconds: 20).text, to: "named/walking.csv")
        #expect(try run("manifest", walks).errors.contains("guessed"))
        #expect(try run("manifest", walks, "--quiet").errors.isEmpty)
        let own = folder.path("own.json")
        #expect(try run("train", manifest, "--output", own, "--case", "total", "--quiet").errors.isEmpty)
        #expect(try run("train", manifest, "--adapt", own, "--output", "-", "--quiet").errors.isEmpty)
    }
}
