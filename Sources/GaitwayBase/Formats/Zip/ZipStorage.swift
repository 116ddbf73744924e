// SPDX-License-Identifier: Apache-2.0

/// The bytes of an archive, at random access: an open file or an array.
enum ZipStorage: Sendable {
    case file(InputFile)
    case bytes([UInt8])

    /// How many bytes there are.
    var size: Int {
        switch self {
        case .file(let file): file.size ?? 0
        case .bytes(let bytes): bytes.count
        }
    }

    /// `count` bytes from `offset`; throws if they are not all there, before any memory is taken for them.
    func read(at offset: Int, count: Int, as kind: String) throws(InputError) -> ZipRecord {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
            throw .truncated(
                "the \(kind) lies beyond the end of the file",
                remedy: "the copy may be incomplete: fetch or export the log again")
        }
        switch self {
        case .bytes(let bytes): return ZipRecord(bytes: Array(bytes[offset..<offset + count]), kind: kind)
        case .file(let file):
            var buffer = [UInt8](repeating: 0, count: count)
            try Self.fill(&buffer, count: count, from: offset, of: file)
            return ZipRecord(bytes: buffer, kind: kind)
        }
    }

    /// Reads `count` bytes from `offset` to the start of `buffer`, which must be long enough.
    func read(at offset: Int, into buffer: inout [UInt8], count: Int) throws(InputError) {
        switch self {
        case .bytes(let bytes): buffer.replaceSubrange(0..<count, with: bytes[offset..<offset + count])
        case .file(let file): try Self.fill(&buffer, count: count, from: offset, of: file)
        }
    }

    /// Reads from a file; errors leave it to the caller to name the entry.
    private static func fill(
        _ buffer: inout [UInt8], count: Int, from offset: Int, of file: InputFile
    ) throws(InputError) {
        do throws(InputError) {
            try file.fill(&buffer, count: count, from: offset)
        } catch {
            var fault = error
            fault.source = nil
            throw fault
        }
    }
}
