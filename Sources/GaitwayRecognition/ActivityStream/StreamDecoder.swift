// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Reads activity streams of either encoding from bytes that come in chunks of any size.
///
/// Feed chunks to ``append(_:to:)`` as they arrive, then call ``finish(to:)``. Several streams may follow one another.
/// A stream that was cut, at a line's end or within a line, is not an error: all its whole lines are delivered, and
/// ``isComplete`` stays false. A CSV of rows alone gives a header and a footer, too: its origin is that of the first
/// row, it ends with the last row's delivery, and each row counts as a window. Discard the decoder after an error.
public struct StreamDecoder: Sendable {
    /// Whether there was a stream, and every stream has its footer.
    public var isComplete: Bool { hasStream && !isOpen && !wasCut }

    /// The encoding, given or detected; nil until it is detected.
    package private(set) var encoding: StreamEncoding?

    private let source: String?
    private var lines = StreamLines()
    private var rows = CSVRowReader()
    private var hasStream = false
    private var isOpen = false
    private var version = StreamEncoding.version
    private var announced: [StreamField] = []
    private var wasCut = false
    private var order = StreamOrder()
    /// Whether the error was a report out of order. The reports before it are then unreliable, too.
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
    /// - Throws: `InputError` with the line's number for a line that breaks the format: another
    ///   version, an unknown or missing key, a value out of range, a report outside a stream, or a report earlier than
    ///   the one above it.
    public mutating func append(_ bytes: some Sequence<UInt8>, to elements: inout [StreamElement]) throws(InputError) {
        // One copy is faster than a call for each byte of an unknown sequence.
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

    /// Reads the rest after the last line's end, if it is a whole line, and ends the input.
    ///
    /// A row of CSV is whole only with its line end, since its last number might continue.
    ///
    /// - Throws: `InputError` if there was no stream, or for a whole line that is wrong.
    public mutating func finish(to elements: inout [StreamElement]) throws(InputError) {
        if encoding == .ndjson, !lines.bytes.isEmpty {
            lines.dropByteOrderMark()
            do throws(InputError) {
                // Only the last brace tells a line that was cut from a wrong one.
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
        } else {
            var rest: [StreamElement] = []
            rows.finish(to: &rest)
            for element in rest { try take(element, to: &elements) }
        }
        lines.next()
        guard hasStream else {
            throw InputError(
                wasCut ? .truncated : .empty, source: source, problem: "the input holds no activity stream",
                remedy: "give \(file: .activityStream)")
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
        guard encoding == .csv else {
            return try take(try NDJSONReader.element(lines.bytes, version: &version), to: &elements)
        }
        var found: [StreamElement] = []
        try rows.append(lines.bytes, to: &found)
        for element in found { try take(element, to: &elements) }
    }

    private mutating func take(_ element: StreamElement, to elements: inout [StreamElement]) throws(InputError) {
        switch element {
        case .header(let header):
            announced = header.fields
            if isOpen { wasCut = true }
            hasStream = true
            isOpen = true
            order = StreamOrder()
        case .report, .footer:
            guard isOpen else {
                throw .malformed(
                    hasStream ? "a line follows the closing line" : "a line comes before the header",
                    remedy: "a stream begins with its header and ends with its closing line")
            }
            try checkFields(element)
            if case .report(let report) = element { try checkOrder(report) }
            if case .footer = element { isOpen = false }
        }
        elements.append(element)
    }

    /// Throws if a line has an optional field that its stream does not announce, or lacks one that it announces.
    private func checkFields(_ element: StreamElement) throws(InputError) {
        switch element {
        case .header: return
        case .report(let report):
            try check(.speed, of: .speed, isThere: report.speed != nil, isRequired: false)
            try check(.steps, of: .steps, isThere: report.steps != nil)
            try check(.cadence, of: .steps, isThere: report.cadence != nil, isRequired: false)
            try check(.isProvisional, of: .provisional, isThere: report.isProvisional, isRequired: false)
        case .footer(let footer):
            try check(.windowsWithSpeed, of: .speed, isThere: footer.windowsWithSpeed != nil)
            try check(.steps, of: .steps, isThere: footer.steps != nil)
        }
    }

    private func check(
        _ key: StreamKey, of field: StreamField, isThere: Bool, isRequired: Bool = true
    ) throws(InputError) {
        let isAnnounced = announced.contains(field)
        if isThere, !isAnnounced {
            throw InputError(
                .malformed, problem: "the stream does not announce \(quoted: key.rawValue)",
                remedy: field == .speed
                    ? "version 2 does, and version 3 with the header's fields [\(quoted: field.rawValue)]"
                    : "announce it by the header's fields [\(quoted: field.rawValue)]")
        }
        if isRequired, isAnnounced, !isThere {
            throw .malformed("a line has no \(quoted: key.rawValue), which the header announces")
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
        // A row may span several lines; the lines of an error count from its first.
        placed.line = lines.number + (error.line.map { $0 - 1 } ?? 0)
        placed.source = error.source ?? source
        return placed
    }
}
