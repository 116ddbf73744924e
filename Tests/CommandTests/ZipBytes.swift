// SPDX-License-Identifier: Apache-2.0
import CZlib
import TestSupport

/// A zip archive's bytes, made so that a test can set any of them wrong.
struct ZipBytes {
    private var archive: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds an entry that holds `contents`, `repeats` times; `declared` is the unpacked size that the archive claims.
    mutating func add(_ name: String, _ contents: [UInt8], repeats: Int = 1, declared: Int? = nil) {
        let packed = deflated(contents, repeats: repeats, level: 9)
        let checksum = contents.withUnsafeBufferPointer { buffer in
            Int((0..<repeats).reduce(UInt(0)) { sum, _ in crc32_z(sum, buffer.baseAddress, UInt(buffer.count)) })
        }
        let size = declared ?? contents.count * repeats
        let common = Self.fields([
            (20, 2), (0, 2), (8, 2), (0, 4), (checksum, 4), (packed.count, 4), (size, 4),
            (name.utf8.count, 2),
        ])
        directory += Self.fields([(0x0201_4b50, 4), (20, 2)]) + common
        directory +=
            Self.fields([(0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (archive.count, 4)]) + Array(name.utf8)
        archive += Self.fields([(0x0403_4b50, 4)]) + common + [0, 0] + Array(name.utf8) + packed
        count += 1
    }

    /// The archive; `claimed` is the number of entries that its end record states.
    func bytes(claimed: Int? = nil) -> [UInt8] {
        let total = claimed ?? count
        let end = archive.count + directory.count
        var bytes = archive + directory
        if total > 0xfffe {
            bytes += Self.fields([
                (0x0606_4b50, 4), (44, 8), (45, 2), (45, 2), (0, 4), (0, 4), (total, 8), (total, 8),
                (directory.count, 8),
                (archive.count, 8),
            ])
            bytes += Self.fields([(0x0706_4b50, 4), (0, 4), (end, 8), (1, 4)])
        }
        let short = min(total, 0xffff)
        bytes += Self.fields([
            (0x0605_4b50, 4), (0, 2), (0, 2), (short, 2), (short, 2), (directory.count, 4),
            (archive.count, 4), (0, 2),
        ])
        return bytes
    }

    /// Little-endian numbers of a width in bytes.
    private static func fields(_ fields: [(value: Int, width: Int)]) -> [UInt8] {
        fields.flatMap { field in (0..<field.width).map { UInt8(truncatingIfNeeded: field.value >> (8 * $0)) }
        }
    }
}
