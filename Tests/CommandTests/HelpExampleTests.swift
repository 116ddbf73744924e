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
        }
        var commandName: String
        var discussion: String?
        var subcommands: [Declared]?
        var arguments: [Argument]?
        var all: [Declared] { [self] + (subcommands ?? []).flatMap(\.all) }
    }

    private func declared() throws -> Declared {
        struct Root: Decodable { var command: Declared }
        let text = try Command.run(["--experimental-dump-help"], in: folder).text
        return try JSONDecoder().decode(Root.self, from: Data(text.utf8)).command
    }

    /// The lines below EXAMPLES, joined where a backslash ends a line.
    private static func examples(_ discussion: String) -> [String] {
        let parts = discussion.components(separatedBy: "EXAMPLES\n")
        guard parts.count == 2 else { return [] }
        return parts[1].components(separatedBy: "\n\n")[0].replacingOccurrences(of: "\\\n", with: " ")
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("no example of any help is a mistake in the command line")
    func examplesParse() throws {
        let examples = Set(try declared().all.flatMap { Self.examples($0.discussion ?? "") })
        #expect(examples.count > 40)
        // Some examples write a file here.
        try folder.write("", to: "rides/file")
        for example in examples {
            #expect(example.contains("gaitway "), "\(example)")
            for part in example.components(separatedBy: " | ") where part.hasPrefix("gaitway ") {
                guard !part.hasPrefix("gaitway serve") else { continue }
                // No file of the example exists here, which ends the command with 3 or 1; a mistake ends it with 2.
                #expect(try status(of: part) != 2, "\(part)")
            }
        }
        #expect(try status(of: "gaitway trips --no-such-option") == 2)
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
            "activity", "address", "by", "case", "column=value", "command", "count", "date", "field=value,value",
            "format",
            "from", "hz", "identifier", "input", "kind", "lambda", "list", "metres", "minutes", "n", "name", "names",
            "number",
            "other",
            "p", "place",
            "position", "report|ignore", "seconds", "shares", "size", "source", "subcommands", "text", "time", "to",
            "unit", "url", "user|dataset", "zone",
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
