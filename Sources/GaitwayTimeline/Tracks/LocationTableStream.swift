// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Reads a location table while its bytes arrive: a fix comes out as soon as its row is complete.
///
/// Fixes, clock and repairs are those of the table read as a whole. A row out of time order is an error with its line.
/// Other formats of tracks cannot be read this way, since they may name a time, a device or a day again at their end.
package struct LocationTableStream: Sendable {
    /// The wall-clock time of elapsed 0, which is the first fix; nil before it, and for a table without a wall clock.
    package private(set) var origin: Timestamp?

    private let source: String
    private var bytes: [UInt8] = []
    /// The number of the first line in `bytes`.
    private var line = 1
    private var dialect: CSVDialect?
    private var rows: LocationRows?
    /// Counts repairs, and holds the fixes of the newest moment.
    private var builder = TrackBuilder(format: .csv)
    private var hasFixes = false

    /// The longest row that is kept, so that input without line ends cannot fill the memory.
    private static let longestRow = 1 << 20

    /// A reader of a table of this name.
    package init(source: String) { self.source = source }

    /// Whether the bytes begin such a table: nil while its first line is not whole.
    package static func begins(with bytes: [UInt8]) -> Bool? {
        guard bytes.contains(where: { $0 == UInt8(ascii: "\n") }) || bytes.count > longestRow else { return nil }
        return TrackFormat.detect(bytes) == .csv
    }

    /// Takes the next bytes, and appends the fixes whose rows they complete.
    ///
    /// - Throws: `InputError` with its line for a row that lies before the one above it, or is of another clock.
    package mutating func append(_ more: some Sequence<UInt8>, to fixes: inout [Location]) throws(InputError) {
        bytes += more
        var isQuoted = false
        var end = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\n"), !isQuoted { end = index + 1 }
        }
        guard bytes.count - end <= Self.longestRow else {
            throw InputError(
                .limitExceeded, source: source, line: line, problem: "the row is longer than \(Self.longestRow) bytes",
                remedy: "check that this is a table of fixes")
        }
        let whole = Array(bytes[..<end])
        bytes.removeFirst(end)
        try take(whole, to: &fixes)
    }

    /// Ends the input: takes the text behind the last line end. Returns a track without fixes that holds what was
    /// repaired and left out.
    ///
    /// - Throws: as ``append(_:to:)``, and for a table without fixes.
    package mutating func finish(to fixes: inout [Location]) throws(InputError) -> Track {
        let rest = bytes
        bytes = []
        try take(rest, to: &fixes)
        guard hasFixes else {
            do throws(InputError) {
                return try builder.orderedTrack(lines: [], hasWallClock: rows?.hasWallClock ?? false)
            } catch {
                throw error.inSource(source)
            }
        }
        var track = Track(format: .csv, origin: nil, fixes: [], repairs: builder.repairs)
        track.remarks = builder.remarks
        return track
    }

    private mutating func take(_ whole: [UInt8], to fixes: inout [Location]) throws(InputError) {
        let (rest, above) = dialect == nil ? LocationTableReader.table(whole[...]) : (whole[...], 0)
        let whole = CoordinateText.withoutQuotes(rest)
        line += above
        guard !whole.isEmpty else { return }
        let dialect = dialect ?? CSVDialect(detecting: whole)
        self.dialect = dialect
        var reader = CSVReader(whole, dialect: dialect, line: line)
        do throws(InputError) {
            while let row = try reader.next() {
                guard rows != nil else {
                    rows = try LocationRows(header: row)
                    continue
                }
                guard let fix = try rows?.fix(row, &builder) else { continue }
                if builder.devices.tags.count > 1 { throw Self.twoDevices(builder.devices.tags, line: row[0].line) }
                if let fix = try builder.keep(fix, line: row[0].line) { fixes.append(counted(fix)) }
            }
        } catch {
            throw error.inSource(source)
        }
        line = reader.line
    }

    private static func twoDevices(_ tags: [String], line: Int) -> InputError {
        InputError(
            .ambiguous, line: line,
            problem: "the table has rows of two devices, \(quoted: tags[0]) and \(quoted: tags[1])",
            remedy: "give the rows of one device")
    }

    /// The fix by the track's clock: from the first fix on, if the table has a wall clock.
    private mutating func counted(_ fix: Location) -> Location {
        if !hasFixes, rows?.hasWallClock == true { origin = Timestamp(nanoseconds: 0) + fix.elapsed }
        hasFixes = true
        guard let origin else { return fix }
        var fix = fix
        fix.elapsed -= origin.sinceEpoch
        return fix
    }
}
