package import MotionTypes

/// Writes activity streams, as UTF-8 appended to a caller's buffer, in either encoding.
///
/// For each stream append its header, its reports and its footer; several streams may follow one another. Nothing
/// depends on a locale, and a report allocates nothing once the buffer is large enough.
public struct StreamEncoder: Sendable {
    private enum Writer: Sendable {
        case ndjson
        case csv(CSVWriter)
    }

    private var writer: Writer
    /// Whether the current stream has speeds (version 2).
    private var hasSpeed = false

    /// An encoder. With `sourceComesFirst` each row of a CSV begins with its log's name, for tables of several logs. It
    /// does not change NDJSON.
    public init(_ encoding: StreamEncoding, sourceComesFirst: Bool = false) {
        switch encoding {
        case .ndjson: writer = .ndjson
        case .csv: writer = .csv(CSVWriter(sourceComesFirst: sourceComesFirst))
        }
    }

    /// Appends the line that begins a stream. The first line of a CSV is preceded by the column names.
    package mutating func append(_ header: StreamHeader, to bytes: inout [UInt8]) {
        hasSpeed = header.hasSpeed
        switch writer {
        case .ndjson: NDJSONWriter.append(header, to: &bytes)
        case .csv(var csv):
            csv.append(header, to: &bytes)
            writer = .csv(csv)
        }
    }

    /// Appends the line of a report, with its speed if the header announced speeds.
    package mutating func append(_ report: ActivityReport, to bytes: inout [UInt8]) {
        switch writer {
        case .ndjson: NDJSONWriter.append(report, hasSpeed: hasSpeed, to: &bytes)
        case .csv(let csv): csv.append(report, to: &bytes)
        }
    }

    /// Appends the line that closes a stream.
    package mutating func append(_ footer: StreamFooter, to bytes: inout [UInt8]) {
        switch writer {
        case .ndjson: NDJSONWriter.append(footer, hasSpeed: hasSpeed, to: &bytes)
        case .csv(let csv): csv.append(footer, to: &bytes)
        }
    }

    /// Appends the line of a header, a report or a footer.
    public mutating func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        switch element {
        case .header(let header): append(header, to: &bytes)
        case .report(let report): append(report, to: &bytes)
        case .footer(let footer): append(footer, to: &bytes)
        }
    }
}
