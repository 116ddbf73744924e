import ActivityRecognition
import ActivityStream
import LiveServer
import LiveSessions
import MotionTypes
import NotificationGate
import TextFormats

/// Reads any bytes as what phones send: the first byte chooses Sensor Logger's push, our own samples, the frames of a WebSocket, or
/// phyphox's answers, the first line of which is the experiment. Sessions take what is read, and end.
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
        case 2: session.takeFrames(bytes)
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
    /// A second passes from one message to the next.
    private var now = Fixtures.noon.nanoseconds
    private var rows = SessionRows()

    mutating func take(_ message: LiveMessage) {
        now += Nanoseconds.perSecond
        guard (try? sessions.take(message, source: "fuzz", at: now)) != nil else { return }
        sessions.pass(to: now + Nanoseconds.perSecond / 2)
        fetch()
    }

    /// Takes the frames of a WebSocket, whose messages are samples.
    mutating func takeFrames(_ bytes: [UInt8]) {
        var reader = WebSocketReader(limit: 1 << 16)
        var lines = SampleLines()
        var input = bytes
        while let message = reader.next(from: &input) {
            switch message {
            case .data(let data):
                guard let message = try? lines.message(data) else { return }
                take(message)
            case .ping(let payload): precondition(payload.count <= 125)
            case .close, .broken: return
            }
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
            rows.removeAll()
            guard let session = sessions[identifier] else { continue }
            precondition(session.footer.windows >= 0)
            let state = JSONWriter.line { StateText.write(session, path: nil, fault: nil, now: now, to: &$0) }
            precondition(state.hasPrefix("{"))
        }
    }
}
