// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// How `simulate` brings an activity stream and a track on one clock, and its messages for streams that do not fit.
@Suite struct SimulateJoinTests {
    let folder: TemporaryFolder
    let places: String
    let track: String

    init() throws {
        folder = try TemporaryFolder()
        places = try folder.write(Walk.places([("mill", 300), ("bridge", 1000)]), to: "places.csv")
        track = try folder.write(Walk().gpx, to: "day.gpx")
    }

    private func simulate(_ track: String, _ stream: String, _ more: String...) throws -> CommandResult {
        let stream = try folder.write(stream, to: "stream.ndjson")
        return try Command.run(
            ["simulate", "--track", track, "--places", places, "--activities", stream, "--format", "ndjson"] + more,
            in: folder)
    }

    private func decisions(_ result: CommandResult, _ place: String) -> [Substring] {
        result.text.split(separator: "\n").filter { $0.contains("\"place\":\"\(place)\"") }
    }

    @Test func aStreamThatEndsEarlyIsSaidAndItsSilenceEndsTheDrive() throws {
        // Driving is the last that is heard, at 180 s; the mill is entered at 177 s, the bridge at 677 s.
        let result = try simulate(track, Walk.stream("automotive", end: 180))
        #expect(result.status == 3)
        // How much of the track lies outside of the stream, then the fault: each names the stream.
        #expect(
            result.errorLines.count == 2 && result.errorLines.allSatisfy { $0.contains("stream.ndjson: ") },
            "\(result.errors)")
        #expect(result.errorLines.first?.contains("the last 1020 s of the track lie outside of the stream") == true)
        #expect(result.errorLines.last?.contains("ends 1020 s before the track") == true)
        // Nothing is lost of what was decided: what is silent for ten minutes counts no more.
        let bridge = try #require(decisions(result, "bridge").last)
        #expect(bridge.contains("\"decision\":\"deliver\"") && bridge.contains("stale-source"))
        #expect(bridge.contains("\"time\":\"2026-05-01T08:13:00.000Z\""), "\(bridge)")
        let mill = try #require(decisions(result, "mill").last)
        #expect(mill.contains("\"decision\":\"drop\"") && mill.contains("\"left\",\"driving\""))
        #expect(result.text.hasSuffix("}\n") && result.text.contains("\"end\":true"))
        // The shipped rules have no end to it.
        let here = try simulate(track, Walk.stream("automotive", end: 180), "--profile", "here")
        #expect(here.status == 3 && !here.text.contains("\"decision\":\"deliver\""))
        // A cut stream gives the same decisions.
        let cut = try simulate(track, Walk.stream("automotive", end: 180, isWhole: false))
        #expect(cut.status == 3 && cut.output == result.output && cut.errors.contains("closing line"))
    }

    @Test func aMinuteLessIsNoEarlyEnd() throws {
        #expect(try simulate(track, Walk.stream("walking", end: 1140)).errors.isEmpty)
        #expect(try simulate(track, Walk.stream("walking", end: 1139)).status == 3)
    }

    @Test func aStreamWithoutReportsIsASourceThatSaysNothing() throws {
        let stream = Walk.stream("walking", end: 1200).split(separator: "\n")
        let result = try simulate(track, stream[0] + "\n" + stream[stream.count - 1] + "\n", "--profile", "here")
        #expect(result.status == 0, "\(result.errors)")
        #expect(decisions(result, "mill").allSatisfy { $0.contains("\"skip\"") && $0.contains("no-report") })
        #expect(!result.text.contains("no-motion-hardware"))
    }

    @Test func ofSeveralStreamsTheFirstServes() throws {
        let result = try simulate(track, Walk.stream("walking", end: 1200) + Walk.stream("automotive", end: 1200))
        #expect(result.status == 0 && result.errorLines.count == 1 && result.errors.contains("the first of 2 streams"))
        #expect(result.output == (try simulate(track, Walk.stream("walking", end: 1200))).output)
    }

    @Test func anotherDayHasNoTimeInCommon() throws {
        for origin in ["2026-05-02T08:00:00Z", "2026-04-30T08:00:00Z", "2025-05-01T08:00:00Z"] {
            let result = try simulate(track, Walk.stream("walking", end: 1200, origin: origin))
            #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1)
            #expect(result.errors.contains("no time in common") && result.errors.contains(origin.dropLast()))
        }
        // Another time zone is the same day.
        let east = try simulate(track, Walk.stream("walking", end: 1200, origin: "2026-05-01T10:00:00+02:00"))
        #expect(east.status == 0 && east.errors.isEmpty)
    }

    @Test func withoutAWallClockARecordingIsJoinedByElapsedTime() throws {
        try folder.write(Walk().table, to: "ride/Location.csv")
        let file = folder.path("ride/Location.csv")
        for source in ["ride", "ride/", "ride.zip", "ride/Location.csv", "/somewhere/else/ride", file] {
            let result = try simulate(file, Walk.stream("walking", end: 1200, source: source, origin: nil))
            #expect(result.status == 0 && result.errors.isEmpty, "\(source): \(result.errors)")
            #expect(decisions(result, "bridge").contains { $0.contains("\"deliver\"") })
        }
        // What came from a pipe has no name; that it is trusted is said.
        for source in ["-", ""] {
            let result = try simulate(file, Walk.stream("walking", end: 1200, source: source, origin: nil))
            #expect(result.status == 0 && result.errorLines.count == 1 && result.errors.contains("no wall clock"))
        }
    }

    @Test func withoutAWallClockTwoRecordingsAreNotJoined() throws {
        try folder.write(Walk().table, to: "ride/Location.csv")
        let file = folder.path("ride/Location.csv")
        for source in ["walk", "walk/Location.csv", "rides/walk.csv", "other/Location.csv"] {
            let result = try simulate(file, Walk.stream("walking", end: 1200, source: source, origin: nil))
            #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1, "\(source)")
            #expect(result.errors.contains(source) && result.errors.contains("cannot be joined"))
        }
        for (track, origin) in [(file, Walk.time(0)), (self.track, nil)] {
            let result = try simulate(track, Walk.stream("walking", end: 1200, source: "ride", origin: origin))
            #expect(result.status == 3 && result.output.isEmpty && result.errorLines.count == 1)
            #expect(result.errors.contains("cannot be joined"))
        }
    }

    @Test func aLoggersTableHoldsTheTrackBesideItsSamples() throws {
        let log = try folder.write(Walk().log, to: "log.csv")
        let stream = try Command.run(["classify", log, "--live", "--format", "ndjson"], in: folder)
        let result = try simulate(log, stream.text)
        #expect(result.status == 0, "\(result.errors)")
        // The fixes are those of the GPX, each once, so that the same places are entered at the same times.
        func entries(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { $0.contains("\"entry\":") }
                .compactMap {
                    $0.split(separator: "\"entered\":\"")[1].split(separator: "T")[1].split(separator: "Z").first
                }
        }
        let fromGPX = try Command.run(
            ["simulate", "--track", track, "--places", places, "--format", "ndjson"], in: folder)
        #expect(Set(entries(result.text)).count == 2)
        #expect(Set(entries(result.text).map { $0.dropFirst(3) }) == Set(entries(fromGPX.text).map { $0.dropFirst(3) }))
    }

    @Test func aLonePlaceIsShownAtOnce() throws {
        let result = try simulate(track, Walk.stream("walking", end: 1200))
        for place in ["mill", "bridge"] {
            let records = decisions(result, place)
            #expect(records.count == 1 && records[0].contains("[\"allowed\",\"alone\"]"), "\(result.text)")
        }
        // With a place behind it the first waits for that, and both share an alert.
        let close = try folder.write(Walk.places([("mill", 300), ("weir", 380)]), to: "close.csv")
        let stream = try folder.write(Walk.stream("walking", end: 1200), to: "stream.ndjson")
        let shared = try Command.run(
            ["simulate", "--track", track, "--places", close, "--activities", stream, "--format", "ndjson"], in: folder)
        #expect(decisions(shared, "mill").first?.contains("[\"collapsing\"]") == true)
        let delivered = shared.text.split(separator: "\n").filter { $0.contains("\"decision\":\"deliver\"") }
        #expect(delivered.count == 1 && delivered[0].contains("\"others\":1"), "\(shared.text)")
    }
}
