// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A table of fixes with a header, its fields separated by commas, semicolons, tabs or bars: phyphox's and Sensor
/// Logger's `Location.csv`, and others whose columns have the usual names.
///
/// `ColumnName` reads the headings and their units, as for recordings. A time is ISO 8601, a date in another form, or a
/// number. A large number counts from 1970, in seconds to nanoseconds; a small one counts from the recording's start,
/// in the heading's unit or in seconds. A spreadsheet's days since 1900 are known by their steps.
///
/// A row that cannot be used is left out and counted, and the first few are reported with their lines. Rows that are
/// newest first, or nearly in order, are sorted; a table out of order is an error.
enum LocationTableReader {
    /// Tables with six lines of prose instead of a header, by their first words, with a header for their rows. Sources:
    /// the user guide of GeoLife 1.3; "OziExplorer Track File Format", whose days count from 30 December 1899.
    private static let headless = [
        ("Geolife trajectory", "latitude,longitude,zero,altitude (ft),days,date,time"),
        ("OziExplorer Track Point File", "latitude,longitude,break,altitude (ft),date"),
    ].map { (words: Array($0.0.utf8), header: $0.1) }
    /// Lines above a header that are not one.
    private static let above = ["#", "sep=", "WigleWifi"].map { Array($0.utf8) }

    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        let (rest, above) = table(TextEncoding.utf8(bytes)[...])
        let bytes = CoordinateText.withoutQuotes(rest)
        var reader = CSVReader(bytes, dialect: CSVDialect(detecting: bytes), line: above + 1)
        if let format = headless.first(where: { bytes.starts(with: $0.words) }) {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 6, omittingEmptySubsequences: false)
            let rows = lines.count > 6 ? Array(lines[6]) : []
            reader = CSVReader(Array((format.header + "\n").utf8) + rows, line: 6)
        }
        guard let header = try reader.next() else {
            throw InputError(.empty, problem: "the file is empty", remedy: "give a file with a track")
        }
        var rows = try LocationRows(header: header)
        rows.learnDateOrder(reader)
        var builder = TrackBuilder(format: .csv)
        var lines: [Int] = []
        while let row = try reader.next() {
            guard let fix = try rows.fix(row, &builder) else { continue }
            builder.append(fix)
            if builder.fixes.count > lines.count { lines.append(row[0].line) }
        }
        let hasDays = rows.hasWallClock == false && dateDays(&builder, isNamed: rows.namesDate)
        return try builder.orderedTrack(lines: lines, hasWallClock: hasDays || rows.hasWallClock ?? false)
    }

    /// Turns a spreadsheet's days since 30 December 1899 into times since 1970; false for seconds since the start. No
    /// receiver gives a fix each hundredth of a second, and no column of dates counts seconds.
    private static func dateDays(_ builder: inout TrackBuilder, isNamed: Bool) -> Bool {
        let numbers = builder.fixes.map(\.elapsed.inSeconds)
        // 2000 to 2100.
        guard let least = numbers.min(), let most = numbers.max(), least >= 36_526, most < 73_050,
            isNamed || numbers.count > 2 && most - least < 0.01 * Double(numbers.count)
        else { return false }
        for (index, days) in numbers.enumerated() {
            // To the millisecond, as a spreadsheet keeps it.
            let milliseconds = (SpreadsheetDays.seconds(days) * 1000).rounded()
            builder.fixes[index].elapsed = .nanoseconds(Int64(clamping: milliseconds) * 1_000_000)
        }
        builder.note(.withoutZone)
        return true
    }

    /// A table from its header on, and the number of lines above it: comments, and a spreadsheet's `sep=;`.
    static func table(_ bytes: ArraySlice<UInt8>) -> (rows: ArraySlice<UInt8>, above: Int) {
        var (rest, lines) = (bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes, 0)
        while above.contains(where: { rest.starts(with: $0) }), !namesPosition(rest),
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        {
            rest = rest[(end + 1)...]
            lines += 1
        }
        return (rest, lines)
    }

    /// Whether a file's first line names columns of latitude and longitude, and none of acceleration: a table with both
    /// is a recording.
    static func begins(with head: ArraySlice<UInt8>) -> Bool {
        headless.contains { head.starts(with: $0.words) } || namesPosition(table(head).rows)
    }

    private static func namesPosition(_ head: ArraySlice<UInt8>) -> Bool {
        let line = Array(head.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        let text = TextEncoding.utf8(line)
        let names = String(decoding: text, as: UTF8.self).lowercased().split { ",;|\t".contains($0) }
            .map { $0.drop { $0 == " " || $0 == "\"" || $0 == "#" } }
        func has(_ role: ColumnRole, _ words: String...) -> Bool {
            names.contains { name in
                words.contains { name.contains($0) } && !name.contains("=")
                    || ColumnName(Array(name.filter { $0 != "\"" }.utf8)).role(bare: nil)?.role == role
            }
        }
        return has(.latitude, "lat") && has(.longitude, "lon", "lng") && !names.contains(where: isAcceleration)
    }

    /// Whether a column's name, in small letters, is one that loggers give to acceleration. `acc` alone is an accuracy.
    private static func isAcceleration(_ name: Substring) -> Bool {
        name.contains("accel") || name.hasPrefix("acc") && !name.hasPrefix("accu") && name != "acc"
            || name.hasPrefix("gfx") || name.prefix { $0.isLetter } == "ax"
    }
}
