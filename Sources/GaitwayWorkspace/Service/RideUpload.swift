// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveServer
import GaitwayRecognition
import Glibc

/// A file that a page sends in pieces: it grows in `.gaitway/uploads`, and moves to `rides/` or `inbox/` whole.
///
/// The pieces of a file are told from those of others by an identity that the sender chose, never by the file's name.
struct RideUpload {
    private let name: String
    private let folder: WorkspaceFolder
    private let identity: String?

    /// The largest file in bytes.
    static let most = 4 << 30
    /// While pieces without an identity come, and for this long afterwards, no other file of their name may begin, in
    /// nanoseconds.
    private static let rest: Int64 = 30_000_000_000
    /// What waits longer than this for its next piece is deleted when a server starts, in nanoseconds.
    private static let oldest: Int64 = 7 * 86_400_000_000_000

    /// An upload of a file by its name on the sender's machine, which may have folders.
    ///
    /// - Throws: `WorkspaceRefusal` for an identity that is not 16 to 64 letters and digits.
    init(name: String, identity: String?, folder: WorkspaceFolder) throws(WorkspaceRefusal) {
        let parts = name.split { $0 == "/" || $0 == "\\" }.suffix(8).map { WorkspaceFolder.fileName(String($0)) }
        self.name = parts.isEmpty ? "unnamed" : parts.joined(separator: "/")
        self.folder = folder
        self.identity = identity
        if let identity {
            let isFit = identity.utf8.allSatisfy { $0 >= 97 && $0 <= 122 || $0 >= 48 && $0 <= 57 }
            guard isFit, (16...64).contains(identity.utf8.count) else {
                throw WorkspaceRefusal(
                    400, "The upload's identity is not 16 to 64 lower-case letters and digits.",
                    "Draw a random one for each file.")
            }
        }
    }

    /// Takes a piece; returns the bytes that have arrived, and with the last one the whole file.
    ///
    /// - Throws: `WorkspaceRefusal` with the offset to go on from, `OutputError` for a full disk.
    func append(_ bytes: [UInt8], at offset: Int, total: Int) throws -> (received: Int, whole: UploadedFile?) {
        try OutputFolder.create(folder.uploads)
        let isAlone = offset == 0 && bytes.count == total
        let shared = SHA256.text(SHA256.hash(Array("\(total) \(name)".utf8)))
        let part = try PartFile(
            folder.uploads + "/" + (identity ?? (isAlone ? AccessToken.random() : "by-name-" + shared)) + ".part",
            isNew: offset == 0)
        if offset == 0, identity == nil, part.size > 0, part.age < Self.rest {
            throw WorkspaceRefusal(
                409, "Another page sends \(name).", "Try again in \(Self.rest / 1_000_000_000) s.")
        }
        guard offset == 0 || offset == part.size, offset <= total, bytes.count <= total - offset else {
            throw WorkspaceRefusal(409, "The next piece begins at \(part.size).", "Send the file again.")
        }
        try part.write(bytes, at: offset)
        let received = offset + bytes.count
        return (received, received == total ? UploadedFile(part: part, name: name, folder: folder) : nil)
    }

    /// Deletes what pages began to send long ago.
    static func removeOld(in folder: WorkspaceFolder, now: Timestamp) {
        for name in (try? FolderListing(path: folder.uploads))?.names ?? [] {
            let path = folder.uploads + "/" + name
            guard let status = FileStatus(path: path), status.kind == .file,
                now.nanoseconds - status.modified > oldest
            else { continue }
            try? OutputFile.remove(path)
        }
    }
}

/// A file that has arrived whole, and has no name yet. Other pieces for it wait until it has one.
struct UploadedFile {
    fileprivate let part: PartFile
    fileprivate let name: String
    fileprivate let folder: WorkspaceFolder

    /// The name that the sender gave it.
    var fileName: String { FileName.last(name) }

    /// The file's bytes if it is a manifest, which is then gone; nil for any other file.
    func manifest() throws -> [UInt8]? {
        guard let kind = try foreign?.kind, kind == ForeignFile.manifestKind else { return nil }
        let bytes = try InputFile(path: part.path).whole(limit: 64 << 20, remedy: "send a smaller manifest")
        try OutputFile.remove(part.path)
        return bytes
    }

    /// What the file is, if its first bytes say that it is not a log.
    private var foreign: ForeignFile? { get throws { try ForeignFile.at(part.path) } }

    /// Gives the file its name; returns its path below `rides/`, whether it is new, the rides that it holds, and what
    /// cannot be read.
    func moveToRides() throws -> (path: String, isNew: Bool, rides: [String], problems: [String]) {
        if let foreign = try foreign { return try removed(part.path, foreign.error(source: name)) }
        let (target, isNew) = try move(to: folder.rides, as: name)
        let search = LogSearch([folder.rides + "/" + target])
        // A file of a folder may belong to the tables beside it.
        if isNew, !target.contains("/"), let fault = Self.foreign(search) {
            return try removed(folder.rides + "/" + target, fault)
        }
        let prefix = folder.rides + "/"
        let rides = search.logs.map(\.name).map { name in
            name.hasPrefix(prefix) ? String(name.dropFirst(prefix.utf8.count)) : name
        }
        return (target, isNew, rides, search.faults.map { "\(target): \($0.problem)" })
    }

    /// Removes what is not a log, and says what it is.
    private func removed(
        _ path: String, _ fault: InputError
    ) throws(OutputError) -> (path: String, isNew: Bool, rides: [String], problems: [String]) {
        try OutputFile.remove(path)
        let what = fault.problem.hasPrefix("this is ") ? "" : "this is not a motion log: "
        let advice = fault.remedy == "\(use: .track)" ? "; add it in Days" : ""
        return (name, false, [], ["\(name): \(what)\(fault.problem)\(advice)"])
    }

    /// Why nothing that was found is a log, not even a faulty one; nil if something may be.
    private static func foreign(_ search: LogSearch) -> InputError? {
        var found = search.faults.first
        guard search.faults.allSatisfy(\.isForeign) else { return nil }
        for log in search.logs {
            do throws(InputError) {
                _ = try RecordingReader(log)
                return nil
            } catch {
                guard error.isForeign else { return nil }
                found = error
            }
        }
        return found
    }

    /// Gives the file its name in `inbox/`; returns it.
    func moveToInbox() throws(OutputError) -> String {
        try move(to: folder.inbox, as: name.split(separator: "/").last.map(String.init) ?? name).path
    }

    /// Moves the file to a folder, with a number in its name if another file has it; returns its path there.
    ///
    /// A page whose answer was lost sends a file again: one of the same name and bytes is there already.
    private func move(to folder: String, as name: String) throws(OutputError) -> (path: String, isNew: Bool) {
        var target = name
        var number = 1
        if let slash = name.lastIndex(of: "/") { try OutputFolder.create(folder + "/" + name[..<slash]) }
        while true {
            if try OutputFile.move(part.path, to: folder + "/" + target) { return (target, true) }
            if Self.areEqual(part.path, folder + "/" + target) {
                try OutputFile.remove(part.path)
                return (target, false)
            }
            number += 1
            let (stem, ending) = Self.halves(of: name)
            target = "\(stem)-\(number)\(ending)"
        }
    }

    private static func areEqual(_ one: String, _ other: String) -> Bool {
        guard let first = try? InputFile(path: one), let second = try? InputFile(path: other),
            let size = first.size, size == second.size
        else { return false }
        var (left, right) = ([UInt8](repeating: 0, count: 1 << 20), [UInt8](repeating: 0, count: 1 << 20))
        for start in stride(from: 0, to: size, by: left.count) {
            let count = min(left.count, size - start)
            guard (try? first.fill(&left, count: count, from: start)) != nil,
                (try? second.fill(&right, count: count, from: start)) != nil, left[..<count] == right[..<count]
            else { return false }
        }
        return true
    }

    private static func halves(of name: String) -> (Substring, Substring) {
        let last = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        guard let dot = name[last...].firstIndex(of: "."), dot > last else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }
}

/// The pieces of a file that have arrived, open and locked: one request at a time adds to them or names them.
private final class PartFile {
    let path: String
    private let descriptor: Int32

    /// - Throws: `OutputError`; without `isNew`, a missing file counts as an empty one and fails, too.
    init(_ path: String, isNew: Bool) throws {
        self.path = path
        var locked: Int32 = -1
        while locked < 0 {
            let opened = FileCalls.open(path, O_WRONLY | (isNew ? O_CREAT : 0), mode: 0o600)
            guard opened >= 0 else {
                if errno == ENOENT, !isNew {
                    throw WorkspaceRefusal(409, "The next piece begins at 0.", "Send the file again.")
                }
                throw OutputError(path: path, code: errno)
            }
            while flock(opened, LOCK_EX) != 0, errno == EINTR {}
            // The last holder of the lock may have moved the file away.
            if let open = FileIdentity(descriptor: opened), open == FileIdentity(path: path) {
                locked = opened
            } else {
                close(opened)
            }
        }
        descriptor = locked
    }

    deinit { close(descriptor) }

    var size: Int { FileStatus(descriptor: descriptor)?.size ?? 0 }

    /// The nanoseconds since its last piece.
    var age: Int64 {
        ServerClock.system.wall().nanoseconds - (FileStatus(descriptor: descriptor)?.modified ?? 0)
    }

    /// Writes a piece wholly or not at all; what was behind `offset` is gone.
    func write(_ bytes: [UInt8], at offset: Int) throws(OutputError) {
        guard ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
            throw OutputError(path: path, code: errno)
        }
        if let code = OutputDescriptor(descriptor).write(bytes[...]) {
            ftruncate(descriptor, off_t(offset))
            throw OutputError(path: path, code: code)
        }
    }
}
