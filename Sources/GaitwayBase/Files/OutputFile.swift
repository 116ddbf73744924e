// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A result that is being written to a file: whole or not at all.
///
/// The bytes go to a temporary file in the same folder. ``commit()`` puts it in the place of the old file. If a fault,
/// a full disk or a signal ends the work before, the old file stays as it was. What a killed process leaves is removed
/// by the next that writes to the same path. A path that ends in a link replaces the link's target. A pipe or a device,
/// such as `/dev/stdout`, is written directly.
package final class OutputFile {
    /// As the user named it.
    package let path: String

    private let target: OutputPath
    private let replaces: Bool
    private var descriptor: Int32
    /// The temporary file; nil when the target is written directly, and after the end.
    private var temporary: TemporaryFile?
    private var buffer: [UInt8] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: where the result will be.
    ///   - replaces: whether an existing file is replaced.
    ///   - isPrivate: whether only its owner may read a new file.
    package init(path: String, replaces: Bool = true, isPrivate: Bool = false) throws(OutputError) {
        self.path = path
        self.replaces = replaces
        target = try OutputPath(path)
        switch target.kind {
        case .descriptor(let number):
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
            if descriptor < 0 { throw OutputError(path: path, code: errno) }
        case .special:
            descriptor = open(target.target.systemPath, O_WRONLY | O_CLOEXEC)
            if descriptor < 0 { throw OutputError(path: path, code: errno) }
        case .missing, .file:
            if target.kind != .missing, !replaces { throw OutputError.exists(path) }
            try target.checkAccess()
            let temporary = try TemporaryFile.make(beside: target, mode: isPrivate ? 0o600 : 0o666)
            descriptor = temporary.descriptor
            self.temporary = temporary
            guard case .file(let mode, let owner, let group) = target.kind else { return }
            // Only root may change the owner; for others this has no effect.
            _ = fchown(descriptor, owner, group)
            _ = fchmod(descriptor, mode)
        }
    }

    /// The path of the temporary file, for a library that writes it by name; nil for a pipe or a device.
    package var temporaryPath: String? { temporary?.name }

    deinit { discard() }

    /// Writes a whole file.
    package static func save(_ bytes: [UInt8], to path: String, replaces: Bool = true) throws(OutputError) {
        let file = try OutputFile(path: path, replaces: replaces)
        try file.write(bytes)
        try file.commit()
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(OutputError) {
        guard FileCalls.remove(path) == 0 || errno == ENOENT else { throw OutputError(path: path, code: errno) }
    }

    /// Moves a file, or gives it another name.
    ///
    /// - Parameter replaces: whether a file that is there is replaced.
    /// - Returns: false if a file is there and stays; nothing was moved then.
    package static func move(_ path: String, to target: String, replaces: Bool = false) throws(OutputError) -> Bool {
        if !replaces {
            // Unlike a rename, a link never replaces a file that was made in the meantime.
            if FileCalls.link(path, to: target) == 0 {
                try remove(path)
                return true
            }
            guard errno != EEXIST else { return false }
            // Some file systems have no links.
            guard FileStatus(path: target, followsLinks: false) == nil else { return false }
        }
        guard FileCalls.rename(path, to: target) == 0 else { throw OutputError(path: target, code: errno) }
        return true
    }

    /// Adds bytes. They are written in blocks of 64 KiB, and with ``commit()``.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes everything to the disk and gives the file its name.
    ///
    /// - Throws: `OutputError`; the old file is then still there.
    package func commit() throws(OutputError) {
        try flush()
        guard let temporary else { return try close() }
        guard fsync(descriptor) == 0 else { throw OutputError(path: path, code: errno) }
        // It stays open, and so locked, until it has its name.
        try takePlace(temporary.name)
        temporary.forget()
        self.temporary = nil
        try close()
        if let code = OutputFolder.sync(target.folder) { throw OutputError(path: path, code: code) }
    }

    /// Removes the temporary file; the old file stays.
    func discard() {
        if let temporary {
            unlink(temporary.name.systemPath)
            temporary.forget()
        }
        temporary = nil
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }

    private func takePlace(_ name: String) throws(OutputError) {
        if !replaces {
            // Unlike a rename, a link never replaces a file that was made in the meantime.
            if link(name.systemPath, target.target.systemPath) == 0 {
                unlink(name.systemPath)
                return
            }
            if errno == EEXIST { throw OutputError.exists(path) }
            // Some file systems have no links.
        }
        guard rename(name.systemPath, target.target.systemPath) == 0 else { throw OutputError(path: path, code: errno) }
    }

    private func flush() throws(OutputError) {
        if let code = OutputDescriptor(descriptor).write(buffer[...]) { throw OutputError(path: path, code: code) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func close() throws(OutputError) {
        let code = Glibc.close(descriptor)
        descriptor = -1
        if code != 0 { throw OutputError(path: path, code: errno) }
    }
}

extension OutputError {
    /// A file that may not be replaced.
    static func exists(_ path: String) -> OutputError {
        OutputError(
            path: path, problem: "exists already", remedy: "\(set: .force) to replace it, or choose another name")
    }
}
