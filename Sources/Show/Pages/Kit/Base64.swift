internal import FoundationEssentials

/// Bytes as text of sixty-four characters (RFC 4648, section 4), for hashes and for arrays of numbers in a page.
enum Base64 {
    /// The text of some bytes.
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The text of some numbers, the least byte of each first.
    static func text<Number: FixedWidthInteger>(_ numbers: [Number]) -> String {
        numbers.map(\.littleEndian).withUnsafeBytes { Data($0).base64EncodedString() }
    }
}
