// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `gaitway evaluate` says what its figures rest on, and `train`, `evaluate` and `model` keep to the terminal's width.
@Suite struct HonestEvaluationTests {
    let folder: TemporaryFolder
    let manifest: String
    let model: String

    init() throws {
        folder = try TemporaryFolder()
        try SyntheticLog.writeRides(to: folder)
        manifest = try folder.write(Self.manifest { "set-\($0 % 2)" }, to: "rides/manifest.csv")
        model = folder.path("model.json")
    }

    private static func manifest(dataSet: (_ ride: Int) -> String) -> String {
        let labels = [("still", "stationary"), ("bouncing", "walking"), ("spinning", "cycling")]
        let rows = labels.flatMap { motion, label in
            (0..<4).map { "\(motion)-\($0).csv,\(label),\(dataSet($0)),user-\($0)" }
        }
        return (["recording,activity,dataset,user"] + rows).joined(separator: "\n") + "\n"
    }

    private func train(_ options: String...) throws -> CommandResult {
        let result = try Command.run(
            ["train", manifest, "--output", model, "--name", "three-1", "--force"] + options, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        return result
    }

    /// Text, figures and page of one run, the page's text without line breaks in it.
    private func evaluate(_ path: String, _ options: String...) throws -> (text: String, notes: [String], page: String)
    {
        let arguments = ["evaluate", path] + options
        let result = try Command.run(
            arguments + ["--json", folder.path("f.json"), "--report", folder.path("p.html"), "--force"], in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let figures = try JSONSerialization.jsonObject(with: Data(try folder.read("f.json"))) as? [String: Any]
        let page = String(decoding: try folder.read("p.html"), as: UTF8.self)
        return (
            result.text, try #require(figures?["notes"] as? [String]),
            page.replacing("<wbr/>", with: "")
        )
    }

    private func expect(_ words: String, above results: (text: String, notes: [String], page: String)) throws {
        #expect(results.notes.contains { $0.contains(words) }, "\(results.notes)")
        let flat = results.text.replacing("\n  ", with: " ")
        let note = try #require(flat.range(of: words), "\(results.text)")
        let figures = try #require(flat.range(of: "Single windows"))
        #expect(note.lowerBound < figures.lowerBound)
        let shown = try #require(results.page.range(of: words))
        let headline = try #require(results.page.range(of: "class=\"headline\""))
        #expect(shown.lowerBound < headline.lowerBound)
    }

    @Test func aModelJudgedOnItsTrainingDataIsSaidToBe() throws {
        _ = try train()
        let own = try evaluate(manifest, "--model", model)
        try expect("Not held out: the model three-1 was trained on all 2 data sets", above: own)
        #expect(!own.page.contains("held-out"))
        let renamed = try folder.write(Self.manifest { $0 < 2 ? "set-0" : "new" }, to: "rides/other.csv")
        try expect("was trained on 1 of these 2 data sets (set-0)", above: evaluate(renamed, "--model", model))
        let foreign = try folder.write(Self.manifest { _ in "foreign" }, to: "rides/foreign.csv")
        let results = try evaluate(foreign, "--model", model)
        try expect("The model three-1 was not trained on a data set of this name", above: results)
        #expect(!results.text.contains("Not held out") && !results.page.contains("held-out"))
    }

    @Test func peopleOfSeveralFoldsAreSaidToBeInTraining() throws {
        let path = try folder.write(
            Self.manifest { "set-\($0 % 2)" }.replacing("user-1", with: "user-0"), to: "rides/m.csv")
        let results = try evaluate(path, "--cross-validate", "dataset")
        try expect("Held out: each data set is tested with a model trained on the other data sets", above: results)
        try expect("Not held out: a person with rides in several folds, by name (user-0)", above: results)
        #expect(results.page.contains("held-out"))
        let apart = try evaluate(manifest, "--cross-validate", "dataset")
        #expect(!apart.text.contains("Not held out"))
    }

    @Test func twoWindowsAreTooFewToSay() throws {
        let header = "recording,activity,dataset,user,start_s,end_s,mode"
        let rows = [
            "still-0.csv,stationary,a,u,,,", "bouncing-0.csv,walking,a,u,,,", "spinning-0.csv,cycling,a,u,10,18,",
            "spinning-1.csv,unknown,a,u,,60,unlabelled",
        ]
        let path = try folder.write(([header] + rows).joined(separator: "\n") + "\n", to: "rides/few.csv")
        let results = try evaluate(path)
        try expect("cycling: 2 windows, too few to say", above: results)
        try expect("Skipped 1 row (0.02 h) without a label", above: results)
        try expect("of these recordings, outside the labelled spans", above: results)
        try expect("No window of running, automotive: macro-F1 is the mean over 3 activities", above: results)
        #expect(results.text.contains("2, too few to say"))
        #expect(results.page.contains("<b class=\"words\">too few to say</b>"))
        let first = try #require(results.notes.first)
        #expect(first.hasPrefix("Skipped 1 row") && results.text.hasPrefix("Skipped 1 row"))
    }

    @Test func anEvaluationOfNothingIsAnError() throws {
        let path = try folder.write("recording,activity\nmissing.csv,walking\n", to: "rides/none.csv")
        try folder.write(SyntheticLog(.still, seconds: 4).text, to: "rides/brief.csv")
        let brief = try folder.write("recording,activity\nbrief.csv,stationary\n", to: "rides/short.csv")
        for (path, words) in [(path, "the only ride cannot be read"), (brief, "the only ride has no window of 5.12 s")]
        {
            let result = try Command.run(
                ["evaluate", path, "--allow-skipped", "--json", folder.path("f.json")], in: folder)
            #expect(result.status == 3)
            #expect(result.output.isEmpty)
            #expect(result.errorLines.last?.contains(words) == true, "\(result.errors)")
            #expect(throws: (any Error).self) { try folder.read("f.json") }
        }
    }

    @Test func tablesKeepToTheWidth() throws {
        let trained = try train("--case", "total", "--verbose")
        let evaluated = try Command.run(["evaluate", manifest, "--cross-validate", "user", "--details"], in: folder)
        let brief = try Command.run(["evaluate", manifest, "--cross-validate", "user"], in: folder)
        let shown = try Command.run(["model", "show"], in: folder)
        #expect(trained.errors.contains("\n") && evaluated.text.contains("\n") && shown.text.contains("\n"))
        for text in [trained.text, trained.errors, brief.text, evaluated.text, evaluated.errors, shown.text] {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
        let wide = try Command.shell("COLUMNS=160 $GAITWAY model show", in: folder)
        #expect(wide.text.split(separator: "\n").contains { $0.count > 80 })
        #expect(wide.text.split(separator: "\n").allSatisfy { $0.count <= 160 })
        let narrow = try Command.shell("COLUMNS=20 $GAITWAY model show", in: folder)
        let least = try Command.shell("COLUMNS=60 $GAITWAY model show", in: folder)
        #expect(narrow.text == least.text && least.text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }

    @Test func onlyFiguresOfACrossValidationGoIntoAModel() throws {
        let empty = try folder.write("{}", to: "empty.json")
        let kind = try folder.write("{\"gaitway\": \"evaluation\", \"version\": 2}", to: "kind.json")
        _ = try train()
        _ = try evaluate(manifest, "--model", model)
        let given = folder.path("f.json")
        for (path, words) in [
            (empty, "not an evaluation's JSON"), (kind, "no macro_f1"), (given, "not of rides left out"),
        ] {
            let result = try Command.run(
                ["train", manifest, "--output", folder.path("new.json"), "--figures", path], in: folder)
            #expect(result.status == 3)
            #expect(result.errors.contains(path) && result.errors.contains(words), "\(result.errors)")
            #expect(throws: (any Error).self) { try folder.read("new.json") }
        }
        _ = try evaluate(manifest, "--cross-validate", "dataset")
        _ = try train("--figures", given)
        #expect(try Command.run(["model", "show", model], in: folder).text.contains("on rides left out"))
    }

    @Test func aNegativeValueIsJudgedByItsOption() throws {
        for (options, words) in [
            (["train", manifest, "--output", model, "--penalty", "-0.5"], "--penalty takes a positive number"),
            (["evaluate", manifest, "--cross-validate", "user", "--stay", "-.5"], "--stay takes a probability"),
        ] {
            let result = try Command.run(options, in: folder)
            #expect(result.status == 2)
            #expect(
                result.errors.contains(words) && !result.errors.lowercased().contains("missing"), "\(result.errors)")
        }
    }

    @Test func aFolderIsNoFile() throws {
        try folder.write("<gpx version=\"1.1\"><trk><trkseg/></trk></gpx>", to: "day.gpx")
        let trips = try Command.run(
            ["trips", "--track", folder.path("day.gpx"), "--evaluate", folder.root], in: folder)
        let evaluate = try Command.run(["evaluate", folder.root], in: folder)
        for (result, remedy) in [(trips, "expected trips: a CSV file"), (evaluate, "a manifest")] {
            #expect(result.status == 3)
            #expect(result.errors.contains("\(folder.root): this is a folder, not a file"), "\(result.errors)")
            #expect(result.errors.contains(remedy), "\(result.errors)")
        }
    }
}
