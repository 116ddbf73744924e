// SPDX-License-Identifier: Apache-2.0

/// The central directory of an archive, checked as a whole: limits, names, no duplicates, no overlaps.
struct ZipDirectory {
    /// All entries in the directory's order, folders and resource forks included.
    private(set) var entries: [ZipEntry] = []

    /// Reads the central directory. Memory is bounded by the bytes that are there and by ``ZipLimits``, whatever the
    /// archive claims.
    init(of storage: ZipStorage) throws(InputError) {
        let end = try ZipEndRecord(of: storage)
        guard end.count <= ZipLimits.entries else {
            throw .limitExceeded(
                "claims \(end.count) entries; at most \(ZipLimits.entries) are read",
                remedy: "unpack it and give the folder")
        }
        guard end.directorySize <= ZipLimits.directoryBytes else {
            throw .limitExceeded(
                "has a central directory of \(end.directorySize) bytes; at most "
                    + "\(ZipLimits.directoryBytes) are read", remedy: "unpack it and give the folder")
        }
        let table = try storage.read(at: end.directoryOffset, count: end.directorySize, as: "central directory")
        var position = 0
        var names: Set<[UInt8]> = []
        var totalBytes = 0
        while entries.count < end.count {
            let entry = try Self.entry(in: table, at: &position)
            guard entry.isIgnored || names.insert(Array(entry.name.utf8)).inserted else {
                throw .malformed("has two entries named \(quoted: entry.name)", remedy: ZipRecord.repack)
            }
            let sum = totalBytes.addingReportingOverflow(entry.uncompressedSize)
            totalBytes = sum.partialValue
            guard !sum.overflow, totalBytes <= ZipLimits.totalBytes else {
                throw .limitExceeded(
                    "declares more than \(ZipLimits.totalBytes) bytes of unpacked files",
                    remedy: "unpack it and give the folder, if you trust it")
            }
            entries.append(entry)
        }
        guard position == table.bytes.count else {
            throw .malformed(
                "the central directory holds more than the \(end.count) entries it claims", remedy: ZipRecord.repack)
        }
        try setLimits(directoryOffset: end.directoryOffset)
    }

    /// Gives each entry the offset at which it must have ended, and refuses entries that overlap.
    private mutating func setLimits(directoryOffset: Int) throws(InputError) {
        var limit = directoryOffset
        for index in entries.indices.sorted(by: { entries[$0].headerOffset > entries[$1].headerOffset }) {
            let entry = entries[index]
            let header = 30 + entry.nameBytes.count
            guard entry.headerOffset <= limit, header <= limit - entry.headerOffset,
                entry.compressedSize <= limit - entry.headerOffset - header
            else { throw .malformed("\(quoted: entry.name) overlaps what follows it", remedy: ZipRecord.repack) }
            entries[index].limit = limit
            limit = entry.headerOffset
        }
    }

    /// Reads the directory's entry at `position` and moves on to the next.
    private static func entry(in table: ZipRecord, at position: inout Int) throws(InputError) -> ZipEntry {
        guard try table.uint32(at: position) == ZipSignature.directoryEntry else {
            throw .malformed(
                "the central directory is damaged at its byte \(position + 1)", remedy: "fetch or export the log again")
        }
        let start = position
        let nameLength = try table.uint16(at: start + 28)
        let extraLength = try table.uint16(at: start + 30)
        let commentLength = try table.uint16(at: start + 32)
        let nameBytes = try table.slice(at: start + 46, count: nameLength)
        let extra = ZipRecord(
            bytes: try table.slice(at: start + 46 + nameLength, count: extraLength), kind: "extra field")
        _ = try table.slice(at: start + 46 + nameLength + extraLength, count: commentLength)
        position = start + 46 + nameLength + extraLength + commentLength

        let flags = ZipFlags(rawValue: try table.uint16(at: start + 8))
        let name = try ZipEntryName.decode(nameBytes, isUTF8: flags.contains(.nameIsUTF8))
        let wide = try Zip64Fields(
            unpacked: table.uint32(at: start + 24), packed: table.uint32(at: start + 20),
            offset: table.uint32(at: start + 42), disk: table.uint16(at: start + 34), extra: extra)
        guard wide.disk == 0 else {
            throw .unsupported(
                "\(quoted: name) lies in another part of the archive",
                remedy: "join the parts, or unpack them and give the folder")
        }
        guard wide.unpacked == 0 || !name.hasSuffix("/") else {
            throw .malformed("\(quoted: name) is a folder but has \(wide.unpacked) bytes", remedy: ZipRecord.repack)
        }
        return ZipEntry(
            name: name, compressedSize: wide.packed, uncompressedSize: wide.unpacked, nameBytes: nameBytes,
            method: try table.uint16(at: start + 10), flags: flags,
            checksum: UInt32(truncatingIfNeeded: try table.uint32(at: start + 16)), headerOffset: wide.offset, limit: 0)
    }
}

/// The sizes and the place of an entry, taken from the Zip64 extra field where the plain fields are all ones.
private struct Zip64Fields {
    var unpacked: Int
    var packed: Int
    var offset: Int
    var disk: Int

    init(unpacked: Int, packed: Int, offset: Int, disk: Int, extra: ZipRecord) throws(InputError) {
        (self.unpacked, self.packed, self.offset, self.disk) = (unpacked, packed, offset, disk)
        guard unpacked == 0xffff_ffff || packed == 0xffff_ffff || offset == 0xffff_ffff || disk == 0xffff
        else { return }
        var position = 0
        while position + 4 <= extra.bytes.count {
            let length = try extra.uint16(at: position + 2)
            if try extra.uint16(at: position) == 1 {
                let field = ZipRecord(
                    bytes: try extra.slice(at: position + 4, count: length), kind: "Zip64 extra field")
                var next = 0
                func wide(_ value: Int) throws(InputError) -> Int {
                    guard value == 0xffff_ffff else { return value }
                    next += 8
                    return try field.uint64(at: next - 8)
                }
                self.unpacked = try wide(unpacked)
                self.packed = try wide(packed)
                self.offset = try wide(offset)
                if disk == 0xffff { self.disk = try field.uint32(at: next) }
                return
            }
            position += 4 + length
        }
        // Without the field, all ones are a size like any other; the checks that follow find it too large.
    }
}
