// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The form of help pages: an example at once, then usage, and no more than a screen or two.
@Suite struct HelpPageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The words of each command, and the names of its options.
    private func commands() throws -> [(path: [String], options: [String])] {
        struct Root: Decodable { var command: HelpExampleTests.Declared }
        let text = try Command.run(["--experimental-dump-help"], in: folder).text
        func all(_ command: HelpExampleTests.Declared, _ path: [String]) -> [(path: [String], options: [String])] {
            let options = (command.arguments ?? []).filter { $0.shouldDisplay ?? true }
                .compactMap { $0.names?.last { $0.name.count > 1 }.map { "--" + $0.name } }
            let below = (command.subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
            return [(path, options)] + below.flatMap { all($0, path + [$0.commandName]) }
        }
        return all(try JSONDecoder().decode(Root.self, from: Data(text.utf8)).command, [])
    }

    @Test func examplesAndUsageComeFirst() throws {
        let commands = try commands()
        #expect(commands.count > 30)
        var shortened = 0
        for (path, options) in commands {
            let short = try Command.run(path + ["--help"], in: folder)
            let lines = short.text.components(separatedBy: "\n").dropLast()
            let name = (["gaitway"] + path).joined(separator: " ")
            #expect(short.status == 0 && short.errors.isEmpty)
            #expect(lines.count <= 60, "\(name) has \(lines.count) lines")
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(name): \(lines.filter { $0.count > 80 })")
            #expect(lines.prefix(10).contains { $0.hasPrefix("  ") && $0.contains("gaitway ") }, "\(name)")
            #expect(lines.prefix(20).contains { $0.hasPrefix("USAGE: " + name) }, "\(name)")
            for option in options { #expect(short.text.contains(option), "\(name) lacks \(option)") }
            let whole = try Command.run(path + ["--help-all"], in: folder)
            #expect(whole.status == 0)
            guard lines.last?.hasPrefix("More with ") == true else {
                #expect(whole.text == short.text, "\(name)")
                continue
            }
            shortened += 1
            #expect(lines.last == "More with \(name) --help-all.")
            #expect(whole.text.components(separatedBy: "\n").count > lines.count)
        }
        #expect(shortened > 3)
    }

    @Test func helpShowsTheDocumentsThatMessagesName() throws {
        for name in ["policy", "scenarios", "exchange", "stream", "timeline-policy", "corrections", "export"] {
            let document = try Command.run(["help", name], in: folder)
            #expect(document.status == 0 && document.text.hasPrefix("# "), "\(name)")
            #expect(document.text.split(separator: "\n").count > 20)
        }
        let file = try folder.write(
            "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"here\",\"after_driving\":[]}", to: "p.json")
        let scenario = try folder.write("nothing\n", to: "s.txt")
        let result = try Command.run(["gate", "check", scenario, "--policy", file], in: folder)
        #expect(result.status == 3 && result.errors.contains("see gaitway help policy"), "\(result.errors)")
        #expect(try Command.run(["help", "polcy"], in: folder).errors.contains("did you mean gaitway help policy?"))
    }
}
