// SPDX-License-Identifier: Apache-2.0

/// The files of a zip archive, found through its central directory and unpacked one chunk at a time.
///
/// Stored and deflated entries, Zip64 and data descriptors are read; folders and `__MACOSX/` are left out. What could
/// be read in two ways is refused: names that leave the archive, names given twice, entries that overlap, records
/// that contradict each other, more than one possible end record.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5.
package struct ZipArchive: Sendable {
    /// The archive as the user named it.
    package let source: String
    /// The files, in the order of the central directory; their names differ.
    package let entries: [ZipEntry]
    private let storage: ZipStorage

    /// Opens the archive at `path`, which stays open as long as the archive or a reader of it lives.
    ///
    /// - Throws: `InputError` if it cannot be read, is not a zip archive, is cut off, damaged, or larger than a log can
    ///   be.
    package init(path: String) throws(InputError) {
        // Opening a named pipe would wait for a writer.
        try self.init(InputFile(path: path, waits: false))
    }

    /// Opens the archive in an open file.
    package init(_ file: InputFile) throws(InputError) {
        guard file.size != nil else {
            throw .unreadable(
                "this is not a regular file", remedy: "save the archive to a file first", source: file.name)
        }
        try self.init(storage: .file(file), source: file.name)
    }

    /// Opens an archive that is in memory; `source` names it in errors.
    package init(bytes: [UInt8], source: String = "archive") throws(InputError) {
        try self.init(storage: .bytes(bytes), source: source)
    }

    private init(storage: ZipStorage, source: String) throws(InputError) {
        do throws(InputError) {
            entries = try ZipDirectory(of: storage).entries.filter { !$0.isIgnored }
            self.storage = storage
            self.source = source
        } catch {
            throw error.inSource(source)
        }
    }

    /// A reader at the first byte of an entry of this archive.
    ///
    /// - Throws: `InputError` naming the entry when it is encrypted, packed by another method than deflate, larger than
    /// a log can be for its packed size, or when its local header does not fit the central directory.
    package func reader(for entry: ZipEntry) throws(InputError) -> ZipEntryReader {
        let place = source + "/" + entry.name
        do throws(InputError) {
            try checkIsReadable(entry)
            return try ZipEntryReader(entry: entry, storage: storage, dataOffset: dataOffset(of: entry), source: place)
        } catch {
            throw error.inSource(place)
        }
    }

    /// All bytes of an entry, for small files such as metadata.
    ///
    /// - Throws: `InputError` as for a reader, and when there are more than `maximumBytes`.
    package func contents(of entry: ZipEntry, maximumBytes: Int = 16 << 20) throws(InputError) -> [UInt8] {
        guard entry.uncompressedSize <= maximumBytes else {
            throw .limitExceeded(
                "has \(entry.uncompressedSize) bytes; at most \(maximumBytes) are read at once",
                remedy: "unpack it and give the folder", source: source + "/" + entry.name)
        }
        let reader = try reader(for: entry)
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = try reader.read(into: &buffer), count > 0 {
            contents.append(contentsOf: buffer[..<count])
        }
        return contents
    }

    private func checkIsReadable(_ entry: ZipEntry) throws(InputError) {
        guard entry.flags.isDisjoint(with: .anyEncryption) else {
            throw .unsupported("is encrypted", remedy: "unpack it with its password and give the folder")
        }
        guard entry.method == 0 || entry.method == 8, !entry.flags.contains(.patch) else {
            throw .unsupported(
                "is packed by method \(entry.method); only stored and deflate are read",
                remedy: "unpack it with another tool and give the folder")
        }
        guard entry.method == 8 || entry.compressedSize == entry.uncompressedSize else {
            throw .malformed("is stored unpacked, but its two sizes differ", remedy: ZipRecord.repack)
        }
        let allowed = entry.compressedSize.multipliedReportingOverflow(by: ZipLimits.ratio)
        guard
            entry.uncompressedSize <= ZipLimits.ratioFreeBytes || allowed.overflow
                || entry.uncompressedSize <= allowed.partialValue
        else {
            throw .limitExceeded(
                "declares \(entry.uncompressedSize) bytes packed into \(entry.compressedSize), more than "
                    + "\(ZipLimits.ratio) to 1", remedy: "unpack it and give the folder, if you trust it")
        }
    }

    /// Reads the local header, checks that it says what the central directory says, and returns where the data begin.
    private func dataOffset(of entry: ZipEntry) throws(InputError) -> Int {
        let header = try storage.read(at: entry.headerOffset, count: 30, as: "local header")
        let nameLength = try header.uint16(at: 26)
        let name = try storage.read(
            at: entry.headerOffset + 30, count: min(nameLength, storage.size - entry.headerOffset - 30),
            as: "local header")
        let (signature, method) = (try header.uint32(at: 0), try header.uint16(at: 8))
        var agrees = signature == ZipSignature.localHeader && method == entry.method && name.bytes == entry.nameBytes
        let flags = ZipFlags(rawValue: try header.uint16(at: 6))
        agrees = agrees && flags.isDisjoint(with: .anyEncryption)
        if !flags.contains(.hasDescriptor) {
            let checksum = try header.uint32(at: 14)
            agrees = agrees && checksum == Int(entry.checksum)
            for (offset, size) in [(18, entry.compressedSize), (22, entry.uncompressedSize)] {
                let field = try header.uint32(at: offset)
                agrees = agrees && (field == size || field == 0xffff_ffff)
            }
        }
        guard agrees else {
            throw .malformed("its local header contradicts the central directory", remedy: ZipRecord.repack)
        }
        let dataOffset = entry.headerOffset + 30 + nameLength + (try header.uint16(at: 28))
        guard dataOffset <= entry.limit, entry.compressedSize <= entry.limit - dataOffset else {
            throw .malformed("its data run into the next entry", remedy: ZipRecord.repack)
        }
        return dataOffset
    }
}
