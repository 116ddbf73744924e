// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import FoundationXML
import GaitwayBase
import GaitwayPages
import Testing

@testable import GaitwayEvaluation

/// The page of several models on the same windows.
struct PairedComparisonPageTests {
    private static let nasty = "b<script>&amp;\"'.json"

    /// Eight people of two data sets. Of ten windows of each, the models answer the given numbers wrong.
    private static func page(_ wrong: [Int]) -> String {
        let rides = (0..<16).map { number in
            ManifestRow(
                recording: "\(number).csv", label: .activity(number % 2 == 0 ? .walking : .running),
                dataSet: "set-\(number / 2 % 2)", user: "person-\(number / 2)")
        }
        func windows(_ wrong: Int) -> [ScoredWindow] {
            (0..<16).flatMap { ride in
                let (truth, other): (Activity, Activity) =
                    ride % 2 == 0 ? (.walking, .running) : (.running, .walking)
                return (0..<40).map { number in
                    ScoredWindow(
                        recordingIndex: ride, windowIndex: number, start: 0, dataSet: ride / 2 % 2, truth: truth,
                        probabilities: Samples.certain(ActivityClass(number % 10 < wrong ? other : truth)))
                }
            }
        }
        let contestants = wrong.enumerated().map { number, wrong in
            PairedComparison.Contestant(name: number == 0 ? "a" : nasty, windows: windows(wrong))
        }
        return PairedComparison(contestants, dataSets: ["set-0", nasty], rides: rides)
            .page(manifest: nasty, command: "gaitway evaluate " + nasty, date: "2026-05-01")
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var names: [String] = []
        var text = ""
        var places: [String] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            names.append(name)
            if attributes["class"] == "point", let style = attributes["style"] { places.append(style) }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private func read(_ page: String) throws -> Reader {
        let parser = XMLParser(data: Data(page.utf8))
        let reader = Reader()
        parser.delegate = reader
        let isParsed = parser.parse()
        try #require(isParsed, "line \(parser.lineNumber)")
        return reader
    }

    @Test func theVerdictStandsFirst() throws {
        let reader = try read(Self.page([2, 7]))
        #expect(!reader.names.contains("script") && reader.text.contains(Self.nasty))
        let verdict = try #require(reader.text.range(of: "On the same 640 windows: macro-F1 0.800 of a, 0.300 of"))
        let better = try #require(reader.text.range(of: "a is better: −0.500 for"))
        let table = try #require(reader.text.range(of: "less a: macro-F1"))
        #expect(verdict.lowerBound < better.lowerBound && better.lowerBound < table.lowerBound)
    }

    /// Macro-F1 and two activities, at -0.5 on an axis that ends at -0.6; then the figures of both models.
    @Test func pointsLieAroundZero() throws {
        let places = try read(Self.page([2, 7])).places
        #expect(places == Array(repeating: "left:8.3%", count: 3) + ["left:80%", "left:30%"])
        let equal = try read(Self.page([3, 3]))
        #expect(equal.places.prefix(3) == ["left:50%", "left:50%", "left:50%"])
        #expect(equal.text.contains("No clear difference: +0.000"))
    }

    @Test func eachModelBesideTheFirstHasATable() {
        let html = Self.page([1, 2, 3])
        #expect(html.components(separatedBy: "On the same 640 windows").count == 3)
        // Two of differences, one of figures, one of data sets.
        #expect(html.components(separatedBy: "<table").count == 5)
        for table in html.components(separatedBy: "<table class=\"stack").dropFirst() {
            let numbers = table.components(separatedBy: "class=\"number\"").count
            let heads = table.components(separatedBy: "scope=\"col\" class=\"number\"").count
            #expect(table.components(separatedBy: "<td data-name=\"").count >= numbers - heads)
        }
    }
}
