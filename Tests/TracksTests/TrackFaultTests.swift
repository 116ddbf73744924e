// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@Suite("Tracks that cannot be used")
struct TrackFaultTests {
    private func fault(_ text: String, _ format: TrackFormat? = nil) -> InputError? {
        do {
            _ = try Track(decoding: Array(text.utf8), format: format, source: "log")
            return nil
        } catch {
            return error
        }
    }

    @Test("empty, unknown, without times, without fixes")
    func kinds() {
        #expect(fault("")?.code == .empty)
        #expect(fault(" \n")?.code == .empty)
        #expect(fault("hello")?.code == .unsupported)
        #expect(fault("[]", .eMission)?.code == .empty)
        #expect(fault("{\"locations\":[]}")?.code == .empty)
        #expect(
            fault("<gpx><trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>")?.code == .unsupported)
        #expect(fault("a,b\n1,2\n", .csv)?.code == .malformed)
    }

    @Test("positions that no place has name their line")
    func positions() throws {
        func line(_ text: String) throws -> Int? {
            try Track(decoding: Array(text.utf8)).remarks.lazy.compactMap(Self.fault).first?.line
        }
        #expect(try line(TrackSamples.points.replacing("[13.25,52.501]", with: "[52.501,113.25]")) == 2)
        #expect(try line(TrackSamples.gpx.replacing("lat=\"52.501\"", with: "lat=\"-90.1\"")) == 8)
    }

    @Test(
        "a table's row that cannot be used is left out, counted and told with its line",
        arguments: [
            ("2,91,10", "latitude 91.0 is outside -90 to 90"), ("2,50,181", "longitude 181.0 is outside -180 to 180"),
            ("x,50,10", "the time cannot be read"), ("2,50", "the row has 2 fields; the header has 3"),
        ])
    func rows(_ row: String, _ problem: String) throws {
        for end in ["", "\n"] {
            let track = try Track(decoding: Array("time,lat,lon\n1,50,10\n\(row)\n3,51,10\(end)".utf8), source: "log")
            #expect(track.fixes.map(\.latitude) == [50, 51] && track.repairs == [.damaged: 1])
            let fault = try #require(track.remarks.first.flatMap(Self.fault))
            #expect(fault.line == 3 && fault.problem == problem)
        }
        // If no row is left, the first of them says why.
        let alone = fault("time,lat,lon\n\(row)\n")
        #expect(alone?.line == 2 && alone?.problem == problem)
    }

    private static func fault(_ remark: TrackRemark) -> InputError? {
        if case .damaged(let fault) = remark { fault } else { nil }
    }

    @Test("a recording out of order and one with two clocks are told, with the line")
    func clocks() {
        let backwards = fault("time,lat,lon\n5,50,10\n4,50,10\n6,50,10\n3,50,10\n")
        #expect(backwards?.line == 3 && backwards?.code == .malformed)
        let mixed = fault("time,lat,lon\n5,50,10\n1777622400,50,10\n")
        #expect(mixed?.line == 3 && mixed?.code == .ambiguous)
        let years = fault("time,lat,lon\n2010-01-01T00:00:00Z,50,10\n2026-01-01T00:00:00Z,50,10\n")
        #expect(years?.line == 3 && years?.code == .ambiguous)
    }

    @Test("a GPX of two clocks, and one that is drawn for the most part, are told with the line")
    func gpxClocks() throws {
        func gpx(_ times: [String?]) -> String {
            "<gpx><trk><trkseg>\n"
                + times.map { time in
                    "<trkpt lat='1' lon='1'>" + (time.map { "<time>\($0)</time>" } ?? "") + "</trkpt>\n"
                }.joined() + "</trkseg></trk></gpx>"
        }
        // Hours apart are parts in another order; years apart are two clocks.
        let hours = try Track(decoding: Array(gpx(["2026-05-01T10:00:00Z", "2026-05-01T08:00:10Z"]).utf8))
        #expect(hours.repairs == [.reordered: 1] && hours.fixes.map(\.elapsed) == [.zero, .seconds(7190)])
        #expect(fault(gpx(["2026-05-01T10:00:00Z", "2010-05-01T08:00:10Z"]))?.code == .ambiguous)
        let zones = fault(gpx(["2026-05-01T08:00:00Z", "2026-05-01T10:00:10"]))
        #expect(zones?.line == 3 && zones?.code == .ambiguous)
        let early = fault(gpx(["2026-05-01T08:00:00Z", "1970-01-01T00:00:10Z", "2026-05-01T08:00:20Z"]))
        #expect(early?.line == 3 && early?.code == .ambiguous)
        let untrue = fault(gpx(["1970-01-01T00:00:10Z"]))
        #expect(untrue?.code == .empty && untrue?.problem.contains("before 1990") == true)
        let drawn = fault(gpx([nil, "2026-05-01T08:00:00Z", nil]))
        #expect(drawn?.line == 2 && drawn?.problem.contains("2 of 3 points") == true)
        // A few points without a time are left out, and counted.
        let track = try Track(decoding: Array(gpx(["2026-05-01T08:00:00Z", nil, "2026-05-01T08:00:20+00:00"]).utf8))
        #expect(track.fixes.count == 2 && track.repairs == [.withoutTime: 1])
    }

    @Test("one time out of order is sorted; two zones are two clocks in each format")
    func otherClocks() throws {
        let line = try Track(decoding: Array(TrackSamples.line.replacing("08:01:00.500", with: "09:01:00").utf8))
        #expect(line.repairs[.reordered] == 1)
        let points = fault(TrackSamples.points.replacing("1777622460.5", with: "\"2026-05-01T10:01:00\""))
        #expect(points?.code == .ambiguous)
        let table = fault("time,lat,lon\n2026-05-01T08:00:00,1,1\n2026-05-01T08:00:10Z,1,1\n")
        #expect(table?.code == .ambiguous && table?.line == 3)
    }

    @Test("invalid XML, or more than GPX needs, is refused")
    func xml() {
        for text in [
            "<gpx>", "<gpx></trk></gpx>", "<gpx a='1' a='2'/>", "<gpx/><gpx/>", "<!DOCTYPE gpx><gpx/>",
            "<gpx>&foo;</gpx>",
            "<gpx a=1/>", "<gpx><", "<gpx", "<gpx a='", "<gpx>&amp</gpx>",
            "<?xml version='1.0' encoding='UTF-16'?><gpx/>",
            "<kml/>", "<gpx><trk><trkseg><trkpt lat='x' lon='1'/></trkseg></trk></gpx>", "text<gpx/>",
        ] {
            #expect(fault(text, .gpx) != nil, "\(text)")
        }
    }

    @Test("a file cut or damaged anywhere gives an error or a track, never a trap")
    func damage() {
        var generator = SeededGenerator(seed: 11)
        let samples: [(String, TrackFormat)] = [
            (TrackSamples.gpx, .gpx), (TrackSamples.points, .geoJSON), (TrackSamples.line, .geoJSON),
            (TrackSamples.overland, .overland), (TrackSamples.ownTracks, .ownTracks),
            (TrackSamples.recorder, .ownTracks), (TrackSamples.moves, .moves), (TrackSamples.phyphox, .csv),
            (TrackSamples.sensorLogger, .csv), (TrackSamples.eMission, .eMission),
        ]
        for (text, format) in samples {
            let bytes = Array(text.utf8)
            for length in stride(from: 0, to: bytes.count, by: 3) {
                _ = try? Track(decoding: Array(bytes[..<length]), format: format)
                _ = try? Track(decoding: Array(bytes[..<length]))
            }
            for _ in 0..<300 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
                        Array("0123456789eE+-.,\"{}[]<>/& \n\u{0}".utf8).randomElement(using: &generator) ?? 0
                }
                guard let track = try? Track(decoding: damaged, format: format) else { continue }
                #expect(zip(track.fixes, track.fixes.dropFirst()).allSatisfy { $0.elapsed <= $1.elapsed })
            }
        }
    }
}
