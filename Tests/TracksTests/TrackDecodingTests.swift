// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayTimeline
import TestSupport
import Testing

@Suite("Reading tracks")
struct TrackDecodingTests {
    private static let start = Timestamp(iso8601: "2026-05-01T08:00:00Z")

    private func track(_ text: String, _ format: TrackFormat? = nil) throws -> Track {
        try Track(decoding: Array(text.utf8), format: format, source: "log")
    }

    @Test(
        "every format is detected and gives the same walk",
        arguments: [
            (TrackSamples.gpx, TrackFormat.gpx, 3), (TrackSamples.points, .geoJSON, 3),
            (TrackSamples.line, .geoJSON, 3),
            (TrackSamples.overland, .overland, 3), (TrackSamples.ownTracks, .ownTracks, 3),
            (TrackSamples.recorder, .ownTracks, 2), (TrackSamples.sensorLogger, .csv, 2),
        ])
    func walk(_ text: String, _ format: TrackFormat, _ count: Int) throws {
        let track = try track(text)
        #expect(track.format == format)
        #expect(track.origin == Self.start)
        #expect(track.fixes.count == count)
        #expect(track.fixes.map(\.latitude) == [52.5, 52.501, 52.502].prefix(count).map { $0 })
        #expect(track.fixes.allSatisfy { $0.longitude == 13.25 })
        let seconds = track.fixes.map { Nanoseconds.product($0.elapsed.wholeNanoseconds) }
        #expect(zip(seconds, [0, 60.5, 120.0]).allSatisfy { abs($0 - $1) <= 0.5 })
        #expect(track.fixes.dropFirst().allSatisfy { $0.speed == nil && $0.horizontalAccuracy == nil })
        let first = try #require(track.fixes.first)
        if format != .ownTracks, text != TrackSamples.line {
            #expect(first.speed == 1.5)
            #expect(first.horizontalAccuracy == 8)
            #expect(first.altitude == 34.5)
        }
    }

    @Test("phyphox has no wall clock and counts from its own zero")
    func phyphox() throws {
        let track = try track(TrackSamples.phyphox)
        #expect(track.origin == nil)
        #expect(track.fixes.map(\.elapsed) == [.seconds(1), .seconds(61)])
        #expect(track.fixes[0].speed == 1.5)
        #expect(track.fixes[0].course == nil)
        #expect(track.fixes[1].altitude == nil && track.fixes[1].horizontalAccuracy == nil)
    }

    @Test("a table with semicolons or tabs, decimal commas or points, is the same track")
    func separators() throws {
        let track = try track(TrackSamples.phyphox)
        let tabs = TrackSamples.phyphox.replacing(",", with: "\t")
        let semicolons = TrackSamples.phyphox.replacing(",", with: ";")
        for text in [tabs, semicolons, tabs.replacing(".", with: ","), semicolons.replacing(".", with: ",")] {
            let other = try self.track(text)
            #expect(other.fixes == track.fixes && other.format == .csv && other.origin == nil)
        }
        // A row that is left out still names its line.
        let remarks = try self.track(semicolons.replacing("5.2501E1", with: "95,2501")).remarks
        #expect(
            remarks.map(\.description) == [
                "left out: line 3: latitude 95.2501 is outside -90 to 90; give degrees; GeoJSON has the longitude first"
            ])
    }

    @Test(
        "a heading's unit counts",
        arguments: [
            ("speed (km/h)", "9", 2.5), ("Velocity (m/s)", "2.5", 2.5), ("speed", "2.5", 2.5),
            ("Speed [mph]", "10", 4.4704),
            ("speed (km/h)", "-1", nil),
        ])
    func units(_ heading: String, _ value: String, _ speed: Double?) throws {
        let track = try track(
            "time (ms),latitude,longitude,altitude (ft),\(heading)\n0,52,13,100,\(value)\n1500,52,13.1,,\n")
        #expect(track.fixes.map(\.elapsed) == [.zero, .milliseconds(1500)])
        #expect(abs((track.fixes[0].altitude ?? 0) - 30.48) < 1e-9)
        #expect(track.fixes[1].speed == nil)
        if let speed {
            #expect(abs((track.fixes[0].speed ?? 0) - speed) < 1e-9)
        } else {
            #expect(track.fixes[0].speed == nil)
        }
    }

    @Test("Overland's and OwnTracks' words become flags, km/h become m/s")
    func words() throws {
        let overland = try track(TrackSamples.overland)
        #expect(overland.reports.map(\.activity.flags) == [.walking, [.automotive, .stationary]])
        #expect(overland.reports[0].activity.start == Self.start)
        let ownTracks = try track(TrackSamples.ownTracks)
        #expect(ownTracks.reports.map(\.activity.flags) == [.walking])
        #expect(abs((ownTracks.fixes[0].speed ?? 0) - 1.5) < 1e-12)
    }

    @Test(
        "e-mission: sorted, repeats and times of zero counted, flags and Android's codes, both times of a report"
    )
    func eMission() throws {
        let track = try track(TrackSamples.eMission)
        #expect(track.fixes.map(\.latitude) == [52.5, 52.502])
        #expect(track.fixes.map(\.elapsed) == [.zero, .milliseconds(119_750)])
        #expect(track.fixes[1].horizontalAccuracy == 2000)
        #expect(track.repairs == [.reordered: 1, .duplicate: 1, .withoutTime: 1, .withoutActivity: 1])
        #expect(track.reports.map(\.activity.flags) == [[.automotive, .stationary], .walking])
        #expect(track.reports.map(\.activity.confidence) == [.medium, .medium])
        #expect(track.reports[0].activity.elapsed == .milliseconds(9750))
        #expect(track.reports[0].delivered == .milliseconds(11_750))
    }

    @Test("Android's reports: each code in both spellings, tilting left out and counted")
    func android() throws {
        let codes = [0, 1, 2, 3, 4, 5, 7, 8]
        for (code, confidence) in [("type", "confidence"), ("zzbhB", "zzbhC")] {
            let entries = codes.enumerated().map { number, value in
                "{\"metadata\":{\"key\":\"background/motion_activity\",\"write_ts\":\(1_777_622_400 + number)},"
                    + "\"data\":{\"\(code)\":\(value),\"\(confidence)\":\([100, 75, 74, 50, 49, 100, 0, 60][number])}}"
            }
            let track = try track("[" + entries.joined(separator: ",") + "]")
            #expect(
                track.reports.map(\.activity.flags) == [
                    .automotive, .cycling, .walking, .stationary, .unknown, .walking, .running,
                ])
            #expect(
                track.reports.map(\.activity.confidence) == [.high, .high, .medium, .medium, .low, .low, .medium])
            #expect(track.repairs == [.withoutActivity: 1])
        }
    }

    @Test("Moves: places are stationary at both ends, codes of version 1.0, offsets")
    func moves() throws {
        let track = try track(TrackSamples.moves)
        #expect(track.origin == Timestamp(iso8601: "2026-05-01T07:00:00Z"))
        #expect(track.fixes.map { $0.elapsed.components.seconds / 60 } == [0, 60, 61])
        #expect(track.reports.map(\.activity.flags) == [.stationary, .automotive])
    }

    @Test("a logger's table with samples beside the location is a recording, not a track")
    func recordings() {
        for header in [
            "time,ax,ay,az,latitude,longitude", "time;gFx;gFy;gFz;Latitude;Longitude;", "Timestamp,accelX(g),Lat,Long",
            "ACCELEROMETER X (m/s²),LOCATION Latitude : ,LOCATION Longitude : ", "time,acc_x,lat,lng",
            "loggingTime(txt),locationLatitude(WGS84),locationLongitude(WGS84),accelerometerAccelerationX(G)",
        ] {
            #expect(TrackFormat.detect(Array((header + "\n1,2,3\n").utf8)) == nil, "\(header)")
        }
        for header in ["time,lat,lon,accuracy", "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\"", "lat,lng,time,axis"]
        {
            #expect(TrackFormat.detect(Array((header + "\n1,2,3\n").utf8)) == .csv, "\(header)")
        }
        // A gzip whose first bytes have a tab and a bracket by chance.
        #expect(TrackFormat.detect([0x1f, 0x8b, 8, 8, 0xdd, 0x14, 9, 0x6b, 0, 3, 0x7b, 0x22]) == nil)
    }

    @Test("counted from another moment, all times move alike")
    func rebase() throws {
        let track = try track(TrackSamples.eMission)
        let moved = track.counted(from: try #require(Self.start))
        #expect(moved.fixes.map(\.elapsed) == track.fixes.map { $0.elapsed + .milliseconds(250) })
        #expect(moved.reports.map(\.delivered) == track.reports.map { $0.delivered + .milliseconds(250) })
        for (left, right) in zip(track.fixes, moved.fixes) {
            #expect(track.time(of: left.elapsed) == moved.time(of: right.elapsed))
        }
    }

    @Test("merged tracks are one by time, whichever comes first")
    func merge() throws {
        let gpx = try track(TrackSamples.gpx)
        let moves = try track(TrackSamples.moves)
        let merged = try gpx.merged(with: moves)
        let other = try moves.merged(with: gpx)
        #expect(merged.fixes.map(\.latitude) == other.fixes.map(\.latitude))
        #expect(merged.fixes.map(\.elapsed) == other.fixes.map(\.elapsed))
        #expect(merged.origin == moves.origin)
        #expect(merged.fixes.count == 5 && merged.repairs[.duplicate] == 1)
        #expect(throws: InputError.self) { try gpx.merged(with: try track(TrackSamples.phyphox)) }
    }
}
