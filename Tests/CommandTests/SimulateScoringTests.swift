// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// `simulate` with labels, sweeps and labelled rides, through the binary.
@Suite struct SimulateScoringTests {
    let folder: TemporaryFolder
    let arguments: [String]
    /// With as many of another setting, more than ten million combinations.
    static let manyValues = (0..<3163).map(String.init).joined(separator: ",")

    init() throws {
        folder = try TemporaryFolder()
        let walk = Walk(seconds: 1800)
        arguments = [
            "simulate", "--track", try folder.write(walk.gpx, to: "day.gpx"), "--places",
            try folder.write(Walk.places([("bench", 300), ("mill", 1500), ("bridge", 2200)]), to: "places.csv"),
            "--activities",
            try folder.write(Walk.stream("walking", end: 1800), to: "stream.ndjson"),
        ]
    }

    private func run(_ more: String...) throws -> CommandResult { try Command.run(arguments + more, in: folder) }

    @Test func labelsJudgeEachProfile() throws {
        // The bench is wanted, the mill is not, and at the bridge somebody drives.
        let labels = try folder.write(
            "place,from,to,label\nbench,0,600,wanted\nmill,600,1400,unwanted\nbridge,1200,1800,"
                + "unsafe\nmill,1400,1700,wanted\n",
            to: "labels.csv")
        let table = try run("--wanted", labels)
        #expect(table.status == 0, "\(table.errors)")
        for name in ["here", "article", "gaitway", "precision", "recall", "median delay", "unsafe"] {
            #expect(table.text.contains(name))
        }
        let lines = try run("--wanted", labels, "--format", "ndjson").text.split(separator: "\n")
        #expect(lines.count == 3)
        for line in lines {
            #expect(
                line.contains(
                    "\"alerts\":3,\"useful\":1,\"unsafe\":1,\"unwanted\":1,\"unlabelled\":0,\"wanted\":2,\"met\":1,"
                        + "\"precision\":0.3333,\"recall\":0.5000"
                ), "\(line)")
        }
        let one = try run("--wanted", labels, "--profile", "here", "--format", "ndjson").text
        #expect(one == lines[0] + "\n")
    }

    @Test func buildServersGetACaseForEachLabel() throws {
        let labels = try folder.write(
            "place,from,to,label\nbench,0,600,wanted\nmill,600,1400,unwanted\nbridge,1200,1800,"
                + "unsafe\nmill,1400,1700,wanted\n",
            to: "labels.csv")
        let result = try run("--wanted", labels, "--profile", "here", "--junit", folder.path("junit.xml"))
        #expect(result.status == 1 && result.text.contains("precision"), "\(result.errors)")
        let xml = String(decoding: try folder.read("junit.xml"), as: UTF8.self)
        #expect(xml.contains("<testsuite name=\"here\" tests=\"4\" failures=\"3\" errors=\"0\">"), "\(xml)")
        for text in [
            "<testcase name=\"wanted bench, ", "<failure message=\"no alert came\">",
            "<failure message=\"an unwanted alert of mill at ", "<failure message=\"an unsafe alert of bridge at ",
        ] { #expect(xml.contains(text), "\(text) in \(xml)") }
        #expect(try run("--junit", "-").status == 2)
        let printed = try run("--wanted", labels, "--junit", "-", "--allow-failures")
        #expect(printed.status == 0 && printed.text.hasPrefix("<?xml"))
        #expect(try run("--wanted", labels, "--allow-failures").status == 2)
        #expect(try run("--wanted", labels).status == 0)
    }

    /// A build server checks the policy that ships: the profiles stand beside it in the table alone.
    @Test func buildServersFailForThePolicyOfTheFile() throws {
        let labels = try folder.write("place,from,to,label\nbench,0,600,wanted\n", to: "labels.csv")
        let head = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\",\"name\":\"mine\""
        let good = try folder.write(head + "}", to: "good.json")
        let bad = try folder.write(
            head + ",\"quiet_hours\":{\"from\":\"00:00\",\"to\":\"23:59\",\"time_zone\":\"UTC\"}}", to: "bad.json")
        for (policy, failures) in [(good, 0), (bad, 1)] {
            let result = try run("--wanted", labels, "--policy", policy, "--junit", "-")
            #expect(result.status == failures, "\(result.errors)")
            #expect(
                result.text.contains("<testsuites name=\"gaitway\" tests=\"1\" failures=\"\(failures)\" errors=\"0\">"),
                "\(result.text)")
        }
    }

    @Test func labelsAreMadeAndRead() throws {
        let path = folder.path("made.csv")
        let made = try run("--write-labels", path)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.text.contains("bench"))
        let text = String(decoding: try folder.read("made.csv"), as: UTF8.self)
        #expect(text.hasPrefix("place,from,to,label\nbench,2026-05-01T08:0"))
        #expect(text.split(separator: "\n").count == 4)
        // A walker gets every wanted alert.
        let judged = try run("--wanted", path, "--format", "ndjson").text
        #expect(
            judged.split(separator: "\n").allSatisfy { $0.contains("\"precision\":1.0000,\"recall\":1.0000") },
            "\(judged)")
        // What was corrected by hand is not replaced unasked.
        let again = try run("--write-labels", path)
        #expect(again.status == 1 && again.errors.contains("--force"), "\(again.errors)")
        #expect(try run("--write-labels", path, "--force").status == 0)
        #expect(try run("--write-labels", "-", "--report", "-").status == 2)
        #expect(try run("--write-labels", "-").text == text)
    }

    @Test func aSweepPlaysEveryCombination() throws {
        let result = try run(
            "--sweep", "when_held=skip,defer", "--sweep", "minimum_dwell=0,30,60", "--format", "ndjson")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == 3 + 6)
        #expect(
            lines.last?.contains(
                "\"policy\":\"when_held=defer "
                    + "minimum_dwell=60\",\"values\":{\"when_held\":\"defer\",\"minimum_dwell\":\"60\"}"
            ) == true)
        let page = folder.path("run.html")
        #expect(try run("--sweep", "minimum_dwell=0,30", "--report", page).status == 0)
        let html = String(decoding: try folder.read("run.html"), as: UTF8.self)
        #expect(html.contains("id=\"sweep\"") && html.contains("minimum_dwell=30"))
    }

    @Test(arguments: [
        (["--sweep", "driving_onse=1"], 2, "did you mean driving_onset?"),
        (["--sweep", "driving_onset=-3"], 2, "out of range"),
        (
            [
                "--sweep", "after_driving=\(Self.manyValues)", "--sweep", "driving_onset=\(Self.manyValues)",
            ], 2, "10004569 combinations; at most 10000"
        ),
        (["--sweep", "driving_onset=1", "--compare"], 2, "leave --compare"),
        (["--rides", "manifest.csv"], 2, "leave --track"), (["--root", "."], 2, "need --rides"),
        (["--wanted", "missing.csv"], 3, "No such file"),
    ]) func whatCannotBePlayedIsRefused(_ more: [String], _ status: Int, _ words: String) throws {
        let result = try Command.run(arguments + more, in: folder)
        #expect(result.status == Int32(status) && result.errors.contains(words), "\(result.status) \(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func aLabelOfNoPlaceIsRefused() throws {
        let labels = try folder.write("place,from,to,label\nbench,0,60,wanted\nbensh,0,60,wanted\n", to: "labels.csv")
        let result = try run("--wanted", labels)
        #expect(result.status == 3)
        #expect(
            result.errorLines == ["gaitway: \(labels):3:1: the place \"bensh\" does not exist; did you mean bench?"])
    }

    @Test func trackAndPlacesMustBeGiven() throws {
        let nothing = try Command.run(["simulate"], in: folder)
        #expect(nothing.status == 2 && nothing.errors.contains("--track"))
        let track = try Command.run(Array(arguments.prefix(3)), in: folder)
        #expect(track.status == 2 && track.errors.contains("--places"))
    }

    @Test func ridesAreJudgedByTheirLabels() throws {
        for (index, motion) in [SyntheticLog.Motion.still, .bouncing].enumerated() {
            for ride in 0..<2 {
                try folder.write(
                    SyntheticLog(motion, seconds: 120, seed: UInt64(10 * index + ride)).text,
                    to: "rides/\(motion)-\(ride).csv")
            }
        }
        // Each data set has walking and driving, so that one may choose for the other.
        let rows = [
            "still-0.csv,automotive,a", "still-1.csv,automotive,b", "bouncing-0.csv,walking,a",
            "bouncing-1.csv,walking,b",
        ]
        let manifest = try folder.write(
            "recording,activity,dataset\n" + rows.joined(separator: "\n") + "\n", to: "rides/manifest.csv")
        let result = try Command.run(
            ["simulate", "--rides", manifest, "--sweep", "driving_onset=0,20", "--format", "ndjson"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n").map(String.init)
        // The profiles, the combinations, and a choice for each weight.
        #expect(lines.count == 3 + 2 + 5)
        #expect(lines.suffix(5).allSatisfy { $0.hasPrefix("{\"choice\"") && $0.contains("\"by_data_set\":{\"a\":") })
        #expect(lines.allSatisfy { $0.hasPrefix("{\"policy\"") || $0.hasPrefix("{\"choice\"") })
        #expect(lines[0].contains("\"policy\":\"here\"") && lines[0].contains("\"automotive\":{\"hours\":0.06"))
        let page = folder.path("sweep.html")
        let table = try Command.run(["simulate", "--rides", manifest, "--report", page], in: folder)
        #expect(
            table.status == 0 && table.text.contains("driving passes") && table.text.contains("4 rides of 2 data sets"),
            "\(table.text)\(table.errors)")
        #expect(String(decoding: try folder.read("sweep.html"), as: UTF8.self).contains("id=\"sweep\""))
        // If only one data set has driving, there is no other to choose by.
        let lone = try folder.write(
            "recording,activity,dataset\nstill-1.csv,automotive,b\nbouncing-0.csv,walking,"
                + "a\nbouncing-1.csv,walking,b\n",
            to: "rides/lone.csv")
        let unchosen = try Command.run(
            ["simulate", "--rides", lone, "--sweep", "driving_onset=0,20", "--format", "ndjson"], in: folder)
        #expect(unchosen.status == 0 && !unchosen.text.contains("{\"choice\""), "\(unchosen.errors)")
        // A row that cannot be read is named, and left out only on request.
        let broken = try folder.write(
            "recording,activity\nnowhere.csv,walking\nbouncing-0.csv,walking\n", to: "rides/broken.csv")
        let refused = try Command.run(["simulate", "--rides", broken], in: folder)
        #expect(refused.status == 3 && refused.errors.contains("nowhere.csv") && refused.output.isEmpty)
        let allowed = try Command.run(["simulate", "--rides", broken, "--allow-skipped"], in: folder)
        #expect(
            allowed.status == 0 && allowed.text.contains("1 ride cannot be read"), "\(allowed.text)\(allowed.errors)")
        let bad = try folder.write("recording,activity\nbouncing-0.csv,juggling\n", to: "rides/bad.csv")
        let fault = try Command.run(["simulate", "--rides", bad], in: folder)
        #expect(fault.status == 3 && fault.errors.contains("bad.csv:2:2: the activity \"juggling\" is not known"))
    }
}
