import Formats
import MotionTypes

/// Reads the rows of a location table: the meaning of its columns, and the fix in each row.
///
/// A row that cannot be used is left out, counted and reported with its line. Two clocks in one table are an error.
struct LocationRows: Sendable {
    /// A column of numbers, and the factor to metres or metres per second.
    private struct Column: Sendable {
        var index: Int
        var scale: Double
    }

    private let time: Int
    /// Nanoseconds in a unit of a time that counts from the recording's start.
    private let timeUnit: Double
    private let latitude: Column
    private let longitude: Column
    private let altitude: Column?
    private let speed: Column?
    private let course: Column?
    private let accuracy: Column?
    private let columnCount: Int
    /// The number of fields that a row must have to hold all these columns.
    private let leastFields: Int
    /// Whether times count from 1970; nil before the first.
    private(set) var hasWallClock: Bool?

    /// The rows below a header.
    ///
    /// - Throws: `InputError` for a header without time and position.
    init(header: [CSVField]) throws(InputError) {
        let names = header.map { ColumnName(Array($0.text.utf8)) }
        func column(_ role: ColumnRole) -> Column? {
            role.column(among: names).map { Column(index: $0, scale: names[$0].lengthScale) }
        }
        guard let time = Self.time(among: names) ?? column(.time)?.index, let latitude = column(.latitude),
            let longitude = column(.longitude)
        else {
            throw InputError(
                .malformed, line: header[0].line, problem: "the columns for time, latitude and longitude are missing",
                remedy: "give a table whose header names them")
        }
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        (altitude, speed) = (column(.altitude), column(.speed))
        (course, accuracy) = (column(.course), column(.horizontalAccuracy))
        var unit = 1.0
        for _ in 0..<(names[time].unit?.timeExponent ?? 9) { unit *= 10 }
        timeUnit = unit
        columnCount = header.count
        leastFields =
            1
            + max(
                time,
                ([latitude, longitude] + [altitude, speed, course, accuracy].compactMap(\.self)).map(\.index).max() ?? 0
            )
    }

    /// The fix of the next row; nil for a row without one, which the builder counts.
    ///
    /// - Throws: `InputError` with its line for a time of another clock than those above.
    mutating func fix(_ row: [CSVField], _ builder: inout TrackBuilder) throws(InputError) -> Location? {
        let line = row[0].line
        func number(_ column: Column?) -> Double? {
            guard let column else { return nil }
            return Double(row[column.index].text.trimmingBlanks).flatMap { $0.isFinite ? $0 * column.scale : nil }
        }
        guard row.count >= leastFields else {
            builder.leaveOut(TableColumns.fault(row, columns: columnCount))
            return nil
        }
        guard let north = number(latitude), let east = number(longitude) else {
            builder.count(.withoutPosition)
            return nil
        }
        let written = row[time].text.trimmingBlanks
        guard let moment = Self.time(written, unit: timeUnit) else {
            builder.leaveOut(TrackTime.fault(line: line))
            return nil
        }
        guard hasWallClock == nil || hasWallClock == moment.isWallClock else {
            throw InputError(
                .ambiguous, line: line, column: time + 1,
                problem: "the table mixes two clocks: times since 1970 and times since the start",
                remedy: "give the parts of each clock as a track of its own")
        }
        let fields = FixFields(
            latitude: north, longitude: east, altitude: number(altitude), speed: number(speed), course: number(course),
            accuracy: number(accuracy))
        let fix: Location
        do throws(InputError) {
            fix = try fields.location(at: .nanoseconds(moment.nanoseconds), line: line)
        } catch {
            builder.leaveOut(error)
            return nil
        }
        hasWallClock = moment.isWallClock
        try builder.noteClock(written, line: line)
        return fix
    }

    private static func time(_ text: String, unit: Double) -> (nanoseconds: Int64, isWallClock: Bool)? {
        if let moment = Timestamp(iso8601: text) { return (moment.nanoseconds, true) }
        if let whole = Int64(text), whole.magnitude >= 100_000_000_000_000_000 { return (whole, true) }
        guard let number = Double(text), number.isFinite else { return nil }
        // Three years as seconds since the start; 1973 as seconds since 1970.
        guard number.magnitude * unit >= 1e17 else { return (Int64(clamping: (number * unit).rounded()), false) }
        return TrackTime.moment(number: number).map { ($0.nanoseconds, true) }
    }

    /// The column of the time, those of the wall clock first, since a track is joined with others by it.
    private static func time(among names: [ColumnName]) -> Int? {
        let stems = ["time", "timestamp", "datetime", "date", "secondselapsed"]
        return stems.lazy.compactMap { stem in names.firstIndex { $0.stem == stem && $0.axis == nil } }.first
    }
}
