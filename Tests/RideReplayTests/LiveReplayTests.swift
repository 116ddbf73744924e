// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayReplay
import TestSupport
import Testing

/// What comes piece by piece gives what the whole gives, and what is said early is never taken back.
@Suite struct LiveReplayTests {
    private static let words = ["walking", "automotive", "cycling", "stationary", "unknown"]

    /// A ride past many places, and the lines of a stream that changes on the way.
    private struct Random {
        var generator: SeededGenerator
        let ride: RecordedRide
        let simulator: GeofenceSimulator
        let lines: [String]

        init(seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            ride = try Walk(seconds: 3600, speed: [1.4, 3, 9].randomElement(using: &random) ?? 3).ride()
            let length = (ride.fixes.last?.latitude ?? 50) - 50
            let places = (0..<60).map { index in
                Place(
                    identifier: "place-\(index)", latitude: 50 + Double.random(in: 0...length, using: &random),
                    longitude: 8 + Double.random(in: -0.002...0.002, using: &random),
                    story: index % 3 == 0 ? "story" : nil)
            }
            var simulator = GeofenceSimulator(places: try PlaceSet(places))
            if Bool.random(using: &random) { simulator.delay = .random(mean: .seconds(120), seed: seed) }
            if Bool.random(using: &random) { simulator.policy.settleTime = .zero }
            self.simulator = simulator
            // Bursts of one moment, and reports of the moments of fixes, among them.
            var (seconds, elapsed) = (Int.random(in: 0...90, using: &random), 0)
            var lines = [Walk.stream("walking", end: 0).split(separator: "\n").first.map(String.init) ?? ""]
            while seconds < 3700 {
                let word = words.randomElement(using: &random) ?? "walking"
                let flags = (words + ["running"]).map { "\"\($0)\":\($0 == word)" }.joined(separator: ",")
                lines.append(
                    "{\"elapsed\":\(elapsed),\"start\":null,\"delivered\":\(seconds),\(flags),\"confidence\":\"high\"}")
                elapsed = seconds
                seconds += [0, 10, 20, 55].randomElement(using: &random) ?? 10
            }
            lines.append("{\"end\":\(seconds),\"windows\":9,\"repaired\":{}}")
            self.lines = lines
            generator = random
        }

        var stream: String { lines.joined(separator: "\n") + "\n" }

        func whole(_ stream: String, _ policy: GatePolicy) throws -> ReplayResult {
            var ride = ride
            try ride.join(stream: stream, source: "s")
            return try RideScene(ride, simulator: simulator).play(policy: policy)
        }

        func live(_ policy: GatePolicy) throws -> LiveReplay {
            try LiveReplay(
                RideScene(ride, simulator: simulator), policy: policy, strategy: .bubbleDifference, stream: "s")
        }
    }

    private static func pieces(_ random: inout SeededGenerator, _ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let longest = [3, 150, 5000].randomElement(using: &random) ?? 1
            let end = min(bytes.count, start + Int.random(in: 1...longest, using: &random))
            chunks.append(bytes[start..<end])
            start = end
        }
        return chunks
    }

    @Test(arguments: 0..<Rounds.count(60)) func aStreamInPiecesGivesWhatTheWholeGives(_ seed: Int) throws {
        var world = try Random(seed: UInt64(seed))
        // Whole, cut, and broken in the middle.
        let broken = world.lines[..<(world.lines.count / 2)].joined(separator: "\n") + "\nno line\n"
        let cut = world.lines.dropLast(3).joined(separator: "\n")
        for stream in [world.stream, broken, cut] {
            for policy in GatePolicy.profiles {
                let whole = try world.whole(stream, policy)
                var live = try world.live(policy)
                var decisions: [GateDecision] = []
                for chunk in Self.pieces(&world.generator, Array(stream.utf8)) { decisions += try live.append(chunk) }
                decisions += try live.endStream()
                decisions += try live.finish()
                #expect(decisions == whole.decisions)
                #expect(live.result?.closingLines == whole.closingLines)
                #expect((live.fault == nil) == (stream == world.stream))
            }
        }
    }

    @Test(arguments: 0..<Rounds.count(60)) func aTrackInPiecesGivesWhatTheWholeGives(_ seed: Int) throws {
        var world = try Random(seed: UInt64(seed))
        let bare = RecordedRide(source: world.ride.source, origin: world.ride.origin, fixes: [])
        for policy in GatePolicy.profiles {
            for stream in [nil, world.stream] {
                var ride = world.ride
                if let stream { try ride.join(stream: stream, source: "s") }
                let whole = try RideScene(ride, simulator: world.simulator).play(policy: policy)
                var live = try LiveReplay(
                    bare, simulator: world.simulator, policy: policy, strategy: .bubbleDifference,
                    stream: stream.map { _ in "s" })
                var decisions: [GateDecision] = []
                // Either may be ahead of the other, by any length.
                var fixes = world.ride.fixes[...]
                var chunks = Self.pieces(&world.generator, Array((stream ?? "").utf8))[...]
                while !fixes.isEmpty || !chunks.isEmpty {
                    if Bool.random(using: &world.generator), let chunk = chunks.popFirst() {
                        decisions += try live.append(chunk)
                        if chunks.isEmpty { decisions += try live.endStream() }
                    } else if let fix = fixes.popFirst() {
                        decisions += live.append(fix)
                    }
                }
                decisions += try live.finish()
                #expect(decisions == whole.decisions)
                #expect(live.result?.closingLines == whole.closingLines)
            }
        }
    }

    /// What is certain at a report is all that the whole decides before it, and nothing that another end of the stream
    /// would change.
    @Test(arguments: 0..<Rounds.count(60)) func whatIsCertainIsOutAndStays(_ seed: Int) throws {
        let world = try Random(seed: UInt64(seed))
        for policy in GatePolicy.profiles {
            let whole = try world.whole(world.stream, policy)
            for count in stride(from: 2, to: world.lines.count, by: 7) {
                var live = try world.live(policy)
                let text = world.lines[..<count].joined(separator: "\n") + "\n"
                let decisions = try live.append(text.utf8)
                #expect(whole.decisions.starts(with: decisions))
                let last = try #require(world.lines[count - 1].split(separator: "\"delivered\":").last)
                let delivered = try #require(Int(last.prefix { $0.isNumber }, in: .countable))
                let moment = try #require(world.ride.origin) + .seconds(delivered)
                #expect(whole.decisions.count { $0.time < moment } <= decisions.count)
                // Silence from there on gives the same beginning.
                let silent = try world.whole(text + "{\"end\":3600,\"windows\":9,\"repaired\":{}}\n", policy)
                #expect(silent.decisions.starts(with: decisions))
            }
        }
    }

    @Test func aStreamOutOfOrderIsRefused() throws {
        let world = try Random(seed: 3)
        var lines = world.lines
        lines.swapAt(1, lines.count - 2)
        let swapped = lines.joined(separator: "\n") + "\n"
        var ride = world.ride
        let error = #expect(throws: InputError.self) { try ride.join(stream: swapped, source: "s") }
        #expect(error?.line == 3 && error?.source == "s" && ride.reports.isEmpty)
        var live = try world.live(.gaitway)
        _ = try live.append(swapped.utf8)
        #expect(throws: InputError.self) { try live.endStream() }
    }

    @Test(arguments: ["2026-05-02T08:00:00.000Z", "2026-04-30T08:00:00.000Z"])
    func aStreamOfAnotherDayDecidesNothing(_ origin: String) throws {
        let ride = try Walk(seconds: 1200).ride()
        let places = try PlaceSet(decoding: Array(Walk.places([("mill", 300), ("bridge", 1000)]).utf8), source: "p")
        let stream = Walk.stream("walking", origin: origin)
        var joined = ride
        let error = try #require(throws: InputError.self) { try joined.join(stream: stream, source: "s") }
        var live = try LiveReplay(RideScene(ride, places: places), policy: .here, strategy: .oracle, stream: "s")
        #expect(try live.append(stream.utf8).isEmpty)
        #expect(throws: error) { try live.endStream() }
    }
}
