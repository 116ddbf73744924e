// SPDX-License-Identifier: Apache-2.0

/// A zip archive made in memory. Its entries are stored as they are, without compression.
///
/// Equal entries make equal bytes: every entry has the first date that the format can hold.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
package struct ZipWriter: Sendable {
    /// The most bytes of an archive: its fields have 32 bits.
    package static let limit = Int(UInt32.max)

    private var archive: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    package init() {}

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: its path in the archive, with "/" between folders.
    ///   - contents: its bytes; all entries together stay below ``limit``.
    package mutating func add(_ name: String, _ contents: [UInt8]) {
        let path = Array(name.utf8)
        let whole = archive.count + directory.count + contents.count + 2 * path.count + 256
        precondition(whole <= Self.limit && path.count < 1 << 16 && count < 0xfffe, "the fields of the format hold it")
        var checksum = ZipChecksum()
        checksum.add(contents, count: contents.count)
        // Version 2.0, names in UTF-8, stored, midnight of 1 January 1980, checksum, both sizes, the name's length.
        let common = Self.fields([
            (20, 2), (1 << 11, 2), (0, 2), (0, 2), (0x21, 2), (Int(checksum.value), 4), (contents.count, 4),
            (contents.count, 4), (path.count, 2),
        ])
        directory += Self.fields([(ZipSignature.directoryEntry, 4), (20, 2)]) + common
        directory += Self.fields([(0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (archive.count, 4)]) + path
        archive += Self.fields([(ZipSignature.localHeader, 4)]) + common + [0, 0] + path
        archive += contents
        count += 1
    }

    /// The archive.
    package consuming func finished() -> [UInt8] {
        let end = Self.fields([
            (ZipSignature.end, 4), (0, 2), (0, 2), (count, 2), (count, 2), (directory.count, 4), (archive.count, 4),
            (0, 2),
        ])
        archive += directory
        archive += end
        return archive
    }

    /// Little-endian numbers of a width in bytes.
    private static func fields(_ fields: [(value: Int, width: Int)]) -> [UInt8] {
        fields.flatMap { field in
            (0..<field.width).map { UInt8(truncatingIfNeeded: field.value >> (8 * $0)) }
        }
    }
}
