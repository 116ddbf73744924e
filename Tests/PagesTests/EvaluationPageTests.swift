// SPDX-License-Identifier: Apache-2.0
import EvaluationTestSupport
import Foundation
import FoundationXML
import GaitwayBase
import GaitwayRecognition
import Testing

@testable import GaitwayEvaluation
@testable import GaitwayPages

struct EvaluationPageTests {
    private static let nasty = "a<script>alert('1')</script>\"&amp;\u{1}"

    private static func page(crossValidated: Bool = true) throws -> EvaluationPage {
        let truths = Activity.allCases + [nil]
        let windows = Samples.rides(
            (0..<18).map {
                (dataSet: $0 / 6, fold: $0 / 6 % 2, truth: truths[$0 % 6], count: 40 + 7 * $0)
            }
        ).map { window in
            var window = window
            window.speed = Double(window.windowIndex % 9)
            return window
        }
        let rides = (0..<18).map { number in
            var row = ManifestRow(
                recording: "ride \(number) \(nasty)", label: truths[number % 6].map(RideLabel.activity) ?? .unknown,
                dataSet: number < 6 ? nasty : "set \(number / 6)", user: "u")
            row.placement = ["hand " + nasty, "pocket", ""][number % 3]
            row.mode = number % 2 == 0 ? nasty : ""
            return row
        }
        let plan = try FoldPlan(rides: rides.map { FoldRide($0, hours: 0.5) }, by: .dataSet)
        let splices = SplicedRides.standard(windows)
        var report = EvaluationReport(
            windows: windows, dataSets: [nasty, "set 1", "set 2"], plan: crossValidated ? plan : nil,
            randomSplitMacroF1: 0.99,
            skipped: [.init(recording: nasty, problem: "no\tsamples")])
        report.overTime = OverTimeFigures(windows, splices: splices, rides: rides) { _ in
            SmoothingParameters(stay: 0.98)
        }
        let stream = StreamPredictions(windows) { _ in SmoothingParameters(stay: 0.98) }
        report.placements = PlacementFigures(windows, overTime: stream.predictions, rides: rides)
        report.standing = StandingFigures(windows, overTime: stream.predictions, rides: rides)
        let model = try DefaultModel.load()
        return EvaluationPage(
            subject: .init(
                manifest: nasty, command: "gaitway evaluate " + nasty, date: "2026-01-01",
                model: crossValidated ? nil : model.name, rides: 18, people: 3),
            report: report, scored: windows, rides: rides, splices: splices, models: [0: model, 1: model])
    }

    @Test func errorsLeadToTheirRides() throws {
        let page = try Self.page()
        let html = page.html
        #expect(!page.confusions.isEmpty)
        for confusion in page.confusions {
            let anchor = "rides-\(confusion.truth.rawValue)-\(confusion.prediction.name)"
            #expect(html.components(separatedBy: "href=\"#\(anchor)\"").count == 2, "\(anchor)")
            #expect(html.components(separatedBy: "id=\"\(anchor)\"").count == 2, "\(anchor)")
            let count = page.report.weighted.counts[confusion.truth, confusion.prediction]
            #expect(confusion.rides.reduce(0) { $0 + $1.wrong } == Int(proven: count))
        }
        #expect(!html.contains("#rides-walking-walking"))
    }

    /// The page of a comparison's new model: whole recordings are left out, and one that alone shows running stays.
    @Test func aComparisonHasAPage() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Datasets/labelled")
            .path
        let people = ["ann", "ben", "cleo"]
        let rows = people.flatMap { ["\($0)-walking.csv,walking", "\($0)-cycling.csv,cycling"] }
        let manifest =
            (["recording,activity,user,acceleration,unit"]
            + (rows + ["ann-running.csv,running"]).map { $0 + ",me,total,m/s^2" }).joined(separator: "\n")
        let rides = try LabelledRides(manifest: Array(manifest.utf8), source: "mine.csv", root: folder)
        let comparison = try await ModelComparison(of: DefaultModel.load(), on: rides)
        #expect(comparison.judged.sorted() == rows.map { String($0.prefix { $0 != "," }) }.sorted())
        let evaluation = try #require(comparison.evaluation)
        let page = EvaluationPage(
            of: evaluation, manifest: "mine.csv", command: "gaitway train mine.csv", date: "2026-05-01",
            isOfGivenModel: false)
        let elements = try Self.elements(page.html)
        #expect(elements.text.contains("gaitway train mine.csv"))
        #expect(elements.text.contains("tested with a model trained on the other rides"))
        #expect(page.report.weighted == comparison[.new]?.metrics)
        #expect(page.report.folds.count == comparison.folds)
        #expect(!page.report.folds.flatMap(\.heldOut).contains { $0.contains("running") })
    }

    /// What an XML parser finds in a page.
    private final class Elements: NSObject, XMLParserDelegate {
        var names: [String] = []
        var attributes: [(name: String, value: String)] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            names.append(name)
            self.attributes += attributes.map { ($0.key, $0.value) }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private static func elements(_ html: String) throws -> Elements {
        let parser = XMLParser(data: Data(html.utf8))
        let elements = Elements()
        parser.delegate = elements
        let isParsed = parser.parse()
        try #require(isParsed, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        return elements
    }

    @Test(arguments: [true, false])
    func namesStayNames(crossValidated: Bool) throws {
        let elements = try Self.elements(try Self.page(crossValidated: crossValidated).html)
        #expect(!elements.names.contains("script"))
        #expect(elements.text.contains("alert('1')"))
    }

    @Test func nothingIsLoaded() throws {
        let elements = try Self.elements(try Self.page().html)
        for name in ["script", "link", "img", "iframe", "object", "image", "use"] {
            #expect(!elements.names.contains(name), "\(name)")
        }
        for (name, value) in elements.attributes {
            #expect(name != "src" && !name.hasPrefix("on"), "\(name)=\(value)")
            if name == "href" { #expect(value.hasPrefix("#")) }
            if name == "style" { #expect(!value.contains("url(")) }
        }
        #expect(!elements.text.contains("@import") && !elements.text.contains("url("))
    }

    @Test func everyFigureIsThere() throws {
        let elements = try Self.elements(try Self.page().html)
        let anchors = elements.attributes.filter { $0.name == "id" }.map(\.value)
        for section in [
            "activities", "time", "placements", "standing", "calibration", "groups", "features", "folds", "left-out",
        ] {
            #expect(anchors.contains(section), "\(section)")
            #expect(elements.attributes.contains { $0.name == "href" && $0.value == "#" + section })
        }
        #expect(Set(anchors).count == anchors.count, "an identifier twice")
        let classes = elements.attributes.filter { $0.name == "class" }.map(\.value)
        for style in ["confusion", "groups", "features", "reliability", "timeline"] {
            #expect(classes.contains(style), "\(style)")
        }
    }

    /// Every label that a picture refers to is there, and every header of a table says what it heads.
    @Test func picturesAndTablesAreLabelled() throws {
        let html = try Self.page().html
        let elements = try Self.elements(html)
        let anchors = Set(elements.attributes.filter { $0.name == "id" }.map(\.value))
        for (name, value) in elements.attributes where name == "aria-labelledby" {
            for anchor in value.split(separator: " ") { #expect(anchors.contains(String(anchor)), "\(anchor)") }
        }
        let headers = elements.names.count { $0 == "th" }
        #expect(headers > 50 && headers == elements.attributes.count { $0.name == "scope" })
        let pictures = elements.names.count { $0 == "svg" }
        let labelled = elements.names.count { $0 == "title" } - 1
        let hidden = html.components(separatedBy: "preserveAspectRatio=\"none\" aria-hidden=\"true\"").count - 1
        #expect(pictures == labelled + hidden)
    }

    /// Notes stand before the figures, what was left out behind them, and every stacked cell says what it is.
    @Test func notesComeBeforeTheFigures() throws {
        let page = try Self.page()
        let notes = try #require(page.html.range(of: "class=\"notes\""))
        let headline = try #require(page.html.range(of: "class=\"headline\""))
        let leftOut = try #require(page.html.range(of: "<section id=\"left-out\""))
        let activities = try #require(page.html.range(of: "<section id=\"activities\""))
        #expect(notes.lowerBound < headline.lowerBound && activities.lowerBound < leftOut.lowerBound)
        let elements = try Self.elements(page.html)
        #expect(page.report.notes.count > 2)
        for note in page.report.notes { #expect(elements.text.contains(note), "\(note)") }
        for table in page.html.components(separatedBy: "<table class=\"stack").dropFirst() {
            let body = try #require(table.components(separatedBy: "</table>").first)
            let numbers = body.components(separatedBy: "class=\"number\"").count
            let heads = body.components(separatedBy: "scope=\"col\" class=\"number\"").count
            let named = body.components(separatedBy: "<td data-name=\"").count
            #expect(named >= numbers - heads, "\(body.prefix(200))")
        }
    }

    /// A section that has nothing to tell is not there.
    @Test func nothingLeftOutIsNoSection() {
        let report = EvaluationReport(windows: [], dataSets: [])
        let page = EvaluationPage(
            subject: .init(manifest: "m.csv", command: "", date: "", model: "x", rides: 0, people: 0),
            report: report, scored: [], rides: [], splices: SplicedRides([]), models: [:])
        #expect(!page.html.contains("id=\"left-out\"") && !page.html.contains("could be read"))
    }

    @Test func equalEvaluationsGiveEqualPages() throws {
        let (one, other) = (try Self.page().html, try Self.page().html)
        #expect(one == other)
    }

    @Test func anEmptyEvaluationHasAPage() throws {
        let page = EvaluationPage(
            subject: .init(manifest: "m.csv", command: "", date: "", model: "x", rides: 0, people: 0),
            report: EvaluationReport(windows: [], dataSets: []), scored: [], rides: [], splices: SplicedRides([]),
            models: [:])
        let elements = try Self.elements(page.html)
        #expect(elements.text.contains("–"))
        #expect(!elements.text.contains("nan") && !elements.text.contains("nil"))
    }
}
