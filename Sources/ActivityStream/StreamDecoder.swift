public import MotionTypes
import TextFormats

/// Reads activity streams of either encoding from bytes that come in chunks of any size.
///
/// Feed chunks to ``append(_:to:)`` as they arrive, then call ``finish(to:)``. Several streams may follow one another.
/// A stream that was cut, at a line's end or within a line, is no error: all its whole lines are delivered, and
/// ``isComplete`` stays false. After an error the decoder is of no further use.
public struct StreamDecoder: Sendable {
    /// Whether there was a stream, and each so far was closed by its footer.
    public var isComplete: Bool { hasStream && !isOpen && !wasCut }

    /// The encoding, given or detected; nil before the first byte that tells.
    public private(set) var encoding: StreamEncoding?

    private let source: String?
    private var lines = StreamLines()
    private var rows = CSVRowReader()
    private var hasStream = false
    private var isOpen = false
    /// Whether the stream at hand is of the version that has speeds.
    private var hasSpeed = false
    private var wasCut = false
    private var order = StreamOrder()
    /// Whether the error was that of a report out of order: then what stands before it cannot be relied on either.
    package private(set) var isOutOfOrder = false

    /// A decoder. Without an encoding, `{` as the first character means NDJSON and any other CSV. `source` names the
    /// input in errors.
    public init(encoding: StreamEncoding? = nil, source: String? = nil) {
        self.encoding = encoding
        self.source = source
        lines.hasQuotes = encoding == .csv
    }

    /// Reads the next bytes and appends the elements whose lines they complete.
    ///
    /// - Throws: `InputError` with the line's number for a line that is not version 1 or 2 of the format: another version, an
    ///   unknown or missing key, a value out of range, a report outside a stream, one that is earlier than the one above it.
    public mutating func append(_ bytes: some Sequence<UInt8>, to elements: inout [StreamElement]) throws(InputError) {
        // A copy in one go, since stepping through an unknown sequence costs a call for each byte.
        for byte in [UInt8](bytes) {
            if encoding == nil { detect(byte) }
            do throws(InputError) {
                guard try lines.add(byte) else { continue }
                try decodeLine(to: &elements)
            } catch {
                throw placed(error)
            }
            lines.next()
        }
    }

    /// Reads what follows the last line's end, if that is a whole line, and ends the input.
    ///
    /// A CSV's row is whole only with its line's end, since its last number might go on.
    ///
    /// - Throws: `InputError` when there was no stream at all, or for a whole line that is wrong.
    public mutating func finish(to elements: inout [StreamElement]) throws(InputError) {
        if encoding == .ndjson, !lines.bytes.isEmpty {
            lines.dropByteOrderMark()
            do throws(InputError) {
                // A line that was cut cannot be told from one that is wrong, except by its last brace.
                if lines.bytes.last(where: { $0 > 32 }) == UInt8(ascii: "}"), isWholeObject {
                    try decodeLine(to: &elements)
                } else {
                    wasCut = true
                }
            } catch {
                throw placed(error)
            }
        } else if !lines.bytes.isEmpty {
            wasCut = true
        }
        lines.next()
        guard hasStream else {
            throw InputError(
                wasCut ? .truncated : .empty, source: source, problem: "the input holds no activity stream",
                remedy: "make one with gaitway classify --format ndjson")
        }
    }

    private var isWholeObject: Bool {
        var reader = JSONReader(lines.bytes)
        return (try? reader.element()) != nil
    }

    private mutating func detect(_ byte: UInt8) {
        guard byte > 32, ![0xef, 0xbb, 0xbf].contains(byte) else { return }
        encoding = byte == UInt8(ascii: "{") ? .ndjson : .csv
        lines.hasQuotes = encoding == .csv
    }

    private mutating func decodeLine(to elements: inout [StreamElement]) throws(InputError) {
        lines.dropByteOrderMark()
        guard lines.bytes.contains(where: { $0 > 32 }) else { return }
        let element = encoding == .csv ? try rows.element(lines.bytes) : try NDJSONReader.element(lines.bytes)
        guard let element else { return }
        switch element {
        case .header(let header):
            hasSpeed = header.hasSpeed
            if isOpen { wasCut = true }
            hasStream = true
            isOpen = true
            order = StreamOrder()
        case .report, .footer:
            guard isOpen else {
                throw InputError(
                    .malformed,
                    problem: hasStream ? "a line follows the closing line" : "a line comes before the header",
                    remedy: "a stream begins with its header and ends with its closing line")
            }
            try checkSpeed(element)
            if case .report(let report) = element { try checkOrder(report) }
            if case .footer = element { isOpen = false }
        }
        elements.append(element)
    }

    /// Throws where a line tells of speeds and its stream's version does not, or the other way round.
    private func checkSpeed(_ element: StreamElement) throws(InputError) {
        func fault(_ key: StreamKey) -> InputError {
            InputError(
                .malformed, problem: "a stream of version \(StreamEncoding.version) has no \(quoted: key.rawValue)",
                remedy: "version \(StreamEncoding.versionWithSpeed) has it")
        }
        switch element {
        case .header: return
        case .report(let report):
            if report.speed != nil, !hasSpeed { throw fault(.speed) }
        case .footer(let footer):
            guard (footer.windowsWithSpeed != nil) != hasSpeed else { return }
            throw hasSpeed
                ? InputError(
                    .malformed, problem: "the closing line has no \(quoted: StreamKey.windowsWithSpeed.rawValue)")
                : fault(.windowsWithSpeed)
        }
    }

    private mutating func checkOrder(_ report: ActivityReport) throws(InputError) {
        do throws(InputError) {
            try order.take(report)
        } catch {
            isOutOfOrder = true
            throw error
        }
    }

    private func placed(_ error: InputError) -> InputError {
        var placed = error
        // A row may go on over several lines; those of an error count from the row's first.
        placed.line = lines.number + (error.line.map { $0 - 1 } ?? 0)
        placed.source = error.source ?? source
        return placed
    }
}
