// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Models/README.md: its commands for a model of your own rides, and its facts about the data.
@Suite struct ModelCardTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    /// The indented lines of the section are run, one after the other, on the labelled samples.
    @Test func aModelOfOwnRidesAloneIsMadeInOneCommandAndReproduced() throws {
        let card = try Self.text("Models/README.md")
        let section = try #require(card.components(separatedBy: "### A model of your own rides alone").last)
        let commands = try #require(section.components(separatedBy: "\n### ").first).split(separator: "\n")
            .filter { $0.hasPrefix("    gaitway ") }
        #expect(commands.count == 2)
        let folder = try TemporaryFolder()
        let result = try Command.shell(
            """
            set -eu; cd '\(folder.root)'; ln -s '\(Self.package.path)/Datasets' Datasets; gaitway() { "$GAITWAY" "$@"; }
            \(commands.joined(separator: "\n"))
            """, in: folder)
        #expect(
            result.status == 0 && result.text.hasSuffix("is in own.json.\nown.json: the same bytes\n"),
            "\(result.text) \(result.errors)")
        // Of the built-in model there is nothing in it.
        let model = try JSONSerialization.jsonObject(with: Data(try folder.read("own.json"))) as? [String: Any]
        let provenance = model?["provenance"] as? [String: Any]
        let sets = provenance?["data_sets"] as? [[String: Any]] ?? []
        #expect(sets.compactMap { $0["name"] as? String } == ["synthetic-clips"])
        #expect(provenance?["adaptations"] == nil)
    }

    @Test func everyDataSetOfTheBuiltInModelHasALicenceInTheCard() throws {
        let file = try JSONSerialization.jsonObject(with: Data(Self.text("Models/default.json").utf8)) as? [String: Any]
        let provenance = try #require(file?["provenance"] as? [String: Any])
        let names = (provenance["data_sets"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        #expect(names.count > 40)
        var licences: [String: String] = [:]
        for line in try Self.text("Models/README.md").split(separator: "\n") {
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.count == 8, cells[2].hasPrefix("github.com/") { licences[cells[1]] = cells[6] }
        }
        for name in names { #expect(!(licences[name] ?? "").isEmpty, "\(name) has no licence in the card") }
        #expect(Set(licences.keys) == Set(names))
    }
}
