import MotionTypes
import TextFormats

/// A table of fixes with a header, its fields separated by commas, semicolons or tabs: phyphox's and Sensor Logger's
/// `Location.csv`, and others whose columns have the usual names.
///
/// The time is ISO 8601 or a number; a number's size tells whether it counts from 1970 (seconds to nanoseconds) or from
/// the recording's start (seconds).
enum LocationTableReader {
    /// The column of each quantity, from 0.
    private struct Columns {
        var time: Int
        var latitude: Int
        var longitude: Int
        var altitude: Int?
        var speed: Int?
        var course: Int?
        var accuracy: Int?
    }

    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .csv)
        var reader = CSVReader(TableSeparators.commaSeparated(bytes))
        guard let header = try reader.next() else {
            throw InputError(.empty, problem: "there is nothing in it", remedy: "give a file with a track")
        }
        let columns = try columns(header)
        var lines: [Int] = []
        var hasWallClock: Bool?
        while let row = try reader.next() {
            let line = row[0].line
            func number(_ column: Int?) -> Double? {
                guard let column, column < row.count else { return nil }
                return Double(row[column].text.trimmed).flatMap { $0.isFinite ? $0 : nil }
            }
            guard let latitude = number(columns.latitude), let longitude = number(columns.longitude) else {
                builder.count(.withoutPosition)
                continue
            }
            guard columns.time < row.count, let time = time(row[columns.time].text.trimmed) else {
                throw TrackTime.fault(line: line)
            }
            guard hasWallClock == nil || hasWallClock == time.isWallClock else {
                throw InputError(
                    .ambiguous, line: line, column: columns.time + 1,
                    problem: "two clocks: times since 1970 and times since the start in one table",
                    remedy: "give the parts of each clock as a track of its own")
            }
            hasWallClock = time.isWallClock
            try builder.noteClock(row[columns.time].text.trimmed, line: line)
            let fields = FixFields(
                latitude: latitude, longitude: longitude, altitude: number(columns.altitude),
                speed: number(columns.speed), course: number(columns.course),
                accuracy: number(columns.accuracy))
            builder.fixes.append(try fields.location(at: .nanoseconds(time.nanoseconds), line: line))
            lines.append(line)
        }
        return try builder.orderedTrack(lines: lines, hasWallClock: hasWallClock ?? false)
    }

    private static func time(_ text: String) -> (nanoseconds: Int64, isWallClock: Bool)? {
        if let moment = Timestamp(iso8601: text) { return (moment.nanoseconds, true) }
        if let whole = Int64(text), whole.magnitude >= 100_000_000_000_000_000 { return (whole, true) }
        guard let number = Double(text), number.isFinite else { return nil }
        // Three years as seconds since the start; 1973 as seconds since 1970.
        guard number.magnitude >= 1e8 else { return (Nanoseconds.rounded(number), false) }
        return TrackTime.moment(number: number).map { ($0.nanoseconds, true) }
    }

    private static func columns(_ header: [CSVField]) throws(InputError) -> Columns {
        let names = header.map { field in
            String(field.text.prefix { $0 != "(" && $0 != "[" }).trimmed.lowercased()
        }
        func column(_ candidates: String...) -> Int? {
            candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        guard let time = column("time", "timestamp", "datetime", "date", "seconds_elapsed"),
            let latitude = column("latitude", "lat"), let longitude = column("longitude", "lon", "lng")
        else {
            throw InputError(
                .malformed, line: header[0].line, problem: "no columns for time, latitude and longitude",
                remedy: "give a table whose header names them")
        }
        return Columns(
            time: time, latitude: latitude, longitude: longitude,
            altitude: column("altitude", "height", "elevation", "ele"), speed: column("speed", "velocity"),
            course: column("bearing", "course", "direction", "heading"),
            accuracy: column("horizontalaccuracy", "horizontal accuracy", "horizontal_accuracy", "accuracy"))
    }
}

extension String {
    /// Without the blanks around it.
    fileprivate var trimmed: String {
        let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: blanks).reversed().drop(while: blanks).reversed())
    }
}
