// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The examples in help: each can be pasted into a shell.
@Suite struct HelpExampleTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A command of the parser's own description of itself.
    struct Declared: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable { var name: String }
            var kind: String
            var valueName: String?
            var names: [Name]?
            var sectionTitle: String?
            var shouldDisplay: Bool?
        }
        var commandName: String
        var discussion: String?
        var subcommands: [Declared]?
        var arguments: [Argument]?
        var shouldDisplay: Bool?
        var all: [Declared] { [self] + (subcommands ?? []).flatMap(\.all) }
    }

    private func declared() throws -> Declared {
        struct Root: Decodable { var command: Declared }
        let text = try Command.run(["--experimental-dump-help"], in: folder).text
        return try JSONDecoder().decode(Root.self, from: Data(text.utf8)).command
    }

    /// The examples of a page as a reader copies them from a terminal of 80 columns.
    private func examples(_ path: [String]) throws -> String {
        let page = try Command.run(path + ["--help-all"], in: folder).text
        let parts = page.components(separatedBy: "EXAMPLES\n")
        guard parts.count == 2 else { return "" }
        return parts[1].components(separatedBy: "\n\n")[0]
    }

    /// Files that other programs make.
    private static let foreign = ["exchange.json", "scored.csv"]

    @Test("every example of every help page runs in a fresh checkout, one page after the other")
    func examplesRun() throws {
        struct Root: Decodable { var command: Declared }
        func paths(_ command: Declared, _ path: [String]) -> [[String]] {
            [path]
                + (command.subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
                .flatMap { paths($0, path + [$0.commandName]) }
        }
        let dump = try Command.run(["--experimental-dump-help"], in: folder).text
        let pages = paths(try JSONDecoder().decode(Root.self, from: Data(dump.utf8)).command, [])
        let datasets = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Datasets").path
        var script = """
            cd '\(folder.root)' && ln -s '\(datasets)' Datasets
            set -o pipefail
            gaitway() {
                if [ "$1" != serve ]; then '\(Command.path)' "$@"; return; fi
                # A server goes on until it is stopped: here once it says where its page is, in a file of its own.
                rm -f serve.txt
                '\(Command.path)' "$@" --port 0 2> serve.txt &
                until grep -qs 'the page is at' serve.txt; do kill -0 $! || return 1; done
                kill -TERM $!; wait $!
            }
            tail() { command tail "${@/#-f/-q}"; }

            """
        var count = 0
        for path in pages {
            let examples = try examples(path)
            #expect(examples.contains("gaitway "), "\(path)")
            for example in examples.replacingOccurrences(of: "\\\n", with: "\\\u{1}").split(separator: "\n") {
                let text = example.replacingOccurrences(of: "\u{1}", with: "\n")
                guard !Self.foreign.contains(where: text.contains) else {
                    #expect(try status(of: text) == 3, "\(text)")
                    continue
                }
                count += 1
                script += "{\n\(text)\n} > /dev/null 2> errors.txt || { cat <<'END'; cat errors.txt; }\n\(text)\nEND\n"
            }
        }
        let result = try Command.shell(script, in: folder)
        #expect(result.output.isEmpty, "\(result.text)")
        #expect(count > 90)
    }

    private func status(of line: String) throws -> Int32 {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "gaitway() { \"\(Command.path)\" \"$@\"; }; \(line)"]
        shell.currentDirectoryURL = URL(fileURLWithPath: folder.path("."))
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        return shell.terminationStatus
    }

    @Test("pages know which values are paths: a new name of a value is put into one of the two lists")
    func valueNames() throws {
        let paths: Set = ["dir", "file", "log", "manifest", "model", "places", "stream", "timeline", "truth", "zones"]
        let others: Set = [
            "activity", "address", "by", "case", "column=value", "command", "count", "date",
            "enter,dwell,exit|none", "field=value,value",
            "format",
            "from", "hz", "identifier", "input", "kind", "lambda", "list", "metres", "minutes", "n", "name", "names",
            "number",
            "other",
            "p", "place", "points",
            "position", "report|ignore", "seconds", "shares", "size", "source", "subcommands", "text", "theme", "time",
            "to", "unit", "url", "user|dataset", "zone",
        ]
        let arguments = try declared().all.flatMap { $0.arguments ?? [] }.filter { $0.kind != "flag" }
        let names = Set(arguments.compactMap(\.valueName))
        #expect(names.subtracting(paths).subtracting(others).isEmpty, "\(names.subtracting(paths).subtracting(others))")
    }

    @Test(
        "help of the large commands groups their options",
        arguments: ["classify", "evaluate", "simulate", "train", "trips"])
    func groups(command: String) throws {
        let text = try Command.run([command, "--help"], in: folder).text
        #expect(text.contains("\nINPUT:\n") && text.contains("\nOUTPUT:\n"), "\(text)")
    }
}
