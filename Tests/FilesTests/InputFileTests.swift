// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import GaitwayBase

/// Files, pipes and folders that are read.
@Suite struct InputFileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private func fault(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch {
            return String(describing: error)
        }
    }

    @Test func wholeFileComesInOrder() throws {
        let text = String(repeating: "0123456789", count: 30_000)
        try folder.write(text, to: "a.csv")
        let file = try InputFile(path: folder.path("a.csv"))
        #expect(file.kind == .file && file.size == 300_000 && file.name == folder.path("a.csv"))
        #expect(try file.whole(limit: 300_000, remedy: "") == Array(text.utf8))
        // All of it was taken.
        var buffer = [UInt8](repeating: 0, count: 4)
        #expect(try file.read(into: &buffer) == 0)
    }

    @Test func fileAboveTheLimitIsRefused() throws {
        try folder.write("12345", to: "a")
        let problem = fault { _ = try InputFile(path: folder.path("a")).whole(limit: 4, remedy: "give less") }
        #expect(problem.hasSuffix("a: the file is larger than 0 MiB; give less"), "\(problem)")
        // A stream's length shows only while it is read.
        let endless = fault { _ = try InputFile(path: "/dev/zero").whole(limit: 1 << 20, remedy: "give less") }
        #expect(endless == "/dev/zero: the file is larger than 1 MiB; give less")
    }

    @Test func missingFilesAndFoldersAreNamed() throws {
        let missing = fault { _ = try InputFile(path: folder.path("none")) }
        #expect(
            missing.hasSuffix("none: cannot be read: No such file or directory; check the path and its permissions"))
        let whole = fault { _ = try InputFile(path: folder.path("")).whole(limit: 9, remedy: "give a model") }
        #expect(whole.hasSuffix("this is a folder, not a file; give a model"), "\(whole)")
        var buffer = [UInt8](repeating: 0, count: 4)
        let read = fault { _ = try InputFile(path: folder.path("")).read(into: &buffer) }
        #expect(read.contains("cannot be read: Is a directory"), "\(read)")
    }

    @Test func readingGoesBehindWhatTheBufferHolds() throws {
        try folder.write("abcdef", to: "a")
        let file = try InputFile(path: folder.path("a"))
        var buffer = Array("????".utf8)
        #expect(try file.read(into: &buffer, at: 3) == 1)
        #expect(try file.read(into: &buffer, at: 4) == 0)
        #expect(buffer == Array("???a".utf8))
    }

    @Test func passesAtPositionsDoNotDisturbEachOther() throws {
        try folder.write("abcdef", to: "a")
        let file = try InputFile(path: folder.path("a"))
        var buffer = Array("????".utf8)
        #expect(try file.read(from: 4, into: &buffer, 1..<4) == 2)
        #expect(buffer == Array("?ef?".utf8))
        try file.fill(&buffer, count: 3, from: 1)
        #expect(buffer == Array("bcd?".utf8))
        let short = fault { try file.fill(&buffer, count: 4, from: 3) }
        #expect(short.contains("became shorter"), "\(short)")
        // What is read in order begins at the beginning all the same.
        #expect(try file.read(into: &buffer) == 4)
        #expect(buffer == Array("abcd".utf8))
    }

    @Test func streamIsKeptInAFileWithoutAName() throws {
        var rest = ["one ", "two"].map { Array($0.utf8) }
        let kept = try InputFile(keeping: "standard input") { (buffer) throws(InputError) in
            guard !rest.isEmpty else { return 0 }
            let next = rest.removeFirst()
            buffer.replaceSubrange(0..<next.count, with: next)
            return next.count
        }
        #expect(kept.size == 7 && kept.name == "standard input")
        var buffer = [UInt8](repeating: 0, count: 7)
        for _ in 0..<2 {
            try kept.fill(&buffer, count: 7, from: 0)
            #expect(buffer == Array("one two".utf8))
        }
    }

    @Test func kindsOfPathsAreToldApart() throws {
        try folder.write("12345", to: "a")
        #expect(symlink("a", folder.path("link")) == 0)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(FileStatus(path: folder.path("link"))?.kind == .file)
        #expect(FileStatus(path: folder.path("link"))?.size == 5)
        #expect(FileStatus(path: folder.path("link"), followsLinks: false)?.kind == .link)
        #expect(FileStatus(path: folder.path("pipe"))?.kind == .stream)
        #expect(FileStatus(path: folder.path(""))?.kind == .folder)
        #expect(FileStatus(path: folder.path("none")) == nil)
        #expect(FileStatus(path: folder.path("link"))?.identity == FileStatus(path: folder.path("a"))?.identity)
        let paths = ["a", "link", "", "none", "pipe"].map { folder.path($0) } + ["-", "/dev/null"]
        #expect(paths.map(InputFile.isStream) == [false, false, false, false, true, true, true])
    }

    /// File systems keep times that 64 bits of nanoseconds do not hold. The present may be added to them, or taken
    /// away.
    @Test(arguments: [-20_000_000_000, 13_569_465_600, 1_790_000_000])
    func everyTimeOfAFileIsRead(_ second: Int) throws {
        try folder.write("1", to: "a")
        let time = timespec(tv_sec: second, tv_nsec: 5)
        #expect(utimensat(AT_FDCWD, folder.path("a"), [time, time], 0) == 0)
        var kept = stat()
        #expect(stat(folder.path("a"), &kept) == 0)
        let modified = try #require(FileStatus(path: folder.path("a"))).modified
        #expect(modified.signum() == kept.st_mtim.tv_sec.signum())
        #expect(modified.magnitude <= 1 << 62)
        if second == 1_790_000_000 { #expect(modified == 1_790_000_000_000_000_005) }
    }

    @Test func pipeWithoutAWriterCanBeOpenedWithoutWaiting() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let pipe = try InputFile(path: folder.path("pipe"), waits: false)
        #expect(pipe.kind == .stream && pipe.size == nil)
    }

    @Test func foldersAreListedInOrder() throws {
        for name in ["b", "a", ".hidden", "c/d"] { try folder.write("", to: name) }
        let listing = try FolderListing(path: folder.path(""))
        #expect(listing.names == [".hidden", "a", "b", "c"])
        #expect(listing.identity == FileIdentity(path: folder.path("")))
        #expect(FolderListing.identities(above: folder.path("c")).contains(try #require(listing.identity)))
        #expect(!FolderListing.identities(above: folder.path("")).contains(try #require(listing.identity)))
        let missing = fault { _ = try FolderListing(path: folder.path("none")) }
        #expect(missing.contains("the folder cannot be listed: No such file"), "\(missing)")
    }

    @Test func pipesAreReadSideBySide() throws {
        try folder.write("first", to: "a")
        try folder.write("second", to: "b")
        let pipes = InputPipes()
        let numbers = try ["a", "b"].map { try pipes.open(folder.path($0)) }
        var texts = ["", ""]
        while let number = try pipes.next() {
            texts[number] += String(decoding: try pipes.read(number), as: UTF8.self)
        }
        #expect(numbers == [0, 1] && texts == ["first", "second"])
    }

    @Test func growingFileHoldsWhatWasAddedAtOnce() throws {
        let file = try GrowingFile(path: folder.path("rows"))
        try file.append(Array("a\n".utf8))
        #expect(try folder.text("rows") == "a\n")
        try file.append(Array("b\n".utf8))
        #expect(try folder.text("rows") == "a\nb\n")
        #expect(fault { _ = try GrowingFile(path: folder.path("rows")) }.contains("File exists"))
    }

    @Test func takenFolderNamesAreNumbered() throws {
        let paths = try (0..<3).map { _ in try OutputFolder.createNew(in: folder.path("rides/new"), name: "walk") }
        #expect(paths == ["walk", "walk-2", "walk-3"].map { folder.path("rides/new/" + $0) })
    }
}
