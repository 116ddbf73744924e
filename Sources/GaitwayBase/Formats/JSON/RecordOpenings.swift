// SPDX-License-Identifier: Apache-2.0
/// How the records of a file begin, so that the next one is found behind a broken one: the bracket and the first key,
/// with the line break and the indentation before it where lines are indented.
struct RecordOpenings {
    /// The openings that were met, without the indentation.
    private var known: [[UInt8]] = []
    private static let most = 16
    static let longest = 64
    /// Whether anything was skipped.
    var hasRecovered = false

    /// Remembers how a good record begins.
    mutating func learn(_ record: [UInt8]) {
        guard known.count < Self.most, let opening = Self.opening(record), !known.contains(opening) else { return }
        known.append(opening)
    }

    /// From the bracket to the quotation mark behind the first key.
    private static func opening(_ record: [UInt8]) -> [UInt8]? {
        guard let first = record.firstIndex(of: UInt8(ascii: "\"")), first < longest,
            let last = record[(first + 1)...].firstIndex(of: UInt8(ascii: "\"")), last < longest
        else { return nil }
        return Array(record[...last])
    }

    /// The first place from `start` on that begins as a record does.
    func next(in bytes: [UInt8], from start: Int) -> Int? {
        guard !known.isEmpty, start < bytes.count else { return nil }
        return Self.next(in: bytes.span, from: start, known)
    }

    private static func next(in bytes: Span<UInt8>, from start: Int, _ known: [[UInt8]]) -> Int? {
        for here in start..<bytes.count where bytes[here] == UInt8(ascii: "{") {
            for opening in known where here + opening.count <= bytes.count {
                if opening.indices.allSatisfy({ opening[$0] == bytes[here + $0] }) { return here }
            }
        }
        return nil
    }
}
