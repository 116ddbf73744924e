import Foundation
import TestSupport
import Testing

/// What `make install` puts in place: the command, its manual page, the shells' completions and the licences.
struct InstallTests {
    private static let scripts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scripts").path

    @Test func everythingIsInstalledBelowThePrefix() throws {
        let folder = try TemporaryFolder()
        let result = try Command.shell(
            """
            '\(Self.scripts)/install.sh' "$GAITWAY" '\(folder.root)/usr' && cd '\(folder.root)/usr' && \
            find . -type f | sort &&
            ./bin/gaitway --version && bash -n share/bash-completion/completions/gaitway
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.text.split(separator: "\n").map(String.init) == [
                "./bin/gaitway", "./share/bash-completion/completions/gaitway",
                "./share/doc/gaitway/LICENSE", "./share/doc/gaitway/Licenses/FreeBSD-SHA1.txt",
                "./share/doc/gaitway/Licenses/GRDB.txt",
                "./share/doc/gaitway/Licenses/ICU.txt",
                "./share/doc/gaitway/Licenses/Swift-runtime-library-exception.txt",
                "./share/doc/gaitway/Licenses/llhttp.txt",
                "./share/doc/gaitway/NOTICE",
                "./share/fish/vendor_completions.d/gaitway.fish", "./share/man/man1/gaitway.1",
                "./share/zsh/site-functions/_gaitway",
            ] + [try Command.run(["--version"], in: folder).text.trimmingCharacters(in: .newlines)])
        // A path with a typing error fails.
        #expect(try Command.shell("'\(Self.scripts)/install.sh' \"$GAITWAY\"", in: folder).status == 2)
    }

    /// The page has a section for each command of the help, with its options.
    @Test func theManualHasEveryCommand() throws {
        let folder = try TemporaryFolder()
        let page = try Command.shell("python3 '\(Self.scripts)/manual.py' \"$GAITWAY\"", in: folder)
        #expect(page.status == 0, "\(page.errors)")
        let sections = Set(
            page.text.split(separator: "\n").filter { $0.hasPrefix(".SS ") }.map { String($0.dropFirst(4)) })
        let help = try Command.run(["--help"], in: folder).text
        let list = help.components(separatedBy: "SUBCOMMANDS:\n").last?.components(separatedBy: "\n\n").first ?? ""
        let commands = list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(commands.count > 10)
        for command in commands where command != "help" {
            #expect(sections.contains(command), "\(command) is not in the manual")
        }
        #expect(page.text.contains("\\-\\-time\\-zone") && page.text.contains("gate explain"))
    }
}
