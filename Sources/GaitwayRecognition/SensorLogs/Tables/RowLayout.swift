// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Where a table's time comes from.
enum TimeColumn: Sendable, Hashable {
    /// A number that counts 10^`scale` nanoseconds.
    case number(scale: Int)
    /// A clock time or a date.
    case text(TimeText.ColonFraction, TimeText.DateOrder)
    /// A number that counts days since 1900, as spreadsheets do.
    case days
    /// A number that counts 10^`scale` nanoseconds since the row before.
    case step(scale: Int)
    /// No column: rows follow each other by `step` nanoseconds.
    case rowIndex(step: Int64)
}

/// How the rows of one table are read: which column goes where, in which unit.
struct RowLayout: Sendable, Hashable {
    /// Entries of ``plan`` for a column without a slot.
    static let skipped: UInt8 = 255
    static let timeColumn: UInt8 = 254

    /// The slots of a row: three for acceleration, three for the rotation rate, one for the pressure, three for
    /// gravity (which is added to acceleration), six for a fix.
    static let rotation = 3
    static let pressure = 6
    static let gravity = 7
    static let location = 10

    var dialect: Dialect
    /// The decimal mark of the time, if it differs from that of the other numbers.
    var timeMark: UInt8?
    /// How many lines stand before the first row.
    var headerLines: Int
    var columnCount: Int
    /// For each column up to the last wanted one: a slot, ``timeColumn`` or ``skipped``.
    var plan: [UInt8]
    var time: TimeColumn
    /// The sensor of the first three slots; nil without one.
    var vector: Sensor?
    var addsGravity = false
    /// The columns that name the person and the device of a row.
    var owners: [Int] = []
    var hasRotation = false
    var hasPressure = false
    var hasLocation = false
    /// Whether the speeds of fixes are delivered as samples.
    var deliversSpeed = false
    /// What the values are multiplied by to be in SI units (pressure in hPa).
    var vectorScale = 1.0
    var rotationScale = 1.0
    var pressureScale = 1.0
    var altitudeScale = 1.0
    var speedScale = 1.0
    var accuracyScale = 1.0
    /// What is added to the log's clock to get nanoseconds since 1970; nil if it has no wall clock.
    var epochOffset: Int64?
    /// Whether rows that repeat the time of the row before are left out without being counted, since the table
    /// repeats a slow sensor's values by design.
    var skipsRepeatedTimes = false
    /// Whether x, y and z of one reading may stand in rows of their own.
    var joinsAxes = false
    /// How the fields of the time are read.
    var timeScanner: FieldScanner {
        FieldScanner(dialect: Dialect(separator: dialect.separator, mark: timeMark ?? dialect.mark))
    }
    /// Whether the pressure stands in rows of faster sensors, which repeat it.
    var repeatsPressure: Bool { hasPressure && (vector != nil || hasRotation) }
    /// The number of sensors that share the table's rows, without the speed of fixes.
    var sensorCount: Int { (vector == nil ? 0 : 1) + (hasRotation ? 1 : 0) + (hasPressure ? 1 : 0) }
    /// How many columns a row must have. Beside sensors, the columns of a fix may be missing.
    var requiredColumns: Int {
        guard sensorCount > 0 else { return plan.count }
        return (plan.lastIndex { $0 != Self.skipped && !Self.isOfFix($0) } ?? -1) + 1
    }

    private var separatorWord: String {
        dialect.separator == UInt8(ascii: "\t") ? "$'\\t'" : "'" + String(Character(.init(dialect.separator))) + "'"
    }

    /// What to do with rows of several people or devices.
    var partingAdvice: Remedy {
        let key = owners.map { "$\($0 + 1)" }.joined(separator: "\"-\"")
        return """
            split it: awk -F \(separatorWord) 'NR<=\(headerLines){h=$0;next}{f=\(key)".csv"}!s[f]++{print h>f}\
            {print>f}' FILE
            """
    }

    /// The error for rows if `count` of them are not in order of time. Arrays have no line.
    func disorder(_ count: Int, of rows: Int, source: String, line: Int?) -> InputError {
        let column = (plan.firstIndex(of: Self.timeColumn) ?? 0) + 1
        let isNumber = if case .number = time { true } else { false }
        let command: Remedy = """
            sort them by time: (head -n \(headerLines) FILE; tail -n +\(headerLines + 1) FILE | \
            sort -t \(separatorWord) -k \(column),\(column)\(isNumber ? "g" : "")) > sorted.csv
            """
        return .malformed(
            "the rows are not in order of time: \(count) of the first \(rows) are out of place",
            remedy: line == nil ? "sort them by time" : command, source: source, line: line)
    }

    /// Whether an entry of ``plan`` is a slot of a fix.
    static func isOfFix(_ target: UInt8) -> Bool { target >= UInt8(location) && target < 16 }
}

/// One row of a table in slots; a slot that is missing is NaN.
struct RowValues {
    var time: Int64 = 0
    var slots = InlineArray<16, Double>(repeating: .nan)
    /// The slots that hold a number.
    var present: UInt32 = 0
}
