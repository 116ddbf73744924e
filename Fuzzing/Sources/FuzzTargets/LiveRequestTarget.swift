import LiveServer
import LiveSessions
import MotionTypes

/// Reads any bytes as what a client sends to the live server: a head, a body of a stated length or in chunks, and what the body or a
/// WebSocket holds; and as a phone's answer. The first byte says where the input is cut in two: the pieces make no difference.
enum LiveRequestTarget: FuzzTarget {
    static let name = "live-request"

    private static let limit = 1 << 16

    static func take(_ input: [UInt8]) {
        let bytes = Array(input.dropFirst())
        let cut = Int(input.first ?? 0) % max(1, bytes.count)
        _ = ClientExchange.answer(in: bytes, hasEnded: true)
        guard case .head(let head, let length) = RequestHead.read(bytes[...]) else { return }
        precondition(length <= bytes.count && head.path.hasPrefix("/"))
        var session = LiveTrial()
        if head["upgrade"] != nil {
            session.takeFrames(Array(bytes[length...]))
        } else if let body = body(of: head, in: [bytes[length...]]) {
            let pieces = [bytes[length..<max(length, cut)], bytes[max(length, cut)...]]
            precondition(self.body(of: head, in: pieces) == body, "pieces make a difference")
            var lines = SampleLines()
            let message = try? head.path == "/push" ? SensorLoggerPush.message(body) : lines.message(body)
            if let message { session.take(message) }
        }
        session.finish()
    }

    /// The body that pieces hold; nil for one that is refused or not whole.
    private static func body(of head: RequestHead, in pieces: [ArraySlice<UInt8>]) -> [UInt8]? {
        guard var reader = BodyReader(head.body, limit: limit) else { return nil }
        var waiting: ArraySlice<UInt8> = []
        for piece in pieces {
            waiting += piece
            switch reader.take(from: &waiting) {
            case .incomplete: continue
            case .complete: return reader.bytes
            case .refused: return nil
            }
        }
        return nil
    }
}
