// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Text that is megabytes long, or that turns the order of a line round, wherever a message quotes what was given.
@Suite struct HostileTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// No character of any file name or word here.
    private static let long = String(repeating: "\u{10D}", count: 1_500_000)
    private static let bidi = "a\u{202E}b\u{2067}"
    private static let texts = [long, bidi]

    /// Runs the command and expects a refusal that shows little of a text, and nothing that a terminal would obey.
    private func expectTame(_ arguments: [String], status: Int32 = 3, _ comment: String = "") throws {
        let result = try Command.run(arguments, in: folder)
        let words = arguments.map { $0.prefix(40) }
        #expect(result.status == status, "\(words): \(result.errors.prefix(300))")
        let said = result.errors + result.text
        let run = said.split { $0 != "\u{10D}" }.map(\.count).max() ?? 0
        #expect(run <= 80, "\(words): \(run) characters of a text")
        #expect(!said.unicodeScalars.contains { $0.properties.isBidiControl }, "\(words): \(said.prefix(300))")
        // It is shown nevertheless.
        #expect(run > 0 || said.contains("\\u{202e}"), "\(words): \(said.prefix(300))")
    }

    @Test(arguments: texts) func csv(text: String) throws {
        // Some inputs have limits of their own, below which the text has to stay to be quoted.
        let log = try folder.write("time,\(text.prefix(30_000))\n1,2\n2,3\n", to: "log.csv")
        try expectTame(["classify", log])
        let manifest = try folder.write("recording,activity\na.csv,\(text)\n", to: "manifest.csv")
        try expectTame(["evaluate", manifest])
        try folder.write("recording,activity,\(text)\na.csv,walking,b\n", to: "columns.csv")
        try expectTame(["evaluate", folder.path("columns.csv"), "--where", "none=1"])
        let places = try folder.write("id,title,lat,lon\na,b,1,\(text)\n", to: "places.csv")
        try expectTame(["places", "check", places])
        try folder.write("id,title,lat,lon\n\(text),b,91,1\n", to: "places.csv")
        try expectTame(["places", "check", places])
        let stream = try folder.write("source,\(text.prefix(400_000))\n1,2\n", to: "stream.csv")
        let track = try folder.write(Walk().gpx, to: "day.gpx")
        let good = try folder.write("id,title,lat,lon\na,b,1,1\n", to: "good.csv")
        try expectTame(["simulate", "--track", track, "--places", good, "--activities", stream])
        let labels = try folder.write("place,from,to,label\n\(text),0,1,wanted\n", to: "labels.csv")
        try expectTame(["simulate", "--track", track, "--places", good, "--wanted", labels])
        let truth = try folder.write("kind,start,end,class\n\(text),0,1,foot\n", to: "truth.csv")
        try expectTame(["trips", "--track", track, "--evaluate", truth])
    }

    @Test(arguments: texts) func json(text: String) throws {
        let track = try folder.write(Walk().gpx, to: "day.gpx")
        let good = try folder.write("id,title,lat,lon\na,b,1,1\n", to: "good.csv")
        let simulate = ["simulate", "--track", track, "--places", good]
        let short = text.prefix(100_000)
        for (name, policy) in [
            ("field", "{\"\(short)\":1}"), ("twice", "{\"\(short)\":1,\"\(short)\":2}"),
            ("base", "{\"base\":\"\(short)\"}"),
            ("hours", "{\"quiet_hours\":{\"from\":\"\(short)\",\"to\":\"07:00\",\"time_zone\":\"UTC\"}}"),
            ("word", "{\"minimum_confidence\":{\"walking\":\"\(short)\"}}"),
            ("zone", "{\"quiet_hours\":{\"from\":\"22:00\",\"to\":\"07:00\",\"time_zone\":\"\(short)\"}}"),
        ] {
            let document =
                "{\"gaitway\":\"gate-policy\",\"version\":1,"
                + (name == "base" ? "" : "\"base\":\"gaitway\",") + policy.dropFirst()
            try expectTame(simulate + ["--policy", folder.write(document, to: name + ".json")], name)
        }
        for properties in [
            "\"identifier\":\"a\",\"radius\":\"\(text)\"", "\"identifier\":\"\(text)\",\"radius\":-1",
            "\"identifier\":\"a\",\"alert\":\"\(text)\"", "\"identifier\":\"a\",\"hours\":\"Mo \(text)\"",
            "\"\(text)\":1,\"\(text)\":2",
        ] {
            let places = try folder.write(
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point",\
                "coordinates":[1,2]},
                "properties":{\(properties)}}]}
                """, to: "places.geojson")
            try expectTame(["places", "check", places])
        }
        let repeated = try folder.write(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"\(text)":1,"\(text)":2},
            "geometry":{"type":"Point","coordinates":[1,2]}}]}
            """, to: "track.geojson")
        try expectTame(["trips", "--track", repeated])
        let start = "A person who walks past the square gets an alert.\nprofiles gaitway\n"
        let scenario = try folder.write(start + "at 0 report \(short)\n", to: "scenario.txt")
        try expectTame(["gate", "check", scenario])
    }

    @Test(arguments: [String(long.prefix(20_000)), bidi]) func namesInZips(text: String) throws {
        var zip = ZipBytes()
        zip.add("../\(text)/Accelerometer.csv", Array("time,ax,ay,az\n".utf8))
        try expectTame(["classify", folder.write(zip.bytes(), to: "log.zip")])
        var twice = ZipBytes()
        for _ in 0..<2 { twice.add("\(text).csv", Array("time,ax,ay,az\n".utf8)) }
        try expectTame(["classify", folder.write(twice.bytes(), to: "twice.zip")])
    }

    /// A command line holds 128 KiB a word.
    @Test(arguments: [String(long.prefix(50_000)), bidi]) func commandLine(text: String) throws {
        for arguments in [
            [text], ["classify", "log.csv", "--" + text], ["classify", "log.csv", "--format", text],
            ["classify", "log.csv", "--format=" + text], ["evaluate", "m.csv", "--where", text],
            ["trips", "--track", "a", "--day", text], ["trips", "--track", "a", "--time-zone", text],
            ["classify", "log.csv", "--prior", text + "=1"], ["help", text], ["places", text],
            ["simulate", "--track", "a", "--places", "b", "--sweep", text],
            ["simulate", "--track", "a", "--places", "b", "--sweep", text + "=1"],
        ] {
            try expectTame(arguments, status: 2)
        }
    }
}
