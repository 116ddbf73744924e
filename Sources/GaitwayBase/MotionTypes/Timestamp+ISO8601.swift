// SPDX-License-Identifier: Apache-2.0
extension Timestamp {
    /// The moment in ISO 8601, UTC, to the millisecond, rounded down: `2026-05-01T08:00:12.800Z`.
    public var iso8601: String {
        var bytes: [UInt8] = []
        bytes.append(iso8601: self)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The moment that `text` names in ISO 8601: date, `T` or a space, time with an optional
    /// fraction, then `Z`, an offset (`+02:00`, `+0200`) or nothing, which reads as UTC. Nil otherwise.
    public init?(iso8601 text: some StringProtocol) {
        var scanner = DigitScanner(text.utf8)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
            scanner.skip("-"), let day = scanner.digits(2), scanner.skip("T") || scanner.skip(" "),
            let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2),
            scanner.skip(":"), let second = scanner.digits(2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61,
            (1678...2261).contains(year)
        else { return nil }
        var nanoseconds: Int64 = 0
        if scanner.skip(".") {
            guard let fraction = scanner.fraction() else { return nil }
            nanoseconds = fraction
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let days = CivilDate.days(year: year, month: month, day: day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
        self.init(nanoseconds: seconds * Nanoseconds.perSecond + nanoseconds)
    }
}

extension Timestamp {
    /// Whether a moment in ISO 8601 has `Z` or an offset from UTC.
    package static func hasOffset(iso8601 text: some StringProtocol) -> Bool {
        text.hasSuffix("Z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" }
    }

    /// The moment that `text` names in ISO 8601's basic form, without separators: `20140603T152242-0700`, `…Z`, or
    /// nothing behind the time, which reads as UTC; also `20140603152242`. Nil otherwise.
    package init?(iso8601Basic text: some StringProtocol) {
        var bytes = Array(text.utf8)
        if bytes.count == 14 { bytes.insert(UInt8(ascii: "T"), at: 8) }
        guard bytes.count >= 15, bytes[8] == UInt8(ascii: "T") else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let date = part(0..<4) + "-" + part(4..<6) + "-" + part(6..<8)
        let time = part(9..<11) + ":" + part(11..<13) + ":" + part(13..<15)
        self.init(iso8601: date + "T" + time + part(15..<bytes.count))
    }
}

/// Reads fixed-width decimal fields from ASCII text.
private struct DigitScanner {
    private var rest: [UInt8].SubSequence

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        var number: Int64 = 0
        for byte in rest.prefix(count) {
            guard (48...57).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - 48)
        }
        rest.removeFirst(count)
        return number
    }

    /// The digits after a decimal point, as nanoseconds; further digits are cut off.
    mutating func fraction() -> Int64? {
        var number: Int64 = 0
        var count = 0
        while let byte = rest.first, (48...57).contains(byte) {
            if count < 9 { number = number * 10 + Int64(byte - 48) }
            count += 1
            rest.removeFirst()
        }
        guard count > 0 else { return nil }
        while count < 9 {
            number *= 10
            count += 1
        }
        return number
    }

    /// An offset from UTC in seconds; 0 for `Z` and for none.
    mutating func offset() -> Int64? {
        if isAtEnd || skip("Z") { return 0 }
        let sign: Int64 = skip("-") ? -1 : 1
        guard sign == -1 || skip("+"), let hours = digits(2) else { return nil }
        _ = skip(":")
        guard let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
