// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A source of the bytes of one file: a file, standard input, an entry of a zip, or memory.
package protocol ByteSource: AnyObject {
    /// Whether bytes may arrive slowly, so that the present ones should be used before waiting for more.
    var isLive: Bool { get }

    /// Reads at most `buffer.count - offset` bytes into `buffer` from `offset` on; returns how many, 0 at the end.
    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int
}

/// A file, or a pipe whose bytes are used as they arrive.
extension InputFile: ByteSource {
    package var isLive: Bool { isStandardInput || kind == .stream }
}

/// One pass over a file that other passes may be reading, too.
final class FilePass: ByteSource {
    let isLive = false
    private let file: InputFile
    private var position = 0

    init(_ file: InputFile) { self.file = file }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        let count = try file.read(from: position, into: &buffer, offset..<buffer.count)
        position += count
        return count
    }
}

/// Bytes in memory, handed out in chunks of a chosen size.
package final class MemorySource: ByteSource {
    package let isLive: Bool
    private var rest: ArraySlice<UInt8>
    private let chunk: Int

    /// Hands out `bytes`, at most `chunk` at a time.
    package init(_ bytes: [UInt8], chunk: Int = .max, isLive: Bool = false) {
        rest = bytes[...]
        self.chunk = max(1, chunk)
        self.isLive = isLive
    }

    package func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        rest.move(into: &buffer, at: offset, limit: chunk)
    }
}

extension ArraySlice<UInt8> {
    /// Moves its first bytes into `buffer` from `offset` on, as many as fit, at most `limit`; returns how many.
    mutating func move(into buffer: inout [UInt8], at offset: Int, limit: Int = .max) -> Int {
        let moved = prefix(Swift.max(0, Swift.min(limit, buffer.count - offset)))
        buffer.replaceSubrange(offset..<offset + moved.count, with: moved)
        self = dropFirst(moved.count)
        return moved.count
    }
}
