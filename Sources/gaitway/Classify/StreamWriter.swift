import ActivityStream

/// Writes activity streams in the format that the user chose.
struct StreamWriter {
    private enum Form {
        case table(StreamTable)
        case summary(SummaryTable)
        case encoded(StreamEncoder)
    }

    private var form: Form
    private var bytes: [UInt8] = []

    /// A writer for one stream, or for several one after the other; a table has so many columns, and colours if it may.
    init(form: StreamForm, isOneOfSeveral: Bool, width: Int, isColoured: Bool) {
        let layout = TableLayout(width: width, isColoured: isColoured)
        switch form.format {
        case .table where form.isSummary:
            self.form = .summary(SummaryTable(form: form, layout: layout, namesSource: isOneOfSeveral))
        case .table: self.form = .table(StreamTable(form: form, layout: layout, namesSource: isOneOfSeveral))
        case .ndjson: self.form = .encoded(StreamEncoder(.ndjson))
        case .csv: self.form = .encoded(StreamEncoder(.csv, sourceComesFirst: isOneOfSeveral))
        }
    }

    /// Writes the next element of a stream; the output passes it on when it is flushed.
    mutating func write(_ element: StreamElement, on output: inout StandardOutput) throws {
        switch form {
        case .table(var table):
            table.append(element, to: &bytes)
            form = .table(table)
        case .summary(var table):
            // Its windows are moved, not copied: the table must not be held twice.
            form = .encoded(StreamEncoder(.ndjson))
            table.append(element, to: &bytes)
            form = .summary(table)
        case .encoded(var encoder):
            encoder.append(element, to: &bytes)
            form = .encoded(encoder)
        }
        try put(on: &output)
    }

    /// Ends a stream that was cut: a summary shows what came before.
    mutating func finish(on output: inout StandardOutput) throws {
        guard case .summary(var table) = form else { return }
        table.cut(to: &bytes)
        form = .summary(table)
        try put(on: &output)
    }

    private mutating func put(on output: inout StandardOutput) throws {
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
