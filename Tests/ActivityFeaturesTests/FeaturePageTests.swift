// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import GaitwayRecognition

/// The guide's page of features, and the glossary of the Python package.
struct FeaturePageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")

    /// The rows of the tables of a page from the table of symbols on.
    private static func rows(_ path: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let begin = try #require(text.firstRange(of: "| symbol |")).lowerBound
        return text[begin...].split(separator: "\n").filter { $0.hasPrefix("|") }.map(String.init)
    }

    @Test func thePageHasEachFeature() throws {
        let rows = try Self.rows("Documentation/Gaitway.docc/FeaturesOfAWindow.md")
        let features = FeatureSchema.motion.features.map { feature in
            "| `\(feature.name)` | \(feature.formula.replacing("|", with: "\\|")) | \(feature.unit) |"
        }
        let begin = try #require(rows.firstIndex(of: "| feature | formula | unit |"))
        #expect(Array(rows[(begin + 2)...]) == features)
    }

    @Test func theGlossaryOfThePythonPackageHasTheSameRows() throws {
        let guide = try Self.rows("Documentation/Gaitway.docc/FeaturesOfAWindow.md")
        #expect(try Self.rows("Python/pages/features.md") == guide)
    }
}
