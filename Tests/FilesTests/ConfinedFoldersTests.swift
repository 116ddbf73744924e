// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import GaitwayBase

/// Folders that somebody else may have filled: nothing behind a link in them is read, written, listed or deleted.
@Suite struct ConfinedFoldersTests {
    let folder: Folder
    private var inside: String { folder.path("inside") }
    private var outside: String { folder.path("outside") }

    init() throws {
        folder = try Folder()
        for name in ["inside", "inside/real", "outside"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try folder.write("secret", to: "outside/file")
        try folder.write("own", to: "inside/real/file")
        for (link, target) in [
            ("folder", outside), ("file", outside + "/file"), ("gone", outside + "/new"), ("near", "real"),
            ("real/up", "../../outside"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: inside + "/" + link, withDestinationPath: target)
        }
        ConfinedFolders.add(inside)
    }

    /// Paths below the folder that lead out of it, or over a link.
    static let ways = [
        "folder/file", "file", "gone", "folder/new", "near/file", "real/up/file", "../outside/file",
        "real/../../outside/file",
        "folder/../file", "real/up/../outside/file",
    ]

    @Test(arguments: ways) func nothingBehindALinkIsReadOrWritten(_ way: String) throws {
        let path = inside + "/" + way
        let read = #expect(throws: InputError.self) { try InputFile(path: path) }
        #expect(read?.description.contains("link") == true)
        #expect(FileStatus(path: path)?.kind ?? .link == .link)
        #expect(FileIdentity(path: path) != FileIdentity(path: outside + "/file"))
        let written = #expect(throws: OutputError.self) { try OutputFile.save([1], to: path) }
        #expect(written?.description.contains("link") == true)
        #expect(throws: OutputError.self) { try GrowingFile(path: path).append([1]) }
        #expect(throws: OutputError.self) { try OutputFolder.create(path + "/deep") }
        #expect(throws: (any Error).self) { try FolderListing(path: path) }
        // However the path is written.
        for written in [path.replacing("/", with: "//"), path.replacing("/inside/", with: "/./inside/./")] {
            #expect(throws: InputError.self) { try InputFile(path: written) }
            #expect(throws: OutputError.self) { try OutputFolder.create(written + "/deep") }
        }
        try isUntouched()
    }

    @Test(arguments: ["folder/file", "near/file", "real/up/file", "../outside/file"])
    func nothingBehindALinkIsMovedOrDeleted(_ way: String) throws {
        let path = inside + "/" + way
        #expect(throws: OutputError.self) { try OutputFile.remove(path) }
        #expect(throws: OutputError.self) { try OutputFile.move(path, to: inside + "/taken") }
        #expect(throws: OutputError.self) { try OutputFile.move(inside + "/real/file", to: path + "-2") }
        #expect(throws: OutputError.self) {
            try OutputFile.move(inside + "/real/file", to: path + "-2", replaces: true)
        }
        try isUntouched()
        #expect(try folder.text("inside/real/file") == "own")
    }

    @Test func deletingALinkLeavesItsTarget() throws {
        try OutputFile.remove(inside + "/file")
        try OutputFile.remove(inside + "/folder")
        try isUntouched()
        #expect(FileStatus(path: inside + "/file", followsLinks: false) == nil)
    }

    @Test func whatIsNoLinkWorksAsElsewhere() throws {
        try OutputFolder.create(inside + "/a/b")
        try OutputFile.save(Array("one".utf8), to: inside + "/a/b/c")
        try OutputFile.save(Array("two".utf8), to: inside + "/./a//b/c")
        #expect(try folder.text("inside/a/b/c") == "two")
        #expect(try FolderListing(path: inside + "/a/b").names == ["c"], "no temporary file stays")
        #expect(throws: OutputError.self) { try OutputFile.save([1], to: inside + "/a/b/c", replaces: false) }
        #expect(try !OutputFile.move(inside + "/real/file", to: inside + "/a/b/c"))
        #expect(try OutputFile.move(inside + "/real/file", to: inside + "/a/b/d"))
        #expect(try FolderListing(path: inside + "/a/b").names == ["c", "d"])
        #expect(try FolderListing(path: inside + "/real").names == ["up"])
        #expect(try InputFile(path: inside + "/a/b/d").whole(limit: 10, remedy: "") == Array("own".utf8))
    }

    @Test func aPipeIsNotWaitedFor() throws {
        #expect(mkfifo(inside + "/pipe", 0o600) == 0)
        #expect(throws: InputError.self) { try InputFile(path: inside + "/pipe") }
        #expect(throws: OutputError.self) { try OutputFile.save([1], to: inside + "/pipe") }
    }

    @Test func aSlashWithAnAccentIsASlash() throws {
        // Swift takes both for one character, the system does not.
        try FileManager.default.createSymbolicLink(
            atPath: inside + "/\u{301}link", withDestinationPath: outside + "/file")
        #expect(throws: InputError.self) { try InputFile(path: inside + "/\u{301}link") }
    }

    @Test func linksElsewhereAreFollowed() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: outside)
        #expect(try InputFile(path: folder.path("link/file")).whole(limit: 10, remedy: "") == Array("secret".utf8))
    }

    private func isUntouched() throws {
        #expect(try folder.text("outside/file") == "secret")
        #expect(try FolderListing(path: outside).names == ["file"])
    }
}

/// Names that are not UTF-8.
@Suite struct ForeignNameTests {
    /// Each name of bytes has one text, and that text these bytes; also a name with the characters that stand for
    /// bytes.
    @Test func eachNameHasItsOwnText() {
        var random = SeededGenerator(seed: 7)
        let parts: [[UInt8]] = [
            [0xe9], [0x80], [0xff], [0xf4, 0x8f], Array("é".utf8), Array("a/".utf8), Array("漢".utf8),
            Array("\u{10F7E9}".utf8), Array("🚲".utf8),
        ]
        var names: [String: [UInt8]] = [:]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
                parts.randomElement(using: &random) ?? []
            }
            let text = ForeignName.text(bytes)
            #expect(text.systemPath.map { UInt8(bitPattern: $0) } == bytes + [0])
            #expect(names.updateValue(bytes, forKey: text) ?? bytes == bytes)
            let plain = String(validating: bytes, as: UTF8.self).map { !$0.contains("\u{10F7E9}") } ?? false
            #expect(ForeignName.isForeign(text) == !plain)
        }
    }

    @Test func aForeignNameIsListedReadAndRenamed() throws {
        let folder = try Folder()
        try folder.write("a", to: "taken")
        let bytes: [UInt8] = Array(folder.path("Z").utf8) + [0xfc] + Array("rich.gpx".utf8) + [0]
        let descriptor = creat(bytes.map { CChar(bitPattern: $0) }, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        let listing = try FolderListing(path: folder.path(""))
        let name = try #require(listing.names.first { ForeignName.isForeign($0) })
        #expect(listing.names.count == 2 && listing.names.contains("taken"))
        #expect(ForeignName.shown(name) == "Zürich.gpx" && QuotedText.printable(name) == "Zürich.gpx")
        #expect(FileStatus(path: folder.path(name))?.kind == .file)
        #expect(try !OutputFile.move(folder.path(name), to: folder.path("taken")))
        #expect(try InputFile(path: folder.path(name)).whole(limit: 1, remedy: "").isEmpty)
        try OutputFile.save([1], to: folder.path(name))
        #expect(try FolderListing(path: folder.path("")).names == listing.names, "no second file, nor a temporary one")
        #expect(try OutputFile.move(folder.path(name), to: folder.path(ForeignName.shown(name))))
        #expect(try FolderListing(path: folder.path("")).names == ["Zürich.gpx", "taken"])
    }
}
