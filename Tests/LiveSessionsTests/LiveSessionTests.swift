// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayAlerts
import GaitwayBase
import GaitwayLiveSessions
import GaitwayRecognition
import RideSynthesis
import TestSupport
import Testing

@Suite struct LiveSessionTests {
    static let origin: Int64 = 1_777_741_200_000_000_000

    static let settings = Result {
        LiveSession.Settings(
            model: try DefaultModel.load(), smoothing: .causal, policy: .gaitway, places: nil, keepsLog: true)
    }

    /// Two minutes of sitting and walking as a phone measures them, by time.
    static func readings(seconds: Double = 120, seed: UInt64 = 1) -> [LiveMessage.Reading] {
        let script = RideScript([
            .init(.sitting, duration: seconds / 2), .init(.walking(.walk), duration: seconds / 2),
        ])
        let ride = RideSynthesizer(script: script, phone: Phone(rate: 50), seed: seed).make()
        func readings(_ sensor: LiveSensor, _ made: [SyntheticRide.Reading]) -> [LiveMessage.Reading] {
            made.map { .init(sensor: sensor, time: origin + $0.nanoseconds, value: SIMD3<Float>($0.value)) }
        }
        return (readings(.rotationRate, ride.rotationRate) + readings(.acceleration, ride.acceleration))
            .sorted { ($0.time, $0.sensor.rawValue) < ($1.time, $1.sensor.rawValue) }
    }

    /// Readings as messages of equal length in nanoseconds.
    static func messages(_ readings: [LiveMessage.Reading], length: Int64, numbered: Bool) -> [LiveMessage] {
        var messages: [LiveMessage] = []
        var part: Int64 = -1
        for reading in readings {
            if (reading.time - origin + length) / length != part {
                part = (reading.time - origin + length) / length
                var message = LiveMessage()
                message.session = "test"
                message.number = numbered ? messages.count : nil
                messages.append(message)
            }
            messages[messages.count - 1].readings.append(reading)
        }
        return messages
    }

    struct Outcome {
        var reports: [ActivityReport] = []
        var changes: [ActivityReport] = []
        var rows = SessionRows()
        var faults: LiveSession.Faults?
    }

    static func play(_ messages: [LiveMessage]) throws -> Outcome {
        var session = LiveSession(
            identifier: "test", name: "test", source: "test", device: nil, settings: try settings.get(), at: 0)
        var outcome = Outcome()
        func take(_ events: [LiveEvent]) {
            for event in events {
                switch event {
                case .report(let report): outcome.reports.append(report)
                case .change(let report): outcome.changes.append(report)
                default: break
                }
            }
        }
        for (index, message) in messages.enumerated() {
            session.take(message, at: Int64(index) * 1_000_000)
            take(session.takeEvents())
            session.takeRows(into: &outcome.rows)
        }
        session.finish()
        take(session.takeEvents())
        session.takeRows(into: &outcome.rows)
        outcome.faults = session.total
        return outcome
    }

    /// The recogniser's reports of the readings themselves.
    static func expected(_ readings: [LiveMessage.Reading], everyWindow: Bool) throws -> [ActivityReport] {
        guard let start = readings.first(where: { $0.sensor == .acceleration })?.time else { return [] }
        var recognizer = try Recognizer(
            model: try settings.get().model,
            options: .init(
                smoothing: .causal, reportsEveryWindow: everyWindow, origin: Timestamp(nanoseconds: start),
                givesProvisionalAnswers: true))
        recognizer.append(
            readings.map {
                SensorSample(
                    sensor: $0.sensor == .acceleration ? .acceleration : .rotationRate,
                    elapsed: .nanoseconds($0.time - start),
                    value: $0.value)
            })
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        return everyWindow ? reports.filter { !$0.isProvisional } : reports
    }

    @Test(arguments: 0..<Rounds.count(40))
    func givesTheSameReportsInWhateverOrderMessagesCome(_ round: Int) throws {
        var generator = SeededGenerator(seed: UInt64(round) + 1)
        let readings = Self.readings(seed: UInt64(round) + 1)
        let length = Int64.random(in: 30_000_000...400_000_000, using: &generator)
        let ordered = Self.messages(readings, length: length, numbered: round.isMultiple(of: 2))
        // Late by less than what is waited for, some twice, the readings of each in any order.
        let latest = max(1, Int(1_400_000_000 / length))
        var placed: [(place: Double, message: LiveMessage)] = []
        var repeated = 0
        for (place, message) in ordered.enumerated() {
            var message = message
            message.readings.shuffle(using: &generator)
            let isLate = Double.random(in: 0..<1, using: &generator) < 0.2
            placed.append(
                (Double(place) + (isLate ? Double(Int.random(in: 0..<latest, using: &generator)) + 0.5 : 0), message))
            if Double.random(in: 0..<1, using: &generator) < 0.1 {
                repeated += message.readings.count
                placed.append((Double(place + Int.random(in: 0..<4, using: &generator)) + 0.25, message))
            }
        }
        let outcome = try Self.play(placed.sorted { $0.place < $1.place }.map(\.message))
        #expect(outcome.faults?.late == 0)
        #expect(outcome.faults?.repeated == repeated)
        #expect(try outcome.reports == Self.expected(readings, everyWindow: true))
        #expect(try outcome.changes == Self.expected(readings, everyWindow: false))
        #expect(try Self.reports(ofLog: outcome.rows) == outcome.changes)
    }

    /// A log of these rows as it is read: when its elapsed 0 was, and its samples in their order.
    static func read(_ rows: SessionRows) throws -> (origin: Timestamp?, samples: [SensorSample]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gaitway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (table, bytes) in rows.tables {
            try Data(table.heading.utf8 + bytes).write(to: folder.appendingPathComponent(table.rawValue))
        }
        try Data(SessionTable.metadata(device: "test").utf8)
            .write(to: folder.appendingPathComponent(SessionTable.metadataFile))
        let reader = try RecordingReader(path: folder.path)
        var samples: [SensorSample] = []
        var batch = SampleBatch()
        while try reader.next(into: &batch) { samples += batch.samples }
        return (reader.header.origin, samples)
    }

    /// The reports of a log of these rows.
    static func reports(ofLog rows: SessionRows) throws -> [ActivityReport] {
        let log = try read(rows)
        var recognizer = try Recognizer(
            model: try settings.get().model,
            options: .init(smoothing: .causal, origin: log.origin, givesProvisionalAnswers: true))
        recognizer.append(log.samples)
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        return reports
    }

    @Test func countsWhatComesTooLate() throws {
        let readings = Self.readings(seconds: 30)
        var messages = Self.messages(readings, length: 1_000_000_000, numbered: true)
        let late = messages.remove(at: 10)
        messages.insert(late, at: 20)
        let outcome = try Self.play(messages)
        #expect(outcome.faults?.late == late.readings.count)
        // The session goes on as if it had never been sent.
        let left = Set(late.readings)
        #expect(try outcome.reports == Self.expected(readings.filter { !left.contains($0) }, everyWindow: true))
        #expect(try outcome.reports != Self.expected(readings, everyWindow: true))
        #expect(try Self.reports(ofLog: outcome.rows) == outcome.changes)
        // The log keeps them beside its tables, in a form that can be sent again.
        var lines = SampleLines()
        let kept = try lines.message(
            Array(SessionTable.late.heading.utf8) + (outcome.rows.tables[.late] ?? []))
        #expect(kept.readings == late.readings)
    }

    @Test func waitsForNothingWhereNothingIsMissing() throws {
        var session = LiveSession(
            identifier: "test", name: "test", source: "test", device: nil, settings: try Self.settings.get(), at: 0)
        let messages = Self.messages(Self.readings(seconds: 30), length: 200_000_000, numbered: true)
        for (index, message) in messages.enumerated() {
            session.take(message, at: Int64(index) * 200_000_000)
            // The first two seconds tell what the phone offers.
            if index > 11 { #expect(session.delay < .milliseconds(25), "at message \(index)") }
        }
    }

    @Test func givesUpWaitingForASilentPhone() throws {
        var session = LiveSession(
            identifier: "test", name: "test", source: "test", device: nil, settings: try Self.settings.get(), at: 0)
        var messages = Self.messages(Self.readings(seconds: 30), length: 500_000_000, numbered: true)
        messages.remove(at: 58)
        for (index, message) in messages.enumerated() { session.take(message, at: Int64(index)) }
        #expect(session.delay > .milliseconds(400))
        session.pass(to: 1_000_000_000)
        #expect(session.delay > .milliseconds(400))
        session.pass(to: 3_000_000_000)
        #expect(session.delay == .zero)
        #expect(!session.isLive(at: 20_000_000_000))
    }

    @Test func keepsItsMemoryForDays() throws {
        var session = LiveSession(
            identifier: "test", name: "test", source: "test", device: nil, settings: try Self.settings.get(), at: 0)
        let base = Self.readings(seconds: 60)
        let length = 60_040_000_000 as Int64
        for minute in 0..<Int64(60 * 3) {
            var message = LiveMessage()
            message.readings = base.map { .init(sensor: $0.sensor, time: $0.time + minute * length, value: $0.value) }
            session.take(message, at: minute * length)
            _ = session.takeEvents()
            var rows = SessionRows()
            session.takeRows(into: &rows)
        }
        let elapsed = try #require(session.elapsed)
        #expect(elapsed > .seconds(3 * 3600 - 10))
        #expect(session.reports.count < 1500)
        #expect(session.motion.reduce(0) { $0 + $1.least.count } < 12_100)
    }

    @Test func saysWhatTheGateWouldDo() throws {
        let outcome = try Self.play(Self.messages(Self.readings(seconds: 60), length: 500_000_000, numbered: true))
        #expect(!outcome.reports.isEmpty)
        var session = LiveSession(
            identifier: "test", name: "test", source: "test", device: nil, settings: try Self.settings.get(), at: 0)
        #expect(session.outlook == nil)
        for message in Self.messages(Self.readings(seconds: 60), length: 500_000_000, numbered: true) {
            session.take(message, at: 0)
        }
        let outlook = try #require(session.outlook)
        #expect(outlook.holds.isEmpty)
        #expect(outlook.text == "An alert would be shown now.")
    }
}
