// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Cuts bytes into lines, in chunks of any size. A quoted cell of a CSV may contain line ends.
struct StreamLines: Sendable {
    /// The longest line in bytes, so that input without line ends cannot fill the memory.
    static let longest = 1 << 20

    /// The bytes of the line so far, without its end.
    private(set) var bytes: [UInt8] = []
    /// The number of the line, from 1.
    private(set) var number = 1
    private var isQuoted = false
    private var inner = 0

    /// Whether quotes protect line ends; set before the first quote.
    var hasQuotes = false

    /// Adds a byte; returns true if it ends the line.
    mutating func add(_ byte: UInt8) throws(InputError) -> Bool {
        if byte == UInt8(ascii: "\n") {
            inner += 1
            if !isQuoted {
                if bytes.last == 13 { bytes.removeLast() }
                return true
            }
        }
        // Quotes of a comment's JSON may be escaped, and it has no line ends.
        if hasQuotes, byte == UInt8(ascii: "\""), !bytes.starts(with: StreamEncoding.comment) { isQuoted.toggle() }
        guard bytes.count < Self.longest else {
            throw .limitExceeded(
                "the line is longer than \(Self.longest) bytes", remedy: "check that this is an activity stream")
        }
        bytes.append(byte)
        return false
    }

    /// Begins the next line.
    mutating func next() {
        bytes.removeAll(keepingCapacity: true)
        number += inner
        inner = 0
        isQuoted = false
    }

    /// Drops the byte-order mark that some editors put before the first line.
    mutating func dropByteOrderMark() {
        if number == 1, bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    }
}
