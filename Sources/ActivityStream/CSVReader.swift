import MotionTypes

/// Rows of an activity stream's CSV, by the names of their columns.
struct CSVReader: Sendable {
    /// The column of each cell; empty until the line of column names was read.
    private var columns: [CSVColumn] = []
    private var source = ""

    /// Reads a row; nil for the line of column names, which may come again where files were joined.
    mutating func element(_ row: [UInt8]) throws -> StreamElement? {
        let cells = try Self.cells(row)
        if columns.isEmpty || Self.areNames(cells) {
            columns = try Self.columns(cells)
            return nil
        }
        guard cells.count == columns.count else {
            throw InputError(
                .malformed, problem: "the row has \(cells.count) cells and the table \(columns.count) columns"
            )
        }
        var given: [CSVColumn: [UInt8]] = [:]
        for (column, cell) in zip(columns, cells) where !cell.isEmpty { given[column] = cell }
        return try element(given)
    }

    private mutating func element(_ given: [CSVColumn: [UInt8]]) throws -> StreamElement {
        var fields = StreamFields()
        for (column, cell) in given {
            if let key = column.key { fields.present.insert(key) }
            do {
                try Self.read(column, cell, to: &fields)
            } catch let error as InputError {
                throw InputError(
                    error.code, problem: "column \(column.rawValue): \(error.problem)", remedy: error.remedy)
            }
        }
        fields.probabilities = try Self.distribution(CSVColumn.probabilities, given)
        fields.smoothed = try Self.distribution(CSVColumn.smoothed, given)
        fields.window = try Self.window(given)

        // An empty cell is null, or text without characters, where the kind of row has such a field.
        if fields.present.contains(.gaitway) {
            fields.present.formUnion([.source, .model, .origin])
            source = fields.source
        } else {
            if columns.first == .source {
                guard fields.source == source else {
                    throw InputError(
                        .malformed, problem: "a row of \"\(fields.source)\" among those of \"\(source)\"",
                        remedy: "write one stream after the other")
                }
                fields.present.remove(.source)
            }
            if !fields.present.contains(.end) { fields.present.insert(.start) }
        }
        return try fields.element()
    }

    private static func read(_ column: CSVColumn, _ cell: [UInt8], to fields: inout StreamFields) throws {
        var scanner = JSONScanner(cell)
        switch column {
        case .gaitway: fields.kind = try text(cell)
        case .version: fields.version = try scanner.integer()
        case .source: fields.source = try text(cell)
        case .model: fields.model = try text(cell)
        case .origin: fields.origin = try StreamFields.moment(text(cell))
        case .start: fields.start = try StreamFields.moment(text(cell))
        case .elapsed: fields.elapsed = try scanner.seconds()
        case .delivered: fields.delivered = try scanner.seconds()
        case .confidence: fields.confidence = try StreamFields.confidence(text(cell))
        case .reason: fields.reason = try text(cell)
        case .isRepeat: fields.isRepeat = try scanner.boolean()
        case .end: fields.end = try scanner.seconds()
        case .windows: fields.windows = try scanner.integer()
        case .repaired: fields.repaired = try NDJSONReader.repairs(&scanner)
        case .stationary, .walking, .running, .automotive, .cycling, .unknown:
            if try scanner.boolean(), let flag = column.key?.flag { fields.flags.insert(flag) }
        default: return  // Probabilities and windows are read together with the others of their group.
        }
        switch column {
        case .gaitway, .source, .model, .origin, .start, .confidence, .reason: return
        default: try scanner.expectEnd()
        }
    }

    private static func distribution(_ columns: [CSVColumn], _ given: [CSVColumn: [UInt8]]) throws
        -> ActivityProbabilities?
    {
        let cells = columns.compactMap { given[$0] }
        guard !cells.isEmpty else { return nil }
        return try StreamFields.distribution(
            cells.map { cell in
                var scanner = JSONScanner(cell)
                let value = try scanner.double()
                try scanner.expectEnd()
                return value
            })
    }

    private static func window(_ given: [CSVColumn: [UInt8]]) throws -> Range<Int64>? {
        let bounds = try [CSVColumn.windowFrom, .windowTo].compactMap { given[$0] }.map { cell in
            var scanner = JSONScanner(cell)
            let time = try scanner.seconds()
            try scanner.expectEnd()
            return time
        }
        guard !bounds.isEmpty else { return nil }
        guard bounds.count == 2 else { throw InputError(.malformed, problem: "a window is two times") }
        return try StreamFields.window(from: bounds[0], to: bounds[1])
    }

    private static func text(_ cell: [UInt8]) throws -> String {
        guard let text = String(validating: cell, as: UTF8.self) else {
            throw InputError(.malformed, problem: "a cell that is not UTF-8")
        }
        return text
    }

    /// Whether a row names columns. Three names are looked for, since a log and a model may bear two of them.
    private static func areNames(_ cells: [[UInt8]]) -> Bool {
        [CSVColumn.gaitway, .version, .delivered].allSatisfy { cells.contains(Array($0.rawValue.utf8)) }
    }

    private static func columns(_ cells: [[UInt8]]) throws -> [CSVColumn] {
        var columns: [CSVColumn] = []
        for cell in cells {
            let name = String(decoding: cell, as: UTF8.self)
            guard let column = CSVColumn(rawValue: name) else {
                throw InputError(
                    .malformed, problem: "\"\(name)\" is no column of an activity stream",
                    remedy: "give the table that gaitway wrote")
            }
            guard !columns.contains(column) else {
                throw InputError(.malformed, problem: "the column \(name) is there twice")
            }
            columns.append(column)
        }
        for column in CSVColumn.allCases where !columns.contains(column) {
            throw InputError(.malformed, problem: "the column \(column.rawValue) is missing")
        }
        return columns
    }

    /// The cells of a row, without their quotes.
    private static func cells(_ row: [UInt8]) throws -> [[UInt8]] {
        let quote = UInt8(ascii: "\"")
        var cells: [[UInt8]] = [[]]
        var isQuoted = false
        var position = 0
        while position < row.count {
            let byte = row[position]
            position += 1
            if isQuoted, byte == quote {
                if position < row.count, row[position] == quote {
                    cells[cells.count - 1].append(quote)
                    position += 1
                } else {
                    isQuoted = false
                    guard position == row.count || row[position] == UInt8(ascii: ",") else {
                        throw InputError(.malformed, column: position, problem: "text after a quoted cell")
                    }
                }
            } else if isQuoted {
                cells[cells.count - 1].append(byte)
            } else if byte == UInt8(ascii: ",") {
                cells.append([])
            } else if byte == quote {
                guard cells[cells.count - 1].isEmpty else {
                    throw InputError(.malformed, column: position, problem: "a quote within a bare cell")
                }
                isQuoted = true
            } else {
                cells[cells.count - 1].append(byte)
            }
        }
        guard !isQuoted else { throw InputError(.malformed, problem: "a quoted cell without end") }
        return cells
    }
}
