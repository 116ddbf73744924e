// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

/// `gaitway manifest`, `train` and `evaluate`: from logs to a model and its figures, and manifests with errors.
@Suite struct ManifestTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
    }

    /// Rides of three activities, two people and two data sets.
    private var manifest: String {
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in
            (0..<4).map { "\(motion)-\($0).csv,\(label),set-\($0 % 2),user-\($0)" }
        }
        return (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n"
    }

    private func expectRefused(_ text: String, _ words: String..., options: [String] = []) throws {
        let path = try folder.write(text, to: "rides/manifest.csv")
        let model = folder.path("model.json")
        for arguments in [
            ["evaluate", path], ["evaluate", path, "--cross-validate", "user"],
            ["train", path, "--output", model],
        ] {
            let result = try Command.run(arguments + options, in: folder)
            #expect(result.status == 3, "\(result.status) \(result.errors)")
            #expect(result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.hasPrefix("gaitway: \(path)"))
            for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
        }
        #expect(throws: (any Error).self, "a model in spite of an error") { try folder.read("model.json") }
    }

    @Test func trainedModelCanBeShownAndUsed() throws {
        let path = try folder.write(manifest, to: "rides/manifest.csv")
        let model = folder.path("model.json")
        let trained = try Command.run(["train", path, "--output", model, "--name", "three-1"], in: folder)
        #expect(trained.status == 0, "\(trained.errors)")
        #expect(trained.text.hasPrefix("12 rides of 4 people") && trained.text.contains(model), "\(trained.text)")
        #expect(try Command.run(["model", "verify", model], in: folder).status == 0)
        #expect(try Command.run(["model", "show", model], in: folder).text.hasPrefix("three-1: "))
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 60, seed: 99).text, to: "log.csv")
        let result = try Command.run(["classify", log, "--model", model, "--format", "ndjson"], in: folder)
        let stream = try #require(try DecodedStream.all(in: result.output).first)
        let version = try Command.run(["--version"], in: folder).text.split(separator: " ").last ?? ""
        #expect(stream.header.model + "\n" == "three-1 gaitway/" + version)
        #expect(stream.reports.last?.activity.flags == ActivityFlags.walking)
        let judged = try Command.run(
            ["evaluate", path, "--model", model, "--json", folder.path("f.json")], in: folder)
        #expect(judged.status == 0, "\(judged.errors)")
        #expect(!judged.output.isEmpty)
        #expect(String(decoding: try folder.read("f.json"), as: UTF8.self).contains("\"macro_f1\""))
    }

    @Test(arguments: ["user", "dataset"])
    func crossValidation(by grouping: String) throws {
        let path = try folder.write(manifest, to: "rides/manifest.csv")
        let json = folder.path("figures.json")
        let result = try Command.run(
            ["evaluate", path, "--cross-validate", grouping, "--json", json], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let figures = String(decoding: try folder.read("figures.json"), as: UTF8.self)
        for key in [
            "macro_f1", "accuracy", "log_loss", "brier", "ece", "classes", "confusion", "folds", "held_out",
        ] {
            #expect(figures.contains("\"\(key)\""), "\(key)")
        }
        for key in ["skipped", "unweighted", "random_split_macro_f1"] {
            #expect(figures.contains("\"\(key)\""), "\(key)")
        }
    }

    @Test func writtenManifestIsReadAgain() throws {
        let logs = ["rides/still-0.csv", "rides/bouncing-0.csv"].map { folder.path($0) }
        let result = try Command.run(["manifest"] + logs, in: folder)
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("recording,activity,"))
        // The output is a file in the folder, so paths begin there.
        #expect(lines[1].hasPrefix("rides/still-0.csv,stationary,") && lines[1].contains(",still,"))
        #expect(lines[2].hasPrefix("rides/bouncing-0.csv,unknown,") && lines[2].contains("unlabelled"))
        // Filled in, it serves; without the ride that its name labels, there is nothing to learn from.
        try expectRefused("\(lines[0])\n\(lines[2].dropFirst("rides/".count))\n", "no labelled ride")
        let filled = result.text.replacing(",unknown,", with: ",walking,").replacing("unlabelled", with: "")
        let path = try folder.write(filled, to: "filled.csv")
        #expect(try Command.run(["evaluate", path], in: folder).status == 0)
    }

    @Test func badLogIsLeftOutOfAManifest() throws {
        let bad = try folder.write("", to: "rides/bad.csv")
        let result = try Command.run(["manifest", bad, folder.path("rides/still-0.csv")], in: folder)
        #expect(result.status == 3)
        #expect(result.text.split(separator: "\n").count == 2)
        #expect(result.errorLines.count == 2, "\(result.errors)")
        #expect(result.errors.contains("bad.csv") && result.errors.contains("guessed: stationary"))
    }

    @Test func faultsOfAManifest() throws {
        try expectRefused("", "empty")
        try expectRefused("recording,activity\n", "no rows")
        try expectRefused("recording,label\na.csv,walking\n", "manifest.csv:1", "activity")
        try expectRefused(
            "recording,activity\nstill-0.csv,juggling\n", "manifest.csv:2:2", "juggling", "stationary")
        try expectRefused("recording,activity,user\nstill-0.csv,walking\n", "manifest.csv:2", "2 fields")
        try expectRefused("recording,activity\nstill-0.csv,stationary\n,walking\n", "manifest.csv:3:1")
        try expectRefused(
            "recording,activity,start_s\nstill-0.csv,walking,soon\n", "manifest.csv:2:3", "soon")
        try expectRefused("recording,activity,start_s,end_s\nstill-0.csv,walking,9,8\n", "manifest.csv:2:4")
        try expectRefused("recording,activity\n\"still-0.csv,walking\n", "manifest.csv:2")
        try expectRefused(
            "recording,activity,activity\nstill-0.csv,walking,walking\n", "manifest.csv:1:3", "twice")
        try expectRefused([UInt8](repeating: 0, count: 100).map { String(UnicodeScalar($0)) }.joined())
    }

    @Test func filterThatLeavesNothing() throws {
        try expectRefused(manifest, "nobody", "user-0", options: ["--where", "user=nobody"])
    }

    @Test func filterOfAColumnThatIsNotThere() throws {
        try expectRefused(manifest, "colour", options: ["--where", "colour=red"])
    }

    @Test func rideThatCannotBeRead() throws {
        let path = try folder.write(manifest + "missing.csv,walking,set-0,user-0\n", to: "rides/manifest.csv")
        let model = folder.path("model.json")
        for arguments in [["evaluate", path], ["train", path, "--output", model]] {
            let refused = try Command.run(arguments, in: folder)
            #expect(refused.status == 3)
            #expect(refused.errors.contains("missing.csv"))
            #expect(refused.errors.contains("--allow-skipped"))
            let allowed = try Command.run(arguments + ["--allow-skipped"], in: folder)
            #expect(allowed.status == 0, "\(allowed.errors)")
            #expect(allowed.errors.contains("missing.csv"))
        }
    }

    @Test func rootMovesTheRecordings() throws {
        let path = try folder.write(manifest, to: "elsewhere/manifest.csv")
        #expect(try Command.run(["evaluate", path], in: folder).status == 3)
        #expect(try Command.run(["evaluate", path, "--root", folder.path("rides")], in: folder).status == 0)
    }

    /// The shell makes the file before the search; the paths are those from where it lies.
    @Test func aManifestIsWrittenBesideItsLogs() throws {
        let logs = try TemporaryFolder()
        try SyntheticLog.writeRides(to: logs)
        for _ in 0..<2 {
            let rides = logs.path("rides")
            let made = try Command.shell("$GAITWAY manifest '\(rides)/' > '\(rides)/manifest.csv'", in: logs)
            #expect(made.status == 0, "\(made.errors)")
            let lines = String(decoding: try logs.read("rides/manifest.csv"), as: UTF8.self).split(separator: "\n")
            #expect(lines.count == 13 && lines.contains { $0.hasPrefix("still-0.csv,stationary,") })
            #expect(!lines.contains { $0.hasPrefix("manifest") })
        }
        #expect(try Command.run(["evaluate", logs.path("rides/manifest.csv")], in: logs).status == 0)
    }

    @Test func foldersAndColumnsNamePeopleAndActivities() throws {
        let logs = try TemporaryFolder()
        try logs.write(SyntheticLog(.bouncing, seconds: 20).text, to: "rides/ann/walking.csv")
        var table = SyntheticLog(.still, seconds: 20)
        table.header += ",subject,activity"
        table.rows = table.rows.enumerated().map { $1 + ",bob," + ($0 < 500 ? "sitting" : "Walking") }
        try logs.write(table.text, to: "rides/log.csv")
        let result = try Command.run(["manifest", logs.path("rides")], in: logs)
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n").dropFirst().sorted()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(lines.map { $0[1] } == ["walking", "stationary", "walking"])
        #expect(lines.map { $0[3] } == ["ann", "bob", "bob"])
        #expect(lines[1][5] == "sitting" && lines[1][8] == lines[2][7] && lines[1][8] == "10")
        #expect(result.errors.contains("guessed: 1 person, by the names of folders, such as \"ann\""))
        let stated = try Command.run(["manifest", logs.path("rides"), "--user", "eve"], in: logs)
        #expect(stated.text.split(separator: "\n").dropFirst().allSatisfy { $0.contains(",eve,") })
    }

    @Test func allFaultsOfAManifestAreShown() throws {
        let rows = (0..<25).map { "still-0.csv,flapping\($0)\n" }.joined()
        let path = try folder.write("recording,activity\n" + rows, to: "rides/faults.csv")
        let result = try Command.run(["evaluate", path], in: folder)
        #expect(result.status == 3 && result.errorLines.count == 21, "\(result.errors)")
        for line in 2...21 { #expect(result.errors.contains("faults.csv:\(line):2: ")) }
        #expect(result.errorLines.last == "gaitway: 5 more faults are not listed")
    }
}
