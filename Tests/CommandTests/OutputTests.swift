// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What becomes of result files when something goes wrong: the old file, or none.
@Suite struct OutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let datasets = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Datasets").path

    /// A manifest of three short rides, and its path.
    private func manifest() throws -> String {
        var text = "recording,activity,user\n"
        for (motion, label) in [(SyntheticLog.Motion.still, "stationary"), (.bouncing, "walking")] {
            for user in 0..<2 {
                let log = SyntheticLog(motion, seconds: 80, seed: UInt64(user + 1))
                try folder.write(log.text, to: "rides/\(label)-\(user).csv")
                text += "\(label)-\(user).csv,\(label),\(user)\n"
            }
        }
        return try folder.write(text, to: "rides/manifest.csv")
    }

    private func expectRefused(_ arguments: [String], _ words: String..., status: Int32 = 1) throws {
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == status, "\(arguments): \(result.status) \(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1, "\(result.errors)")
        for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
    }

    /// The file of --output has the bytes that are printed otherwise, and is not replaced without --force.
    @Test(arguments: [
        ("inspect rides/walking-0.csv --time-zone UTC", "ride.txt"), ("inspect rides --json", "rides.ndjson"),
        ("manifest rides", "rides.csv"), ("gate check Datasets/cab-ride.txt", "check.txt"),
        ("trips places --store life", "places.txt"), ("model show", "card.txt"), ("model verify open", "open.txt"),
        ("gate explain --track Datasets/day/day.gpx --places Datasets/day/places.csv --entry 2", "entry.txt"),
        ("places make --track Datasets/day/day.gpx --count 20", "places.geojson"),
        ("places check Datasets/day/places.csv", "faults.txt"),
    ])
    func whatIsPrintedGoesToAFile(command: String, name: String) throws {
        _ = try manifest()
        let result = try Command.shell(
            """
            cd '\(folder.root)'; ln -s '\(Self.datasets)' Datasets; rm rides/manifest.csv
            "$GAITWAY" trips --store life --track Datasets/day/day.gpx --quiet > stored.txt || exit 9
            "$GAITWAY" \(command) > printed.txt || exit 1
            [ -s printed.txt ] || exit 2
            "$GAITWAY" \(command) --output \(name) | cmp - /dev/null || exit 3
            cmp printed.txt \(name) || exit 4
            "$GAITWAY" \(command) --output \(name) && exit 5
            "$GAITWAY" \(command) --output \(name) --force || exit 6
            cmp printed.txt \(name) || exit 7
            """, in: folder)
        #expect(result.status == 0, "\(result.status) \(result.errors)\(result.text)")
    }

    @Test func contentsOfLogsGoToAFolder() throws {
        _ = try manifest()
        let line = """
            cd '\(folder.root)'; rm rides/manifest.csv; "$GAITWAY" inspect rides --output-dir contents --time-zone UTC
            "$GAITWAY" inspect rides/walking-1.csv --time-zone UTC | cmp - contents/walking-1.txt && ls contents
            """
        let result = try Command.shell(line, in: folder)
        #expect(
            result.text == "stationary-0.txt\nstationary-1.txt\nwalking-0.txt\nwalking-1.txt\n",
            "\(result.errors)\(result.text)")
    }

    /// The paths of a manifest fit its folder, wherever the command runs.
    @Test func aManifestNamesRidesFromItsFolder() throws {
        _ = try manifest()
        let line = """
            cd '\(folder.root)' && rm rides/manifest.csv && "$GAITWAY" manifest rides --output rides/all.csv
            "$GAITWAY" manifest rides --output rides/all.csv --force && cat rides/all.csv
            """
        let text = try Command.shell(line, in: folder).text
        #expect(text.contains("\nwalking-0.csv,") && !text.contains("rides/") && !text.contains("all.csv"), "\(text)")
    }

    /// A manifest does not take the place of a log that it lists.
    @Test func aManifestLeavesItsLogs() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 30).text, to: "rides/a.csv")
        let before = try folder.read("rides/a.csv")
        for input in [log, folder.path("rides")] {
            let result = try Command.run(
                ["manifest", input, "--activity", "walking", "--output", log, "--force"], in: folder)
            #expect(result.status == 1 && result.errors.contains("is one of the files that are read"))
            #expect(try folder.read("rides/a.csv") == before)
        }
    }

    // MARK: What ends the work

    @Test(arguments: ["TERM", "INT", "HUP"])
    func signalLeavesTheOldFile(signal: String) throws {
        let log = try folder.write(SyntheticLog(seconds: 30).text, to: "log.csv")
        try folder.write("old\n", to: "out/stdin.ndjson")
        // The log comes out of a pipe that stays open. Once the file that is being written is there, the signal is
        // sent.
        let line = """
            cd '\(folder.root)'; mkfifo pipe; set -m
            "$GAITWAY" classify - --format ndjson --output-dir out --force < pipe & process=$!
            exec 3> pipe; cat '\(log)' >&3
            until [ "$(ls -A out | wc -l)" = 2 ]; do kill -0 $process || exit 99; done
            kill -\(signal) $process; wait $process
            """
        let result = try Command.shell(line, in: folder)
        let numbers: [String: Int32] = ["TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP]
        let number = try #require(numbers[signal])
        #expect(result.status == 128 + number, "\(result.errors)")
        #expect(try folder.allNames(in: "out") == ["stdin.ndjson"])
        #expect(try folder.read("out/stdin.ndjson") == Array("old\n".utf8))
    }

    /// A killed command leaves its half file. The next one removes it, and leaves that of a command that still runs.
    @Test func theNextWriterTidiesUp() throws {
        let log = try folder.write(SyntheticLog(seconds: 30).text, to: "log.csv")
        try folder.write("old\n", to: "out/stdin.ndjson")
        let line = """
            cd '\(folder.root)'; mkfifo first second; set -m
            write() { "$GAITWAY" classify - --format ndjson --output-dir out --force; }
            until_files() { until [ "$(ls -A out | wc -l)" = $1 ]; do kill -0 $2 || exit 99; done; }
            write < first & killed=$!
            exec 3> first; cat '\(log)' >&3; until_files 2 $killed
            kill -KILL -$killed; wait $killed
            [ "$(ls -A out | wc -l)" = 2 ] || exit 98
            write < second & alive=$!
            exec 4> second; until_files 2 $alive; cat '\(log)' >&4; until_files 2 $alive
            write < '\(log)' || exit 97
            [ "$(ls -A out | wc -l)" = 2 ] || exit 96
            exec 4>&-; wait $alive
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try folder.allNames(in: "out") == ["stdin.ndjson"])
        #expect(String(decoding: try folder.read("out/stdin.ndjson"), as: UTF8.self).contains("\"end\""))
    }

    /// The names of a folder reach the disk after a file has taken its place, as its bytes did before.
    @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0, "strace shows the calls of the system"))
    func bytesAndThenNamesReachTheDisk() throws {
        let log = try folder.write(SyntheticLog(seconds: 30).text, to: "log.csv")
        let result = try Command.shell(
            """
            strace -f -y -qq -e trace=rename,link,fsync -o '\(folder.root)/calls' \
                "$GAITWAY" classify '\(log)' --output-dir '\(folder.root)/out'
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let lines = String(decoding: try folder.read("calls"), as: UTF8.self).split(separator: "\n")
        let calls = lines.compactMap { line -> String? in
            if line.contains("rename(") || line.contains("link(") { return "place" }
            guard line.contains("fsync(") else { return nil }
            return line.contains(".tmp>") ? "bytes" : line.contains("/out>") ? "names" : "other"
        }
        #expect(calls == ["bytes", "place", "names"], "\(lines)")
    }

    @Test(.enabled(if: !Sanitizer.isOn, Comment(rawValue: Sanitizer.reason)))
    func limitOfFileSizesIsAnError() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 900).text, to: "log.csv")
        try folder.write("old\n", to: "out/log.ndjson")
        let classify = "\"$GAITWAY\" classify '\(log)' --format ndjson --every-window"
        let toFile = try Command.shell(
            "ulimit -f 8; \(classify) --output-dir '\(folder.path("out"))' --force", in: folder)
        #expect(toFile.status == 1)
        #expect(toFile.errors.contains("out/log.ndjson: cannot be written: File too large"), "\(toFile.errors)")
        #expect(try folder.allNames(in: "out") == ["log.ndjson"])
        #expect(try folder.read("out/log.ndjson") == Array("old\n".utf8))
        let toOutput = try Command.shell("ulimit -f 8; \(classify)", in: folder)
        #expect(toOutput.status == 1)
        #expect(toOutput.errors.contains("standard output: cannot be written: File too large"), "\(toOutput.errors)")
    }

    @Test(.enabled(if: TemporaryFolder.canMount, "mounting a small disk needs its permission"))
    func fullDiskLeavesTheOldFiles() throws {
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 900).text, to: "log.csv")
        let manifest = try manifest()
        try folder.write("", to: "disk/.keep")
        let disk = folder.path("disk")
        #expect(mount("none", disk, "tmpfs", 0, "size=16k") == 0)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        for name in ["log.ndjson", "m.json", "f.json", "p.html"] { try folder.write("old\n", to: "disk/" + name) }
        for arguments in [
            ["classify", log, "--format", "ndjson", "--every-window", "--output-dir", disk, "--force"],
            ["train", manifest, "--output", disk + "/m.json", "--force"],
            ["evaluate", manifest, "--json", disk + "/f.json", "--report", disk + "/p.html", "--force"],
        ] {
            let result = try Command.run(arguments, in: folder)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("No space left on device"), "\(result.errors)")
        }
        for name in ["log.ndjson", "m.json", "p.html"] {
            #expect(try folder.read("disk/" + name) == Array("old\n".utf8), "\(name)")
        }
        #expect(try folder.allNames(in: "disk") == ["f.json", "log.ndjson", "m.json", "p.html"])
    }

    @Test func filesAreThereWhenTheReaderHasGone() throws {
        let manifest = try manifest()
        let files = "--json figures.json --report page.html --spliced blocks.csv"
        for more in ["", "--cross-validate user"] {
            let line = """
                cd '\(folder.root)'; rm -f figures.json page.html blocks.csv; exec 3> >(exit 0); wait $!
                "$GAITWAY" evaluate '\(manifest)' \(more) \(files) >&3
                """
            let result = try Command.shell(line, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try folder.read("figures.json").last == UInt8(ascii: "\n"))
            #expect(String(decoding: try folder.read("page.html"), as: UTF8.self).contains("</html>"))
            #expect(try !folder.read("blocks.csv").isEmpty)
        }
    }

    // MARK: What is refused before the work

    @Test func outputThatIsAnInputIsRefused() throws {
        let manifest = try manifest()
        let ride = folder.path("rides/walking-0.csv")
        #expect(symlink(ride, folder.path("link.json")) == 0)
        #expect(link(ride, folder.path("twin.json")) == 0)
        let model = folder.path("model.json")
        #expect(try Command.run(["train", manifest, "--output", model], in: folder).status == 0)
        let before = try [manifest, ride, model].map { try folder.readFile($0) }
        for file in [manifest, ride, folder.path("link.json"), folder.path("twin.json"), model] {
            for option in ["--json", "--report", "--spliced"] {
                try expectRefused(["evaluate", manifest, "--model", model, option, file], file, "is one of the files")
            }
        }
        for file in [manifest, ride, folder.path("twin.json")] {
            try expectRefused(["train", manifest, "--output", file, "--force"], file, "is one of the files")
        }
        #expect(try [manifest, ride, model].map { try folder.readFile($0) } == before)
    }

    @Test func storeIsNotReplacedByItsOwnExport() throws {
        let track = try folder.write(Walk().gpx, to: "day.gpx")
        let store = folder.path("life")
        #expect(try Command.run(["trips", "--store", store, "--track", track], in: folder).status == 0)
        #expect(symlink("life", folder.path("link")) == 0)
        let before = try folder.read("life")
        for output in [store, folder.path("link")] {
            try expectRefused(["trips", "--store", store, "--output", output, "--force"], "is one of the files")
        }
        try expectRefused(["trips", "--track", track, "--output", track, "--force"], "is one of the files")
        #expect(try folder.read("life") == before)
    }

    @Test func rawLogBesideItsFolderIsNotReplaced() throws {
        let log = SyntheticLog(seconds: 30).text
        let raw = try folder.write(log, to: "here/ride.csv")
        try folder.write(log, to: "here/ride/Accelerometer.csv")
        let here = folder.path("here")
        let classify = ["classify", here + "/ride", "--format", "csv", "--output-dir"]
        try expectRefused(classify + [here], "here/ride.csv", "exists already", "--force")
        try expectRefused(["classify", raw, "--format", "csv", "--output-dir", here], "is one of the files")
        try expectRefused(["classify", raw, "--format", "csv", "--output-dir", here, "--force"], "is one of the files")
        try expectRefused(classify + [here + "/ride"], "the folder of a ride")
        #expect(try folder.read("here/ride.csv") == Array(log.utf8))
        #expect(try folder.allNames(in: "here") == ["ride", "ride.csv"])
        #expect(try folder.allNames(in: "here/ride") == ["Accelerometer.csv"])
    }

    /// Of two logs whose names differ only in their Unicode form, neither is replaced.
    @Test(arguments: ["caf\\303\\251", "cafe\\314\\201"]) func aLogOfALikeNameIsNotReplaced(name: String) throws {
        let log = try folder.write(SyntheticLog(seconds: 30).text, to: "log.csv")
        let result = try Command.shell(
            """
            cd '\(folder.root)'; mkdir in
            for name in 'caf\\303\\251' 'cafe\\314\\201'; do cp '\(log)' "in/$(printf "$name.csv")"; done
            "$GAITWAY" classify in --output "in/$(printf '\(name).csv')" --force; test $? = 1 || exit 5
            for file in in/*; do cmp "$file" '\(log)' || exit 6; done
            """, in: folder)
        #expect(result.status == 0 && result.errors.contains("is one of the files"), "\(result.errors)")
    }

    @Test func pathsAreCheckedBeforeTheWork() throws {
        // Nothing that these name can be read, so that only a check before all reading can speak of the outputs.
        let manifest = try folder.write("recording,activity\nmissing.csv,walking\n", to: "manifest.csv")
        let file = try folder.write("", to: "file")
        for output in [folder.path("none/a"), folder.root, file + "/a"] {
            try expectRefused(["train", manifest, "--output", output], output)
            for option in ["--json", "--report", "--spliced"] {
                try expectRefused(["evaluate", manifest, option, output], output)
            }
            try expectRefused(["trips", "--track", folder.path("missing.gpx"), "--output", output], output)
        }
        try expectRefused(["train", manifest, "--output", file], file, "exists already")
        try expectRefused(["classify", file, "--output-dir", file], file, "is not a folder")
        let twice = folder.path("twice")
        try expectRefused(["evaluate", manifest, "--json", twice, "--report", twice], twice, "twice")
        try expectRefused(["evaluate", manifest, "--json", "-", "--report", "-"], "standard output", status: 2)
        #expect(try folder.allNames(in: "").filter { !$0.hasPrefix(".") } == ["file", "manifest.csv"])
    }

    @Test func dashIsStandardOutputAndHasNothingElse() throws {
        let manifest = try manifest()
        for more in [[], ["--cross-validate", "user"]] {
            let json = folder.path("figures.json")
            let piped = try Command.run(["evaluate", manifest, "--json", "-"] + more, in: folder)
            #expect(try Command.run(["evaluate", manifest, "--json", json, "--force"] + more, in: folder).status == 0)
            #expect(piped.status == 0, "\(piped.errors)")
            #expect(try piped.output == folder.read("figures.json"))
        }
        let page = try Command.run(["evaluate", manifest, "--report", "-"], in: folder)
        #expect(page.text.hasPrefix("<!") && page.text.hasSuffix("</html>\n"), "\(page.text.prefix(80))")
    }

    @Test func standardOutputByNameIsWrittenAtItsEnd() throws {
        let track = try folder.write(Walk().gpx, to: "day.gpx")
        let line =
            "cd '\(folder.root)'; echo before > all; \"$GAITWAY\" trips --track day.gpx --output /dev/stdout >> all"
        #expect(try Command.shell(line, in: folder).status == 0)
        let table = try Command.run(["trips", "--track", track], in: folder)
        #expect(try folder.read("all") == Array("before\n".utf8) + table.output)
    }

    @Test(
        "--force without a file to write is a mistake",
        arguments: [
            (["classify", "ride.csv"], "--output, --output-dir, --report or --picture"),
            (["evaluate", "manifest.csv"], "--output, --json, --report, --picture, --predictions or --spliced"),
            (["trips", "--track", "day.gpx"], "--output, --report or --picture"),
            (["trips", "stats", "--track", "day.gpx"], "--output"),
        ])
    func forceNeedsAFile(words: [String], options: String) throws {
        let result = try Command.run(words + ["--force"], in: folder)
        #expect(result.status == 2 && result.errors.contains("--force needs \(options); see"), "\(result.errors)")
        let named = try Command.run(words + ["--force", "--output", folder.path("result.csv")], in: folder)
        #expect(named.status == 3 && !named.errors.contains("--force needs"), "\(named.errors)")
    }
}

extension TemporaryFolder {
    /// Whether this process may mount a file system, which is tried.
    static let canMount: Bool = {
        guard let folder = try? TemporaryFolder(), mount("none", folder.root, "tmpfs", 0, "size=64k") == 0 else {
            return false
        }
        return umount2(folder.root, Int32(MNT_DETACH)) == 0
    }()

    /// The names of all that is in a folder, hidden files as well.
    func allNames(in name: String) throws -> [String] {
        try names(in: name).filter { ![".output", ".errors", ".memory"].contains($0) }
    }

    /// The bytes of a file at a whole path.
    func readFile(_ path: String) throws -> [UInt8] { try read(String(path.dropFirst(root.count + 1))) }
}
