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
            find . -type f ! -name 'gaitway-*.1' | sort && ls share/man/man1/gaitway-trips-correct-stay.1 &&
            ./bin/gaitway --version && bash -n share/bash-completion/completions/gaitway
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.text.split(separator: "\n").map(String.init) == [
                "./bin/gaitway", "./share/bash-completion/completions/gaitway",
                "./share/doc/gaitway/LICENSE", "./share/doc/gaitway/Licenses/FreeBSD-SHA1.txt",
                "./share/doc/gaitway/Licenses/GPL-3.txt", "./share/doc/gaitway/Licenses/GRDB.txt",
                "./share/doc/gaitway/Licenses/GeoNames.txt", "./share/doc/gaitway/Licenses/ICU.txt",
                "./share/doc/gaitway/Licenses/LGPL-2.1.txt", "./share/doc/gaitway/Licenses/LGPL-3.txt",
                "./share/doc/gaitway/Licenses/Swift-runtime-library-exception.txt",
                "./share/doc/gaitway/Licenses/llhttp.txt",
                "./share/doc/gaitway/NOTICE",
                "./share/fish/vendor_completions.d/gaitway.fish", "./share/man/man1/gaitway.1",
                "./share/zsh/site-functions/_gaitway", "share/man/man1/gaitway-trips-correct-stay.1",
            ] + [try Command.run(["--version"], in: folder).text.trimmingCharacters(in: .newlines)])
        let removed = try Command.shell(
            "'\(Self.scripts)/install.sh' --remove '\(folder.root)/usr' && find '\(folder.root)/usr' -type f",
            in: folder)
        #expect(removed.status == 0 && removed.output.isEmpty, "\(removed.text)\(removed.errors)")
        // A path with a typing error fails.
        #expect(try Command.shell("'\(Self.scripts)/install.sh' \"$GAITWAY\"", in: folder).status == 2)
    }

    /// There is a page for each command of the help, with its options, and each says what the exit codes mean.
    @Test func everyCommandHasAManualPage() throws {
        let folder = try TemporaryFolder()
        let written = try Command.shell(
            "python3 '\(Self.scripts)/manual.py' \"$GAITWAY\" '\(folder.path("man"))'", in: folder)
        #expect(written.status == 0, "\(written.errors)")
        let pages = try folder.names(in: "man")
        let help = try Command.run(["--help"], in: folder).text
        let list = help.components(separatedBy: "SUBCOMMANDS:\n").last?.components(separatedBy: "\n\n").first ?? ""
        let commands = list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(commands.count > 10)
        for command in commands where command != "help" {
            #expect(pages.contains("gaitway-\(command).1"), "\(command) has no page")
        }
        #expect(pages.contains("gaitway-gate-explain.1") && !pages.contains("gaitway-keep-arrival.1"))
        for page in pages {
            let text = String(decoding: try folder.read("man/" + page), as: UTF8.self)
            #expect(text.contains(".SH EXIT STATUS\n.TP\n.B 0\n") && text.contains(".SH EXAMPLES\n"), "\(page)")
        }
        let trips = String(decoding: try folder.read("man/gaitway-trips.1"), as: UTF8.self)
        #expect(trips.contains("\\-\\-time\\-zone"))
    }

    /// What `make deb` packs: small enough to download, with what it needs by name, and without faults that Debian's
    /// checker finds, where that is installed.
    @Test func theDebianPackageIsCompleteAndSmall() throws {
        let folder = try TemporaryFolder()
        let made = try Command.shell(
            """
            '\(Self.scripts)/package.sh' deb "$GAITWAY" '\(folder.root)' > /dev/null && cd '\(folder.root)' &&
            stat -c %s gaitway_*.deb && dpkg-deb -f gaitway_*.deb Depends && dpkg-deb -x gaitway_*.deb root &&
            root/usr/bin/gaitway --version && ls root/usr/share/man/man1/gaitway-trips-stats.1.gz && {
                ! command -v lintian > /dev/null || lintian --allow-root --fail-on error,warning gaitway_*.deb
            }
            """, in: folder)
        #expect(made.status == 0, "\(made.text)\(made.errors)")
        let lines = made.text.split(separator: "\n")
        try #require(lines.count >= 4)
        #expect(Int(lines[0]) ?? .max <= 25 << 20, "\(lines[0]) bytes")
        #expect(lines[1].contains("libc6 (>= ") && lines[1].contains("libsqlite3-0"), "\(lines[1])")
        #expect(lines[2].hasPrefix("gaitway "))
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
