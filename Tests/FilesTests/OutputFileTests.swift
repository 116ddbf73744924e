// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import GaitwayBase

/// Files that are written whole or not at all.
@Suite struct OutputFileTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func newFileHoldsAllBytesAndNothingStaysBesideIt() throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = folder.path("a")
        let file = try OutputFile(path: path)
        for start in stride(from: 0, to: bytes.count, by: 999) {
            try file.write(Array(bytes[start..<min(start + 999, bytes.count)]))
        }
        #expect(!FileManager.default.fileExists(atPath: path), "it has no name before it is whole")
        try file.commit()
        #expect(try folder.read("a") == bytes)
        #expect(try folder.names() == ["a"])
    }

    @Test func oldFileStaysUntilTheNewOneIsWhole() throws {
        try folder.write("old", to: "a")
        do {
            let file = try OutputFile(path: folder.path("a"))
            try file.write(Array("new".utf8))
            #expect(try folder.text("a") == "old")
        }
        #expect(try folder.text("a") == "old")
        #expect(try folder.names() == ["a"], "what was begun is gone with its writer")
        try OutputFile.save(Array("new".utf8), to: folder.path("a"))
        #expect(try folder.text("a") == "new")
        #expect(try folder.names() == ["a"])
    }

    @Test func permissionsOfTheOldFileStay() throws {
        try folder.write("old", to: "a")
        chmod(folder.path("a"), 0o640)
        try OutputFile.save([1], to: folder.path("a"))
        var status = stat()
        #expect(stat(folder.path("a"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func newFileMayBePrivate() throws {
        let file = try OutputFile(path: folder.path("a"), isPrivate: true)
        try file.commit()
        var status = stat()
        #expect(stat(folder.path("a"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    /// The names of temporary files for a target.
    private func temporaryNames(_ name: String, _ numbers: Range<Int>) throws -> [String] {
        let target = try OutputPath(folder.path(name))
        return numbers.map { TemporaryFile.name(for: target, $0).split(separator: "/").last.map(String.init) ?? "" }
    }

    @Test func whatKilledWritersLeftIsRemoved() throws {
        let left = try temporaryNames("a", 0..<3)
        let other = try temporaryNames("b", 0..<1)[0]
        for name in left + [other] { try folder.write("half", to: name) }
        #expect(Set(left + [other]).count == 4)
        try OutputFile.save(Array("new".utf8), to: folder.path("a"))
        #expect(try folder.names() == [other, "a"].sorted())
        try OutputFile.save(Array("new".utf8), to: folder.path("b"), replaces: false)
        #expect(try folder.names() == ["a", "b"])
    }

    @Test func writersOfOneTargetLeaveEachOtherAlone() throws {
        let first = try OutputFile(path: folder.path("a"))
        try folder.write("half", to: try temporaryNames("a", 1..<2)[0])
        let second = try OutputFile(path: folder.path("a"))
        try first.write(Array("first".utf8))
        try second.write(Array("second".utf8))
        #expect(try folder.names() == temporaryNames("a", 0..<2).sorted())
        try second.commit()
        #expect(try folder.text("a") == "second")
        try first.commit()
        #expect(try folder.text("a") == "first")
        #expect(try folder.names() == ["a"])
    }

    @Test func whatIsNotAFileInTheWayStays() throws {
        let names = try temporaryNames("a", 0..<2)
        try folder.write("", to: names[0] + "/inner")
        #expect(symlink("elsewhere", folder.path(names[1])) == 0)
        try OutputFile.save([1], to: folder.path("a"))
        #expect(try folder.names() == (names + ["a"]).sorted())
    }

    @Test func linkIsWrittenThrough() throws {
        try folder.write("old", to: "inner/real")
        #expect(symlink("inner/real", folder.path("link")) == 0)
        #expect(symlink("link", folder.path("second")) == 0)
        #expect(symlink("inner/later", folder.path("dangling")) == 0)
        try OutputFile.save(Array("new".utf8), to: folder.path("second"))
        try OutputFile.save(Array("made".utf8), to: folder.path("dangling"))
        #expect(try folder.text("inner/real") == "new")
        #expect(try folder.text("inner/later") == "made")
        var status = stat()
        #expect(lstat(folder.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(try folder.names("inner") == ["later", "real"])
    }

    @Test func loopOfLinksIsRefused() throws {
        #expect(symlink("b", folder.path("a")) == 0)
        #expect(symlink("a", folder.path("b")) == 0)
        #expect(throws: OutputError.self) { try OutputFile.save([1], to: folder.path("a")) }
    }

    @Test func fileThatAppearsInTheMeantimeIsNotReplaced() throws {
        let file = try OutputFile(path: folder.path("a"), replaces: false)
        try file.write([1])
        try folder.write("somebody else's", to: "a")
        #expect(throws: OutputError.exists(folder.path("a"))) { try file.commit() }
        file.discard()
        #expect(try folder.text("a") == "somebody else's")
        #expect(try folder.names() == ["a"])
        #expect(throws: OutputError.exists(folder.path("a"))) {
            try OutputFile.save([1], to: folder.path("a"), replaces: false)
        }
    }

    @Test func newFileThatMayNotReplaceIsMade() throws {
        try OutputFile.save([1, 2], to: folder.path("a"), replaces: false)
        #expect(try folder.read("a") == [1, 2])
        #expect(try folder.names() == ["a"])
    }

    @Test func pipeIsWrittenDirectly() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        // Open at both ends, so that neither opening nor a short text waits.
        let pipe = open(path, O_RDWR | O_NONBLOCK)
        defer { close(pipe) }
        try OutputFile.save(Array("text".utf8), to: path)
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(pipe, &bytes, 10) == 4)
        #expect(bytes.prefix(4).elementsEqual("text".utf8))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func fullDeviceIsAnError() throws {
        #expect(throws: OutputError(path: "/dev/full", code: ENOSPC)) { try OutputFile.save([1], to: "/dev/full") }
        let file = try OutputFile(path: "/dev/full")
        #expect(throws: OutputError(path: "/dev/full", code: ENOSPC)) {
            try file.write([UInt8](repeating: 0, count: 1 << 17))
        }
    }

    @Test(.enabled(if: Folder.canMount, "mounting a small disk needs its permission"))
    func fullDiskLeavesTheOldFile() throws {
        try folder.write("", to: "disk/.keep")
        let disk = folder.path("disk")
        #expect(mount("none", disk, "tmpfs", 0, "size=64k") == 0)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        try OutputFile.save(Array("old".utf8), to: disk + "/a")
        let error = #expect(throws: OutputError.self) {
            try OutputFile.save([UInt8](repeating: 1, count: 1 << 20), to: disk + "/a")
        }
        #expect(error == OutputError(path: disk + "/a", code: ENOSPC))
        #expect(try folder.text("disk/a") == "old")
        #expect(try folder.names("disk") == ["a"])
    }

    @Test func folderAndMissingFolderAreRefused() throws {
        for (path, words) in [
            (folder.root, "is a folder"), (folder.path("none/a"), "does not exist"), ("", "not the name of a file"),
        ] {
            let error = #expect(throws: OutputError.self) { try OutputFile.save([1], to: path) }
            #expect(error?.problem.contains(words) == true, "\(String(describing: error))")
        }
        try folder.write("", to: "file")
        #expect(throws: OutputError.self) { try OutputFile.save([1], to: folder.path("file/a")) }
        #expect(try folder.names() == ["file"])
    }
}

/// A folder of a test.
final class Folder {
    let root: String

    init() throws {
        root = NSTemporaryDirectory() + "/gaitway-writing-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Whether this process may mount a file system, which is tried.
    static let canMount: Bool = {
        guard let folder = try? Folder(), mount("none", folder.root, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount2(folder.root, Int32(MNT_DETACH)) == 0
    }()

    func path(_ name: String) -> String { root + "/" + name }

    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

    func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }
}
