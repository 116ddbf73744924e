// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReplay
import GaitwayTimeline
import TestSupport
import Testing

/// Rides as timelines, alone and with timelines that were made elsewhere.
@Suite struct TimelineTests {
    private func activities(_ timeline: TimelineDocument) -> [Activity] {
        timeline.items.flatMap { item -> [Activity] in
            if case .move(let move) = item { move.sections.map(\.activity) } else { [] }
        }
    }

    @Test func theReportsTellTheActivity() throws {
        var ride = try Walk(speed: 4).ride()
        try ride.join(stream: Walk.stream("cycling"))
        let timeline = try ride.timeline()
        #expect(activities(timeline) == [.cycling])
        #expect(timeline.span?.start.iso8601 == Walk.time(0) && timeline.span?.end.iso8601 == Walk.time(1200))
    }

    @Test func behindItsClosingLineAStreamSaysNothing() throws {
        var ride = try Walk(speed: 1.4).ride()
        try ride.join(stream: Walk.stream("cycling", end: 600))
        let start = try #require(ride.origin)
        let reports = ride.timedReports(from: start)
        #expect(reports.count == 12 && reports.last?.1.flags == .unknown)
        #expect(reports.last?.0.iso8601 == Walk.time(600))
        // A repeat holds from its delivery on.
        #expect(reports.map(\.0).dropLast() == reports.map(\.0).dropLast().sorted())
        #expect(reports[3].0.iso8601 == Walk.time(180))
        #expect(ride.timedOwnReports(from: start).isEmpty)
    }

    @Test func sectionsHaveTheStreamsSteps() throws {
        var ride = try Walk(speed: 1.4).ride()
        // 100 steps a minute, and 40 behind the last report.
        let header = #""version":3,"smoothing":"causal","fields":["steps"]"#
        var lines = Walk.stream("walking").replacing("\"version\":1", with: header).split(separator: "\n")
            .map(String.init)
        for index in lines.indices.dropFirst().dropLast() {
            lines[index].removeLast()
            lines[index] += ",\"activity\":\"walking\",\"steps\":\((index - 1) * 100),\"cadence\":1.7}"
        }
        lines[lines.count - 1] = lines[lines.count - 1].replacing("\"windows\"", with: "\"steps\":2040,\"windows\"")
        try ride.join(stream: lines.joined(separator: "\n") + "\n")
        let start = try #require(ride.origin)
        #expect(ride.fault == nil)
        let counts = ride.stepCounts(from: start)
        try #require(counts.count == 20, "\(counts)")
        #expect(counts.reduce(0) { $0 + $1.steps } == 2040)
        #expect(counts[3].steps == 100 && counts[3].span.start.iso8601 == Walk.time(180))
        guard case .move(let move)? = try ride.timeline().items.first else {
            Issue.record("the walk is a move")
            return
        }
        #expect(move.steps == 2040)
    }

    @Test func withoutReportsThatIsNoted() throws {
        let joined = try JoinedTimeline(Walk().ride(), policy: TimelinePolicy())
        #expect(joined.notes.map(\.kind) == [.withoutReports] && !joined.hasReports && joined.hasWallClock)
        #expect(joined.notes[0].description.hasPrefix("day.gpx: no activity reports: speed alone gives walking"))
        #expect(joined.fixes.count == 121)
    }

    @Test func whatIsLeftOutIsNoted() throws {
        var ride = try Walk().ride()
        try ride.join(stream: Walk.stream("walking"))
        ride.fixes[5].horizontalAccuracy = 5000
        ride.fixes[9].latitude = 60
        let notes = try JoinedTimeline(ride, policy: TimelinePolicy()).notes
        #expect(notes.map(\.description) == ["day.gpx: fixes left out: coarse 1, out-of-reach 1"])
    }

    @Test func twoPeopleAreRefused() throws {
        var ride = try Walk().ride()
        for index in ride.fixes.indices where index % 2 == 1 { ride.fixes[index].longitude = 20 }
        let error = #expect(throws: InputError.self) { try ride.timeline() }
        #expect(error?.problem.hasPrefix("the track seems to hold two people") == true)
    }

    @Test func aFinishedTimelineFillsWhatIsOpen() throws {
        let whole = TimelineExport.json(try Walk(seconds: 3600).ride().timeline())
        let finished = try #require(try FinishedTimeline(decoding: Array(whole.utf8), source: "old.json"))
        var joined = try JoinedTimeline(Walk().ride(), policy: TimelinePolicy())
        try joined.join(finished)
        joined.findPlaces()
        #expect(joined.timeline.span?.end.iso8601 == Walk.time(3600))
        #expect(joined.notes.last?.kind == .overlapping(.seconds(1200)))
        #expect(
            joined.notes.last?.description
                == "old.json: it overlaps the timeline before it; 0:20:00 of it are left out")
        // A track without a clock cannot be put beside it.
        let table = try RecordedRide(decoding: Walk().table, source: "Location.csv")
        var elapsed = try JoinedTimeline(table, policy: TimelinePolicy())
        #expect(!elapsed.hasWallClock)
        #expect(throws: InputError.self) { try elapsed.join(finished) }
        // A track is not a finished timeline.
        #expect(try FinishedTimeline(decoding: Array(Walk().gpx.utf8), source: "day.gpx") == nil)
    }

    @Test func guessesAreCounted() throws {
        let timeline = try Walk().ride().timeline()
        let note = try #require(RideNote.guesses(in: timeline, of: "day.gpx"))
        #expect(note.kind == .fewReports(sections: 1, of: 1))
        var ride = try Walk().ride()
        try ride.join(stream: Walk.stream("walking"))
        #expect(try RideNote.guesses(in: ride.timeline(), of: "day.gpx") == nil)
    }

    /// Forty minutes at the speed of a runner, as a watch that was told what it is.
    @Test func aStatedActivityHoldsForAllOfIt() throws {
        func timeline(_ type: String) throws -> [MoveSection] {
            let points = (0...240).map { step in
                let (minute, second) = (step / 6, step % 6 * 10)
                return "<trkpt lat=\"\(52.5 + Double(step) * 27 / 111_195)\" lon=\"13.25\"><time>2026-05-01T08:"
                    + "\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z</time></trkpt>"
            }
            let text = "<gpx><trk>\(type)<trkseg>" + points.joined() + "</trkseg></trk></gpx>"
            let ride = try RecordedRide(decoding: Array(text.utf8), source: "ride.gpx")
            return try ride.timeline().items.compactMap { item -> Move? in
                if case .move(let move) = item { move } else { nil }
            }.flatMap(\.sections)
        }
        for (word, activity) in [("cycling", Activity.cycling), ("walking", .walking), ("tram", .automotive)] {
            let sections = try timeline("<type>\(word)</type>")
            #expect(sections.map(\.activity) == [activity] && sections.map(\.evidence) == [.reports], "\(word)")
            #expect(sections.map(\.vehicle) == [word == "tram" ? .tram : nil])
            #expect(sections.reduce(0) { $0 + $1.span.seconds } > 2380)
        }
        // By speed alone it is a run.
        #expect(try timeline("").map(\.activity) == [.running])
    }
}
