// SPDX-License-Identifier: Apache-2.0

/// A piece of an archive, read as little-endian fields. Every access is checked and throws beyond the end.
struct ZipRecord {
    /// The piece of the archive, from a record's signature on.
    let bytes: [UInt8]
    /// The kind of record, for the error message.
    let kind: String

    /// The unsigned integer of `width` bytes (1 to 8) at `offset`.
    func integer(at offset: Int, width: Int) throws(InputError) -> UInt64 {
        guard offset >= 0, offset <= bytes.count - width else {
            throw .malformed("the \(kind) ends within a field", remedy: ZipRecord.repack)
        }
        var value: UInt64 = 0
        for index in (offset..<offset + width).reversed() {
            value = value << 8 | UInt64(bytes[index])
        }
        return value
    }

    /// The 16-bit field at `offset`.
    func uint16(at offset: Int) throws(InputError) -> Int { Int(try integer(at: offset, width: 2)) }

    /// The 32-bit field at `offset`.
    func uint32(at offset: Int) throws(InputError) -> Int { Int(try integer(at: offset, width: 4)) }

    /// The 64-bit field at `offset`; more than 2^53 is refused, since no file is so long.
    func uint64(at offset: Int) throws(InputError) -> Int {
        let value = try integer(at: offset, width: 8)
        guard value <= 1 << 53 else {
            throw .malformed("the \(kind) has a size of \(value) bytes", remedy: ZipRecord.repack)
        }
        return Int(value)
    }

    /// `count` bytes from `offset`.
    func slice(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            throw .malformed("the \(kind) ends within a field", remedy: ZipRecord.repack)
        }
        return Array(bytes[offset..<offset + count])
    }

    /// The remedy for an archive whose own records contradict each other.
    static let repack: Remedy = "export the log again, or unpack it with another tool and give the folder"
}

/// The four bytes that begin each kind of record, as little-endian integers.
enum ZipSignature {
    static let localHeader = 0x0403_4b50
    static let directoryEntry = 0x0201_4b50
    static let end = 0x0605_4b50
    static let zip64End = 0x0606_4b50
    static let zip64Locator = 0x0706_4b50
}
