// SPDX-License-Identifier: Apache-2.0

/// The part of a JSON text that is in memory, and the source of what follows it.
struct JSONWindow {
    /// Reads the part; what it has read can be dropped.
    var reader = JSONReader([])
    /// Whether the text is over.
    private(set) var isAtEnd = false
    private let fill: (_ buffer: inout [UInt8]) throws(InputError) -> Int
    private var chunk: [UInt8]

    /// A window on the text that `fill` puts at the start of a buffer, which keeps its size; it returns how many bytes,
    /// 0 at the end.
    init(chunk: Int, fill: @escaping (_ buffer: inout [UInt8]) throws(InputError) -> Int) {
        self.chunk = [UInt8](repeating: 0, count: chunk)
        self.fill = fill
    }

    /// Adds the next piece of the text; false without one.
    mutating func more() throws(InputError) -> Bool {
        guard !isAtEnd else { return false }
        let count = try fill(&chunk)
        isAtEnd = count == 0
        reader.append(chunk[..<count])
        return count > 0
    }

    /// Passes over a byte-order mark, for which the window must hold three bytes if the text has them.
    mutating func begin(margin: Int = 3) throws(InputError) {
        while reader.rest < margin, try more() {}
        reader.skipByteOrderMark()
    }
}
