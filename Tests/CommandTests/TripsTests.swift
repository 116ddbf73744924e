// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `trips` through the binary, on a made-up morning: at home, a drive, at work.
@Suite struct TripsTests {
    let folder: TemporaryFolder
    let track: String

    /// Seconds after a moment of ISO 8601.
    static func time(_ seconds: Double, after start: String = "2026-05-01T06:00:00Z") -> String {
        let formatter = ISO8601DateFormatter()
        return formatter.string(from: (formatter.date(from: start) ?? .distantPast).addingTimeInterval(seconds))
    }

    /// An hour at 50° N, ten minutes north, an hour there; a fix every 20 s. A degree is 111,195 m.
    static func morning(start: String = "2026-05-01T06:00:00Z", east: Double = 0, speed: Double = 15) -> [(
        time: String, latitude: Double, longitude: Double
    )] {
        (0...390).map { step in
            let seconds = 20 * Double(step)
            let metres = speed * min(600, max(0, seconds - 3600))
            // A fix is never twice at one spot.
            let jitter = Double(step % 7 - 3) * 1e-5
            return (time(seconds, after: start), 50 + metres / 111_195 + jitter, 8 + east - jitter)
        }
    }

    static func gpx(_ points: [(time: String, latitude: Double, longitude: Double)]) -> String {
        "<gpx version=\"1.1\"><trk><trkseg>\n"
            + points.map { "<trkpt lat=\"\($0.latitude)\" lon=\"\($0.longitude)\"><time>\($0.time)</time></trkpt>\n" }
            .joined()
            + "</trkseg></trk></gpx>\n"
    }

    init() throws {
        folder = try TemporaryFolder()
        track = try folder.write(Self.gpx(Self.morning()), to: "morning.gpx")
    }

    private func trips(_ arguments: String..., track: String? = nil) throws -> CommandResult {
        try Command.run(
            ["trips", "--track", track ?? self.track, "--time-zone", "Europe/Berlin"] + arguments, in: folder)
    }

    private func object(_ result: CommandResult) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    }

    @Test func theTableHasADayWithVisitsAndMoves() throws {
        let result = try trips()
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "2026-05-01 Friday, Europe/Berlin (+02:00)")
        let words = lines.dropFirst(2).map { $0.split(separator: " ").map(String.init) }
        #expect(words.map { $0.count > 3 ? $0[3] : "" } == ["visit", "automotive", "visit", "9.0"])
        #expect(words[0][0] == "08:00:00" && lines[4].hasSuffix("ongoing"))
        #expect(words[3].starts(with: ["total"]) && words[3].contains("automotive"))
        #expect(lines[2].contains(#/near .* \(1\)/#))
        #expect(lines[4].contains(#/near .* \(2\), ongoing$/#))
        let named = try trips("--identifiers").text
        #expect(named.contains(#/near .* \(1\),\s+p50\.0/#))
        #expect(try trips("--identifiers", "--format", "csv").status == 2)
        // No reports came with it: what was guessed is said, once.
        #expect(result.errorLines.count == 1 && result.errors.contains("speed alone gives walking"))
    }

    @Test func anActivityStreamDecides() throws {
        var stream =
            "{\"gaitway\":\"activity-stream\",\"version\":1,\"source\":\"\",\"model\":\"\","
            + "\"origin\":\"2026-05-01T06:00:00Z\"}\n"
        for minute in 0..<130 {
            // Each minute says again what began before.
            let isMoving = (60..<70).contains(minute)
            let since = minute < 60 ? 0 : isMoving ? 3600 : 4200
            stream +=
                "{\"elapsed\":\(since),\"start\":null,\"delivered\":\(60 * minute + 5),\"stationary\":\(!isMoving),"
                + "\"walking\":false,\"running\":false,\"automotive\":\(isMoving),\"cycling\":false,\"unknown\":false,"
                + "\"confidence\":\"high\""
                + (minute % 60 == 0 || minute == 70 ? "" : ",\"repeat\":true") + "}\n"
        }
        stream += "{\"end\":7800,\"windows\":2600,\"repaired\":{}}\n"
        let path = try folder.write(stream, to: "stream.ndjson")
        // At 6 m/s it may be a bicycle or a car in a city.
        let slow = try folder.write(Self.gpx(Self.morning(speed: 6)), to: "slow.gpx")
        #expect(try trips(track: slow).text.contains("cycling"))
        let result = try trips("--activities", path, track: slow)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.text.contains("automotive") && !result.text.contains("cycling"))
        #expect(!result.text.contains("by speed"))
        // A stream that was cut decides until its end, and the fault is reported.
        let cut = try folder.write(String(stream.prefix(stream.count - 60)), to: "cut.ndjson")
        let fault = try trips("--activities", cut, track: slow)
        #expect(fault.status == 3 && fault.text.contains("automotive") && fault.errors.contains("closing line"))
    }

    @Test func everyFormatIsWrittenAndIsTheSameDay() throws {
        let json = try trips("--format", "json")
        let timeline = try object(json)
        #expect(timeline["time_zone"] as? String == "Europe/Berlin")
        let items = try #require(timeline["items"] as? [[String: Any]])
        #expect(items.compactMap { $0["kind"] as? String } == ["visit", "move", "visit"])
        #expect(items.last?["ongoing"] as? Bool == true)
        let day = try #require((timeline["days"] as? [[String: Any]])?.first)
        #expect(day["date"] as? String == "2026-05-01" && day["start"] as? String == "2026-04-30T22:00:00.000Z")
        let total = try #require((day["summary"] as? [[String: Any]])?.first)
        #expect(total["activity"] as? String == "automotive")
        #expect(abs((total["distance"] as? Double ?? 0) - 9000) < 300)

        let geoJSON = try object(trips("--format", "geojson"))
        let features = try #require(geoJSON["features"] as? [[String: Any]])
        let strokes = features.compactMap { ($0["properties"] as? [String: Any])?["stroke"] as? String }
        #expect(features.count == 3 && strokes.count == 1)

        let gpx = try trips("--format", "gpx").text
        #expect(gpx.contains("<type>automotive</type>") && gpx.hasSuffix("</gpx>\n"))

        let moves = try #require(
            try JSONSerialization.jsonObject(with: Data(trips("--format", "moves").output)) as? [[String: Any]])
        #expect(moves.first?["date"] as? String == "20260501")

        let simple = try trips("--format", "gpx", "--simplify", "20").text
        #expect(simple.contains("<trkpt") && simple.components(separatedBy: "<trkpt").count < 20)
        #expect(gpx.components(separatedBy: "<trkpt").count > 20)
        #expect(try trips("--simplify", "20").text == trips().text)

        let file = folder.path("out.json")
        let saved = try trips("--format", "json", "--output", file)
        #expect(saved.status == 0 && saved.output.isEmpty)
        let bytes = try folder.read("out.json")
        #expect(bytes == json.output)
    }

    @Test func aTimelineThatWasWrittenIsReadAgain() throws {
        let table = try trips().text
        for format in ["json", "moves"] {
            let file = folder.path("day.\(format)")
            _ = try trips("--format", format, "--output", file)
            let again = try trips(track: file)
            #expect(again.status == 0, "\(again.errors)")
            let kinds: (String) -> [Substring] = { text in
                text.split(separator: "\n").dropFirst(2).compactMap { $0.split(separator: " ").dropFirst(3).first }
            }
            #expect(kinds(again.text) == kinds(table), "\(again.text)")
        }
    }

    @Test func oldDaysJoin() throws {
        let moves = try folder.write(
            """
            [{"date":"20260430","segments":[
            {"type":"place","startTime":"20260430T200000+0200","endTime":"20260501T083000+0200",
             "place":{"id":7,"name":"Home","type":"home","location":{"lat":50.0,"lon":8.0}}}]}]
            """, to: "moves.json")
        let result = try trips("--track", moves, "--format", "json")
        #expect(result.status == 0, "\(result.errors)")
        // Half an hour of the old day lies within the new one, which counts.
        #expect(result.errors.contains("moves.json: it overlaps") && result.errors.contains("0:30:00"))
        let timeline = try object(result)
        let items = try #require(timeline["items"] as? [[String: Any]])
        #expect(items.compactMap { $0["place"] as? String }.prefix(2) == ["moves-7", "moves-7"])
        let table = try trips("--track", moves, "--day", "2026-05-01")
        #expect(table.text.contains("Home") && table.text.contains("04-30 20:00:00"))
        #expect(table.text.split(separator: "\n").count { $0.contains("Berlin") } == 1)
    }

    @Test func theShortestVisitAndThePauseAreSettings() throws {
        // A stop of four minutes between two drives, without any report.
        let points = (0...480).map { step -> (time: String, latitude: Double, longitude: Double) in
            let seconds = 20 * Double(step)
            let first = min(600, max(0, seconds - 3600))
            let metres = 15 * (first + min(600, max(0, seconds - 4440)))
            return (Self.time(seconds), 50 + metres / 111_195 + Double(step % 5) * 1e-6, 8)
        }
        let path = try folder.write(Self.gpx(points), to: "stop.gpx")
        func visits(_ arguments: String...) throws -> Int {
            let result = try Command.run(["trips", "--track", path, "--time-zone", "UTC"] + arguments, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return result.text.split(separator: "\n").count { $0.contains(" visit ") }
        }
        #expect(try visits() == 2)
        #expect(try visits("--trip-ending-pause", "200") == 3)
        let policy = try folder.write(
            "{\"gaitway\":\"timeline-policy\",\"version\":1,\"trip_ending_pause\":200}", to: "policy.json")
        #expect(try visits("--policy", policy) == 3)
        #expect(try visits("--policy", policy, "--trip-ending-pause", "300") == 2)
    }

    /// Clocks go forward on 29 March 2026 in Berlin: that day has 23 hours.
    @Test func aDayOnWhichClocksChangeHasItsTrueLength() throws {
        let path = try folder.write(Self.gpx(Self.morning(start: "2026-03-29T00:30:00Z")), to: "march.gpx")
        let timeline = try object(trips("--format", "json", "--day", "2026-03-29", track: path))
        let day = try #require((timeline["days"] as? [[String: Any]])?.first)
        #expect(
            day["start"] as? String == "2026-03-28T23:00:00.000Z" && day["end"] as? String == "2026-03-29T22:00:00.000Z"
        )
        let table = try trips(track: path).text
        // It begins at half past one, half an hour before there is no two o'clock.
        #expect(table.contains("01:30:00  03:30:"))
    }

    @Test func aRideIsClassifiedAndSegmented() throws {
        let line = """
            set -e
            cd '\(folder.root)'
            "$(dirname "$GAITWAY")"/sample-rides rides 7
            "$GAITWAY" classify rides/commute --format ndjson | "$GAITWAY" trips --track rides/commute \
            --activities - --time-zone UTC
            """
        let result = try Command.shell(line, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("automotive") && result.text.contains("walking"))
        #expect(result.text.hasPrefix("2026-05-01 Friday, UTC"))
    }
}
