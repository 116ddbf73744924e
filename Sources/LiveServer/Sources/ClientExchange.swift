import Glibc
import MotionTypes

/// One request that this server makes, and its answer, without waiting for either.
package final class ClientExchange {
    /// How far it is.
    package enum Progress {
        case waiting
        case answer([UInt8])
        case failed(String)
    }

    private var file: Int32 = -1
    private var output: ArraySlice<UInt8>
    private var input: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private let deadline: Int64
    private var problem: String?

    private static let patience = 5 * Nanoseconds.perSecond
    private static let longestAnswer = 32 << 20

    /// Begins to connect.
    init(_ request: PhyphoxRequest, path: String, now: Int64) {
        output =
            Array(
                "GET \(path) HTTP/1.1\r\nHost: \(request.host):\(request.port)\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
                    .utf8)[...]
        deadline = now + Self.patience
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(request.host, String(request.port), &hints, &found) == 0, let address = found else {
            problem = "the name is not known"
            return
        }
        defer { freeaddrinfo(address) }
        file = socket(address.pointee.ai_family, Int32(SOCK_STREAM.rawValue), 0)
        guard file >= 0 else {
            problem = String(cString: strerror(errno))
            return
        }
        Sockets.prepare(file)
        if connect(file, address.pointee.ai_addr, address.pointee.ai_addrlen) != 0, errno != EINPROGRESS {
            problem = String(cString: strerror(errno))
        }
    }

    deinit { if file >= 0 { close(file) } }

    var awaits: (Int32, Int16)? {
        file < 0 ? nil : (file, Int16(output.isEmpty ? POLLIN : POLLOUT))
    }

    /// Does what can be done now.
    func go(on now: Int64) -> Progress {
        if let problem { return .failed(problem) }
        guard now < deadline else { return .failed("no answer for \(Self.patience / Nanoseconds.perSecond) s") }
        while !output.isEmpty {
            switch Sockets.write(file, output) {
            case .moved(let count): output = output.dropFirst(count)
            case .wouldWait: return .waiting
            case .closed:
                // Before the connection is made, a write says so by an error of its own.
                guard errno != ENOTCONN else { return .waiting }
                return .failed(String(cString: strerror(errno)))
            }
        }
        while true {
            switch Sockets.read(file, into: &input, through: &buffer) {
            case .moved:
                guard input.count <= Self.longestAnswer else { return .failed("the answer is too long") }
            case .wouldWait: return answer(hasEnded: false)
            case .closed: return answer(hasEnded: true)
            }
        }
    }

    private func answer(hasEnded: Bool) -> Progress { Self.answer(in: input, hasEnded: hasEnded) }

    /// The body of an answer, once it is whole.
    package static func answer(in input: [UInt8], hasEnded: Bool) -> Progress {
        let unfinished: Progress = hasEnded ? .failed("the answer ends too early") : .waiting
        guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return unfinished }
        let lines = String(decoding: input[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return .failed("what answers there is no phyphox")
        }
        guard status == 200 else { return .failed("the answer is \(status)") }
        var body = RequestHead.Body.length(.max)
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != " " }
            switch parts[0].lowercased() {
            case "content-length": if let length = Int(value), length >= 0 { body = .length(length) }
            case "transfer-encoding": if value.lowercased() == "chunked" { body = .chunked }
            default: break
            }
        }
        var rest = input[end.upperBound...]
        if case .length(.max) = body { return hasEnded ? .answer(Array(rest)) : .waiting }
        guard var reader = BodyReader(body, limit: longestAnswer) else { return .failed("the answer is too long") }
        switch reader.take(from: &rest) {
        case .incomplete: return unfinished
        case .complete: return .answer(reader.bytes)
        case .refused: return .failed("the answer is broken")
        }
    }
}
