// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// What `simulate` is given, through the binary: faults end with one clear line and status 3, and several tracks are
/// one.
@Suite struct SimulateInputTests {
    let folder: TemporaryFolder
    let track: String
    let places: String

    /// `seconds` after 8:00:00 on 1 May 2026.
    private static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-05-01T\(two(8 + seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }

    private static func point(_ seconds: Int) -> String {
        "<trkpt lat=\"\(50 + 1.4 * Double(seconds) / 111_195)\" lon=\"8\"><time>\(time(seconds))</time></trkpt>"
    }

    private static func gpx(_ points: [String]) -> String {
        "<gpx version=\"1.1\"><trk><trkseg>\n" + points.joined(separator: "\n") + "\n</trkseg></trk></gpx>"
    }

    init() throws {
        folder = try TemporaryFolder()
        // Twenty minutes on foot to the north, a fix every ten seconds.
        track = try folder.write(Self.gpx((0...120).map { Self.point(10 * $0) }), to: "day.gpx")
        places = try folder.write(
            "identifier,latitude,longitude\nhome,50,8\nmill,50.0045,8\nbridge,50.009,8\n", to: "places.csv")
    }

    private func simulate(_ more: [String], tracks: [String]? = nil, places: String? = nil) throws -> CommandResult {
        let tracks = (tracks ?? [track]).flatMap { ["--track", $0] }
        return try Command.run(["simulate"] + tracks + ["--places", places ?? self.places] + more, in: folder)
    }

    /// Walking throughout, with a repeat each minute.
    private func stream(minutes: Range<Int>, end: Int) -> String {
        let reports = minutes.map { minute in
            "{\"elapsed\":0,\"start\":null,\"delivered\":\(60 * minute),\"stationary\":false,\"walking\":true,"
                + "\"running\":false,\"automotive\":false,\"cycling\":false,\"unknown\":false,\"confidence\":\"high\""
                + (minute == minutes.lowerBound ? "}" : ",\"repeat\":true}")
        }
        return
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\",\"model\":\"\",\"origin\":\""
            + "\(Self.time(0))\"}\n"
            + reports.joined(separator: "\n") + "\n{\"end\":\(end),\"windows\":200,\"repaired\":{}}\n"
    }

    private func expectFault(_ result: CommandResult, _ words: String...) {
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1)
        for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
    }

    @Test(arguments: [
        ("id,lat,lon\na,50,8\nb,91,8\n", "latitude"), ("id,lat,lon\na,50,8\nb,50,-180.5\n", "longitude"),
        ("id,lat,lon\na,50,8\nb,nan,8\n", ":3"), ("id,lat,lon\na,50,8\na,51,8\n", "\"a\""),
        ("id,lat,lon,radius\na,50,8,\nb,50,8,0\n", "radius"), ("id,lat,lon,radius\na,50,8,\nb,50,8,1e9\n", "radius"),
        ("id,lat,lon,radius\na,50,8,\nb,50,8,-5\n", "radius"),
    ]) func placesThatCannotBe(_ text: String, _ word: String) throws {
        let file = try folder.write(text, to: "bad.csv")
        expectFault(try simulate([], places: file), "bad.csv:3", word)
    }

    @Test func geoJSONPlacesThatCannotBe() throws {
        func feature(_ name: String, _ position: String, _ more: String = "") -> String {
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":\(position)},"
                + "\"properties\":{\"identifier\":\"\(name)\"\(more)}}"
        }
        let cases = [
            (feature("b", "[8,100]"), "latitude"), (feature("b", "[500,5]"), "longitude"),
            (feature("a", "[8,51]"), "\"a\""), (feature("b", "[8,50]", ",\"radius\":0"), "radius"),
            (feature("b", "[8,50]", ",\"radius\":1000000000"), "radius"),
        ]
        for (second, word) in cases {
            let text =
                "{\"type\":\"FeatureCollection\",\"features\":[\n" + feature("a", "[8,50]") + ",\n" + second + "]}"
            let file = try folder.write(text, to: "bad.geojson")
            expectFault(try simulate([], places: file), "bad.geojson", word)
        }
    }

    @Test func trackOutOfOrderIsPutInOrder() throws {
        var points = (0...120).map { Self.point(10 * $0) }
        let ordered = try simulate([], tracks: [folder.write(Self.gpx(points), to: "ordered.gpx")])
        points.swapAt(40, 60)
        let shuffled = try simulate([], tracks: [folder.write(Self.gpx(points), to: "shuffled.gpx")])
        #expect(shuffled.status == 0 && shuffled.output == ordered.output)
        #expect(shuffled.errors.contains("shuffled.gpx: repaired: reordered 2"), "\(shuffled.errors)")
    }

    @Test func quietHoursInAnUnknownZoneAndUnknownFields() throws {
        let start = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"gaitway\",\n"
        for (fields, word) in [
            ("\"quiet_hours\":{\"from\":\"22:00\",\"to\":\"07:00\",\"time_zone\":\"Mars/Phobos\"}", "Mars/Phobos"),
            ("\"after_drivin\":60", "after_drivin"), ("\"short_cap\":{\"alerts\":3,\"windw\":60}", "windw"),
        ] {
            let file = try folder.write(start + fields + "}", to: "policy.json")
            expectFault(try simulate(["--policy", file]), "policy.json", word)
        }
    }

    @Test func alreadyInsideIsReportedOrIgnored() throws {
        let report = try simulate(["--format", "ndjson", "--already-inside", "report"])
        #expect(report.output == (try simulate(["--format", "ndjson"])).output)
        #expect(report.text.contains("\"place\":\"home\""))
        let ignore = try simulate(["--format", "ndjson", "--already-inside", "ignore"])
        #expect(ignore.status == 0)
        #expect(!ignore.text.contains("\"place\":\"home\"") && ignore.text.contains("\"place\":\"bridge\""))
        #expect(try simulate(["--already-inside", "maybe"]).status == 2)
    }

    @Test func whatThePhoneDoesNotKeepIsCounted() throws {
        // Eighty places at one spot, entered by car: one alert once the drive is over, and what waits has a limit.
        let rows = (1...80).map { "p\($0),50.0045,8\n" }.joined()
        let crowd = try folder.write("identifier,latitude,longitude\n" + rows, to: "crowd.csv")
        let text = stream(minutes: 0..<20, end: 1200).replacing("\"walking\":true", with: "\"walking\":false")
            .replacing("\"automotive\":false", with: "\"automotive\":true")
        let driving = try folder.write(text, to: "driving.ndjson")
        let arguments = ["--activities", driving, "--strategy", "oracle", "--format"]
        let result = try simulate(arguments + ["ndjson"], places: crowd)
        #expect(result.status == 0)
        let end = String(result.text.split(separator: "\n").last ?? "")
        #expect(end.contains("\"entries\":80") && end.contains("\"pending-limit\":16"), "\(end)")
        #expect(end.contains("\"most_waiting\":64"))
        #expect(try simulate(arguments + ["table"], places: crowd).text.contains("pending-limit 16"))
    }
}
