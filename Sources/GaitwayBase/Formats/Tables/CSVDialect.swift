// SPDX-License-Identifier: Apache-2.0
/// The way in which a table of text is written: separator of fields, quotes, decimal mark.
package struct CSVDialect: Sendable, Hashable {
    /// The meaning of quotes.
    package enum Quotes: Sendable, Hashable {
        /// As RFC 4180 has them; any other quote, and text that is not UTF-8, is an error.
        case strict
        /// A quote protects a separator up to the next quote of its line, and nothing is an error; blanks around a
        /// field are left out. For tables written without a rule.
        case loose
    }

    /// The byte between fields.
    package var separator: UInt8
    /// The byte before decimals. If it is a comma, commas outside quotes are read as points.
    var decimalMark: UInt8
    /// The meaning of quotes.
    package var quotes: Quotes

    /// Fields separated by commas, numbers with a point, strict quotes.
    package static let standard = CSVDialect()

    package init(separator: Unicode.Scalar = ",", decimalMark: Unicode.Scalar = ".", quotes: Quotes = .strict) {
        self.separator = UInt8(ascii: separator)
        self.decimalMark = UInt8(ascii: decimalMark)
        self.quotes = quotes
    }

    /// The dialect that a table's header shows: semicolons, tabs or bars, as phyphox and spreadsheets write them, go
    /// with decimal commas or points; a header with a comma is the standard's.
    package init(detecting bytes: [UInt8]) {
        self = .standard
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return
            case UInt8(ascii: ","):
                self = .standard
                return
            case UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"):
                guard separator == UInt8(ascii: ",") else { continue }
                separator = byte
                decimalMark = UInt8(ascii: ",")
            default: continue
            }
        }
    }
}
