// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Lines of an activity stream's CSV: rows by the names of their columns, and comments.
///
/// Rows without a comment above them are a stream of their own for each log: its header and closing line are made of
/// the rows.
struct CSVRowReader: Sendable {
    /// A stream that is read from its rows alone.
    private struct Implied {
        let source: String
        var end: Duration
        var rows = 0
        var speeds = 0
        var steps = 0
    }

    /// The columns; nil until the line of column names was read.
    private var columns: TableColumns?
    /// Each column's cell, and the field that the cell is a part of.
    private var positions: [(index: Int, column: CSVColumn, key: StreamKey?)] = []
    /// Whether header and closing line are rows, as before version 3.
    private var hasFrameRows = false
    /// Whether a row is a stretch, as in the table that `gaitway classify --format csv` writes; and the steps so far.
    private var hasStretches = false
    private var steps = 0
    /// The log of the stream whose header was read, and whether it has rows.
    private var source: String?
    private var hasRows = false
    /// The stream without a header; nil for none.
    private var implied: Implied?
    private var version = StreamEncoding.version

    /// Reads a line and appends the elements that it gives; none for column names, which joined files repeat.
    mutating func append(_ line: [UInt8], to elements: inout [StreamElement]) throws(InputError) {
        if line.starts(with: StreamEncoding.comment) { return try append(comment: line, to: &elements) }
        var reader = CSVReader(line)
        let fields = try reader.next() ?? []
        guard let columns, !Self.areNames(fields) else {
            finish(to: &elements)
            return try begin(fields)
        }
        let (element, log) = try element(try columns.row(fields))
        hasRows = true
        if !hasFrameRows, case .report(let report) = element { count(report, of: log, to: &elements) }
        elements.append(element)
    }

    /// Closes a stream that was read from its rows alone.
    mutating func finish(to elements: inout [StreamElement]) {
        guard let implied else { return }
        elements.append(
            .footer(
                StreamFooter(
                    end: implied.end, windows: implied.rows, repaired: [],
                    windowsWithSpeed: has(.speed) ? implied.speeds : nil, steps: has(.steps) ? implied.steps : nil)))
        self.implied = nil
    }

    /// Reads a comment with the header or closing line of a stream.
    private mutating func append(comment line: [UInt8], to elements: inout [StreamElement]) throws(InputError) {
        finish(to: &elements)
        let element = try NDJSONReader.element(Array(line.dropFirst(2)), version: &version)
        switch element {
        case .header(let header): (source, hasRows) = (header.source, false)
        case .footer: source = nil
        case .report: throw .malformed("a comment cannot be a report", remedy: "write it as a row")
        }
        elements.append(element)
    }

    /// Counts a row; without a header above it, the first row of a log begins a stream.
    private mutating func count(_ report: ActivityReport, of log: String, to elements: inout [StreamElement]) {
        guard source == nil else { return }
        if implied?.source != log {
            finish(to: &elements)
            let origin = report.activity.start.map { $0 - report.activity.elapsed }
            elements.append(
                .header(
                    StreamHeader(
                        source: log, model: "", origin: origin, smoothing: hasStretches ? Self.wholeLog : nil,
                        hasSpeed: has(.speed), hasSteps: has(.steps), hasProvisional: has(.isProvisional))))
            implied = Implied(source: log, end: .zero)
        }
        implied?.rows += 1
        if report.speed != nil { implied?.speeds += 1 }
        implied?.steps = report.steps ?? 0
        implied?.end = max(report.delivered, report.window?.upperBound ?? .zero)
    }

    /// Reads the line of column names.
    private mutating func begin(_ header: [CSVField]) throws(InputError) {
        func has(_ columns: CSVColumn...) -> Bool {
            columns.contains { column in header.contains { $0.text == column.rawValue } }
        }
        // Another table begins, unless a comment has just announced it.
        if hasRows { source = nil }
        hasFrameRows = has(.gaitway)
        hasStretches = header.contains { $0.text == StretchColumn.elapsedEnd.rawValue }
        let required: [String]
        if hasStretches {
            required = StretchColumn.allCases.map(\.rawValue)
        } else if hasFrameRows {
            required = CSVColumn.earlierColumns(hasSpeed: has(.speed, .windowsWithSpeed)).map(\.rawValue)
        } else {
            let announced = StreamHeader(
                source: "", model: "", origin: nil, hasSpeed: has(.speed), hasSteps: has(.steps, .cadence),
                hasProvisional: has(.isProvisional))
            required = CSVColumn.columns(
                announced.fields, hasMomentsOfWindow: has(.windowStart, .windowEnd)
            ).map(\.rawValue)
        }
        let columns = try TableColumns(
            header, required: required, others: .refused(), remedy: "give the table that gaitway wrote")
        positions = columns.all.enumerated().compactMap { index, column in
            let known =
                hasStretches
                ? StretchColumn(rawValue: column.name)?.streamColumn : CSVColumn(rawValue: column.name)
            return known.map { (index: index, column: $0, key: $0.key) }
        }
        self.columns = columns
    }

    private func has(_ column: CSVColumn) -> Bool { positions.contains { $0.column == column } }

    /// The element of a row, and the row's log.
    private mutating func element(_ row: TableRow) throws(InputError) -> (StreamElement, log: String) {
        var fields = StreamFields()
        var groups: [CSVColumn: String] = [:]
        for position in positions {
            let cell = row[position.index]
            guard !cell.isEmpty else { continue }
            if let key = position.key { fields.present.insert(key) }
            do throws(InputError) {
                if try !Self.read(position.column, cell, to: &fields) { groups[position.column] = cell }
            } catch {
                throw InputError(
                    error.code, problem: "column \(position.column.rawValue): \(error.problem)", remedy: error.remedy)
            }
        }
        fields.probabilities = try Self.distribution(CSVColumn.probabilities, groups)
        fields.smoothed = try Self.distribution(CSVColumn.smoothed, groups)
        fields.window =
            hasStretches
            ? try StreamFields.window(from: fields.elapsed, to: fields.delivered) : try Self.window(groups)

        // An empty cell is null, or an empty text, if the kind of row has such a field.
        if fields.present.contains(.gaitway) {
            fields.present.formUnion([.source, .model, .origin])
            source = fields.source
        } else {
            if hasStretches {
                // A row has the steps of its stretch, a report those so far.
                if fields.source != implied?.source { steps = 0 }
                steps = Int(clamping: Double(steps) + Double(fields.steps ?? 0))
                fields.steps = steps
            }
            if !hasFrameRows || positions.first?.column == .source {
                guard fields.source == source ?? fields.source else {
                    throw .malformed(
                        "the row is of \(quoted: fields.source), the rows before it are of "
                            + "\(quoted: source ?? "")", remedy: "write one stream after the other")
                }
                fields.present.remove(.source)
            }
            if !fields.present.contains(.end) { fields.present.insert(.start) }
        }
        let version = hasFrameRows ? StreamEncoding.versionWithSpeed : StreamEncoding.version
        return (try fields.element(of: version), fields.source)
    }

    /// Reads a cell; false for a cell of a group (probabilities, a window), which is read as a whole.
    private static func read(_ column: CSVColumn, _ cell: String, to fields: inout StreamFields) throws(InputError)
        -> Bool
    {
        switch column {
        case .gaitway: fields.kind = cell
        case .source: fields.source = cell
        case .model: fields.model = cell
        case .reason: fields.reason = cell
        case .activity: fields.activity = cell
        case .origin: fields.origin = try StreamFields.moment(cell)
        case .start: fields.start = try StreamFields.moment(cell)
        case .confidence: fields.confidence = try StreamFields.confidence(cell)
        case .version: fields.version = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .speed: fields.speed = try value(cell) { (reader) throws(InputError) in try reader.number() }
        case .steps: fields.steps = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .cadence: fields.cadence = try value(cell) { (reader) throws(InputError) in try reader.number() }
        case .windowsWithSpeed:
            fields.windowsWithSpeed = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .windows: fields.windows = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .elapsed: fields.elapsed = try seconds(cell)
        case .delivered: fields.delivered = try seconds(cell)
        case .end: fields.end = try seconds(cell)
        case .isRepeat: fields.isRepeat = try boolean(cell)
        case .isProvisional: fields.isProvisional = try boolean(cell)
        case .repaired:
            fields.repaired = try value(cell) { (reader) throws(InputError) in try NDJSONReader.repairs(&reader) }
        case .stationary, .walking, .running, .automotive, .cycling, .unknown:
            if try boolean(cell), let flag = column.key?.flag { fields.flags.insert(flag) }
        default: return false
        }
        return true
    }

    private static func distribution(_ columns: [CSVColumn], _ given: [CSVColumn: String]) throws(InputError)
        -> ActivityProbabilities?
    {
        var values: [Double] = []
        for column in columns {
            guard let cell = given[column] else { continue }
            values.append(try value(cell) { (reader) throws(InputError) in try reader.number() })
        }
        return values.isEmpty ? nil : try StreamFields.distribution(values)
    }

    private static func window(_ given: [CSVColumn: String]) throws(InputError) -> Range<Duration>? {
        switch (given[.windowFrom], given[.windowTo]) {
        case (nil, nil): return nil
        case (let from?, let to?): return try StreamFields.window(from: seconds(from), to: seconds(to))
        default: throw .malformed("a window needs two times")
        }
    }

    private static func seconds(_ cell: String) throws(InputError) -> Duration {
        try value(cell) { (reader) throws(InputError) in try reader.seconds() }
    }

    private static func boolean(_ cell: String) throws(InputError) -> Bool {
        try value(cell) { (reader) throws(InputError) in try reader.boolean() }
    }

    /// The value of a cell that holds only a JSON value.
    private static func value<Value>(
        _ cell: String, _ read: (inout JSONReader) throws(InputError) -> Value
    ) throws(InputError) -> Value {
        var reader = JSONReader(Array(cell.utf8))
        let value = try read(&reader)
        try reader.expectEnd()
        return value
    }

    /// Whether a row names columns. A row's confidence is never one of these names, so all three are names only there.
    private static func areNames(_ fields: [CSVField]) -> Bool {
        func has(_ name: String) -> Bool { fields.contains { $0.text == name } }
        return has(CSVColumn.elapsed.rawValue) && has(CSVColumn.confidence.rawValue)
            && (has(CSVColumn.delivered.rawValue) || has(StretchColumn.elapsedEnd.rawValue))
    }

    /// The smoothing of a table of stretches, which are made of a whole log.
    private static let wholeLog = "viterbi"
}
