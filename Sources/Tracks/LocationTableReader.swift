import MotionTypes
import TextFormats

/// A table of fixes with a header, its fields separated by commas, semicolons or tabs: phyphox's and Sensor Logger's
/// `Location.csv`, and others whose columns have the usual names.
///
/// What a heading means, with its unit, is told by `ColumnName`, as for recordings. The time is ISO 8601 or a number; a number's size
/// tells whether it counts from 1970 (seconds to nanoseconds) or from the recording's start (in the heading's unit, else seconds).
///
/// A recording's reader has rows of its own for such a table: there fixes come beside samples, rows are repaired and counted. Here
/// a track is given on purpose, and a row that makes no sense ends the reading with its line.
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
