/// Tables with semicolons or tabs between their fields, and decimal commas or points, as phyphox and spreadsheets write them.
enum TableSeparators {
    /// The same table with commas between its fields and points in its numbers, line by line. One whose header has commas
    /// stays as it is.
    static func commaSeparated(_ bytes: [UInt8]) -> [UInt8] {
        guard let separator = separator(of: bytes) else { return bytes }
        var isQuoted = false
        return bytes.map { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { return byte }
            if byte == separator { return UInt8(ascii: ",") }
            return byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte
        }
    }

    /// What separates the fields of the header, if it is no comma.
    private static func separator(of bytes: [UInt8]) -> UInt8? {
        var isQuoted = false
        var separator: UInt8?
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return separator
            case UInt8(ascii: ","): return nil
            case UInt8(ascii: ";"), UInt8(ascii: "\t"): separator = separator ?? byte
            default: continue
            }
        }
        return separator
    }
}
