import Glibc

/// A result that is being written to a file: whole or not at all.
///
/// The bytes go to a file of another name in the same folder, which takes the place of the old file with ``commit()``. Whatever ends
/// the work before that, a fault, a full disk or a signal, leaves the old file, or none. A path that ends in a link replaces
/// what the link leads to. What is no regular file (a pipe, a device, `/dev/stdout`) is written directly.
package final class OutputFile {
    /// As the user named it.
    package let path: String

    private let target: OutputPath
    private let replaces: Bool
    private var descriptor: Int32
    /// The file that is to take the target's place; nil when the target is written directly, and when all is done.
    private var temporary: (name: String, slot: Int?)?
    private var buffer: [UInt8] = []

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: where the result will be.
    ///   - replaces: whether a file that is there by then gives way.
    /// - Throws: `OutputError` if it cannot be written.
    package init(path: String, replaces: Bool = true) throws(OutputError) {
        self.path = path
        self.replaces = replaces
        target = try OutputPath(path)
        switch target.kind {
        case .descriptor(let number):
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, 3)
            if descriptor < 0 { throw OutputError(path: path, code: errno) }
        case .special:
            descriptor = open(target.target, O_WRONLY | O_CLOEXEC)
            if descriptor < 0 { throw OutputError(path: path, code: errno) }
        case .missing, .file:
            if target.kind != .missing, !replaces { throw OutputError.exists(path) }
            try target.checkAccess()
            descriptor = -1
            try makeTemporary()
        }
    }

    deinit { discard() }

    /// Writes a whole file.
    package static func save(_ bytes: [UInt8], to path: String, replaces: Bool = true) throws(OutputError) {
        let file = try OutputFile(path: path, replaces: replaces)
        try file.write(bytes)
        try file.commit()
    }

    /// Adds bytes; they are written when enough have come together, or when the file is committed.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes all that was added, has it put on the disk, and gives the file its name.
    ///
    /// - Throws: `OutputError`; what was there before is there still.
    package func commit() throws(OutputError) {
        try flush()
        guard let temporary else { return try close() }
        guard fsync(descriptor) == 0 else { throw OutputError(path: path, code: errno) }
        try close()
        try takePlace(temporary.name)
        if let slot = temporary.slot { TemporaryNames.forget(slot) }
        self.temporary = nil
    }

    /// Gives up what was written; what was there before stays.
    package func discard() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
        guard let temporary else { return }
        unlink(temporary.name)
        if let slot = temporary.slot { TemporaryNames.forget(slot) }
        self.temporary = nil
    }

    private func makeTemporary() throws(OutputError) {
        while true {
            let name = TemporaryNames.next(in: target.folder)
            let slot = TemporaryNames.watch(name)
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                temporary = (name, slot)
                break
            }
            let code = errno
            if let slot { TemporaryNames.forget(slot) }
            // Left by another process of that number.
            guard code == EEXIST else { throw OutputError(path: path, code: code) }
        }
        if case .file(let mode, let owner, let group) = target.kind {
            // Only root may give a file away; anyone else's new file is their own.
            _ = fchown(descriptor, owner, group)
            _ = fchmod(descriptor, mode)
        }
    }

    private func takePlace(_ name: String) throws(OutputError) {
        if !replaces {
            // Unlike a rename, a link never replaces a file that has come in the meantime.
            if link(name, target.target) == 0 {
                unlink(name)
                return
            }
            if errno == EEXIST { throw OutputError.exists(path) }
            // Some file systems have no links.
        }
        guard rename(name, target.target) == 0 else { throw OutputError(path: path, code: errno) }
    }

    private func flush() throws(OutputError) {
        var done = 0
        while done < buffer.count {
            let written = buffer.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Glibc.write(descriptor, $0 + done, bytes.count - done) } ?? 0
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw OutputError(path: path, code: errno)
            }
            done += written
        }
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
        OutputError(path: path, problem: "exists already", remedy: "give --force to replace it, or another name")
    }
}
