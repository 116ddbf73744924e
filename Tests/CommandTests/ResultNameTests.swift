// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Results whose kind the name of `--output` tells.
@Suite struct ResultNameTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let datasets = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Datasets").path
        try FileManager.default.createSymbolicLink(atPath: folder.path("Datasets"), withDestinationPath: datasets)
    }

    private static let commands = [
        "classify Datasets/commute", "trips --track Datasets/day/day.gpx", "evaluate Datasets/manifest.csv",
        "simulate --track Datasets/day/day.gpx --places Datasets/day/places.csv",
    ]

    private func run(_ command: String) throws -> CommandResult {
        try Command.shell("cd '\(folder.root)'; \"$GAITWAY\" \(command)", in: folder)
    }

    @Test(arguments: commands)
    func aNameInHTMLAsksForAPage(command: String) throws {
        for option in ["--output named.html", "--output=joined.htm", "--report asked.html"] {
            #expect(try run("\(command) \(option)").status == 0)
        }
        let page = String(decoding: try folder.read("asked.html"), as: UTF8.self).utf8
        let isPage = String(page.prefix(15)) == "<!DOCTYPE html>"
        #expect(isPage)
        // The page quotes the command, in which the names differ.
        let sizes = try ["named.html", "joined.htm"].map { try folder.read($0).count }
        #expect(sizes.allSatisfy { abs($0 - page.count) < 40 }, "\(sizes) \(page.count)")
    }

    @Test(arguments: commands.dropLast())
    func aNameInSVGAsksForAPicture(command: String) throws {
        for option in ["--output named.svg", "--picture asked.svg"] {
            #expect(try run("\(command) \(option)").status == 0)
        }
        let isSame = try folder.read("named.svg") == folder.read("asked.svg")
        #expect(isSame)
    }

    @Test(
        arguments: [
            "gate explain --track Datasets/day/day.gpx --places Datasets/day/places.csv --output a.html",
            "model show --output a.svg", "trips stats --store s --output a.html", "\(commands[3]) --output a.png",
            "\(commands[0]) --output a.html --report b.html",
        ])
    func otherKindsAreRefused(command: String) throws {
        let result = try run(command)
        #expect(result.status == 2 && result.errors.contains("--output writes no ."), "\(result.errors)")
        #expect(try folder.names(in: ".").allSatisfy { !$0.hasPrefix("a.") && !$0.hasPrefix("b.") })
    }
}
