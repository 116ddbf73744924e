// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import Testing

/// `gaitway evaluate --report`: a page that is whole, needs nothing else, and shows the figures.
@Suite struct ReportPageTests {
    /// A name that would break a page, if it were not escaped.
    static let nasty = "set <b>\"1\"</b> & 'co'"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let nasty = "\"" + Self.nasty.replacing("\"", with: "\"\"") + "\""
        let rows = labels.flatMap { motion, label in
            (0..<4).map { ride in
                "\(motion)-\(ride).csv,\(label),\(ride % 2 == 0 ? nasty : "other"),user-\(ride),"
                    + (ride == 0 ? "\(nasty),hand (\(motion))" : ",pocket")
            }
        }
        let header = "recording,activity,dataset,user,mode,placement"
        try folder.write(([header] + rows).joined(separator: "\n") + "\n", to: "rides/manifest.csv")
    }

    /// The page that `options` give, and the figures of the same run.
    private func page(_ options: String...) throws -> (html: String, figures: [String: Any]) {
        let arguments = ["evaluate", folder.path("rides/manifest.csv")] + options
        let result = try Command.run(
            arguments + ["--report", folder.path("page.html"), "--json", folder.path("figures.json")], in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let figures = try JSONSerialization.jsonObject(with: Data(try folder.read("figures.json")))
        return (
            String(decoding: try folder.read("page.html"), as: UTF8.self),
            try #require(figures as? [String: Any])
        )
    }

    private func expectWhole(_ html: String, sections: [String]) {
        let parser = XMLParser(data: Data(html.utf8))
        #expect(parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        #expect(html.contains("set &lt;b&gt;&quot;1&quot;&lt;/b&gt; &amp; &#39;co&#39;"))
        #expect(!html.contains("set <b>"))
        for word in ["http:", "https:", " src=", "url(", "@import", "<script", "<link"] {
            #expect(!html.contains(word), "\(word)")
        }
        for section in sections { #expect(html.contains("<section id=\"\(section)\""), "\(section)") }
    }

    @Test func pageOfACrossValidation() throws {
        let (html, figures) = try page("--cross-validate", "dataset")
        expectWhole(
            html,
            sections: ["activities", "time", "placements", "calibration", "groups", "features", "folds"])
        let smoothed = try #require(figures["smoothed"] as? [String: Any])
        for figure in [figures["macro_f1"], smoothed["macro_f1"], figures["ece"], figures["random_split_macro_f1"]] {
            let value = try #require(figure as? Double)
            #expect(html.contains(String(format: "%.3f", value)), "\(value)")
        }
        #expect(
            html.contains(
                "gaitway evaluate manifest.csv --cross-validate dataset --json figures.json --report page.html"))
        #expect(!html.contains(folder.root))
    }

    @Test func pageOfAModel() throws {
        let model = folder.path("model.json")
        let trained = try Command.run(
            ["train", folder.path("rides/manifest.csv"), "--output", model, "--name", "three-1"], in: folder)
        try #require(trained.status == 0, "\(trained.errors)")
        let (html, _) = try page("--model", model)
        expectWhole(html, sections: ["activities", "time", "calibration", "groups", "features"])
        #expect(html.contains("three-1") && !html.contains("<section id=\"folds\""))
    }

    @Test func pageThatCannotBeWritten() throws {
        let path = folder.path("missing/page.html")
        let result = try Command.run(["evaluate", folder.path("rides/manifest.csv"), "--report", path], in: folder)
        #expect(result.status == 1)
        #expect(result.errors.contains(path))
    }
}
