// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What the README and a guide show is run: their commands one after the other, in a folder with the sample data, and
/// the README's Swift as a part of an example that the tests compile and run.
///
/// A block of kind `sh` holds commands. A block of kind `console` holds commands behind `$ `, each with what it prints
/// below it; with `GAITWAY_RECORD=1` the test writes what they print now. The `sh` blocks of a guide name files that
/// only its reader has, and are not run.
struct ReadmeTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The README, and the guides whose console blocks are run.
    static let documents = ["README.md", "Documentation/Gaitway.docc/TestingANotificationPolicy.md"]

    private static func file(_ document: String) -> URL { package.appendingPathComponent(document) }

    /// One fenced block.
    private struct Block {
        var language: String
        var text: String
    }

    /// A document's fenced blocks in order.
    private static func blocks(_ document: String) throws -> [Block] {
        let parts = try String(contentsOf: file(document), encoding: .utf8).components(separatedBy: "```")
        return parts.indices.filter { !$0.isMultiple(of: 2) }.map { index in
            let (language, text) = parts[index].split(at: "\n")
            return Block(language: language, text: text)
        }
    }

    /// The commands of a console block, each with what stands below it.
    private static func steps(_ block: Block) -> [(command: String, output: String)] {
        block.text.components(separatedBy: "$ ").dropFirst().map { $0.split(at: "\n") }
    }

    /// Prints nothing itself, and so tells the commands' outputs apart.
    private static let mark = "\u{1}"

    @Test(arguments: documents) func everyCommandWorksAndPrintsWhatIsShown(document: String) throws {
        let folder = try TemporaryFolder()
        let isReadme = document == "README.md"
        let blocks = try Self.blocks(document).filter { isReadme || $0.language == "console" }
        var lines = """
            set -eu
            ln -s '\(Self.package.appendingPathComponent("Datasets").path)' Datasets
            gaitway() {
                if [ "$1" != serve ]; then '\(Command.path)' "$@"; return; fi
                # A server goes on until it is stopped: here once it says where its page is.
                # An earlier server has written the same file.
                rm -f serve.txt
                '\(Command.path)' "$@" --port 0 2> serve.txt &
                until grep -qs 'the page is at' serve.txt; do kill -0 $!; done
                kill -TERM $!; wait $!
            }

            """
        for block in blocks {
            switch block.language {
            case "sh": lines += "{\n\(block.text)} > /dev/null\n"
            case "console":
                for step in Self.steps(block) { lines += step.command + "\nprintf '\(Self.mark)'\n" }
            default: break
            }
        }
        let result = try Command.shell("cd '\(folder.root)'\n" + lines, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let printed = result.text.components(separatedBy: Self.mark)
        let console = blocks.filter { $0.language == "console" }
        let shown = console.flatMap(Self.steps)
        #expect(blocks.contains { $0.language == "sh" } == isReadme && shown.count >= 3)
        try #require(printed.count == shown.count + 1)
        for (step, output) in zip(shown, printed) {
            #expect(
                output == step.output, "\(step.command): run this test with GAITWAY_RECORD=1 to show what it prints now"
            )
        }
        if ProcessInfo.processInfo.environment["GAITWAY_RECORD"] == "1" {
            var text = try String(contentsOf: Self.file(document), encoding: .utf8)
            var rest = printed[...]
            for block in console {
                let now = Self.steps(block).map { "$ \($0.command)\n" + (rest.popFirst() ?? "") }.joined()
                text = text.replacingOccurrences(of: "```console\n" + block.text, with: "```console\n" + now)
            }
            try text.write(to: Self.file(document), atomically: true, encoding: .utf8)
        }
    }

    @Test func theSwiftIsPartOfAnExample() throws {
        let examples = Self.package.appendingPathComponent("Examples")
        let files = FileManager.default.enumerator(at: examples, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let sources = try (files ?? []).map { Self.words(try String(contentsOf: $0, encoding: .utf8)) }
        let blocks = try Self.blocks("README.md").filter { $0.language == "swift" }
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(sources.contains { $0.contains(Self.words(block.text)) }, "\(block.text)")
        }
    }

    /// A text whatever its indentation.
    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The picture is what the command draws of the sample ride.
    @Test func thePictureIsOfThisModel() throws {
        let folder = try TemporaryFolder()
        let datasets = Self.package.appendingPathComponent("Datasets").path
        let command = "classify \(datasets)/commute --labels \(datasets)/manifest.csv --time-zone UTC --picture"
        let arguments = command.split(separator: " ").map(String.init) + [folder.path("commute.svg")]
        let result = try Command.run(arguments, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let kept = try Data(contentsOf: Self.package.appendingPathComponent("Documentation/commute.svg"))
        #expect(try Array(kept) == folder.read("commute.svg"), "run `make pictures`")
    }
}

extension String {
    /// What comes before the first `separator`, and what comes after it.
    fileprivate func split(at separator: Character) -> (String, String) {
        guard let place = firstIndex(of: separator) else { return (self, "") }
        return (String(self[..<place]), String(self[index(after: place)...]))
    }
}
