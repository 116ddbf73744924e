// SPDX-License-Identifier: Apache-2.0

/// Unpacks one entry of an archive in chunks. Memory: 64 KiB of packed data, zlib's 40 KiB, and the caller's buffer.
package final class ZipEntryReader {
    /// The entry that is read.
    package let entry: ZipEntry

    private let storage: ZipStorage
    private let source: String
    private let inflater: ZipInflater?
    private var input: [UInt8]
    private var pending: Range<Int> = 0..<0
    private var nextOffset: Int
    private var packedLeft: Int
    private var unpacked = 0
    private var checksum = ZipChecksum()
    private var isAtStreamEnd = false
    private var isDone = false
    private var failure: InputError?

    /// A reader of the packed data that begin at `dataOffset`; the archive has checked that they lie within it.
    init(entry: ZipEntry, storage: ZipStorage, dataOffset: Int, source: String) throws(InputError) {
        self.entry = entry
        self.storage = storage
        self.source = source
        inflater = entry.method == 0 ? nil : try ZipInflater()
        input = inflater == nil ? [] : [UInt8](repeating: 0, count: ZipLimits.inputBytes)
        nextOffset = dataOffset
        packedLeft = entry.compressedSize
    }

    /// Unpacks the next bytes into `buffer`, from its start, and returns how many; 0 at the end. Fewer than
    /// `buffer.count` (which stays as it is, and must not be 0) come only at the end. The last bytes are delivered
    /// only if size and CRC-32 are those of the central directory. 64 KiB to 1 MiB is a good buffer.
    ///
    /// - Throws: `InputError` for damaged data; the same error again in every later call.
    package func read(into buffer: inout [UInt8]) throws(InputError) -> Int {
        precondition(!buffer.isEmpty, "a buffer without room")
        if let failure { throw failure }
        if isDone { return 0 }
        do throws(InputError) {
            let count = inflater == nil ? try copy(into: &buffer) : try inflate(into: &buffer)
            checksum.add(buffer, count: count)
            unpacked += count
            if isDone { try checkWhole() }
            return count
        } catch {
            let named = error.inSource(source)
            failure = named
            throw named
        }
    }

    private func copy(into buffer: inout [UInt8]) throws(InputError) -> Int {
        let count = min(buffer.count, packedLeft)
        try storage.read(at: nextOffset, into: &buffer, count: count)
        nextOffset += count
        packedLeft -= count
        isDone = packedLeft == 0
        return count
    }

    private func inflate(into buffer: inout [UInt8]) throws(InputError) -> Int {
        guard let inflater else { return 0 }
        var filled = 0
        while filled < buffer.count, !isAtStreamEnd {
            if pending.isEmpty { try refill() }
            let progress = try inflater.inflate(input, pending, into: &buffer, filled..<buffer.count)
            filled += progress.produced
            try advance(by: progress)
            guard filled <= entry.uncompressedSize - unpacked else { throw tooLong }
        }
        // The stream's end may come after the last byte fitted: it is looked for now, so that the bytes are checked
        // before they are delivered.
        var spare: [UInt8] = [0]
        while !isAtStreamEnd, filled == entry.uncompressedSize - unpacked {
            if pending.isEmpty { try refill() }
            let progress = try inflater.inflate(input, pending, into: &spare, 0..<1)
            guard progress.produced == 0 else { throw tooLong }
            try advance(by: progress)
        }
        if isAtStreamEnd {
            guard pending.isEmpty, packedLeft == 0 else { throw damaged("has bytes after its packed data") }
            isDone = true
        }
        return filled
    }

    private func advance(by progress: ZipInflater.Progress) throws(InputError) {
        pending = pending.lowerBound + progress.consumed..<pending.upperBound
        isAtStreamEnd = progress.isAtEnd
        if progress.consumed == 0, progress.produced == 0, !isAtStreamEnd {
            throw damaged("its packed data end too early")
        }
    }

    private func refill() throws(InputError) {
        let count = min(input.count, packedLeft)
        guard count > 0 else { return }
        try storage.read(at: nextOffset, into: &input, count: count)
        nextOffset += count
        packedLeft -= count
        pending = 0..<count
    }

    private func checkWhole() throws(InputError) {
        guard unpacked == entry.uncompressedSize else {
            throw damaged("unpacks to \(unpacked) bytes and declares \(entry.uncompressedSize)")
        }
        guard checksum.value == entry.checksum else { throw damaged("fails its CRC-32 check") }
    }

    private var tooLong: InputError {
        damaged("unpacks to more than the \(entry.uncompressedSize) bytes that it declares")
    }

    private func damaged(_ problem: String) -> InputError {
        .malformed(problem, remedy: "fetch or export the log again")
    }
}
