// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads the rows of a location table: the meaning of its columns, and the fix in each row.
///
/// A row that cannot be used is left out, counted and reported with its line. Two clocks in one table are an error.
struct LocationRows: Sendable {
    /// A column of numbers, and the factor to metres, metres per second or degrees.
    private struct Column: Sendable {
        var index: Int
        var scale: Double
    }

    /// The time of a row.
    private struct Moment {
        var nanoseconds: Int64
        var isWallClock = true
        /// Nil for a number.
        var namesZone: Bool?
    }

    private let time: Int
    /// The column of the date, if the time's column has only the clock.
    private let date: Int?
    /// Nanoseconds in a unit of a time that counts from the recording's start.
    private let timeUnit: Double
    private let latitude: Column
    private let longitude: Column
    private let altitude: Column?
    private let speed: Column?
    private let course: Column?
    private let accuracy: Column?
    /// Columns with N or S, and with E or W.
    private let hemispheres: [Int?]
    private let device: Int?
    /// Whether the heading of the time names a date.
    let namesDate: Bool
    private let columnCount: Int
    /// The number of fields that a row must have to hold all these columns.
    private let leastFields: Int
    /// Whether times count from 1970; nil before the first.
    private(set) var hasWallClock: Bool?
    /// The order of day and month that a row showed.
    private var dateOrder: TimeText.DateOrder?

    /// The rows below a header.
    ///
    /// - Throws: `InputError` for a header without time and position.
    init(header: [CSVField]) throws(InputError) {
        let names = header.map { ColumnName(Array($0.text.utf8)) }
        func column(_ role: ColumnRole) -> Column? {
            role.column(among: names).map {
                Column(index: $0, scale: names[$0].stem.hasSuffix("e7") ? 1e-7 : names[$0].lengthScale)
            }
        }
        func first(_ stems: [String]) -> Int? {
            stems.lazy.compactMap { stem in names.firstIndex { $0.stem == stem && $0.axis == nil } }.first
        }
        guard
            let time = first(LocationWords.times + LocationWords.dates + ["secondselapsed"]) ?? column(.time)?.index,
            let latitude = column(.latitude), let longitude = column(.longitude)
        else {
            throw InputError(
                .malformed, line: header[0].line,
                problem: "the columns for time, latitude and longitude are missing; the header has "
                    + QuotedText.list(header.map(\.text), most: 3),
                remedy: "name them in the header")
        }
        self.time = time
        date = first(LocationWords.dates).flatMap { $0 == time ? nil : $0 }
        hemispheres = [LocationWords.hemispheres.latitude, LocationWords.hemispheres.longitude].map { first($0) }
        self.latitude = latitude
        self.longitude = longitude
        (altitude, course) = (column(.altitude), column(.course))
        // Traccar's speeds are knots; it alone has a time of the fix.
        let knots = names[time].stem == "fixtime" ? 1852 / 3600.0 : 1
        speed = column(.speed).map { names[$0.index].unit == nil ? Column(index: $0.index, scale: knots) : $0 }
        // A vector of this name has axes.
        accuracy = column(.horizontalAccuracy) ?? first(["acc", "hdopmeters"]).map { Column(index: $0, scale: 1) }
        namesDate = (LocationWords.dates + ["datetime"]).contains(names[time].stem)
        device = first(LocationWords.devices)
        var unit = 1.0
        let isMilliseconds = names[time].stem.hasSuffix("ms") && names[time].unit == nil
        for _ in 0..<(names[time].unit?.timeExponent ?? (isMilliseconds ? 6 : 9)) { unit *= 10 }
        timeUnit = unit
        columnCount = header.count
        leastFields =
            1
            + max(
                time, date ?? 0,
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
            let text = row[column.index].text.trimmingBlanks
            if let number = Self.number(text) { return number * column.scale }
            // A unit may stand behind the number.
            let words = text.split(separator: " ")
            guard words.count == 2, let number = Self.number(String(words[0])) else { return nil }
            return number * (ColumnUnit(words[1].lowercased())?.lengthScale ?? 1)
        }
        func degrees(_ column: Column, _ hemisphere: Int?) -> Double? {
            let text = row[column.index].text.trimmingBlanks
            guard !text.isEmpty, let degrees = CoordinateText.degrees(text), degrees.isFinite else { return nil }
            guard let hemisphere, row.indices.contains(hemisphere) else { return degrees * column.scale }
            let isNegative = ["s", "w"].contains(row[hemisphere].text.trimmingBlanks.lowercased().prefix(1))
            return (isNegative ? -degrees.magnitude : degrees) * column.scale
        }
        guard row.count >= leastFields else {
            builder.leaveOut(TableColumns.fault(row, columns: columnCount))
            return nil
        }
        guard let north = degrees(latitude, hemispheres[0]), let east = degrees(longitude, hemispheres[1]) else {
            for text in [latitude, longitude].map({ row[$0.index].text.trimmingBlanks })
            where text.contains(where: \.isNumber) && CoordinateText.degrees(text) == nil {
                builder.leaveOut(
                    InputError(
                        .malformed, line: line, problem: "the position \(quoted: text) cannot be read",
                        remedy: "write degrees, as 52.52 or 52.52N"))
                return nil
            }
            builder.count(.withoutPosition)
            return nil
        }
        let written = written(row)
        guard let moment = moment(written, &builder) else {
            builder.leaveOut(TrackTime.fault(line: line))
            return nil
        }
        if isShort(row) { builder.note(.yearFirst) }
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
        try builder.noteClock(namesZone: moment.namesZone, line: line)
        if let device, row.indices.contains(device) { builder.devices.begin(row[device].text) }
        return fix
    }

    /// Learns the order of day and month from rows, if the first does not show it.
    mutating func learnDateOrder(_ rows: CSVReader) {
        var (rows, isFirst) = (rows, true)
        while dateOrder == nil, let row = try? rows.next() {
            guard row.count >= leastFields, let time = TimeText.parse(written(row), lacksSeconds: true) else { return }
            guard !isFirst || time.isOpen else { return }
            isFirst = false
            dateOrder = time.order
        }
    }

    /// The text of a row's time: with its date, if that has a column of its own.
    private func written(_ row: [CSVField]) -> String {
        let text = row[time].text.trimmingBlanks
        guard let date, !text.contains("-"), !text.contains("/") else { return text }
        let day = row[date].text.trimmingBlanks
        // 20260501 and 080000.
        if text.utf8.count == 6, Int(text, in: 0...235_960) != nil { return (Self.withCentury(day) ?? day) + text }
        guard text.contains(":") else { return text }
        let isWhole = day.utf8.count == 8 && Int(day, in: 19_700_101...21_001_231) != nil
        guard let whole = isWhole ? day : Self.withCentury(day) else { return day + " " + text }
        return "\(whole.prefix(4))-\(whole.dropFirst(4).prefix(2))-\(whole.suffix(2)) " + text
    }

    /// `260501` and `010526` as `20260501`: the year comes first, as loggers of satellite receivers write it, unless
    /// that gives a year before 2007. Nil for other texts.
    private static func withCentury(_ day: String) -> String? {
        guard day.utf8.count == 6, let number = Int(day, in: 0...999_999) else { return nil }
        let (first, middle, last) = (day.prefix(2), day.dropFirst(2).prefix(2), day.suffix(2))
        return (70_000...299_999).contains(number) && (1...31).contains(number % 100)
            ? "20\(first)\(middle)\(last)" : "20\(last)\(middle)\(first)"
    }

    /// Whether a date has six digits, which are another date if the year is last.
    private func isShort(_ row: [CSVField]) -> Bool {
        guard let date, let number = Int(row[date].text.trimmingBlanks, in: 70_000...299_999) else { return false }
        return (7...49).contains(number % 100) && row[date].text.trimmingBlanks.utf8.count == 6
    }

    private mutating func moment(
        _ text: String, _ builder: inout TrackBuilder
    ) -> Moment? {
        if let moment = Timestamp(iso8601: text) {
            return Moment(nanoseconds: moment.nanoseconds, namesZone: Timestamp.hasOffset(iso8601: text))
        }
        if text.utf8.count >= 14, let moment = Timestamp(iso8601Basic: text) {
            return Moment(nanoseconds: moment.nanoseconds, namesZone: Timestamp.hasOffset(iso8601: text))
        }
        if let whole = Int64(text, in: .any), whole.magnitude >= 100_000_000_000_000_000 {
            return Moment(nanoseconds: whole)
        }
        guard let number = Self.number(text) else {
            guard let time = TimeText.parse(text, order: dateOrder ?? .dayFirst, lacksSeconds: true), time.hasDate
            else { return nil }
            dateOrder = dateOrder ?? time.order
            if time.isOpen, dateOrder == nil { builder.note(.openDates) }
            return Moment(nanoseconds: time.nanoseconds, namesZone: time.hasZone)
        }
        // Three years as seconds since the start; 1973 as seconds since 1970.
        guard number.magnitude * timeUnit >= 1e17 else {
            return Moment(nanoseconds: Nanoseconds.clamped(number * timeUnit), isWallClock: false)
        }
        return TrackTime.moment(number: number).map { Moment(nanoseconds: $0.nanoseconds) }
    }

    /// A finite number; a comma before its decimals is read as a point.
    private static func number(_ text: String) -> Double? {
        let number = Double(text) ?? (text.contains(",") ? Double(text.replacing(",", with: ".")) : nil)
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
