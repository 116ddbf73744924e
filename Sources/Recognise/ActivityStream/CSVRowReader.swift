import Formats
import MotionTypes

/// Rows of an activity stream's CSV, by the names of their columns.
struct CSVRowReader: Sendable {
    /// The columns; nil until the line of column names was read.
    private var columns: TableColumns?
    /// Each column's cell, and the field that the cell is a part of.
    private var positions: [(column: CSVColumn, key: StreamKey?)] = []
    private var source = ""

    /// Reads a row; nil for the line of column names, which joined files repeat.
    mutating func element(_ row: [UInt8]) throws(InputError) -> StreamElement? {
        var reader = CSVReader(row)
        let fields = try reader.next() ?? []
        guard let columns, !Self.areNames(fields) else {
            try begin(fields)
            return nil
        }
        return try element(try columns.row(fields))
    }

    /// Reads the line of column names.
    private mutating func begin(_ header: [CSVField]) throws(InputError) {
        let speed = CSVColumn.ofSpeed.map(\.rawValue)
        let hasSpeed = header.contains { speed.contains($0.text) }
        let columns = try TableColumns(
            header, required: CSVColumn.columns(hasSpeed: hasSpeed).map(\.rawValue), others: .refused(),
            remedy: "give the table that gaitway wrote")
        positions = columns.all.compactMap { column in
            CSVColumn(rawValue: column.name).map { (column: $0, key: $0.key) }
        }
        self.columns = columns
    }

    private mutating func element(_ row: TableRow) throws(InputError) -> StreamElement {
        var fields = StreamFields()
        var groups: [CSVColumn: String] = [:]
        for (index, position) in positions.enumerated() {
            let cell = row[index]
            guard !cell.isEmpty else { continue }
            if let key = position.key { fields.present.insert(key) }
            do throws(InputError) {
                if try !Self.read(position.column, cell, to: &fields) { groups[position.column] = cell }
            } catch {
                throw InputError(
                    error.code, problem: "column \(position.column.rawValue): \(error.problem)",
                    remedy: error.remedy)
            }
        }
        fields.probabilities = try Self.distribution(CSVColumn.probabilities, groups)
        fields.smoothed = try Self.distribution(CSVColumn.smoothed, groups)
        fields.window = try Self.window(groups)

        // An empty cell is null, or an empty text, if the kind of row has such a field.
        if fields.present.contains(.gaitway) {
            fields.present.formUnion([.source, .model, .origin])
            source = fields.source
        } else {
            if positions.first?.column == .source {
                guard fields.source == source else {
                    throw InputError(
                        .malformed,
                        problem: "the row is of \(quoted: fields.source), the rows before it are of \(quoted: source)",
                        remedy: "write one stream after the other")
                }
                fields.present.remove(.source)
            }
            if !fields.present.contains(.end) { fields.present.insert(.start) }
        }
        return try fields.element()
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
        case .origin: fields.origin = try StreamFields.moment(cell)
        case .start: fields.start = try StreamFields.moment(cell)
        case .confidence: fields.confidence = try StreamFields.confidence(cell)
        case .version: fields.version = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .speed: fields.speed = try value(cell) { (reader) throws(InputError) in try reader.number() }
        case .windowsWithSpeed:
            fields.windowsWithSpeed = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .windows: fields.windows = try value(cell) { (reader) throws(InputError) in try reader.integer() }
        case .elapsed: fields.elapsed = try seconds(cell)
        case .delivered: fields.delivered = try seconds(cell)
        case .end: fields.end = try seconds(cell)
        case .isRepeat: fields.isRepeat = try boolean(cell)
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
        default: throw InputError(.malformed, problem: "a window needs two times")
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

    /// Whether a row names columns. Three names are looked for, since a log and a model may bear two of them.
    private static func areNames(_ fields: [CSVField]) -> Bool {
        [CSVColumn.gaitway, .version, .delivered].allSatisfy { column in
            fields.contains { $0.text == column.rawValue }
        }
    }
}
