import TestSupport
import Testing

/// What `simulate` is given, through the binary: faults end with one clear line and status 3, and several tracks are one.
@Suite struct SimulateInputTests {
    let folder: TemporaryFolder
    let track: String
    let places: String

    /// 8:00:00 on 1 May 2026 and so many seconds.
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
            "{\"elapsed\":0,\"start\":null,\"delivered\":\(60 * minute),\"stationary\":false,\"walking\":true,\"running\":false,"
                + "\"automotive\":false,\"cycling\":false,\"unknown\":false,\"confidence\":\"high\""
                + (minute == minutes.lowerBound ? "}" : ",\"repeat\":true}")
        }
        return
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\",\"model\":\"\",\"origin\":\"\(Self.time(0))\"}\n"
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
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":\(position)},\"properties\":{\"identifier\":\"\(name)\"\(more)}}"
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

    @Test func trackOutOfOrder() throws {
        var points = (0...120).map { Self.point(10 * $0) }
        points.swapAt(40, 60)
        let file = try folder.write(Self.gpx(points), to: "order.gpx")
        expectFault(try simulate([], tracks: [file]), "order.gpx:", "out of order")
    }

    @Test func trackWithTwoClocks() throws {
        var points = (0...120).map { Self.point(10 * $0) }
        points[60] = "<trkpt lat=\"50\" lon=\"8\"><time>1970-01-01T00:10:00Z</time></trkpt>"
        let file = try folder.write(Self.gpx(points), to: "clocks.gpx")
        expectFault(try simulate([], tracks: [file]), "clocks.gpx:", "two clocks")
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

    @Test func streamThatEndsBeforeTheTrackIsSaid() throws {
        let whole = try folder.write(stream(minutes: 0..<20, end: 1200), to: "whole.ndjson")
        #expect(try simulate(["--activities", whole]).errors.isEmpty)
        let short = try folder.write(stream(minutes: 0..<5, end: 300), to: "short.ndjson")
        let result = try simulate(["--activities", short, "--format", "ndjson"])
        #expect(result.status == 0)
        #expect(result.errorLines.count == 1 && result.errors.contains("900 s before the track"))
        // Ten minutes after its last report the source is stale, and the gate says so.
        #expect(result.text.contains("stale-source"))
        let late = try folder.write(stream(minutes: 100..<110, end: 6600), to: "late.ndjson")
        // The activity began with the track: its report holds from then on, and comes after the track's end.
        #expect(try simulate(["--activities", late]).status == 0)
    }

    @Test func partsOfATrackAreOne() throws {
        let whole = try simulate(["--format", "ndjson"])
        #expect(whole.status == 0)
        let first = try folder.write(Self.gpx((0...60).map { Self.point(10 * $0) }), to: "first.gpx")
        let second = try folder.write(Self.gpx((60...120).map { Self.point(10 * $0) }), to: "second.gpx")
        for tracks in [[first, second], [second, first], [first, second, first]] {
            let result = try simulate(["--format", "ndjson"], tracks: tracks)
            #expect(result.status == 0 && result.output == whole.output, "\(result.errors)")
        }
        // One without a clock cannot be put beside another.
        let clockless = try folder.write("t,latitude,longitude\n0,50,8\n10,50.001,8\n", to: "clockless.csv")
        #expect(try simulate([], tracks: [clockless]).status == 0)
        expectFault(try simulate([], tracks: [track, clockless]), "clockless.csv", "wall clock")
        let twice = try Command.run(
            ["simulate", "--track", "-", "--track", "-", "--places", places], input: track, in: folder)
        #expect(twice.status == 2)
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
