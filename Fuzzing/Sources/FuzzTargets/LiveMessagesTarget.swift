// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayLiveServer
import GaitwayLiveSessions
import GaitwayRecognition

/// Reads any bytes as what phones send. The first byte chooses Sensor Logger's push, our own samples, numbers as they
/// are, or phyphox's answers, whose first line is the experiment. Sessions take what is read, and end.
enum LiveMessagesTarget: FuzzTarget {
    static let name = "live-messages"

    static func take(_ input: [UInt8]) {
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        var session = LiveTrial()
        switch choice % 4 {
        case 0:
            if let message = try? SensorLoggerPush.message(bytes) { session.take(message) }
        case 1:
            var lines = SampleLines()
            for part in bytes.split(separator: 0) {
                if let message = try? lines.message(Array(part)) { session.take(message) }
            }
        case 2: session.takeNumbers(bytes)
        default:
            let parts = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
            guard let first = parts.first, let experiment = try? PhyphoxExperiment(config: first) else { return }
            for part in parts.dropFirst() {
                guard let answer = try? experiment.answer(part) else { continue }
                precondition(experiment.path(after: answer.last).hasPrefix("/get?"))
                session.take(answer.message)
            }
        }
        session.finish()
    }
}

/// Sessions as a server has them, with a gate and places.
struct LiveTrial {
    private var sessions = SessionList(
        settings: LiveSession.Settings(
            model: Fixtures.model, smoothing: .causal, policy: .gaitway, places: Fixtures.places, keepsLog: true),
        limit: 3)
    /// Each message comes a second after the one before.
    private var now = Fixtures.noon.nanoseconds
    private var rows = SessionRows()

    mutating func take(_ message: LiveMessage) {
        now += Nanoseconds.perSecond
        guard (try? sessions.take(message, source: "fuzz", at: now)) != nil else { return }
        sessions.pass(to: now + Nanoseconds.perSecond / 2)
        fetch()
    }

    /// Takes the bytes' integers as numbers of messages, times of readings and of fixes: eight bytes each, or one that
    /// names a limit.
    mutating func takeNumbers(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.popFirst() {
            var message = LiveMessage()
            message.session = "numbers"
            let limits: [Int64] = [
                .min, .min + 1, -1, 0, 1, 1 << 62, (1 << 62) - 1, .max - 1, .max, -1_000_000_000_000_000_000,
            ]
            var number = limits[Int(first) % limits.count]
            if first & 0x80 != 0 {
                number = rest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
                rest = rest.dropFirst(8)
            }
            if first & 0x10 != 0 { message.number = Int(number) }
            message.readings.append(.init(sensor: .acceleration, time: number, value: SIMD3(0, 0, 9.8)))
            if first & 0x20 != 0 {
                message.readings.append(.init(sensor: .pressure, time: number, value: SIMD3(950, 0, 0)))
            }
            if first & 0x40 != 0 {
                message.fixes.append(Location(elapsed: .nanoseconds(number), latitude: 47, longitude: 8))
            }
            take(message)
        }
    }

    mutating func finish() {
        sessions.pass(to: now + 3600 * Nanoseconds.perSecond)
        sessions.finish()
        fetch()
    }

    private mutating func fetch() {
        for identifier in sessions.identifiers {
            guard let events = sessions[identifier]?.takeEvents() else { continue }
            var text: [UInt8] = []
            for event in events { EventText.append(event, to: &text) }
            sessions[identifier]?.takeRows(into: &rows)
            rows = SessionRows()
            guard let session = sessions[identifier] else { continue }
            precondition(session.footer.windows >= 0)
            let state = JSONWriter.line {
                StateText.write(session, folder: nil, fault: nil, now: now, wall: Timestamp(nanoseconds: now), to: &$0)
            }
            precondition(state.hasPrefix("{"))
        }
    }
}
