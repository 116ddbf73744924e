import Foundation
import TestSupport
import Testing

/// What the README shows is run: its commands one after the other, in a folder with files of the names that it uses, and its Swift
/// as a part of an example that the tests compile and run.
struct ReadmeTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The README's fenced blocks of one language, in order.
    private static func blocks(_ language: String) throws -> [String] {
        let text = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
        return text.components(separatedBy: "```" + language + "\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    @Test func everyCommandWorks() throws {
        let folder = try TemporaryFolder()
        let datasets = Self.package.appendingPathComponent("Datasets").path
        let commands = try Self.blocks("sh")
        #expect(commands.count >= 4)
        let lines = """
            set -eu
            cp -r '\(datasets)/commute' '\(datasets)/bike' '\(datasets)/run' .
            cp '\(datasets)/manifest.csv' labelled.csv
            ln -s commute ride
            mkdir rides
            (cd ride && python3 -m zipfile -c ../ride.zip .)
            (cd bike && python3 -m zipfile -c ../rides/bike.zip .)
            (cd run && python3 -m zipfile -c ../rides/run.zip .)
            gaitway() { '\(Command.path)' "$@"; }
            gaitway trips --track ride/ --format gpx > day.gpx
            \(commands.joined())
            """
        let result = try Command.shell("cd '\(folder.root)'\n" + lines, in: folder)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func theSwiftIsPartOfAnExample() throws {
        let examples = Self.package.appendingPathComponent("Examples")
        let files = FileManager.default.enumerator(at: examples, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let sources = try (files ?? []).map { Self.words(try String(contentsOf: $0, encoding: .utf8)) }
        for block in try Self.blocks("swift") {
            #expect(sources.contains { $0.contains(Self.words(block)) }, "\(block)")
        }
    }

    /// A text whatever its indentation.
    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The picture is what the script draws of the sample ride.
    @Test func thePictureIsOfThisModel() throws {
        let folder = try TemporaryFolder()
        let script = Self.package.appendingPathComponent("Scripts/draw_ride.py").path
        let drawn = try Command.shell("python3 '\(script)' '\(Command.path)'", in: folder)
        let kept = try String(
            contentsOf: Self.package.appendingPathComponent("Documentation/commute.svg"), encoding: .utf8)
        #expect(drawn.status == 0, "\(drawn.errors)")
        #expect(drawn.text == kept, "run Scripts/draw_ride.py GAITWAY > Documentation/commute.svg")
    }
}
