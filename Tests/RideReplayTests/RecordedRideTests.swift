// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import GaitwayTimeline
import TestSupport
import Testing

/// How logs and activity streams become one ride on one clock, with its notes.
@Suite struct RecordedRideTests {
    @Test func aTrackIsReadWithItsClock() throws {
        let ride = try Walk().ride()
        #expect(ride.source == "day.gpx" && ride.origin?.iso8601 == Walk.time(0))
        #expect(ride.fixes.count == 121 && ride.reports.isEmpty && ride.notes.isEmpty && ride.fault == nil)
        // A table without dates has no clock.
        #expect(try RecordedRide(decoding: Walk().table, source: "Location.csv").origin == nil)
    }

    @Test func whatWasRepairedIsNoted() throws {
        let text = Walk(seconds: 30).gpx
        let twice = text.replacing("</trkseg>", with: "</trkseg><trkseg>")
        let point = try #require(text.split(separator: "<trkpt").last?.split(separator: "</trkseg>").first)
        let ride = try RecordedRide(
            decoding: twice.replacing("<trkseg></trk>", with: "<trkseg><trkpt\(point)</trkseg></trk>"),
            source: "day.gpx")
        #expect(ride.notes.map(\.kind) == [.repaired("duplicate", count: 1)])
        #expect(ride.notes.map(\.description) == ["day.gpx: repaired: duplicate 1"])
    }

    @Test func nothingAndNonsenseAreRefused() throws {
        let error = #expect(throws: InputError.self) { try RecordedRide(decoding: [], source: "day.gpx") }
        #expect(error?.code == .empty && error?.source == "day.gpx")
        #expect(throws: InputError.self) { try RecordedRide(decoding: "hello\n", source: "day.gpx") }
        #expect(throws: InputError.self) { try RecordedRide(log: "/nowhere") }
    }

    @Test func logsOfOnePhoneAreMergedByTime() throws {
        var ride = try Walk(seconds: 600, start: 600).ride()
        try ride.join(stream: Walk.stream("walking"))
        let before = try ride.timeline()
        try ride.merge(try Walk(seconds: 590).ride())
        #expect(ride.origin?.iso8601 == Walk.time(0) && ride.fixes.count == 121)
        // The stream goes with the clock: the second half is what it was.
        #expect(ride.reports.count == 21)
        #expect(try ride.timeline().span?.end == before.span?.end)
        #expect(try ride.timeline() == Self.walking(Walk().ride()).timeline())
    }

    private static func walking(_ ride: RecordedRide) throws -> RecordedRide {
        var ride = ride
        try ride.join(stream: Walk.stream("walking"))
        return ride
    }

    @Test func whatHasNoClockIsNotMerged() throws {
        var ride = try Walk().ride()
        let other = try RecordedRide(decoding: Walk().table, source: "Location.csv")
        let error = #expect(throws: InputError.self) { try ride.merge(other) }
        #expect(error?.source == "Location.csv" && error?.code == .ambiguous)
        #expect(ride.fixes.count == 121)
    }

    // MARK: Streams

    @Test func aStreamTakesThePlaceOfTheOwnReports() throws {
        var ride = try Walk().ride()
        let own = ActivityReport(
            activity: MotionActivity(flags: .cycling, confidence: .high, elapsed: .zero, start: nil), delivered: .zero)
        ride.ownReports = [own]
        #expect(ride.reports == [own])
        try ride.join(stream: Walk.stream("walking"))
        #expect(ride.reports.count == 21 && ride.reports.allSatisfy { $0.activity.flags == .walking })
        #expect(ride.ownReports == [own] && ride.fault == nil && ride.notes.isEmpty)
    }

    @Test func aStreamThatEndsEarlyIsJoinedWithItsFault() throws {
        for (stream, word) in [
            (Walk.stream("walking", end: 180), "ends 1020 s before the track"),
            (Walk.stream("walking", end: 180, isWhole: false), "without its closing line"),
            (Walk.stream("walking", end: 180, isWhole: false) + "{\"so\":\"on\"}\n", "so"),
        ] {
            var ride = try Walk().ride()
            try ride.join(stream: stream, source: "s")
            #expect(ride.reports.count == 4)
            #expect(ride.fault?.problem.contains(word) == true && ride.fault?.source == "s", "\(ride.fault as Any)")
        }
    }

    @Test func whatCannotBeJoinedLeavesTheRideAlone() throws {
        var ride = try Walk().ride()
        for stream in [
            "", "hello\n", Walk.stream("walking", origin: nil),
            Walk.stream("walking", origin: "2026-05-02T08:00:00Z"),
        ] {
            #expect(throws: InputError.self) { try ride.join(stream: stream) }
            #expect(ride.reports.isEmpty && ride.notes.isEmpty)
        }
        // What was noted before the fault stays.
        let other = Walk.stream("walking", origin: "2026-05-02T08:00:00Z")
        #expect(throws: InputError.self) { try ride.join(stream: other + other, source: "s") }
        #expect(ride.notes.map(\.kind) == [.furtherStreams(1)])
    }

    @Test func withoutAClockTheNameTells() throws {
        let table = Walk().table
        for (source, kinds) in [("ride", []), ("rides/ride.zip", []), ("", [RideNote.Kind.assumedSameRecording])] {
            var ride = try RecordedRide(decoding: table, source: "ride/Location.csv")
            try ride.join(stream: Walk.stream("walking", source: source, origin: nil))
            #expect(ride.reports.count == 21 && ride.notes.map(\.kind) == kinds, "\(source)")
        }
        var ride = try RecordedRide(decoding: table, source: "ride/Location.csv")
        #expect(throws: InputError.self) { try ride.join(stream: Walk.stream("walking", source: "walk", origin: nil)) }
    }
}
