import ActivityStream
import MotionTypes

/// Writes activity streams in the format that the user chose.
struct StreamWriter {
    private enum Form {
        case table(StreamTable)
        case encoded(StreamEncoder)
    }

    private var form: Form
    private var bytes: [UInt8] = []

    /// A writer for one stream, or for several one after the other.
    init(format: ClassifyCommand.Format, isOneOfSeveral: Bool) {
        switch format {
        case .table: form = .table(StreamTable(namesSource: isOneOfSeveral))
        case .ndjson: form = .encoded(StreamEncoder(.ndjson))
        case .csv: form = .encoded(StreamEncoder(.csv, sourceComesFirst: isOneOfSeveral))
        }
    }

    mutating func begin(_ header: StreamHeader, on output: inout StandardOutput) throws {
        append(.header(header))
        try pass(to: &output)
        try output.flush()
    }

    /// Writes reports, which are taken out of `reports`, and lets the reader see them.
    mutating func write(_ reports: inout [ActivityReport], on output: inout StandardOutput) throws {
        guard !reports.isEmpty else { return }
        for report in reports { append(.report(report)) }
        reports.removeAll(keepingCapacity: true)
        try pass(to: &output)
        try output.flush()
    }

    mutating func end(_ footer: StreamFooter, on output: inout StandardOutput) throws {
        append(.footer(footer))
        try pass(to: &output)
        try output.flush()
    }

    private mutating func append(_ element: StreamElement) {
        switch form {
        case .table(var table):
            table.append(element, to: &bytes)
            form = .table(table)
        case .encoded(var encoder):
            encoder.append(element, to: &bytes)
            form = .encoded(encoder)
        }
    }

    private mutating func pass(to output: inout StandardOutput) throws {
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
