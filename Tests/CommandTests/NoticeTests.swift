// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// NOTICE names the libraries that are linked, and all parts state the same version.
@Suite struct NoticeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    private struct Resolved: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { var version: String }
            var location: String
            var state: State
        }
        var pins: [Pin]
    }

    /// Each package that the build resolved is named, and Package.swift states its version as the least of a narrow
    /// range.
    @Test func everyResolvedPackageIsNamedAndTested() throws {
        let file = Self.root.appendingPathComponent("Package.resolved")
        let pins = try JSONDecoder().decode(Resolved.self, from: Data(contentsOf: file)).pins
        #expect(pins.count > 1)
        let (notice, package) = (try text("NOTICE"), try text("Package.swift"))
        var direct = 0
        for pin in pins {
            let folder = try #require(pin.location.split(separator: "/").last)
            let name = folder.hasSuffix(".git") ? folder.dropLast(4) : folder
            #expect(notice.contains("- \(name): "), "\(name) is not in NOTICE")
            // Packages that come with another one are not in Package.swift.
            guard package.contains("url: \"\(pin.location)\"") else { continue }
            #expect(
                package.contains("url: \"\(pin.location)\", .upToNextMinor(from: \"\(pin.state.version)\")"),
                "\(name) \(pin.state.version) is not what Package.swift asks for")
            direct += 1
        }
        #expect(package.components(separatedBy: ".package(url:").count == direct + 1)
    }

    /// Each library of the system that the command loads is named.
    @Test(.enabled(if: !Sanitizer.isOn, Comment(rawValue: Sanitizer.reason)))
    func everyLinkedLibraryIsNamed() throws {
        let folder = try TemporaryFolder()
        let notice = try text("NOTICE")
        let linked = try Command.shell("ldd \"$GAITWAY\"", in: folder).text.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let names = linked.filter { $0.hasPrefix("lib") }.map { String($0.prefix { $0 != "." }) }
        #expect(names.contains("libz"), "\(linked)")
        for name in names { #expect(notice.contains(name), "\(name) is not in NOTICE") }
    }

    /// GRDB's licence is the one that it came with.
    @Test func licencesAreThoseOfTheSources() throws {
        // Beside what is built, three folders below the scratch folder.
        let own = URL(fileURLWithPath: Command.path).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("checkouts/GRDB.swift/LICENSE")
        #expect(try text("Licenses/GRDB.txt") == String(contentsOf: own, encoding: .utf8))
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/Licenses") {
            #expect(try text("NOTICE").contains("Licenses/\(name)"), "\(name) is not in NOTICE")
        }
    }

    /// The command, its streams and its models say the version that one file has, and the Python package takes it from
    /// there.
    @Test func oneVersionIsEverywhere() throws {
        let folder = try TemporaryFolder()
        let source = try text("Sources/GaitwayBase/MotionTypes/ProductVersion.swift")
        let version = try #require(source.firstMatch(of: /static let text = "(.+)"/)).1
        #expect(try Command.run(["--version"], in: folder).text == "gaitway \(version)\n")
        let log = try folder.write(SyntheticLog(.bouncing, seconds: 20).text, to: "log.csv")
        for format in [["ndjson"], ["csv", "--all", "--header"]] {
            let stream = try Command.run(["classify", log, "--format"] + format, in: folder)
            #expect(stream.text.contains(" gaitway/\(version)"), "\(format)")
        }
        #expect(try text("CHANGELOG.md").contains("## \(version)"))
        // The wheel's tests compare what it says with the library in it.
        for file in ["Python/pyproject.toml", "Python/src/gaitway/__init__.py"] {
            #expect(!(try text(file).contains("\"\(version)\"")), "\(file) has a version of its own")
        }
    }
}
