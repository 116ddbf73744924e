// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway evaluate` with several models, its tables, and the built-in model beside an own one.
@Suite struct SeveralModelsTests {
    let folder: TemporaryFolder
    let manifest: String
    let model: String

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in
            (0..<4).map { "\(motion)-\($0).csv,\(label),set-\($0 % 2),user-\($0)" }
        }
        manifest = try folder.write(
            (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n", to: "rides/manifest.csv")
        model = folder.path("own.json")
    }

    private func train() throws -> CommandResult {
        let result = try Command.run(["train", manifest, "--output", model, "--case", "total", "--force"], in: folder)
        try #require(result.status == 0, "\(result.errors)")
        return result
    }

    private func evaluate(_ options: String...) throws -> CommandResult {
        try Command.run(["evaluate", manifest] + options, in: folder)
    }

    private func flat(_ text: String) -> String { text.replacing("\n  ", with: " ") }

    @Test func modelsAreComparedOnTheSameWindows() throws {
        _ = try train()
        let result = try evaluate("--model", "default", "--model", model, "--json", folder.path("c.json"))
        try #require(result.status == 0, "\(result.errors)")
        let text = flat(result.text)
        #expect(text.contains("own.json is better: +"), "\(text)")
        #expect(text.contains("(90 % interval, over 4 people: +"), "\(text)")
        #expect(text.contains("Not held out: the model custom-1 was trained on all 2 data sets"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(try folder.read("c.json"))) as? [String: Any])
        let models = try #require(json["models"] as? [[String: Any]])
        #expect(models.map { $0["name"] as? String } == ["default", "own.json"])
        let difference = try #require(models[1]["difference"] as? [String: Any])
        let scores = models.compactMap { $0["macro_f1"] as? Double }
        let value = try #require(difference["value"] as? Double)
        #expect(abs(value - (scores[1] - scores[0])) < 2e-6)
        #expect(models[0]["difference"] is NSNull)
        // Each alone has the figure that it has beside the other.
        let alone = try evaluate("--model", model, "--json", "-")
        let figures = try JSONSerialization.jsonObject(with: Data(alone.output)) as? [String: Any]
        #expect(try #require(figures?["macro_f1"] as? Double) == scores[1])
    }

    /// The page has what the text has; a model's name stays a name.
    @Test func aComparisonHasAPage() throws {
        _ = try train()
        let named = folder.path("a<b>.json")
        try folder.write(try folder.read("own.json"), to: "a<b>.json")
        let result = try evaluate(
            "--model", "default", "--model", model, "--model", named, "--report", folder.path("page.html"))
        try #require(result.status == 0, "\(result.errors)")
        let page = String(decoding: try folder.read("page.html"), as: UTF8.self).replacing("<wbr/>", with: "")
        #expect(!page.contains("a<b>") && page.contains("a&lt;b&gt;.json"))
        // Verdicts, in their order, come before all figures.
        let tables = page.components(separatedBy: "<table")
        let verdicts = tables[0].components(separatedBy: "On the same ").dropFirst()
        #expect(verdicts.count == 2 && verdicts.first?.contains("own.json is better: +") == true)
        #expect(tables.count == 5)
        #expect(page.contains("Not held out: the model custom-1"))
        let csv = try evaluate("--format", "csv", "--model", "default", "--model", model).text
        let rows = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let own = try #require(rows.last { $0[0] == "own.json" && $0[1] == "all" })
        let difference = try #require(Double(own[7]))
        let text = "+" + String(format: "%.3f", difference)
        #expect(tables[1].contains("<b>\(text)</b>"), "\(text)")
        // A point for each row with a difference, right of the middle where the figure is greater.
        let points = tables[1].components(separatedBy: "<i class=\"point\" style=\"left:").dropFirst()
            .compactMap { Double($0.prefix { $0 != "%" }) }
        #expect(points.count == 4 && points[0] > 50 && points.allSatisfy { (0...100).contains($0) })
    }

    @Test func figuresAreTables() throws {
        let csv = try evaluate("--format", "csv")
        let rows = csv.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows[0] == ["model", "activity", "precision", "recall", "f1", "f1_lower", "f1_upper", "windows"])
        #expect(rows.dropFirst().map { $0[1] } == ["stationary", "walking", "cycling", "all"])
        #expect(rows.allSatisfy { $0.count == 8 } && rows[1][0] == "default")
        let json = try evaluate("--json", "-")
        let figures = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
        #expect(Double(rows[4][4]) == figures?["macro_f1"] as? Double)
        let latex = try evaluate("--format", "latex", "--interval", "95").text
        #expect(latex.contains("\\begin{tabular}{llrrrrr}\n") && latex.contains("95 \\% interval"))
        #expect(latex.split(separator: "\n").count { $0.hasSuffix("\\\\") } == 5)
        _ = try train()
        let both = try evaluate("--format", "csv", "--model", "default", "--model", model).text.split(separator: "\n")
        #expect(both.count == 9 && both[0].contains(",f1_difference,difference_lower,difference_upper,windows"))
    }

    @Test func intervalsWidenOnRequest() throws {
        let manifest = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Datasets/labelled/manifest.csv").path
        func interval(_ options: String...) throws -> [Double] {
            let result = try Command.run(["evaluate", manifest, "--json", "-"] + options, in: folder)
            let figures = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
            #expect(figures?["interval_percent"] as? Int == (options.isEmpty ? nil : 99))
            return try #require(figures?["interval"] as? [Double])
        }
        let (usual, wide) = try (interval(), interval("--interval", "99"))
        #expect(wide[0] <= usual[0] && usual[1] <= wide[1] && wide[1] - wide[0] > usual[1] - usual[0])
        #expect(try evaluate("--interval", "99").text.contains("99 % interval"))
    }

    @Test(arguments: [
        (["--model", "default", "--model", "default"], "twice"),
        (["--model", "default", "--model", "open", "--details"], "--details"),
        (["--model", "default", "--model", "open", "--picture", "page.svg"], "--picture"),
        (["--model", "default", "--model", "open", "--cross-validate", "user"], "not both"),
        (["--interval", "100"], "--interval"), (["--format", "csv", "--details"], "--details"),
    ])
    func whatDoesNotGoTogetherIsRefused(options: [String], words: String) throws {
        let result = try Command.run(["evaluate", manifest] + options, in: folder)
        #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }

    /// What goes to standard output by a name of its own does not end in the file of what is printed.
    @Test func resultsKeepTheirPlaces() throws {
        let file = folder.path("figures.txt")
        let printed = try evaluate().text
        let json = try evaluate("--json", "-", "--output", file)
        let saved = String(decoding: try folder.read("figures.txt"), as: UTF8.self)
        #expect(json.text.hasPrefix("{") && saved == printed)
        for options in [["--output", "o.csv", "--predictions", "o.csv"], ["--output", file, "--json", file]] {
            let result = try Command.run(["evaluate", manifest, "--force"] + options, in: folder)
            #expect(result.status == 1 && result.errors.contains("written twice"), "\(result.errors)")
        }
        #expect(String(decoding: try folder.read("figures.txt"), as: UTF8.self) == printed)
        let log = folder.path("rides/still-0.csv")
        let page = try Command.run(
            ["classify", log, "--report", "-", "--output", folder.path("still.csv")], in: folder)
        #expect(page.text.hasPrefix("<!DOCTYPE html>"))
        #expect(String(decoding: try folder.read("still.csv"), as: UTF8.self).hasPrefix("source,start,end,"))
        let foreign = try Command.run(["classify", log, "--output", folder.path("still.json")], in: folder)
        #expect(foreign.status == 2 && foreign.errors.contains("writes no .json here; use .csv"), "\(foreign.errors)")
    }

    @Test func twoPathsToAModelAreOne() throws {
        try folder.write("{}", to: "own.json")
        for (one, other) in [(model, folder.root + "/./" + model.dropFirst(folder.root.count + 1)), ("open", "open")] {
            let twice = try Command.run(["evaluate", manifest, "--model", one, "--model", other], in: folder)
            #expect(twice.status == 2 && twice.errors.contains("is given twice"), "\(twice.errors)")
        }
    }

    /// The synthetic rides are not what the built-in model knows, so that an own model is better.
    @Test func trainingNamesTheBetterModel() throws {
        let text = flat(try train().text)
        let sentence = try #require(text.range(of: "Macro-F1 on the same rides left out: yours "))
        let table = try #require(text.range(of: "\nactivity "))
        #expect(sentence.lowerBound < table.lowerBound && text.contains("yours is better."), "\(text)")
        let card = try Command.run(["model", "show", model], in: folder).text
        #expect(card.contains("macro_f1_of_built_in"))
        let log = folder.path("rides/still-0.csv")
        #expect(try Command.run(["classify", log, "--model", model], in: folder).errors.isEmpty)
        // The same model as if the built-in one had been better.
        let bytes = String(decoding: try folder.read("own.json"), as: UTF8.self)
        let worse = bytes.replacing(
            #/"macro_f1_beside_built_in": ?[0-9.]+/#, with: "\"macro_f1_beside_built_in\":0.1234")
        #expect(worse != bytes)
        let path = try folder.write(worse, to: "worse.json")
        let warned = try Command.run(["classify", log, "--model", path], in: folder)
        #expect(warned.status == 0 && warned.errors.contains("macro-F1"), "\(warned.errors)")
        #expect(warned.errors.contains("leave --model out") && warned.errorLines.count == 1)
        let silent = try Command.run(["classify", log, "--model", path, "--quiet"], in: folder)
        #expect(silent.errors.isEmpty && silent.output == warned.output)
    }

    @Test func aModelOfAnEarlierVersionStaysSilent() throws {
        _ = try train()
        let bytes = String(decoding: try folder.read("own.json"), as: UTF8.self)
        let old = bytes.replacing(#/"macro_f1_(beside|of)_built_in": ?[0-9.]+,?/#, with: "")
        #expect(old != bytes)
        let path = try folder.write(old, to: "old.json")
        let result = try Command.run(
            ["classify", folder.path("rides/still-0.csv"), "--model", path], in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }
}
