// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
import Testing

@testable import GaitwayBase

/// Records that go to a file without a name when they are many.
@Suite struct ScratchRecordsTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func records(
        memory: Int, write: @escaping ScratchFile.Writer = ScratchFile.system
    ) -> ScratchRecords<Int16> {
        ScratchRecords(length: 3, memory: memory, folder: folder.root, write: write)
    }

    /// The record of a number.
    private static func record(_ number: Int) -> [Int16] { [Int16(number), Int16(-number), 7] }

    /// With 0 bytes each record goes to the file at once, with 40 after seven; with 10,000 all stay in memory.
    @Test(arguments: [0, 40, 10_000]) func recordsComeBackFromMemoryAndFile(memory: Int) throws {
        var records = records(memory: memory)
        for number in 0..<500 { try records.append(Self.record(number)) }
        #expect(records.count == 500)
        var elements: [Int16] = []
        for range in [0..<500, 3..<3, 0..<1, 499..<500, 480..<500, 491..<498] {
            try records.read(range, into: &elements)
            #expect(Array(elements[..<(3 * range.count)]) == range.flatMap(Self.record))
        }
        var reader = ScratchRecords<Int16>.Reader(records)
        for number in [0, 1, 499, 498, 3, 250] {
            let place = try reader.place(of: number)
            #expect(Array(reader.elements[place]) == Self.record(number))
        }
        // The file has no name.
        #expect(try FolderListing(path: folder.root).names.isEmpty)
    }

    @Test func copiesGrowApart() throws {
        var first = records(memory: 40)
        for number in 0..<100 { try first.append(Self.record(number)) }
        var second = first
        for number in 0..<100 {
            try first.append(Self.record(1000 + number))
            try second.append(Self.record(2000 + number))
        }
        var elements: [Int16] = []
        try first.read(0..<200, into: &elements)
        #expect(elements == (0..<100).flatMap(Self.record) + (1000..<1100).flatMap(Self.record))
        try second.read(0..<200, into: &elements)
        #expect(elements == (0..<100).flatMap(Self.record) + (2000..<2100).flatMap(Self.record))
    }

    @Test func systemsThatWriteALittleAtATimeAreAskedAgain() throws {
        let calls = Mutex(0)
        var records = records(memory: 100) { descriptor, bytes, position in
            calls.withLock { $0 += 1 }
            if calls.withLock({ $0 % 3 == 0 }) {
                errno = EINTR
                return -1
            }
            return ScratchFile.system(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(7)), position)
        }
        for number in 0..<100 { try records.append(Self.record(number)) }
        var elements: [Int16] = []
        try records.read(0..<100, into: &elements)
        #expect(elements == (0..<100).flatMap(Self.record))
        #expect(calls.withLock { $0 } > 80)
    }

    @Test(.enabled(if: Folder.canMount, "mounting a small disk needs its permission"))
    func fullDiskIsNamed() throws {
        try folder.write("", to: "disk/.keep")
        let disk = folder.path("disk")
        #expect(mount("none", disk, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        var records = ScratchRecords<Int16>(length: 3, memory: 600, folder: disk, write: ScratchFile.system)
        let error = #expect(throws: InputError.self) {
            for number in 0..<20_000 { try records.append(Self.record(number)) }
        }
        #expect(records.count > 5_000)
        #expect(error?.code == .unreadable)
        #expect(
            error?.description
                == "cannot keep data in \(disk): No space left on device; set TMPDIR to a folder with room")
    }

    @Test func missingFolderIsNamed() {
        var records = ScratchRecords<Int16>(
            length: 3, memory: 0, folder: folder.path("none"), write: ScratchFile.system)
        let error = #expect(throws: InputError.self) { try records.append([1, 2, 3]) }
        #expect(error?.problem == "cannot keep data in \(folder.path("none")): No such file or directory")
    }
}
