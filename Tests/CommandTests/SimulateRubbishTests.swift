// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `simulate` on unusable input, and into pipes without a reader.
@Suite struct SimulateRubbishTests {
    let folder: TemporaryFolder
    let places: String
    let track: String

    init() throws {
        folder = try TemporaryFolder()
        places = try folder.write(Walk.places([("mill", 300), ("bridge", 900)]), to: "places.csv")
        track = try folder.write(Walk().gpx, to: "day.gpx")
    }

    private func simulate(_ option: String, _ file: String, _ more: [String] = []) throws -> CommandResult {
        var arguments = ["simulate"]
        for (name, value) in [("--track", track), ("--places", places)] {
            arguments += [name, name == option ? file : value]
        }
        if !["--track", "--places"].contains(option) { arguments += [option, file] }
        return try Command.run(arguments + more, in: folder)
    }

    @Test(arguments: ["--track", "--places", "--activities", "--policy"]) func oneClearLine(_ option: String) throws {
        var zip = ZipBytes()
        zip.add("ride/Accelerometer.csv", Array(SyntheticLog(seconds: 5).text.utf8))
        let cases: [(String, [UInt8])] = [
            ("empty", []), ("blank", Array(" \n\n".utf8)), ("zeros", [UInt8](repeating: 0, count: 5000)),
            ("text", Array("Dear diary, nothing happened.\n".utf8)),
            ("long", [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)),
            ("long.json", Array(("{\"a\":\"" + String(repeating: "x", count: 1_000_000)).utf8)),
            ("deep.json", [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)),
            ("cut.zip", Array(zip.bytes().dropLast(40))), ("cut.xml", Array(Walk().gpx.utf8.dropLast(60))),
            ("bytes", (0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7 + 128) }),
        ]
        // A track that was cut gives what it has.
        for (name, bytes) in cases where option != "--track" || name != "cut.xml" {
            let file = try folder.write(bytes, to: name)
            let result = try simulate(option, file)
            #expect(result.status == 3, "\(name): \(result.status)")
            #expect(result.output.isEmpty, "\(name)")
            #expect(result.errorLines.count == 1 && result.errors.contains(name), "\(result.errors)")
            #expect(result.errors.utf8.count < 1000, "\(name)")
        }
        for missing in [folder.path("nothing"), folder.root] where option != "--track" || missing != folder.root {
            #expect(try simulate(option, missing).status == 3)
        }
    }

    @Test func twoClocksInOneTrack() throws {
        let text = Walk().gpx
        for (part, other) in [
            ("2026-05-01T08:10:00.000Z", "1970-01-01T00:10:00.000Z"), ("T08:10:00.000Z", "T08:10:00.000"),
        ] {
            let file = try folder.write(text.replacing(part, with: other), to: "clocks.gpx")
            let result = try simulate("--track", file)
            #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1, "\(other)")
            #expect(result.errors.contains("clocks.gpx:62:"), "\(result.errors)")
            #expect(result.errors.contains("two clocks"), "\(result.errors)")
        }
        // A point that is hours before its neighbours belongs elsewhere in the order, and that is said.
        let earlier = try folder.write(text.replacing("T08:10:00.000Z", with: "T06:10:00.000Z"), to: "order.gpx")
        let ordered = try simulate("--track", earlier)
        #expect(ordered.status == 0 && ordered.errors.contains("repaired: reordered 1"), "\(ordered.errors)")
        // A point without a time is left out, and that is said.
        let file = try folder.write(text.replacing("<time>2026-05-01T08:10:00.000Z</time>", with: ""), to: "hole.gpx")
        let stream = try folder.write(Walk.stream("walking"), to: "stream.ndjson")
        let result = try simulate("--track", file, ["--activities", stream])
        #expect(
            result.status == 0 && result.errors == "gaitway: \(file): repaired: without-time 1\n", "\(result.errors)")
    }

    @Test func aFieldTwiceInAPolicy() throws {
        let text = "{\"gaitway\":\"gate-policy\",\"version\":1,\"base\":\"here\",\n\"name\":\"x\",\n\"name\":\"y\"}"
        let result = try simulate("--policy", try folder.write(text, to: "policy.json"))
        #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1)
        #expect(result.errors.contains("policy.json:3:") && result.errors.contains("\"name\" appears twice"))
    }

    @Test func aUnitThatIsWrong() throws {
        let log = try folder.write(Walk(seconds: 300).log, to: "log.csv")
        #expect(try simulate("--track", log).status == 0)
        let result = try simulate("--track", log, ["--unit", "g"])
        #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1)
        #expect(result.errors.contains("log.csv:2") && result.errors.contains("--acceleration"), "\(result.errors)")
        #expect(try simulate("--track", log, ["--unit", "furlongs"]).status == 2)
    }

    @Test(arguments: ["table", "ndjson", "geojson", "compare"]) func closedPipeEndsQuietly(_ format: String) throws {
        let options = format == "compare" ? "--compare" : "--profile here --strategy oracle --format \(format)"
        let rows = (0..<500).map { ("place-\($0)", Double($0) * 3) }
        let many = try folder.write(Walk.places(rows), to: "many.csv")
        // With reports of the whole walk there is nothing to say beside the result.
        let stream = try folder.write(Walk.stream("walking"), to: "stream.ndjson")
        let line = "\"$GAITWAY\" simulate --track '\(track)' --places '\(many)' --activities '\(stream)' \(options)"
        let result = try Command.shell("\(line) | head -c 10; exit ${PIPESTATUS[0]}", in: folder)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let closed = try Command.shell("exec 3> >(exit 0); wait $!; \(line) >&3", in: folder)
        #expect(closed.status == 0 && closed.errors.isEmpty, "\(closed.errors)")
        #expect(try Command.shell("\(line) > /dev/full", in: folder).status == 1)
    }

    @Test func theGeoJSONIsGeoJSON() throws {
        let names = try folder.write("id,lat,lon\n\"a \"\"b\"\"\n\\é\u{1}\",\(Walk.latitude(300)),8\n", to: "names.csv")
        for more in [[], ["--profile", "here"], ["--strategy", "nearest"]] {
            for file in [places, names] {
                let result = try simulate("--places", file, ["--format", "geojson"] + more)
                #expect(result.status == 0)
                try expectFeatures(result.output)
            }
        }
    }

    /// A FeatureCollection of lines, points and polygons (RFC 7946), longitude first: the track, the places, the ride
    /// by activity, the regions and the alerts, in this order.
    private func expectFeatures(_ bytes: [UInt8]) throws {
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(whole["type"] as? String == "FeatureCollection")
        let features = try #require(whole["features"] as? [[String: Any]])
        #expect(features.count > 1)
        var kinds: [String] = []
        for (number, feature) in features.enumerated() {
            let properties = try #require(feature["properties"] as? [String: Any])
            #expect(feature["type"] as? String == "Feature")
            let kind = try #require(properties["kind"] as? String)
            kinds.append(kind)
            let geometry = try #require(feature["geometry"] as? [String: Any])
            let types = ["track": "LineString", "activity": "LineString", "region": "Polygon"]
            #expect(geometry["type"] as? String == types[kind] ?? "Point")
            let positions =
                (geometry["coordinates"] as? [[[Double]]])?.first ?? (geometry["coordinates"] as? [[Double]])
                ?? (geometry["coordinates"] as? [Double]).map { [$0] } ?? []
            #expect(number > 0 || positions.count > 1)
            #expect(positions.allSatisfy { $0.count == 2 && abs($0[0] - 8) < 1 && abs($0[1] - 50) < 1 })
            if kind == "region" { #expect(positions.count == 37 && positions.first == positions.last) }
        }
        let order = ["track", "place", "activity", "region", "alert"]
        let ranks = kinds.compactMap { order.firstIndex(of: $0) }
        #expect(ranks.count == kinds.count && ranks == ranks.sorted() && kinds.contains("region"))
    }
}
