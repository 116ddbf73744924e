import Formats
import MotionTypes

/// A table of fixes with a header, its fields separated by commas, semicolons or tabs: phyphox's and Sensor Logger's
/// `Location.csv`, and others whose columns have the usual names.
///
/// `ColumnName` reads the headings and their units, as for recordings. A time is ISO 8601 or a number. A large number
/// counts from 1970, in seconds to nanoseconds; a small one counts from the recording's start, in the heading's unit or
/// in seconds.
///
/// A row that cannot be used is left out and counted, and the first few are reported with their lines. A table out of
/// order is an error.
enum LocationTableReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var reader = CSVReader(bytes, dialect: CSVDialect(detecting: bytes))
        guard let header = try reader.next() else {
            throw InputError(.empty, problem: "the file is empty", remedy: "give a file with a track")
        }
        var rows = try LocationRows(header: header)
        var builder = TrackBuilder(format: .csv)
        var lines: [Int] = []
        while let row = try reader.next() {
            guard let fix = try rows.fix(row, &builder) else { continue }
            builder.append(fix)
            if builder.fixes.count > lines.count { lines.append(row[0].line) }
        }
        return try builder.orderedTrack(lines: lines, hasWallClock: rows.hasWallClock ?? false)
    }
}
