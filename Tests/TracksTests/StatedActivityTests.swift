// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite("Activities and places that files state")
struct StatedActivityTests {
    private func track(_ text: String, _ format: TrackFormat? = nil) throws -> Track {
        try Track(decoding: Array(text.utf8), format: format, source: "log")
    }

    private static func point(_ minute: Int) -> String { point(minute, place: minute) }

    private static func point(_ minute: Int, place: Int) -> String {
        "<trkpt lat=\"\(52.5 + Double(place) * 0.001)\" lon=\"13.25\">"
            + "<time>\(HistorySamples.time(minute))</time></trkpt>"
    }

    /// A GPX with a track of each type, a point a minute for 40 minutes.
    private static func gpx(_ type: String, after text: String = "") -> String {
        "<gpx version=\"1.1\">\(text)<trk><name>x</name><link href=\"a\"><type>text/html</type></link>"
            + "<type>\(type)</type><trkseg>" + (0...40).map(point).joined() + "</trkseg></trk></gpx>"
    }

    @Test("a claim is repeated until it ends, and then nothing is known")
    func repeated() throws {
        let track = try track(Self.gpx("Biking"))
        #expect(track.format == .gpx && track.moves.map(\.kind) == ["Biking"])
        #expect(track.reports.map(\.delivered) == [0, 600, 1200, 1800, 2400].map { .seconds($0) })
        #expect(
            track.reports.map(\.activity.flags) == [.cycling, .cycling, .cycling, .cycling, .unknown])
        // A repeat says that the ride goes on, and when it began.
        #expect(track.reports[2].isRepeat && track.reports[2].activity.elapsed == .zero)
        #expect(track.claimed.count == 5 && track.measured.reports.isEmpty)
    }

    @Test("a recorder that was paused and goes on where it was rested")
    func paused() throws {
        /// Fifteen minutes, a silence of half an hour, and five minutes from the place of that minute.
        func ride(goingOnAt place: Int) throws -> Track {
            let points = (0...15).map(Self.point) + (0...5).map { Self.point(45 + $0, place: place + $0) }
            return try track("<gpx><trk><type>cycling</type><trkseg>\(points.joined())</trkseg></trk></gpx>")
        }
        let paused = try ride(goingOnAt: 15)
        #expect(paused.reports.map(\.delivered) == [0, 600, 900, 2700, 3000].map { .seconds($0) })
        #expect(paused.reports.map(\.activity.flags) == [.cycling, .cycling, .stationary, .cycling, .unknown])
        // The way to another place may have been ridden.
        #expect(try !ride(goingOnAt: 30).reports.contains { $0.activity.flags == .stationary })
    }

    @Test("Google: a visit within another is left out and counted")
    func withinAnother() throws {
        let text = HistorySamples.android.replacing("{\"hierarchyLevel\": 0,", with: "{\"hierarchyLevel\": 1,")
        #expect(try track(HistorySamples.android).visits.count == 2)
        let inner = try track(text)
        #expect(inner.visits.isEmpty && inner.repairs[.derived, default: 0] >= 2)
    }

    @Test("Strava's number is its kind of activity, and the number of another app has no meaning")
    func numbers() throws {
        let gpx = Self.gpx("1").replacing("version", with: "creator=\"StravaGPX iPhone\" version", maxReplacements: 1)
        #expect(try track(gpx).moves.map(\.flags) == [.cycling])
        #expect(try track(Self.gpx("1")).moves.isEmpty)
    }

    @Test("the claim within another is repeated alone, and the outer one goes on after it")
    func nested() {
        func claim(_ from: Int64, _ to: Int64, _ flags: ActivityFlags) -> ActivityClaim {
            let start = Timestamp(nanoseconds: 0)
            return ActivityClaim(
                span: TimeSpan(start: start + .seconds(from), end: start + .seconds(to)), flags: flags,
                confidence: .medium)
        }
        let reports = ActivityClaim.reports(of: [claim(0, 3000, .automotive), claim(700, 1000, .walking)])
        #expect(
            reports.map { $0.time.seconds(since: Timestamp(nanoseconds: 0)) } == [
                0, 600, 700, 1000, 1600, 2200, 2800, 3000,
            ])
        #expect(
            reports.map(\.flags) == [
                .automotive, .automotive, .walking, .automotive, .automotive, .automotive, .automotive, .unknown,
            ])
    }

    @Test("GPX that gaitway wrote: the vehicle as type, and visits as waypoints")
    func ownGPX() throws {
        let visit =
            "<wpt lat=\"52.54\" lon=\"13.25\"><time>\(HistorySamples.time(40))</time><name>Home</name>"
            + "<desc>until \(HistorySamples.time(59))</desc><type>visit</type></wpt>"
            + "<wpt lat=\"1\" lon=\"1\"><name>a plan</name></wpt>"
        let track = try track(Self.gpx("bus", after: visit))
        #expect(track.moves.map(\.flags) == [.automotive] && track.moves.map(\.kind) == ["bus"])
        #expect(track.visits.map(\.name) == ["Home"] && track.visits.map(\.span.seconds) == [1140])
        #expect(track.fixes.last?.latitude == 52.54)
        // A point within a point does no harm.
        _ = try? self.track("<gpx><trk><trkpt lat=\"1\" lon=\"1\"><trkpt/></trkpt></trk><a></a></gpx>", .gpx)
        // A type that names no way to move states nothing.
        #expect(try self.track(Self.gpx("9")).moves.isEmpty)
    }

    @Test("Google: home and work, a confirmed visit, and the line of a way without fixes")
    func google() throws {
        let text = HistorySamples.semantic.replacing(
            "\"name\": \"Work\"}",
            with: "\"name\": \"Street 1\", \"semanticType\": \"TYPE_WORK\"}, \"editConfirmationStatus\": \"CONFIRMED\"")
        #expect(try track(text).visits.map(\.name) == ["Home", "Work"])
        #expect(try track(text).visits.map(\.isConfirmed) == [false, true])
        let inferred = HistorySamples.android.replacing("\"HOME\"", with: "\"INFERRED_HOME\"")
        #expect(try track(inferred).visits.map(\.name) == ["Home", nil])
        let way = """
            {"timelineObjects": [{"activitySegment": {
            "startLocation": {"latitudeE7": 525000000, "longitudeE7": 132500000},
            "endLocation": {"latitudeE7": 525400000, "longitudeE7": 132500000}, "activityType": "IN_TRAM",
            "duration": {"startTimestamp": "\(HistorySamples.time(0))", "endTimestamp": "\(HistorySamples.time(40))"},
            "waypointPath": {"waypoints": [
            {"latE7": 525100000, "lngE7": 132500000}, {"latE7": 525300000, "lngE7": 132500000}]}}}]}
            """
        let track = try track(way)
        #expect(track.fixes.map(\.latitude) == [52.5, 52.51, 52.53, 52.54])
        #expect(track.fixes.map { ($0.elapsed.inSeconds / 60).rounded() } == [0, 10, 30, 40])
        #expect(track.derived.count == 4)
        // A point that is not on earth has no length either.
        let broken = way.replacing("{\"latE7\": 525100000,", with: "{\"latE7\": 1e300,")
        #expect(try self.track(broken).fixes.map(\.latitude) == [52.5, 52.53, 52.54])
    }

    @Test("OwnTracks: time in a region is a stay with its name; a way through it is not")
    func regions() throws {
        func crossing(_ event: String, _ minute: Int, _ name: String = "Home") -> String {
            "{\"_type\":\"transition\",\"event\":\"\(event)\",\"desc\":\"\(name)\","
                + "\"tst\":\(1_777_622_400 + minute * 60),"
                + "\"lat\":52.501,\"lon\":13.25,\"acc\":20}\n"
        }
        let text =
            crossing("enter", 0) + crossing("enter", 5, "Shop") + crossing("leave", 7, "Shop") + crossing("leave", 30)
            + "{\"_type\":\"waypoint\",\"desc\":\"Home\",\"lat\":52.5,\"lon\":13.25,\"rad\":100,\"tst\":1}\n"
        let track = try track(text)
        #expect(track.fixes.count == 4 && track.fixes[0].horizontalAccuracy == 20)
        #expect(track.visits.map(\.name) == ["Home"] && track.visits.map(\.latitude) == [52.5])
        #expect(track.visits.map(\.span.seconds) == [1800])
        // A person may walk within a region.
        #expect(track.reports.isEmpty)
    }

    @Test("Overland: visits that the phone found, and trips that a person recorded")
    func overland() throws {
        func feature(_ properties: String) -> String {
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[13.25,52.5]},\"properties\":{"
                + "\"timestamp\":\"\(HistorySamples.time(50))\",\(properties)}}"
        }
        let (start, middle, end) = (HistorySamples.time(0), HistorySamples.time(20), HistorySamples.time(50))
        let text =
            "{\"locations\":["
            + [
                feature("\"action\":\"visit\",\"arrival_date\":\"\(start)\",\"departure_date\":\"\(middle)\""),
                feature("\"action\":\"visit\",\"arrival_date\":\"\(end)\",\"departure_date\":null"),
                feature(
                    "\"type\":\"trip\",\"mode\":\"train\",\"distance\":9000,"
                        + "\"start\":\"\(middle)\",\"end\":\"\(end)\""),
            ].joined(separator: ",") + "]}"
        let track = try track(text)
        #expect(track.visits.map(\.span.seconds) == [1200] && track.visits.map(\.isConfirmed) == [true])
        #expect(track.moves.map(\.kind) == ["train"] && track.moves.map(\.distance) == [9000])
        #expect(track.repairs[.withoutTime] == 1)
        #expect(track.reports.map(\.activity.flags) == [.stationary, .automotive, .automotive, .automotive, .unknown])
    }

    @Test("a location history gives way to a recording within two minutes, whichever comes first")
    func precedence() throws {
        let recording = try track(
            "<gpx><trk><trkseg>" + (12...14).map(Self.point).joined() + "</trkseg></trk></gpx>")
        let history = try track(HistorySamples.records)
        for merged in [try recording.merged(with: history), try history.merged(with: recording)] {
            // Minutes 10 and 17 to 20 of the history, and 12 to 14 of the recording.
            let minutes = merged.fixes.map {
                Int(proven: ((merged.origin ?? .init(nanoseconds: 0)) + $0.elapsed).seconds / 60) % 60
            }
            #expect(minutes == [12, 13, 14, 17, 18, 19, 20])
            #expect(merged.repairs[.outranked] == 7 && merged.rank == .recording)
        }
        // Two recordings do not give way to each other.
        #expect(try recording.merged(with: recording).repairs[.outranked] == nil)
    }

    @Test("what an app derived gives way to another file's measurements")
    func derivedElsewhere() throws {
        let app = try track(HistorySamples.semantic)
        let recording = try track("<gpx><trk><trkseg>" + (0...40).map(Self.point).joined() + "</trkseg></trk></gpx>")
        let merged = try app.merged(with: recording)
        #expect(merged.fixes.count == 41 && merged.derived.isEmpty)
        // Nothing reported, so the app's activities hold.
        #expect(merged.claimed.count == app.claimed.count)
    }
}
