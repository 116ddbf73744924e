import ActivityStream
import FileWriting

/// Where the bytes of a stream go.
protocol ByteOutput {
    mutating func write(_ bytes: [UInt8]) throws
}

extension StandardOutput: ByteOutput {}
extension OutputFile: ByteOutput {}

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

    /// Writes the next element of a stream; the output passes it on when it is flushed.
    mutating func write(_ element: StreamElement, on output: inout some ByteOutput) throws {
        switch form {
        case .table(var table):
            table.append(element, to: &bytes)
            form = .table(table)
        case .encoded(var encoder):
            encoder.append(element, to: &bytes)
            form = .encoded(encoder)
        }
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
