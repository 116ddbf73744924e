// SPDX-License-Identifier: Apache-2.0

/// Where the central directory lies and how many entries it has: the end record of an archive, with its Zip64 form.
struct ZipEndRecord {
    /// Entries that the archive claims.
    var count: Int
    /// Bytes of the central directory.
    var directorySize: Int
    /// Where the central directory begins.
    var directoryOffset: Int

    private static let length = 22
    private static let longestComment = 0xffff

    /// Finds the end record of an archive.
    ///
    /// A comment of any bytes follows the record, so a record can be faked within it. Only a record counts whose
    /// comment ends with the file and whose directory ends where the record begins; if there are two, none is taken.
    init(of storage: ZipStorage) throws(InputError) {
        guard storage.size > 0 else { throw .empty("the file is empty", remedy: "export the log again") }
        guard storage.size >= Self.length else { throw Self.missing }
        let tailLength = min(storage.size, Self.length + Self.longestComment)
        let tailOffset = storage.size - tailLength
        let tail = try storage.read(at: tailOffset, count: tailLength, as: "end record")

        var found: ZipEndRecord?
        var fault: InputError = Self.missing
        for position in 0...(tailLength - Self.length) {
            // The first byte is compared before all else: this loop runs 65,536 times on an archive without end.
            guard tail.bytes[position] == 0x50, try tail.uint32(at: position) == ZipSignature.end,
                try tail.uint16(at: position + 20) == tailLength - position - Self.length
            else { continue }
            do throws(InputError) {
                let record = try ZipEndRecord(tail, position, at: tailOffset + position, of: storage)
                guard found == nil else {
                    throw .ambiguous("two end records fit the archive", remedy: ZipRecord.repack)
                }
                found = record
            } catch {
                if error.code == .ambiguous { throw error }
                fault = error
            }
        }
        guard let found else { throw fault }
        self = found
    }

    private static let missing = InputError.truncated(
        "the end record is missing: this is not a zip archive, or it was cut off",
        remedy: "fetch or export the log again")

    /// Reads the end record that stands at `position` of `tail` and at `offset` of the file.
    private init(_ tail: ZipRecord, _ position: Int, at offset: Int, of storage: ZipStorage) throws(InputError) {
        let disks = [try tail.uint16(at: position + 4), try tail.uint16(at: position + 6)]
        let countHere = try tail.uint16(at: position + 8)
        count = try tail.uint16(at: position + 10)
        directorySize = try tail.uint32(at: position + 12)
        directoryOffset = try tail.uint32(at: position + 16)
        var directoryEnd = offset
        var isWhole = disks.allSatisfy { $0 == 0 || $0 == 0xffff } && countHere == count

        if offset >= 20, case let locator = try storage.read(at: offset - 20, count: 20, as: "Zip64 locator"),
            try locator.uint32(at: 0) == ZipSignature.zip64Locator
        {
            directoryEnd = try locator.uint64(at: 8)
            let (disk, diskCount) = (try locator.uint32(at: 4), try locator.uint32(at: 16))
            isWhole = isWhole && disk == 0 && diskCount <= 1
            try readZip64(at: directoryEnd, locator: offset - 20, of: storage, isWhole: &isWhole)
        } else {
            isWhole = isWhole && disks == [0, 0]
        }
        guard isWhole else {
            throw .unsupported(
                "this is one part of an archive that spans several files",
                remedy: "join the parts, or unpack them and give the folder")
        }
        guard directorySize <= directoryEnd, directoryOffset == directoryEnd - directorySize else {
            throw .malformed("the central directory does not end where the end record begins", remedy: ZipRecord.repack)
        }
    }

    /// Takes the fields that do not fit the plain record from the Zip64 record at `offset`; the others must agree.
    private mutating func readZip64(
        at offset: Int, locator: Int, of storage: ZipStorage, isWhole: inout Bool
    ) throws(InputError) {
        let record = try storage.read(at: offset, count: 56, as: "Zip64 end record")
        guard try record.uint32(at: 0) == ZipSignature.zip64End, offset <= locator - 56,
            try record.uint64(at: 4) == locator - offset - 12
        else { throw .malformed("the Zip64 end record is not where its locator says", remedy: ZipRecord.repack) }
        let wide = try (
            countHere: record.uint64(at: 24), count: record.uint64(at: 32), size: record.uint64(at: 40),
            offset: record.uint64(at: 48)
        )
        let (disk, directoryDisk) = (try record.uint32(at: 16), try record.uint32(at: 20))
        isWhole = isWhole && disk == 0 && directoryDisk == 0 && wide.countHere == wide.count
        guard count == wide.count || count == 0xffff,
            directorySize == wide.size || directorySize == 0xffff_ffff,
            directoryOffset == wide.offset || directoryOffset == 0xffff_ffff
        else { throw .malformed("the two end records contradict each other", remedy: ZipRecord.repack) }
        (count, directorySize, directoryOffset) = (wide.count, wide.size, wide.offset)
    }
}
