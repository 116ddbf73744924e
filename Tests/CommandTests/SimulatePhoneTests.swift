// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Why nothing happened, and the phone's settings on the command line.
@Suite struct SimulatePhoneTests {
    let folder: TemporaryFolder
    let places: String

    init() throws {
        folder = try TemporaryFolder()
        places = try folder.write(Walk.places([("mill", 3000), ("bridge", 9000)]), to: "places.csv")
    }

    private func simulate(_ words: String..., track: String = Walk(speed: 12).gpx) throws -> CommandResult {
        let track = try folder.write(track, to: "day.gpx")
        return try Command.run(["simulate", "--track", track, "--places", places] + words, in: folder)
    }

    @Test func aCabCrossesTooFastForAnEntry() throws {
        let cab = try simulate()
        #expect(
            !cab.text.contains(" mill ") && cab.text.contains("crossed without an entry: too-fast 2"), "\(cab.text)")
        #expect(cab.text.contains("an entry needs 20 s inside"))
        #expect(try simulate("--format", "ndjson").text.contains("\"crossed\":{\"too-fast\":2,\"at-edge\":0}"))
        // Without the settle time the alerts of the cab appear, and a stream of its motion holds them.
        for profile in ["article", "here"] {
            let shown = try simulate("--settle", "0", "--profile", profile, "--format", "ndjson")
            #expect(shown.text.split(separator: "\n").count { $0.contains("\"decision\":\"deliver\"") } == 2)
            let stream = try folder.write(Walk.stream("automotive"), to: "s.ndjson")
            let held = try simulate("--settle", "0", "--profile", profile, "--format", "ndjson", "--activities", stream)
            #expect(!held.text.contains("\"decision\":\"deliver\"") && held.text.contains("\"decision\":\"skip\""))
            #expect(held.text.contains("\"held\":{\"seconds\":1260,\"reasons\":{\"driving\":1260}}"), "\(held.text)")
            #expect(held.text.contains("\"allowed\":{\"seconds\":0,"))
        }
    }

    @Test func refusedFixesAreCountedAndTheLimitIsAnOption() throws {
        let coarse =
            "time,latitude,longitude,accuracy\n"
            + Walk().table.split(separator: "\n").dropFirst().enumerated()
            .map { "\($1),\($0 % 2 == 0 ? 165 : 900)\n" }.joined()
        let blind = try simulate(track: coarse)
        #expect(
            blind.text.contains("fixes: used 0, inaccurate 121 (above 100 m, the best of them 165 m)"), "\(blind.text)")
        let wide = try simulate("--accuracy", "165", track: coarse)
        #expect(
            wide.text.contains("fixes: used 61, inaccurate 60 (above 165 m, the best of them 900 m)"), "\(wide.text)")
    }

    @Test func aTrackWithoutReportsSaysThatDrivingIsNotKnown() throws {
        #expect(
            try simulate().errorLines == [
                "gaitway: \(folder.path("day.gpx")): no activity reports: only fast fixes can show driving "
                    + "and hold an alert back"
            ])
        let stream = try folder.write(Walk.stream("automotive"), to: "s.ndjson")
        #expect(try simulate("--activities", stream).errors.isEmpty)
    }

    @Test func clocksThatDifferAreSaid() throws {
        let stream = try folder.write(Walk.stream("walking", origin: Walk.time(900)), to: "s.ndjson")
        let result = try simulate("--activities", stream)
        #expect(result.status == 0 && result.errorLines.count == 1)
        #expect(
            result.errors.contains(
                ": the first 900 s of the track lie outside of the stream, the last 900 s of the stream lie outside of "
                    + "the track; the stream's clock seems to be 900 s ahead of the track's\n"))
    }

    @Test func significantChangesAreOptionsOfTheStrategiesThatWaitForThem() throws {
        func registrations(_ words: String...) throws -> Int {
            let result = try Command.run(
                ["simulate", "--format", "ndjson", "--strategy", "nearest", "--places", places, "--track"]
                    + [folder.write(Walk(speed: 12).gpx, to: "day.gpx")] + words, in: folder)
            let number = result.text.split(separator: "\"registrations\":").last?.prefix { $0.isNumber }
            return try #require(number.flatMap { Int($0) })
        }
        // Two places each time: at the start and every 300 s; every 100 s; every 6000 m.
        #expect(try registrations() == 2 * 5)
        #expect(try registrations("--change-interval", "100") == 2 * 13)
        #expect(try registrations("--change-distance", "6000") == 2 * 3)
        let other = try simulate("--change-interval", "100")
        #expect(other.status == 2 && other.errors.contains("need --strategy nearest or difference, not bubble"))
        #expect(try simulate("--change-interval", "100", "--compare").status == 0)
    }

    @Test func whatIsInTheAppsWayAreOptions() throws {
        let slow = Walk(seconds: 1800).gpx
        func line(_ words: String...) throws -> String {
            let result = try Command.run(
                [
                    "simulate", "--format", "ndjson", "--places",
                    folder.write(Walk.places([("mill", 600), ("bridge", 1700)]), to: "near.csv"), "--track",
                ]
                    + [folder.write(slow, to: "slow.gpx")] + words, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return result.text.split(separator: "\n").last.map(String.init) ?? ""
        }
        #expect(try line().contains("\"seen\":2,\"missed\":0"))
        #expect(try line("--approximate", "3000").contains("\"seen\":0,\"missed\":2"))
        #expect(try line("--restart", "200", "--foreground", "86400").contains("\"seen\":0,\"missed\":2"))
        #expect(try line("--restart", "200").contains("\"seen\":2,\"missed\":0"))
        #expect(try line("--foreground", "1000").contains("\"seen\":2,\"missed\":0"))
        #expect(try line("--regions", "2").contains("\"seen\":2,\"missed\":0"))
    }

    @Test(arguments: [
        ("--foreground", "0", "1 and 604800 seconds"), ("--restart", "-1", "seconds"),
        ("--approximate", "50", "100 and 100000 metres"), ("--settle", "-1", "0 and 3600 seconds"),
        ("--settle", "3601", "0 and 3600 seconds"),
        ("--settle", "nan", "seconds"),
        ("--regions", "1", "2 and 1000 regions"), ("--regions", "1001", "2 and 1000 regions"),
        ("--accuracy", "0", "1 and 100000 metres"), ("--change-distance", "-5", "0 and 1000000 metres"),
        ("--change-interval", "1e6", "0 and 86400 seconds"), ("--delay", "1e6", "0 and 86400 seconds"),
        ("--settle", "soon", "seconds"),
    ])
    func whatIsOutOfRangeIsRefused(option: String, value: String, range: String) throws {
        let result = try simulate(option, value, "--strategy", "nearest")
        #expect(result.status == 2 && result.errorLines.count == 1 && result.output.isEmpty)
        #expect(result.errors.contains(option) && result.errors.contains(range), "\(result.errors)")
    }
}
