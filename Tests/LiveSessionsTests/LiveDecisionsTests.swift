// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import GaitwayLiveSessions
import GaitwayRecognition
import GaitwayReplay
import TestSupport
import Testing

/// A ride that a phone sends now and the same ride replayed afterwards give the same decisions.
@Suite struct LiveDecisionsTests {
    private static let model = Result { try DefaultModel.load() }

    /// What a logger kept of a ride.
    private struct Log {
        var origin: Timestamp
        var samples: [SensorSample] = []
        var fixes: [Location] = []

        init(path: String) throws {
            var options = LogOptions()
            options.readsLocation = true
            let reader = try RecordingReader(path: path, options: options)
            origin = try #require(reader.header.origin)
            var batch = SampleBatch()
            while try reader.next(into: &batch) {
                samples += batch.samples
                fixes += batch.fixes
            }
        }
    }

    private static let log = Result {
        try Log(
            path: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("Datasets/commute").path)
    }

    /// The fixes of the ride, some of them made worse, with gaps between some.
    private static func fixes(_ random: inout SeededGenerator) throws -> [Location] {
        let fixes = try log.get().fixes
        // Gaps that the phone bridges and gaps that it does not.
        var gaps: [ClosedRange<Double>] = []
        for length in [45.0, 150] where Bool.random(using: &random) {
            let start = Double.random(in: 20...160, using: &random)
            gaps.append(start...(start + length))
        }
        return fixes.compactMap { fix in
            guard !gaps.contains(where: { $0.contains(fix.elapsed / .seconds(1)) }) else { return nil }
            var fix = fix
            if Double.random(in: 0..<1, using: &random) < 0.2 {
                fix.horizontalAccuracy = 150
                fix.latitude += Double.random(in: -0.002...0.002, using: &random)
            }
            return fix
        }
    }

    /// Places along the way. Many are entered while others are near.
    private static func places(_ fixes: [Location], _ random: inout SeededGenerator) throws -> PlaceSet {
        let radius = Double.random(in: 60...150, using: &random)
        return try PlaceScatter.places(
            24, along: fixes, spread: radius, radius: radius, seed: random.next())
    }

    /// What a session decides that gets the ride in messages of `length` nanoseconds.
    private static func live(
        _ fixes: [Location], _ places: PlaceSet, _ policy: GatePolicy, length: Int64
    ) throws -> [GateDecision] {
        let log = try log.get()
        let origin = log.origin.nanoseconds
        var messages: [Int64: LiveMessage] = [:]
        func add(at time: Int64, _ body: (inout LiveMessage) -> Void) {
            // What lies before elapsed 0 is sent with the first samples.
            body(&messages[max(0, time / length), default: LiveMessage()])
        }
        for sample in log.samples {
            let sensor: LiveSensor =
                switch sample.sensor {
                case .rotationRate: .rotationRate
                case .pressure: .pressure
                case .linearAcceleration: .linearAcceleration
                case .acceleration, .speed: .acceleration
                }
            add(at: sample.nanoseconds) {
                $0.readings.append(.init(sensor: sensor, time: origin + sample.nanoseconds, value: sample.value))
            }
        }
        for var fix in fixes {
            let time = fix.elapsed.wholeNanoseconds
            fix.elapsed += .nanoseconds(origin)
            add(at: time) { $0.fixes.append(fix) }
        }
        var session = LiveSession(
            identifier: "test", name: "test", source: "test", device: nil,
            settings: .init(
                model: try model.get(), smoothing: .causal, policy: policy, places: places, keepsLog: false), at: 0)
        var decisions: [GateDecision] = []
        for (number, key) in messages.keys.sorted().enumerated() {
            var message = try #require(messages[key])
            message.session = "test"
            message.number = number
            session.take(message, at: Int64(number) * 1_000_000)
            decisions += session.takeEvents().decisions
        }
        session.finish()
        return decisions + session.takeEvents().decisions
    }

    /// What a replay of the ride decides, with the reports that a phone would have given.
    private static func replayed(
        _ fixes: [Location], _ places: PlaceSet, _ policy: GatePolicy
    ) throws -> [GateDecision] {
        let log = try log.get()
        var recognizer = try Recognizer(
            model: model.get(),
            options: .init(smoothing: .causal, origin: log.origin, givesProvisionalAnswers: true))
        recognizer.append(log.samples)
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        let ride = RecordedRide(source: "ride", origin: log.origin, fixes: fixes, ownReports: reports)
        return try RideScene(ride, places: places).play(policy: policy).decisions
    }

    @Test(arguments: 0..<Rounds.count(8)) func areThoseOfTheReplay(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        let fixes = try Self.fixes(&random)
        let places = try Self.places(fixes, &random)
        let length = Int64.random(in: 50_000_000...2_000_000_000, using: &random)
        for policy in GatePolicy.profiles {
            let live = try Self.live(fixes, places, policy, length: length)
            let replayed = try Self.replayed(fixes, places, policy)
            #expect(!replayed.isEmpty)
            let difference = zip(live, replayed).first { $0 != $1 }.map { ($0.json, $1.json) }
            #expect(
                difference == nil && live.count == replayed.count, "\(policy.name): \(String(describing: difference))")
        }
    }
}

extension [LiveEvent] {
    fileprivate var decisions: [GateDecision] {
        compactMap { if case .decision(let decision, _) = $0 { decision } else { nil } }
    }
}
