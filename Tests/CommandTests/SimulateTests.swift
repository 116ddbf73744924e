// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `simulate`, `places` and `gate explain` through the binary, on a made-up drive that ends in a walk.
@Suite struct SimulateTests {
    let folder: TemporaryFolder
    let track: String
    let places: String

    /// `seconds` after 8:00:00 on 1 May 2026.
    private static func time(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-05-01T\(two(8 + seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }

    init() throws {
        folder = try TemporaryFolder()
        // Ten minutes at 15 m/s to the north, ten minutes on foot: 9 km, then 840 m. A degree is 111,195 m.
        let points = (0...120).map { step -> String in
            let seconds = step * 10
            let metres = seconds <= 600 ? 15 * Double(seconds) : 9000 + 1.4 * Double(seconds - 600)
            return "<trkpt lat=\"\(50 + metres / 111_195)\" lon=\"8\"><time>\(Self.time(seconds))</time></trkpt>"
        }
        track = try folder.write(
            "<gpx version=\"1.1\"><trk><trkseg>" + points.joined() + "</trkseg></trk></gpx>", to: "day.gpx")
        // One place by the road, one where the car is parked, one on the walk.
        let rows = [(3000.0, "road", 400.0), (8980, "car-park", 150), (9500, "bridge", 100)].map {
            metres, name, radius in
            "\(name),\(50 + metres / 111_195),8,\(radius)\n"
        }
        places = try folder.write("identifier,latitude,longitude,radius\n" + rows.joined(), to: "places.csv")
    }

    /// An activity stream: driving, then walking, with a repeat each minute.
    private func stream(origin: String = "2026-05-01T08:00:00Z", isWhole: Bool = true) -> String {
        var text =
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\",\"model\":\"\",\"origin\":\"\(origin)\"}\n"
        for minute in 0..<20 {
            let isDriving = minute < 10
            text +=
                "{\"elapsed\":\(isDriving ? 0 : 600),\"start\":null,\"delivered\":\(60 * minute),\"stationary\":false,"
                + "\"walking\":\(!isDriving),\"running\":false,\"automotive\":\(isDriving),\"cycling\":false,"
                + "\"unknown\":false,\"confidence\":\"high\""
                + (minute % 10 == 0 ? "" : ",\"repeat\":true") + "}\n"
        }
        return text + (isWhole ? "{\"end\":1200,\"windows\":200,\"repaired\":{}}\n" : "")
    }

    private func simulate(_ more: String...) throws -> CommandResult {
        try Command.run(["simulate", "--track", track, "--places", places] + more, in: folder)
    }

    private func lastLine(_ result: CommandResult) -> String {
        result.text.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func withoutReportsEveryEntryIsDelivered() throws {
        let result = try simulate("--format", "ndjson", "--profile", "here")
        #expect(result.status == 0, "\(result.errors)")
        #expect(lastLine(result).contains("\"entries\":3,\"seen\":3,\"missed\":0"))
        #expect(lastLine(result).contains("\"delivered\":3"))
    }

    @Test func parkingAndWalkingInAlertsOnlyWithDeferral() throws {
        let activities = try folder.write(stream(), to: "stream.ndjson")
        let here = try simulate("--format", "ndjson", "--profile", "here", "--activities", activities)
        // Driving and the two minutes after it skip the road and the car park; the bridge comes later.
        #expect(lastLine(here).contains("\"delivered\":1"))
        #expect(lastLine(here).contains("\"skipped\":2"))
        let ours = try simulate("--format", "ndjson", "--activities", activities)
        let parked = ours.text.split(separator: "\n").filter { $0.contains("car-park") && $0.contains("\"deliver\"") }
        #expect(parked.count == 1, "\(ours.text)")
        #expect(!ours.text.split(separator: "\n").contains { $0.contains("\"road\"") && $0.contains("\"deliver\"") })
    }

    @Test func streamComesFromStandardInputToo() throws {
        let activities = try folder.write(stream(), to: "stream.ndjson")
        let arguments = ["simulate", "--track", track, "--places", places, "--format", "ndjson", "--activities"]
        let piped = try Command.run(arguments + ["-"], input: activities, in: folder)
        #expect(piped.status == 0)
        #expect(piped.output == (try Command.run(arguments + [activities], in: folder)).output)
    }

    @Test func compareHasAVerdictAndOnlyWhatDiffers() throws {
        let activities = try folder.write(stream(), to: "stream.ndjson")
        let options = ["--compare", "--delay", "240", "--seed", "3", "--activities", activities]
        func compare() throws -> CommandResult {
            try Command.run(["simulate", "--track", track, "--places", places] + options, in: folder)
        }
        let result = try compare()
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("Strategy: ") && lines.contains { $0.hasPrefix("Policy: here delivers ") })
        // Figures that are the same for all are said once, and no row is there twice.
        let table = result.text.components(separatedBy: "\n\n").filter { $0.hasPrefix("strategies") }
        #expect(!table.isEmpty && result.text.contains("The same for all: "), "\(result.text)")
        for part in table {
            // Long names take further lines, which have no figures.
            let rows = part.split(separator: "\n").dropFirst().filter { $0.last?.isNumber == true }
            #expect(rows.count < 18 && Set(rows).count == rows.count, "\(part)")
        }
        #expect(!table.joined().contains("entries") && result.text.contains("entries 3"), "\(result.text)")
        #expect(try compare().output == result.output)
        let lone = try Command.run(
            ["simulate", "--track", track, "--places", places, "--compare", "--format", "ndjson"], in: folder)
        #expect(lone.text.split(separator: "\n").count == 6 * 3)
    }

    @Test func theTableHasARowForEachEntry() throws {
        let activities = try folder.write(stream(), to: "stream.ndjson")
        let arguments = "--track \(track) --places \(places) --activities \(activities)"
        let short = try Command.shell("COLUMNS=200 \"$GAITWAY\" simulate \(arguments)", in: folder)
        let rows = short.text.components(separatedBy: "\n\n")[1].split(separator: "\n").map(String.init)
        #expect(rows.count == 4, "\(short.text)")
        #expect(rows[0].contains("outcome") && rows[1].contains("road") && rows[2].contains("car-park"))
        #expect(rows[2].contains("deliver"), "\(rows[2])")
        #expect(rows[2].contains("before: vehicle-speed, recently-driving"), "\(rows[2])")
        let whole = try Command.shell("COLUMNS=200 \"$GAITWAY\" simulate --all \(arguments)", in: folder)
        let decisions = whole.text.components(separatedBy: "\n\n")[1].split(separator: "\n")
        #expect(decisions.count > rows.count && decisions[0].contains("decision"))
        #expect(try simulate("--all", "--format", "ndjson").status == 2)
        let far = try folder.write("identifier,latitude,longitude,radius\nfar,10,10,100\n", to: "far.csv")
        let none = try Command.run(["simulate", "--track", track, "--places", far], in: folder)
        #expect(
            none.status == 0 && none.text.components(separatedBy: "\n")[0].hasSuffix(" No place was entered."),
            "\(none.text)")
    }

    @Test func aSweepThatChangesNothingIsSaidSo() throws {
        let sweep = try simulate("--sweep", "story_cooldown=0,60")
        #expect(sweep.text.hasPrefix("The sweep changes nothing: with each value of story_cooldown"), "\(sweep.text)")
        let activities = try folder.write(stream(), to: "stream.ndjson")
        let differs = try simulate("--sweep", "after_driving=0,1200", "--activities", activities)
        #expect(!differs.text.contains("changes nothing"), "\(differs.text)")
    }

    @Test func aDeliveredAlertIsNotAskedAgain() throws {
        let explained = try Command.run(
            ["gate", "explain", "--track", track, "--places", places, "--entry", "2"], in: folder)
        let alert = try #require(explained.text.components(separatedBy: "\n\n").first { $0.contains(" deliver ") })
        #expect(alert.contains("the place does not alert again") && !alert.contains("asked again"), "\(alert)")
    }

    /// People see the zone's clock, and which it is; programs see UTC.
    @Test func timesAreThoseOfTheZone() throws {
        let table = try simulate("--profile", "here", "--time-zone", "Asia/Tokyo")
        #expect(table.status == 0 && table.text.contains("\n\ntime (Asia/Tokyo)"), "\(table.text)")
        #expect(table.text.contains("2026-05-01 17:") && !table.text.contains("2026-05-01 08:"), "\(table.text)")
        let stream = try simulate("--profile", "here", "--time-zone", "Asia/Tokyo", "--format", "ndjson")
        #expect(stream.text.contains("2026-05-01T08:") && !stream.text.contains("2026-05-01T17:"))
        let explained = try Command.run(
            ["gate", "explain", "--track", track, "--places", places, "--entry", "1", "--time-zone", "Asia/Tokyo"],
            in: folder)
        #expect(explained.text.hasPrefix("2026-05-01 17:") && explained.text.contains("+09:00"), "\(explained.text)")
    }

    @Test func geoJSONHoldsTheTrackAndThePlaces() throws {
        let result = try simulate("--format", "geojson")
        #expect(result.text.hasPrefix("{\"type\":\"FeatureCollection\""))
        for name in ["road", "car-park", "bridge"] { #expect(result.text.contains("\"identifier\":\"\(name)\"")) }
        let file = try folder.write(result.output, to: "result.geojson")
        // The line has no times: it is refused as a track.
        #expect(try Command.run(["simulate", "--track", file, "--places", places], in: folder).status == 3)
    }

    @Test func decisionsAreExplained() throws {
        let result = try Command.run(
            ["gate", "explain", "--track", track, "--places", places, "--place", "bridge"], in: folder)
        #expect(result.status == 0)
        #expect(result.text.contains("because") && result.text.contains("bridge"))
        let none = try Command.run(
            ["gate", "explain", "--track", track, "--places", places, "--entry", "99"], in: folder)
        #expect(none.status == 3 && none.output.isEmpty)
        #expect(none.errors.contains("no such entry") && none.errors.contains("1 to 3"), "\(none.errors)")
        let zero = try Command.run(
            ["gate", "explain", "--track", track, "--places", places, "--entry", "0"], in: folder)
        #expect(zero.status == 2 && zero.errors.contains("--entry takes a number from 1"), "\(zero.errors)")
        let unknown = try Command.run(
            ["gate", "explain", "--track", track, "--places", places, "--place", "mill"], in: folder)
        #expect(unknown.status == 3 && unknown.output.isEmpty)
        #expect(unknown.errors.contains("places.csv: the place \"mill\" does not exist"), "\(unknown.errors)")
        let far = try folder.write("id,lat,lon\nfar,10,10\n", to: "far.csv")
        let nowhere = try Command.run(
            ["gate", "explain", "--track", track, "--places", far, "--place", "far"], in: folder)
        #expect(nowhere.status == 3 && nowhere.errors.contains("no place was entered"), "\(nowhere.errors)")
    }

    @Test func placesAreMadeAndChecked() throws {
        let made = try Command.run(["places", "make", "--track", track, "--count", "50", "--seed", "9"], in: folder)
        #expect(made.status == 0)
        let file = try folder.write(made.output, to: "made.geojson")
        let checked = try Command.run(["places", "check", file], in: folder)
        #expect(checked.status == 0 && checked.text.hasPrefix("places  50\nfaults  0\n"))
        #expect(try Command.run(["simulate", "--track", track, "--places", file], in: folder).status == 0)
        let bad = try folder.write("id,lat,lon,radius\na,91,0,\nb,0,0,0\nc,0,0,1e9\nd,0,0,\nd,0,0,\n", to: "bad.csv")
        let faults = try Command.run(["places", "check", bad], in: folder)
        #expect(faults.status == 3 && faults.errorLines.count == 4)
        #expect(faults.errorLines.allSatisfy { $0.contains("bad.csv:") })
    }

    @Test func aCutStreamLosesNothingOfWhatWasDecided() throws {
        let whole = try folder.write(stream(), to: "stream.ndjson")
        let cut = try folder.write(stream(isWhole: false), to: "cut.ndjson")
        let result = try simulate("--format", "ndjson", "--activities", cut)
        #expect(result.status == 3)
        #expect(result.errorLines.count == 1 && result.errors.contains("closing line"))
        #expect(result.output == (try simulate("--format", "ndjson", "--activities", whole)).output)
        let damaged = try folder.write(stream() + "{\"nonsense\":1}\n", to: "damaged.ndjson")
        let fault = try simulate("--format", "ndjson", "--activities", damaged)
        #expect(fault.status == 3 && fault.output == result.output)
    }

    @Test func badInputIsSaidInOneLine() throws {
        let other = try folder.write(stream(origin: "2026-05-02T08:00:00Z"), to: "other.ndjson")
        let policy = try folder.write(
            "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"here\",\"nonsense\":1}", to: "policy.json")
        let zone = try folder.write(
            "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"here\",\"quiet_hours\":{\"from\":\"22:00\","
                + "\"to\":\"07:00\",\"time_zone\":\"No/Where\"}}",
            to: "zone.json")
        let empty = try folder.write("", to: "empty.gpx")
        let swapped = try folder.write("id,lat,lon\na,8,500\n", to: "swapped.csv")
        let cases: [([String], String)] = [
            (["--activities", other], "no time in common"), (["--policy", policy], "nonsense"),
            (["--policy", zone], "No/Where"), (["--track", empty], "empty.gpx"), (["--places", swapped], "longitude"),
            (["--track", folder.path("missing.gpx")], "missing.gpx"), (["--activities", places], "places.csv"),
        ]
        for (arguments, word) in cases {
            // The last of two equal options counts; of tracks, every one.
            let result = try Command.run(["simulate", "--track", track, "--places", places] + arguments, in: folder)
            #expect(result.status == 3, "\(arguments)")
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1 && result.errors.contains(word), "\(result.errors)")
        }
        for arguments in [
            ["--delay", "-1"], ["--compare", "--format", "geojson"], ["--compare", "--strategy", "full"],
            ["--compare", "--profile", "here"], ["--strategy", "best"],
        ] {
            let result = try Command.run(["simulate", "--track", track, "--places", places] + arguments, in: folder)
            #expect(result.status == 2, "\(arguments)")
        }
    }
}
