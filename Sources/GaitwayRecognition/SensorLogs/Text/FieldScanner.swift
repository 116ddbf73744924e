// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// How the fields of a table are written.
struct Dialect: Sendable, Hashable {
    /// The byte between fields.
    var separator: UInt8
    /// The decimal mark: a point or a comma.
    var mark: UInt8
}

/// Reads the fields of one line, left to right. Spaces around a field and quotes are left out.
struct FieldScanner {
    let dialect: Dialect
    /// The decimal mark outside of quotes: none if it separates the fields.
    private let bareMark: UInt8

    init(dialect: Dialect) {
        self.dialect = dialect
        bareMark = dialect.mark == dialect.separator ? 0 : dialect.mark
    }

    /// Reads a field as a number and moves `position` behind the separator that follows it.
    ///
    /// Returns the value, and whether it is one; a missing value is NaN.
    @inline(__always)
    func number(_ bytes: Span<UInt8>, at position: inout Int, end: Int) -> (Double, DecimalNumber.Kind) {
        let start = position
        let decimal = self.decimal(bytes, at: &position, end: end)
        guard decimal.kind == .number else { return (.nan, decimal.kind) }
        if let value = decimal.exactDouble { return (value, .number) }
        return slowNumber(bytes, in: start..<max(start, min(position, end)))
    }

    /// Reads a field as a decimal number and moves `position` behind the separator that follows it.
    @inline(__always)
    func decimal(_ bytes: Span<UInt8>, at position: inout Int, end: Int) -> DecimalNumber {
        var here = position
        while here < end, isPadding(bytes.byte(here)) { here += 1 }
        let isQuoted = here > position && bytes.byte(here - 1) == UInt8(ascii: "\"")
        var decimal = DecimalNumber.scan(bytes, at: &here, end: end, mark: isQuoted ? dialect.mark : bareMark)
        // A separator in quotes is a part of the field.
        if decimal.kind == .number, !isQuoted || here < end && bytes.byte(here) == UInt8(ascii: "\"") {
            while here < end, isPadding(bytes.byte(here)) { here += 1 }
            if here == end {
                position = end + 1
                return decimal
            }
            if bytes.byte(here) == dialect.separator {
                position = here + 1
                return decimal
            }
        }
        let field = self.field(bytes, at: &position, end: end)
        decimal.kind = Self.isMissing(bytes, field) ? .missing : .text
        return decimal
    }

    /// The range of the next field without quotes and spaces; moves `position` behind the separator.
    ///
    /// `position` is `end + 1` when the line is used up.
    @inline(__always)
    func field(_ bytes: Span<UInt8>, at position: inout Int, end: Int) -> Range<Int> {
        var start = position
        while start < end, bytes.byte(start) == UInt8(ascii: " "), dialect.separator != UInt8(ascii: " ") {
            start += 1
        }
        var here = start
        if here < end, bytes.byte(here) == UInt8(ascii: "\"") {
            start += 1
            here = start
            while here < end, bytes.byte(here) != UInt8(ascii: "\"") { here += 1 }
            let stop = here
            while here < end, bytes.byte(here) != dialect.separator { here += 1 }
            position = here + 1
            return start..<max(start, stop)
        }
        while here < end, bytes.byte(here) != dialect.separator { here += 1 }
        position = here + 1
        var stop = here
        while stop > start, bytes.byte(stop - 1) == UInt8(ascii: " ") { stop -= 1 }
        return start..<stop
    }

    func fields(_ bytes: Span<UInt8>, _ line: Range<Int>) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var position = line.lowerBound
        while position <= line.upperBound {
            result.append(field(bytes, at: &position, end: line.upperBound))
        }
        return result
    }

    @inline(__always)
    private func isPadding(_ byte: UInt8) -> Bool {
        (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"")) && byte != dialect.separator
    }

    /// The correctly rounded value of a field that needs more than 64 bits, by the standard library.
    private func slowNumber(_ bytes: Span<UInt8>, in range: Range<Int>) -> (Double, DecimalNumber.Kind) {
        var text = ""
        for index in range.clamped(to: 0..<bytes.count) {
            let byte = bytes.byte(index)
            if byte == dialect.mark {
                text.append(".")
            } else if byte != dialect.separator, !isPadding(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        guard let value = Double(text) else { return (.nan, .text) }
        return value.isFinite ? (value, .number) : (.nan, .missing)
    }

    /// Whether a field is empty or says that there is no value.
    static func isMissing(_ bytes: Span<UInt8>, _ field: Range<Int>) -> Bool {
        guard field.count <= 9 else { return false }
        var word = ""
        for index in field {
            let byte = bytes.byte(index)
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: " ") { continue }
            word.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
        }
        return ["", "nan", "na", "n/a", "null", "none", "nil", "inf", "infinity", "#n/a"].contains(word)
    }
}
