// SPDX-License-Identifier: Apache-2.0
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
                "./share/doc/gaitway/Licenses/GRDB.txt", "./share/doc/gaitway/Licenses/GeoNames.txt",
                "./share/doc/gaitway/Licenses/ICU.txt", "./share/doc/gaitway/Licenses/LGPL-2.1.txt",
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

    /// `make install` below a folder with blanks in its name.
    @Test func thePrefixMayHaveBlanks() throws {
        let folder = try TemporaryFolder()
        let result = try Command.shell(
            """
            cd '\(Self.scripts)/..' && make -s -o build install GAITWAY="$GAITWAY" PREFIX='\(folder.root)/my own/usr' &&
            '\(folder.root)/my own/usr/bin/gaitway' --version && ls '\(folder.root)' '\(folder.root)/my own'
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.hasSuffix("\(folder.root):\nmy own\n\n\(folder.root)/my own:\nusr\n"), "\(result.text)")
    }

    /// `make lock` compares what the build resolved with the list.
    @Test func changedDependenciesAreReported() throws {
        let folder = try TemporaryFolder()
        func check(_ versions: [(String, String)]) throws -> CommandResult {
            let pins = versions.map { name, version in
                """
                {"identity":"\(name)","location":"https://example.org/\(name)",
                "state":{"revision":"r","version":"\(version)"}}
                """
            }
            try folder.write("{\"pins\":[\(pins.joined(separator: ","))]}", to: "Package.resolved")
            return try Command.shell("'\(folder.root)/Scripts/dependencies-lock.py' --check", in: folder)
        }
        let script = "cd '\(folder.root)' && mkdir Scripts && cp '\(Self.scripts)/dependencies-lock.py' Scripts"
        #expect(try Command.shell(script, in: folder).status == 0)
        try folder.write(
            "# A comment.\na 1.0.0 r https://example.org/a\nb 2.0.0 r https://example.org/b\n", to: "Dependencies.lock")
        #expect(try check([("b", "2.0.0"), ("a", "1.0.0")]).status == 0)
        for (versions, name) in [
            ([("a", "1.0.1"), ("b", "2.0.0")], "a"), ([("a", "1.0.0")], "b"),
            ([("a", "1.0.0"), ("b", "2.0.0"), ("c", "3.0.0")], "c"),
        ] {
            let result = try check(versions)
            #expect(result.status == 1 && result.errors.contains("dependencies-lock: \(name)\n"), "\(result.errors)")
        }
    }

    /// Without sudo, the missing packages, their purpose and the command are printed, and nothing is installed.
    @Test func packagesAreNamedBeforeTheyAreInstalled() throws {
        let folder = try TemporaryFolder()
        // A user without rights runs the script, as root would not need sudo.
        let asUser = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups" : ""
        let script = "\(Self.scripts)/install-dependencies.sh"
        let refused = try Command.shell(
            "GAITWAY_NO_SUDO=1 \(asUser) sh -s -- gaitway-no-such-package < '\(script)'", in: folder)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("gaitway-no-such-package  is needed by the command that was called"))
        #expect(refused.errors.contains("Install them as root: apt-get install"))
        #expect(!refused.errors.contains("They are installed with"))
        // The sudo of this test installs nothing.
        try folder.write("#!/bin/sh\nexit 1\n", to: "bin/sudo")
        let asked = try Command.shell(
            """
            chmod -R a+rX '\(folder.root)' && chmod a+x '\(folder.root)/bin/sudo'
            PATH='\(folder.root)/bin':$PATH \(asUser) sh -s -- gaitway-no-such-package < '\(script)'
            """, in: folder)
        #expect(asked.status != 0)
        let lines = asked.errors.split(separator: "\n")
        #expect(lines.first == "These Debian packages are missing:")
        #expect(lines.contains { $0.hasPrefix("They are installed with: sudo apt-get install") })
        #expect(lines.last == "GAITWAY_NO_SUDO=1 would refuse that.")
    }
}
