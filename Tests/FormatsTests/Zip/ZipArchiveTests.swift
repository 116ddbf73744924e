// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import GaitwayBase

/// Unpacks all of an entry through a buffer of `chunk` bytes.
func unpack(_ entry: ZipEntry, of archive: ZipArchive, chunk: Int) throws -> [UInt8] {
    let reader = try archive.reader(for: entry)
    var buffer = [UInt8](repeating: 0, count: chunk)
    var contents: [UInt8] = []
    while case let count = try reader.read(into: &buffer), count > 0 { contents += buffer[..<count] }
    return contents
}

@Suite struct ZipArchiveTests {
    /// Contents that pack well or not at all, of a length around the sizes of the buffers.
    private func randomContents(_ generator: inout SeededGenerator) -> [UInt8] {
        let length =
            [0, 1, 2, 100, 4095, 65_535, 65_536, 65_537, 200_000].randomElement(using: &generator) ?? 0
        let isNoise = Bool.random(using: &generator)
        return (0..<length).map {
            isNoise ? UInt8.random(in: 0...255, using: &generator) : UInt8($0 / 7 % 11)
        }
    }

    @Test func everyArchiveUnpacksToWhatWentIn() throws {
        var generator = SeededGenerator(seed: 1)
        for round in 0..<60 {
            var fixture = ZipFixture(
                (0..<Int.random(in: 0...5, using: &generator)).map { number in
                    var file = ZipFixture.File("ride \(number)/é.csv", randomContents(&generator))
                    file.isDeflated = Bool.random(using: &generator)
                    file.hasDescriptor = Bool.random(using: &generator)
                    file.isZip64 = Bool.random(using: &generator)
                    return file
                })
            fixture.hasZip64End = Bool.random(using: &generator)
            fixture.comment = Array("a comment".utf8.prefix(Int.random(in: 0...9, using: &generator)))
            let archive = try ZipArchive(bytes: fixture.bytes())
            #expect(archive.entries.map(\.nameBytes) == fixture.files.map(\.name), "round \(round)")
            let chunk = [100, 4096, 65_536, 1 << 20].randomElement(using: &generator) ?? 1
            for (entry, file) in zip(archive.entries, fixture.files) {
                #expect(
                    try unpack(entry, of: archive, chunk: chunk) == file.contents, "round \(round), \(entry)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 999, 1000, 1001])
    func theBufferDoesNotMatter(chunk: Int) throws {
        let contents = (0..<1000).map { UInt8($0 % 251) }
        var stored = ZipFixture.File("stored", contents)
        stored.isDeflated = false
        let archive = try ZipArchive(bytes: ZipFixture([stored, .init("deflated", contents)]).bytes())
        for entry in archive.entries { #expect(try unpack(entry, of: archive, chunk: chunk) == contents) }
    }

    @Test func foldersAndResourceForksAreLeftOut() throws {
        let names = ["ride/", "ride/Gyroscope.csv", "__MACOSX/ride/._Gyroscope.csv", "__MACOSX/", "ride/"]
        var files = names.map { ZipFixture.File($0, $0.hasSuffix("/") ? [] : [1, 2, 3]) }
        for index in files.indices { files[index].isDeflated = false }
        let archive = try ZipArchive(bytes: ZipFixture(files).bytes())
        #expect(archive.entries.map(\.name) == ["ride/Gyroscope.csv"])
    }

    @Test func partsOfANameThatLeadNowhereAreDropped() throws {
        let names = ["./", "./a.csv", "ride/./", ".//ride//./b.csv", "./__MACOSX/x", "c/d"]
        let files = names.map { ZipFixture.File($0, $0.hasSuffix("/") ? [] : Array($0.utf8)) }
        let archive = try ZipArchive(bytes: ZipFixture(files).bytes())
        #expect(archive.entries.map(\.name) == ["a.csv", "ride/b.csv", "c/d"])
        // The local header repeats the bytes as they were written.
        for entry in archive.entries { #expect(try archive.contents(of: entry) == entry.nameBytes) }
        let twice = ZipFixture(["a.csv", "./a.csv"].map { ZipFixture.File($0, [1]) })
        let error = #expect(throws: InputError.self) { try ZipArchive(bytes: twice.bytes()) }
        #expect(error?.problem == "has two entries named \"a.csv\"")
        for name in [".", "a/.", "./.", "./..", "./../a.csv"] {
            #expect(throws: InputError.self, "\(name)") { try ZipEntryName.decode(Array(name.utf8), isUTF8: true) }
        }
    }

    /// Systems that compare names byte by byte hold both.
    @Test func namesThatDifferInTheirUnicodeFormAreTwoEntries() throws {
        let names = ["caf\u{e9}.csv", "cafe\u{301}.csv"]
        let archive = try ZipArchive(bytes: ZipFixture(names.map { ZipFixture.File($0, Array($0.utf8)) }).bytes())
        #expect(archive.entries.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
        for entry in archive.entries { #expect(try archive.contents(of: entry) == Array(entry.name.utf8)) }
    }

    @Test func anOldNameIsReadInCodePage437() throws {
        var file = ZipFixture.File("", [7])
        file.name = [0x81, 0x62, 0x65, 0x72]
        #expect(try ZipArchive(bytes: ZipFixture([file]).bytes()).entries.map(\.name) == ["über"])
        #expect(try ZipEntryName.decode([0xff, 0x80], isUTF8: false) == "\u{a0}Ç")
    }

    @Test func aFileReadsAsItsBytesDo() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("ride.zip").path
        let contents = (0..<300_000).map { UInt8($0 / 3 % 256) }
        let bytes = ZipFixture([.init("a", contents), .init("b", [1])]).bytes()
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let archive = try ZipArchive(path: path)
        #expect(archive.entries.map(\.name) == ["a", "b"])
        #expect(try unpack(archive.entries[0], of: archive, chunk: 65_536) == contents)
        #expect(try archive.contents(of: archive.entries[1]) == [1])

        // The file is cut while it is open: an error, and the same again.
        let reader = try archive.reader(for: archive.entries[0])
        truncate(path, 200)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let error = #expect(throws: InputError.self) { try reader.read(into: &buffer) }
        #expect(error?.source == path + "/a" && error?.code == .truncated)
        #expect(throws: try #require(error)) { try reader.read(into: &buffer) }
    }

    @Test func whatIsNoFileIsRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appendingPathComponent("pipe").path
        mkfifo(pipe, 0o600)
        for path in [folder.path, folder.path + "/missing.zip", pipe] {
            let error = #expect(throws: InputError.self) { try ZipArchive(path: path) }
            #expect(error?.code == .unreadable && error?.source == path)
        }
    }

    @Test func contentsAreBounded() throws {
        let archive = try ZipArchive(bytes: ZipFixture([.init("a", [1, 2, 3])]).bytes())
        #expect(try archive.contents(of: archive.entries[0], maximumBytes: 3) == [1, 2, 3])
        let error = #expect(throws: InputError.self) {
            try archive.contents(of: archive.entries[0], maximumBytes: 2)
        }
        #expect(error?.code == .limitExceeded)
    }
}
