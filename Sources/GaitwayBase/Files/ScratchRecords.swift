// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Records of one length that are added at the end and read again in any order.
///
/// The last ones are in memory, all others in a file without a name, so that memory does not grow with them. Few
/// records need no file. Copies of a value share the file until one of them grows.
package struct ScratchRecords<Element: BitwiseCopyable & Sendable>: Sendable {
    /// The bytes that memory holds unless the caller chooses.
    package static var standardMemory: Int { 8 << 20 }

    /// How many elements a record has.
    package let length: Int
    /// How many records there are.
    package private(set) var count = 0
    /// The bytes that memory holds at most.
    package let memory: Int
    private let folder: String
    private let write: ScratchFile.Writer
    /// The bytes of the last records, which are not in the file.
    private var tail: [UInt8] = []
    private var file: ScratchFile?

    /// No records. Those beyond `memory` bytes go to a file in the folder of `TMPDIR`.
    package init(length: Int, memory: Int = Self.standardMemory) {
        self.init(length: length, memory: memory, folder: ScratchFile.folder, write: ScratchFile.system)
    }

    init(length: Int, memory: Int, folder: String, write: @escaping ScratchFile.Writer) {
        precondition(length > 0, "a record has elements")
        self.length = length
        self.memory = memory
        self.folder = folder
        self.write = write
    }

    /// The bytes of all records but those in memory.
    private var bytesInFile: Int { count * length * MemoryLayout<Element>.stride - tail.count }

    /// Adds a record.
    ///
    /// - Throws: `unreadable` if the file cannot be made or written, as on a full disk.
    package mutating func append(_ record: [Element]) throws(InputError) {
        precondition(record.count == length, "all records have one length")
        record.withUnsafeBytes { tail.append(contentsOf: $0) }
        count += 1
        if tail.count > memory { try moveTail() }
    }

    /// Puts the elements of the records of a range at the start of `elements`, one record after the other.
    package func read(_ range: Range<Int>, into elements: inout [Element]) throws(InputError) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "records that were not added")
        // Whole runs of bytes are copied: a loop over elements would be slow where their type is not known.
        let stride = MemoryLayout<Element>.stride
        let (start, total) = (range.lowerBound * length * stride, range.count * length)
        var code: Int32?
        if elements.count < total {
            elements = [Element](unsafeUninitializedCapacity: total) { buffer, filled in
                code = read(UnsafeMutableRawBufferPointer(buffer), from: start, count: total * stride)
                filled = total
            }
        } else {
            code = elements.withUnsafeMutableBytes { read($0, from: start, count: total * stride) }
        }
        if let code, let file { throw file.unreadable(code) }
    }

    /// Puts bytes from `start` on at the start of `bytes`; nil, or the `errno` of the call that failed.
    private func read(_ bytes: UnsafeMutableRawBufferPointer, from start: Int, count: Int) -> Int32? {
        let fromFile = min(count, max(0, bytesInFile - start))
        if fromFile < count {
            let first = start + fromFile - bytesInFile
            tail.withUnsafeBytes { tail in
                UnsafeMutableRawBufferPointer(rebasing: bytes[fromFile..<count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: tail[first..<first + count - fromFile]))
            }
        }
        guard fromFile > 0 else { return nil }
        return file?.read(UnsafeMutableRawBufferPointer(rebasing: bytes[..<fromFile]), at: start)
    }

    /// Moves all bytes in memory to the file.
    private mutating func moveTail() throws(InputError) {
        let inFile = bytesInFile
        if file == nil {
            file = try ScratchFile(in: folder, write: write)
        } else if !isKnownUniquelyReferenced(&file) {
            file = try file?.copy(of: inFile)
        }
        try file?.write(tail, at: inFile)
        tail.removeAll(keepingCapacity: true)
    }
}

extension ScratchRecords {
    /// Reads records one at a time, and the file in blocks: the next record is mostly in memory.
    package struct Reader {
        private static var blockBytes: Int { 1 << 15 }

        private let records: ScratchRecords
        private let step: Int
        private var block = 0..<0
        /// The elements of the last block.
        package private(set) var elements: [Element] = []

        /// A reader of records that do not change meanwhile.
        package init(_ records: ScratchRecords) {
            self.records = records
            step = max(1, Self.blockBytes / (records.length * MemoryLayout<Element>.stride))
        }

        /// Where the elements of a record are among ``elements``, until the next call.
        package mutating func place(of index: Int) throws(InputError) -> Range<Int> {
            if !block.contains(index) {
                let first = index / step * step
                let next = first..<min(records.count, first + step)
                block = 0..<0
                try records.read(next, into: &elements)
                block = next
            }
            let start = (index - block.lowerBound) * records.length
            return start..<start + records.length
        }
    }
}
