// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The sentences of a satellite receiver (NMEA 0183): `RMC` has date, time, position, speed and course, `GGA` time,
/// position and altitude, `ZDA` the date. Those of one moment are one fix.
///
/// `$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A`: degrees and minutes together, knots, and the
/// checksum is the bytes between `$` and `*` joined by exclusive or. Years have two digits: 80 to 99 are the last
/// century's. Any talker is read; text before the `$` is passed over. A sentence with a wrong checksum
/// is left out.
struct NMEAReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var reader = NMEAReader()
        var line = 0
        for text in bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 10 }) {
            line += 1
            try reader.add(text, line: line)
        }
        try reader.flush()
        if !reader.undated.isEmpty, reader.builder.fixes.isEmpty {
            throw InputError(
                .unsupported, problem: "no sentence (RMC, ZDA) has a date",
                remedy: """
                    put the first day above them: sed '1i $GPZDA,000000,DAY,MONTH,YEAR,,' FILE > dated.nmea
                    """)
        }
        return try reader.builder.track()
    }

    /// Whether lines look like sentences.
    static func isNMEA(_ head: ArraySlice<UInt8>) -> Bool {
        head.split(separator: 10).prefix(20).contains { line in
            guard let start = line.firstIndex(of: UInt8(ascii: "$")) else { return false }
            let sentence = line[(start + 1)...]
            guard sentence.count > 6, sentence[sentence.startIndex + 5] == UInt8(ascii: ",") else { return false }
            let kind = String(decoding: sentence.dropFirst(2).prefix(3), as: UTF8.self)
            return ["RMC", "GGA", "GSA", "GSV", "GLL", "VTG", "ZDA", "GNS", "GST"].contains(kind)
        }
    }

    /// A fix of a GGA sentence whose date is not known yet.
    private struct Pending {
        var time: Double
        var fields: FixFields
        var line: Int
    }

    private var builder = TrackBuilder(format: .nmea)
    /// Days since 1970 of the last date, and the seconds of that day of the last time.
    private var day: Int64?
    private var lastTime: Double?
    /// The seconds of the day of the last fix.
    private var fixTime: Double?
    private var pending: Pending?
    /// The fixes before the first date.
    private var undated: [Pending] = []
    /// Whether any sentence had a checksum; then one without was cut.
    private var hasChecksums = false

    private mutating func add(_ line: ArraySlice<UInt8>, line number: Int) throws(InputError) {
        guard let start = line.firstIndex(of: UInt8(ascii: "$")) else { return }
        var body = line[(start + 1)...].prefix { $0 >= 32 }
        if let star = body.firstIndex(of: UInt8(ascii: "*")) {
            let digits = String(decoding: body[(star + 1)...].prefix(2), as: UTF8.self)
            body = body[..<star]
            hasChecksums = true
            guard let checksum = UInt8(digits, radix: 16), checksum == body.reduce(0, ^) else {
                return builder.leaveOut(
                    InputError(.malformed, line: number, problem: "the checksum of the sentence is wrong"))
            }
        } else if hasChecksums {
            return builder.leaveOut(
                InputError(.truncated, line: number, problem: "the checksum of the sentence is missing"))
        }
        let fields = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let kind = fields.first, kind.utf8.count == 5 else { return }
        switch kind.suffix(3) {
        case "RMC": try add(recommended: fields, line: number)
        case "GGA": try add(fix: fields, line: number)
        case "ZDA":
            guard fields.count > 4, let time = Self.time(fields[1]), let date = Self.number(fields[2], 1...31),
                let month = Self.number(fields[3], 1...12), let year = Self.number(fields[4], 1980...2261)
            else { return }
            try setDay(CivilDate.days(year: year, month: month, day: date), at: time)
        default: break
        }
    }

    private mutating func add(recommended fields: [String], line: Int) throws(InputError) {
        guard fields.count > 9, let time = Self.time(fields[1]), let day = Self.day(fields[9]) else {
            return builder.count(.withoutTime)
        }
        // A GGA of before this moment belongs to the date so far.
        if let waiting = pending, waiting.time != time { try flush() }
        try setDay(day, at: time)
        guard fields[2] == "A", var fix = Self.position(fields, at: 3) else {
            pending = nil
            return builder.count(.withoutPosition)
        }
        fix.speed = Double(fields[7]).map { $0 * 1852 / 3600 }
        fix.course = Double(fields[8])
        if let waiting = pending { fix.altitude = waiting.fields.altitude }
        pending = nil
        try addFix(fix, day: day, time: time, line: line)
    }

    private mutating func add(fix fields: [String], line: Int) throws(InputError) {
        guard fields.count > 9, let time = Self.time(fields[1]) else { return builder.count(.withoutTime) }
        // Of a moment whose RMC came first, only the altitude is new.
        if fixTime == time, let last = builder.fixes.indices.last {
            if builder.fixes[last].altitude == nil { builder.fixes[last].altitude = Double(fields[9]) }
            return
        }
        try flush()
        guard Int(fields[6], in: 1...Int.max) != nil, var fix = Self.position(fields, at: 2) else {
            return builder.count(.withoutPosition)
        }
        fix.altitude = Double(fields[9]).flatMap { $0.isFinite ? $0 : nil }
        pending = Pending(time: time, fields: fix, line: line)
    }

    /// Takes a date, which the first fixes may have waited for. Theirs is a day earlier where a clock is ahead of the
    /// next.
    private mutating func setDay(_ day: Int64, at time: Double) throws(InputError) {
        (self.day, lastTime) = (day, time)
        guard !undated.isEmpty else { return }
        let times = undated.map(\.time) + [time]
        var own = day - Int64(zip(times, times.dropFirst()).count { $0 > $1 + 43_200 })
        for (waiting, next) in zip(undated, times.dropFirst()) {
            try addFix(waiting.fields, day: own, time: waiting.time, line: waiting.line)
            if waiting.time > next + 43_200 { own += 1 }
        }
        undated = []
    }

    /// Adds the fix that waits for a date, by the last one.
    private mutating func flush() throws(InputError) {
        guard let waiting = pending else { return }
        pending = nil
        guard var day else {
            undated.append(waiting)
            return
        }
        // Midnight came between.
        if let lastTime, waiting.time < lastTime - 43_200 { day += 1 }
        self.day = day
        lastTime = waiting.time
        try addFix(waiting.fields, day: day, time: waiting.time, line: waiting.line)
    }

    private mutating func addFix(_ fields: FixFields, day: Int64, time: Double, line: Int) throws(InputError) {
        let nanoseconds = Nanoseconds.whole(day * 86_400) + Nanoseconds.rounded(time)
        builder.addFix(fields, at: .nanoseconds(nanoseconds), line: line)
        fixTime = time
    }

    /// `hhmmss.sss` in seconds of the day.
    private static func time(_ text: String) -> Double? {
        guard text.utf8.count >= 6, let hour = number(text.prefix(2), 0...23),
            let minute = number(text.dropFirst(2).prefix(2), 0...59), let second = Double(text.dropFirst(4)),
            second >= 0, second < 61
        else { return nil }
        return Double(hour * 3600 + minute * 60) + second
    }

    /// `ddmmyy` in days since 1970.
    private static func day(_ text: String) -> Int64? {
        guard text.utf8.count == 6, let day = number(text.prefix(2), 1...31),
            let month = number(text.dropFirst(2).prefix(2), 1...12), let year = number(text.dropFirst(4), 0...99)
        else { return nil }
        return CivilDate.days(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
    }

    private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(text, in: range) else {
            return nil
        }
        return number
    }

    /// Latitude, hemisphere, longitude, hemisphere, from a field on.
    private static func position(_ fields: [String], at index: Int) -> FixFields? {
        guard let latitude = degrees(fields[index], negative: fields[index + 1], "N", "S"),
            let longitude = degrees(fields[index + 2], negative: fields[index + 3], "E", "W")
        else { return nil }
        return FixFields(latitude: latitude, longitude: longitude)
    }

    /// `4807.038` is 48 degrees and 7.038 minutes.
    private static func degrees(_ text: String, negative side: String, _ plus: String, _ minus: String) -> Double? {
        guard side == plus || side == minus, let number = Double(text), number.isFinite, number >= 0 else { return nil }
        let whole = (number / 100).rounded(.down)
        let minutes = number - whole * 100
        guard minutes < 60 else { return nil }
        let degrees = whole + minutes / 60
        return side == minus ? -degrees : degrees
    }
}
