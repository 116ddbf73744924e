/// Gathers a request's body, of a stated length or in chunks, up to a limit: a pure state machine.
package struct BodyReader: Sendable {
    /// What became of bytes.
    package enum Outcome: Sendable, Hashable {
        case incomplete
        case complete
        case refused(Status)
    }

    /// What has come.
    package private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var state: State
    private var line: [UInt8] = []

    private enum State: Sendable {
        case whole(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailer
        case done
    }

    private static let longestLine = 1024

    /// A reader before the body; nil if the head says that it is longer than `limit`.
    package init?(_ body: RequestHead.Body, limit: Int) {
        self.limit = limit
        switch body {
        case .length(let length):
            guard length <= limit else { return nil }
            state = .whole(left: length)
        case .chunked: state = .chunkSize
        }
    }

    /// Takes what belongs to the body from the front of `input`.
    package mutating func take(from input: inout ArraySlice<UInt8>) -> Outcome {
        while true {
            switch state {
            case .done: return .complete
            case .whole(let left):
                let part = input.prefix(left)
                bytes += part
                input = input.dropFirst(part.count)
                guard part.count == left else {
                    state = .whole(left: left - part.count)
                    return .incomplete
                }
                state = .done
            case .chunk(let left):
                let part = input.prefix(left)
                guard bytes.count + part.count <= limit else { return .refused(.bodyTooLarge) }
                bytes += part
                input = input.dropFirst(part.count)
                guard part.count == left else {
                    state = .chunk(left: left - part.count)
                    return .incomplete
                }
                state = .chunkEnd
            case .chunkSize, .chunkEnd, .trailer:
                switch takeLine(from: &input) {
                case .incomplete: return .incomplete
                case .refused(let status): return .refused(status)
                case .complete:
                    guard interpretLine() else { return .refused(.badRequest) }
                    if case .chunk(let left) = state, bytes.count + left > limit { return .refused(.bodyTooLarge) }
                }
            }
        }
    }

    private mutating func takeLine(from input: inout ArraySlice<UInt8>) -> Outcome {
        while let byte = input.popFirst() {
            if byte == 10 { return .complete }
            line.append(byte)
            if line.count > Self.longestLine { return .refused(.badRequest) }
        }
        return .incomplete
    }

    private mutating func interpretLine() -> Bool {
        if line.last == 13 { line.removeLast() }
        defer { line.removeAll(keepingCapacity: true) }
        switch state {
        case .chunkSize:
            let digits = line.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 32 }
            guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return false }
            state = size == 0 ? .trailer : .chunk(left: size)
        case .chunkEnd:
            guard line.isEmpty else { return false }
            state = .chunkSize
        case .trailer: if line.isEmpty { state = .done }
        default: return false
        }
        return true
    }
}
