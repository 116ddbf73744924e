import MotionTypes
import TextFormats

/// The rows of a location table: what each column means, and the fix that a row holds.
struct LocationRows: Sendable {
    /// A column of numbers, and what turns them into metres or metres per second.
    private struct Column: Sendable {
        var index: Int
        var scale: Double
    }

    /// The columns of each quantity, from 0.
    private struct Columns: Sendable {
        var time: Int
        /// Nanoseconds in a unit of a time that counts from the recording's start.
        var timeUnit: Double
        var latitude: Column
        var longitude: Column
        var altitude: Column?
        var speed: Column?
        var course: Column?
        var accuracy: Column?
    }

    private let columns: Columns
    /// Whether times count from 1970; nil before the first.
    private(set) var hasWallClock: Bool?

    /// The rows below a header.
    ///
    /// - Throws: `InputError` for a header without time and position.
    init(header: [CSVField]) throws(InputError) { columns = try Self.columns(header) }

    /// The fix of the next row; nil for one without a position, which the builder counts.
    ///
    /// - Throws: `InputError` with its line for a row that makes no sense.
    mutating func fix(_ row: [CSVField], _ builder: inout TrackBuilder) throws(InputError) -> Location? {
        let line = row[0].line
        func number(_ column: Column?) -> Double? {
            guard let column, column.index < row.count else { return nil }
            // Phones write -1 for what they do not know, in any unit.
            return Double(row[column.index].text.trimmed).flatMap { $0.isFinite ? $0 * column.scale : nil }
        }
        guard let latitude = number(columns.latitude), let longitude = number(columns.longitude) else {
            builder.count(.withoutPosition)
            return nil
        }
        guard columns.time < row.count, let time = Self.time(row[columns.time].text.trimmed, unit: columns.timeUnit)
        else {
            throw TrackTime.fault(line: line)
        }
        guard hasWallClock == nil || hasWallClock == time.isWallClock else {
            throw InputError(
                .ambiguous, line: line, column: columns.time + 1,
                problem: "the table mixes two clocks: times since 1970 and times since the start",
                remedy: "give the parts of each clock as a track of its own")
        }
        hasWallClock = time.isWallClock
        try builder.noteClock(row[columns.time].text.trimmed, line: line)
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: number(columns.altitude),
            speed: number(columns.speed), course: number(columns.course),
            accuracy: number(columns.accuracy))
        return try fields.location(at: .nanoseconds(time.nanoseconds), line: line)
    }

    private static func time(_ text: String, unit: Double) -> (nanoseconds: Int64, isWallClock: Bool)? {
        if let moment = Timestamp(iso8601: text) { return (moment.nanoseconds, true) }
        if let whole = Int64(text), whole.magnitude >= 100_000_000_000_000_000 { return (whole, true) }
        guard let number = Double(text), number.isFinite else { return nil }
        // Three years as seconds since the start; 1973 as seconds since 1970.
        guard number.magnitude * unit >= 1e17 else { return (Int64((number * unit).rounded()), false) }
        return TrackTime.moment(number: number).map { ($0.nanoseconds, true) }
    }

    private static func columns(_ header: [CSVField]) throws(InputError) -> Columns {
        let names = header.map { ColumnName(Array($0.text.utf8)) }
        func column(_ wanted: ColumnRole) -> Column? {
            var best: (rank: Int, column: Int)?
            for (index, name) in names.enumerated() {
                guard let (role, rank) = name.role(bare: nil), role == wanted, rank < best?.rank ?? .max else {
                    continue
                }
                best = (rank, index)
            }
            return best.map { Column(index: $0.column, scale: names[$0.column].lengthScale) }
        }
        guard let time = time(among: names) ?? column(.time)?.index, let latitude = column(.latitude),
            let longitude = column(.longitude)
        else {
            throw InputError(
                .malformed, line: header[0].line, problem: "the columns for time, latitude and longitude are missing",
                remedy: "give a table whose header names them")
        }
        var timeUnit = 1.0
        for _ in 0..<(names[time].unit?.timeExponent ?? 9) { timeUnit *= 10 }
        return Columns(
            time: time, timeUnit: timeUnit, latitude: latitude, longitude: longitude, altitude: column(.altitude),
            speed: column(.speed), course: column(.course), accuracy: column(.horizontalAccuracy))
    }

    /// The column of the time, those of the wall clock first, since a track is joined with others by it.
    private static func time(among names: [ColumnName]) -> Int? {
        let stems = ["time", "timestamp", "datetime", "date", "secondselapsed"]
        return stems.lazy.compactMap { stem in names.firstIndex { $0.stem == stem && $0.axis == nil } }.first
    }
}

extension String {
    /// Without the blanks around it.
    fileprivate var trimmed: String {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: blanks).reversed().drop(while: blanks).reversed())
    }
}
