import Glibc
import LiveSessions
import MotionTypes

/// One connection of a client: what came and was not used, what is to be sent, and until when it must move on.
final class Connection {
    /// What the connection is for at the moment.
    enum State {
        /// The head of a request is awaited, or the connection rests between two.
        case head
        case body(RequestHead, BodyReader)
        /// Events of a session go out.
        case events(String)
        /// The activity stream of a session goes out; the flag tells whether it has begun.
        case stream(String, hasBegun: Bool)
        /// Samples come in.
        case webSocket(WebSocketReader, SampleLines)
        /// What is left to send goes out, what comes is thrown away, and then the connection ends.
        case leaving
    }

    let file: Int32
    var state = State.head
    /// What came; what was used is taken from its front.
    var input: [UInt8] = []
    /// When the connection must have moved on, in nanoseconds.
    var deadline: Int64
    /// When something was sent or came last.
    var lastMove: Int64
    /// How much was thrown away since the connection is to end.
    private var thrownAway = 0
    /// Whether the writing side is closed.
    private var isShut = false
    private var output: [UInt8] = []
    private var sent = 0

    /// How much may wait for a client that reads slowly.
    static let mostOutput = 4 << 20
    private static let mostThrownAway = 4 << 20

    init(_ file: Int32, now: Int64) {
        self.file = file
        deadline = now + Deadlines.head
        lastMove = now
    }

    /// Whether there is something to send.
    var hasOutput: Bool { sent < output.count }
    /// How much there is to send.
    var waiting: Int { output.count - sent }
    /// Whether it waits for a request.
    var isResting: Bool { if case .head = state { !hasOutput } else { false } }

    /// Adds bytes to send.
    func send(_ bytes: some Sequence<UInt8>) { output.append(contentsOf: bytes) }

    /// Sends as much as goes; false if the client is gone.
    func flush(now: Int64) -> Bool {
        while hasOutput {
            switch Sockets.write(file, output[sent...]) {
            case .moved(let count):
                sent += count
                lastMove = now
            case .wouldWait:
                if sent > 1 << 16 {
                    output.removeFirst(sent)
                    sent = 0
                }
                return true
            case .closed: return false
            }
        }
        output.removeAll(keepingCapacity: output.capacity < 1 << 18)
        sent = 0
        if case .leaving = state, !isShut {
            isShut = true
            shutdown(file, Int32(SHUT_WR))
        }
        return true
    }

    /// Counts what is thrown away; false when that was enough.
    func mayThrowAway(_ count: Int) -> Bool {
        thrownAway += count
        return thrownAway < Self.mostThrownAway
    }

    /// Lets the connection end once all is sent. What the client still sends is read for a while, since an answer may be lost otherwise.
    func leave(now: Int64) {
        state = .leaving
        input = []
        deadline = now + Deadlines.leaving
    }
}

/// How long a client may take, in nanoseconds.
enum Deadlines {
    /// For the head of a request, and between two requests.
    static let head = 15 * Nanoseconds.perSecond
    /// For a body.
    static let body = 30 * Nanoseconds.perSecond
    /// Between two requests of a client that has asked before.
    static let rest = 60 * Nanoseconds.perSecond
    /// To read what is sent: so long nothing may move.
    static let reading = 20 * Nanoseconds.perSecond
    /// To go.
    static let leaving = 2 * Nanoseconds.perSecond
    /// Between two messages of a WebSocket.
    static let silence = 120 * Nanoseconds.perSecond
}
