// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayBase

@Suite struct ZipDamageTests {
    private static func small(zip64: Bool) -> ZipFixture {
        var stored = ZipFixture.File("a.csv", Array("t,x\n0,1\n".utf8))
        stored.isDeflated = false
        var packed = ZipFixture.File("b/c.csv", Array("t,x,y,z\n0,1,1,1\n1,1,1,1\n".utf8))
        packed.hasDescriptor = true
        packed.isZip64 = zip64
        var fixture = ZipFixture([stored, packed])
        fixture.hasZip64End = zip64
        fixture.comment = Array("ok".utf8)
        return fixture
    }

    /// All files by name, or nil for an InputError; any other error fails the test.
    private func contents(_ bytes: [UInt8]) throws -> [String: [UInt8]]? {
        do {
            let archive = try ZipArchive(bytes: bytes)
            var files: [String: [UInt8]] = [:]
            for entry in archive.entries { files[entry.name] = try unpack(entry, of: archive, chunk: 16) }
            return files
        } catch is InputError {
            return nil
        }
    }

    @Test(arguments: [false, true])
    func noCutGoesUnnoticed(zip64: Bool) throws {
        let bytes = Self.small(zip64: zip64).bytes()
        #expect(try contents(bytes)?.count == 2)
        for length in bytes.indices {
            #expect(try contents(Array(bytes[..<length])) == nil, "cut to \(length) of \(bytes.count)")
        }
    }

    @Test(arguments: [false, true])
    func aChangedByteGivesTheRightFilesOrAnError(zip64: Bool) throws {
        let bytes = Self.small(zip64: zip64).bytes()
        let whole = try #require(try contents(bytes))
        var unnoticed = 0
        for position in bytes.indices {
            for change: UInt8 in [1, 2, 4, 8, 16, 32, 64, 128, 255, 0x59] {
                var changed = bytes
                changed[position] ^= change
                guard let files = try contents(changed) else { continue }
                unnoticed += 1
                #expect(files == whole, "byte \(position) changed by \(change)")
            }
        }
        // Times, versions, attributes, the descriptor and the comment are not looked at; the test reaches them.
        #expect(unnoticed > 0 && unnoticed < bytes.count * 10 / 2)
    }

    @Test func noiseIsRefused() throws {
        var generator = SeededGenerator(seed: 2)
        let good = Self.small(zip64: true).bytes()
        let whole = try #require(try contents(good))
        for _ in 0..<Rounds.count(12_000) {
            var bytes = good
            for _ in 0..<Int.random(in: 2...6, using: &generator) {
                let value: UInt8 = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
                bytes[Int.random(in: bytes.indices, using: &generator)] = value
            }
            // A name may change in both headers alike, and so may CRC and data; what is read is the only question.
            if let files = try contents(bytes) { #expect(files.count == whole.count) }
        }
    }

    private func code(_ fixture: ZipFixture) -> InputError.Code? { fault(fixture.bytes())?.code }

    /// The error of opening an archive and reading all of it.
    private func fault(_ bytes: [UInt8]) -> InputError? {
        do {
            let archive = try ZipArchive(bytes: bytes, source: "ride.zip")
            for entry in archive.entries { _ = try unpack(entry, of: archive, chunk: 1 << 16) }
            return nil
        } catch {
            return error as? InputError
        }
    }

    @Test(arguments: [
        "../a", "a/../b", "..", "/a", "a\\b", "C:/a", "a\0b", "a\nb", "a\u{9b}b", "",
    ])
    func aNameThatLeadsElsewhereIsRefused(name: String) {
        #expect(code(ZipFixture([.init(name, [1])])) == .malformed)
        #expect(code(ZipFixture([.init("a..b/...c", [1])])) == nil)
    }

    @Test func twoEntriesOfOneNameAreRefused() {
        #expect(code(ZipFixture([.init("a", [1]), .init("a", [2])])) == .malformed)
    }

    @Test func entriesThatOverlapAreRefused() {
        // The second entry's offset is set to the first's, as an overlapping zip bomb has it.
        var bytes = ZipFixture([.init("a", [1]), .init("b", [2])]).bytes()
        let second = bytes.count - 22 - 5 - 1 - 4
        #expect(bytes[second] == 30 + 1 + 3)
        bytes[second] = 0
        #expect(fault(bytes)?.code == .malformed)
    }

    /// Both records of an entry say the same, or other programs would read another file.
    @Test(arguments: [("method", 8), ("CRC-32", 14), ("packed size", 18), ("unpacked size", 22), ("name", 30)])
    func aLocalHeaderThatContradictsTheDirectoryIsRefused(field: String, offset: Int) {
        var stored = ZipFixture.File("a.csv", Array("t,x\n0,1\n".utf8))
        stored.isDeflated = false
        var bytes = ZipFixture([stored]).bytes()
        #expect(fault(bytes) == nil)
        bytes[offset] ^= 1
        let fault = fault(bytes)
        #expect(fault?.code == .malformed && fault?.source == "ride.zip/a.csv")
        #expect(fault?.problem == "its local header contradicts the central directory")
    }

    /// An extra field of the local header moves the data into the next entry. The CRC-32 is that of the bytes there, so
    /// that it tells nothing.
    @Test func dataThatRunIntoTheNextEntryAreRefused() {
        let nextHeader = Array("PK\u{3}\u{4}".utf8)
        var first = ZipFixture.File("a.csv", [5, 6, 7, 8] + nextHeader)
        first.isDeflated = false
        first.packed = [1, 2, 3, 4, 5, 6, 7, 8]
        var bytes = ZipFixture([first, .init("b.csv", [9])]).bytes()
        bytes[28] = UInt8(nextHeader.count)
        #expect(fault(bytes)?.problem == "its data run into the next entry")
    }

    @Test func whatCannotBeUnpackedIsNamed() {
        for (flags, method) in [(1, 8), (0x41, 8), (0x2000, 8), (0, 12), (0, 14), (0, 99), (0x20, 8)] {
            var file = ZipFixture.File("a.csv", [1])
            file.flags = flags
            file.method = method
            let error = fault(ZipFixture([file]).bytes())
            #expect(error?.code == .unsupported && error?.source == "ride.zip/a.csv" && error?.remedy != "")
        }
        var parts = ZipFixture([.init("a", [1])])
        parts.disk = 1
        #expect(code(parts) == .unsupported)
    }

    @Test func claimsBeyondTheFileAreRefused() {
        var million = ZipFixture([.init("a", [1])])
        million.hasZip64End = true
        million.claimedCount = 1_000_000
        #expect(code(million) == .limitExceeded)
        million.claimedCount = ZipLimits.entries
        #expect(code(million) == .malformed)
        million.hasZip64End = false
        million.claimedCount = 0
        #expect(code(million) == .malformed)

        var huge = ZipFixture.File("a", [1])
        huge.isZip64 = true
        for size in [ZipLimits.totalBytes + 1, 1 << 53, Int.max, -1, 2, 0] {
            huge.declaredSize = size
            let code = code(ZipFixture([huge]))
            #expect(code == ((3...1 << 53).contains(size) ? .limitExceeded : .malformed), "declares \(size)")
        }
        #expect(fault([])?.code == .empty)
        #expect(fault([80, 75])?.code == .truncated)
        #expect(fault([UInt8](repeating: 80, count: 100_000))?.code == .truncated)
    }

    @Test func aBombIsRefusedBeforeItIsUnpacked() {
        let zeros = [UInt8](repeating: 0, count: ZipLimits.ratioFreeBytes + 1)
        let bomb = ZipFixture.File("bomb", zeros)
        #expect(code(ZipFixture([bomb])) == .limitExceeded)
        // One that declares less is stopped at what it declares.
        var liar = bomb
        liar.declaredSize = 1000
        #expect(code(ZipFixture([liar])) == .malformed)
    }

    @Test func packedDataMustFitWhatIsDeclared() {
        let contents = (0..<5000).map { UInt8($0 / 9 % 256) }
        for (packed, problem) in [
            (deflated(contents) + [0], "has bytes after its packed data"),
            (Array(deflated(contents).dropLast(3)), "its packed data end too early"),
            (deflated(contents + [1]), "unpacks to more than the 5000 bytes that it declares"),
            (deflated(contents.dropLast()), "unpacks to 4999 bytes and declares 5000"),
            (deflated(contents.reversed()), "fails its CRC-32 check"),
        ] {
            var file = ZipFixture.File("a.csv", contents)
            file.packed = packed
            #expect(fault(ZipFixture([file]).bytes())?.problem == problem)
        }
    }

    @Test func theLastChunkIsCheckedBeforeItIsDelivered() throws {
        // The buffer takes all bytes, and the stream's end is still to be read.
        var file = ZipFixture.File("a.csv", (0..<1000).map { UInt8($0 % 251) })
        file.packed = deflated(file.contents.reversed())
        let archive = try ZipArchive(bytes: ZipFixture([file]).bytes())
        let reader = try archive.reader(for: archive.entries[0])
        var buffer = [UInt8](repeating: 0, count: 500)
        #expect(try reader.read(into: &buffer) == 500)
        #expect(throws: InputError.self) { try reader.read(into: &buffer) }
    }

    @Test func anEndRecordWithinTheCommentDoesNotWin() throws {
        var fixture = ZipFixture([.init("a", [1])])
        fixture.comment = ZipFixture([]).bytes()
        // Its directory would not end where it begins: the true record is found.
        #expect(try ZipArchive(bytes: fixture.bytes()).entries.map(\.name) == ["a"])

        // A record in the comment that fits as well as the true one does: neither is taken.
        let length = fixture.bytes().count
        var fake = Bytes()
        fake.add(0x0605_4b50, 4, 0, 8, 0, 4, length - 22, 4, 0, 2)
        fixture.comment = fake.bytes
        #expect(fixture.bytes().count == length)
        #expect(code(fixture) == .ambiguous)
    }
}
