// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
package import GaitwayReports

/// A destination for the bytes of a stream.
package protocol ByteOutput {
    mutating func write(_ bytes: [UInt8]) throws
}

extension StandardOutput: ByteOutput {}
extension OutputFile: ByteOutput {}

/// Writes activity streams in the format that the user chose.
package struct StreamWriter {
    /// The writer of the current stream.
    private enum Writer {
        case table(StreamTable)
        case summary(SummaryTable)
        case overview(OverviewTable)
        case stretches(StretchTable)
        case encoded(StreamEncoder)
    }

    private let form: StreamForm
    private let layout: TableLayout
    private let isOneOfSeveral: Bool
    private var hasTableBefore = false
    /// Nil before the first table.
    private var writer: Writer?
    private var bytes: [UInt8] = []

    /// A writer for one stream, or for several one after the other; a table has `width` columns and
    /// moments by the clock of `zone`.
    package init(form: StreamForm, isOneOfSeveral: Bool, width: Int, isColoured: Bool, zone: LocalZone?) {
        self.form = form
        self.isOneOfSeveral = isOneOfSeveral
        layout = TableLayout(width: width, isColoured: isColoured, zone: zone)
        switch form.format {
        case .table: if isOneOfSeveral, form.isOverviewOfSeveral { writer = .overview(OverviewTable(layout: layout)) }
        case .ndjson: writer = .encoded(StreamEncoder(.ndjson))
        case .csv where form.isTableOfStretches: writer = .stretches(StretchTable())
        case .csv where form.rows == .windows:
            writer = .encoded(StreamEncoder(csvOfWindowsHavingComments: form.hasHeader))
        case .csv: writer = .encoded(StreamEncoder(.csv, hasComments: form.hasHeader))
        }
    }

    /// Writes the next element of a stream; flush the output to pass it on.
    package mutating func write(_ element: StreamElement, on output: inout some ByteOutput) throws {
        if case .header(let header) = element { begin(header) }
        switch writer {
        case .table(var table):
            table.append(element, to: &bytes)
            writer = .table(table)
        case .summary(var table):
            // The windows are moved, not copied.
            writer = nil
            table.append(element, to: &bytes)
            writer = .summary(table)
        case .overview(var table):
            writer = nil
            table.append(element)
            writer = .overview(table)
        case .stretches(var table):
            writer = nil
            table.append(element, to: &bytes)
            writer = .stretches(table)
        case .encoded(var encoder):
            encoder.append(element, to: &bytes)
            writer = .encoded(encoder)
        case nil: break
        }
        try put(on: &output)
    }

    /// Ends a stream that was cut with a summary of what came before.
    package mutating func finish(on output: inout some ByteOutput) throws {
        switch writer {
        case .summary(var table):
            writer = nil
            table.cut(to: &bytes)
        case .overview(var table):
            writer = nil
            table.cut()
            writer = .overview(table)
        case .stretches(var table):
            table.cut(to: &bytes)
            writer = .stretches(table)
        case .table, .encoded, nil: return
        }
        try put(on: &output)
    }

    /// Writes what comes after the last of several streams.
    package mutating func end(on output: inout some ByteOutput) throws {
        guard case .overview(let table) = writer else { return }
        bytes.append(contentsOf: table.text.utf8)
        try put(on: &output)
    }

    /// Begins a log's table, with the log's name if there are several.
    private mutating func begin(_ header: StreamHeader) {
        switch writer {
        case .overview, .stretches, .encoded: return
        case .table, .summary, nil: break
        }
        if isOneOfSeveral { bytes.append(contentsOf: ((hasTableBefore ? "\n" : "") + header.source + "\n").utf8) }
        hasTableBefore = true
        writer =
            form.isSummary(of: header.source)
            ? .summary(SummaryTable(form: form, layout: layout)) : .table(StreamTable(form: form, layout: layout))
    }

    private mutating func put(on output: inout some ByteOutput) throws {
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
