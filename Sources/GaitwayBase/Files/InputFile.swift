// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file, pipe or device that is open for reading; it is closed with its last reference.
package final class InputFile: Sendable {
    /// What messages call it: the path that the user gave, or "standard input".
    package let name: String
    /// What the path led to.
    package let kind: FileStatus.Kind
    /// Bytes of a regular file when it was opened; nil for a stream, whose length is unknown.
    package let size: Int?
    /// Whether it is the process's standard input.
    package let isStandardInput: Bool

    let descriptor: Int32

    /// What to do about a path that cannot be read.
    static let remedy: Remedy = "check the path and its permissions"

    static func remedy(for code: Int32, at path: String) -> Remedy {
        if path.isEmpty { return "name a file or a folder" }
        if code == ENAMETOOLONG { return "give a shorter name" }
        return ConfinedFolders.remedy(for: code, at: path).map { "\($0)" } ?? remedy
    }

    /// Opens the file at a path; `-` is standard input.
    ///
    /// - Parameter waits: whether opening a named pipe waits until something writes to it.
    package convenience init(path: String, waits: Bool = true) throws(InputError) {
        guard path != StandardInput.path else {
            self.init(descriptor: STDIN_FILENO, name: StandardInput.name)
            return
        }
        // A pipe that somebody put into a confined folder must not stop the program.
        let isConfined = ConfinedFolders.contain(path)
        let descriptor = FileCalls.open(path, O_RDONLY | (waits && !isConfined ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        self.init(descriptor: descriptor, name: path)
        guard kind != .stream || !isConfined else {
            throw .unreadable("this is a pipe or a device, not a file", remedy: Self.remedy, source: path)
        }
    }

    /// Takes over a descriptor.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        isStandardInput = descriptor == STDIN_FILENO
        let status = FileStatus(descriptor: descriptor)
        kind = status?.kind ?? .stream
        size = kind == .file ? status?.size : nil
    }

    deinit { if !isStandardInput { close(descriptor) } }

    /// Whether a path is `-`, or leads to a pipe, a socket or a device.
    package static func isStream(_ path: String) -> Bool {
        path == StandardInput.path || FileStatus(path: path)?.kind == .stream
    }

    /// Reads into `buffer` from `offset` to its end, as much as is there; waits for the first byte.
    ///
    /// - Returns: how many bytes came; 0 at the end.
    package func read(into buffer: inout [UInt8], at offset: Int = 0) throws(InputError) -> Int {
        try read(into: &buffer, offset..<max(offset, buffer.count)) { bytes in
            Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        }
    }

    /// Reads the bytes from `position` of the file on into a part of `buffer`. Passes at different positions do not
    /// disturb each other.
    ///
    /// - Returns: how many bytes came, at most `range.count`; 0 at the end.
    package func read(from position: Int, into buffer: inout [UInt8], _ range: Range<Int>) throws(InputError) -> Int {
        try read(into: &buffer, range) { bytes in
            pread(descriptor, bytes.baseAddress, bytes.count, off_t(position))
        }
    }

    /// Fills the first `count` bytes of `buffer` with those from `position` of the file on.
    ///
    /// - Throws: also `truncated`, if the file ends before.
    package func fill(_ buffer: inout [UInt8], count: Int, from position: Int) throws(InputError) {
        var done = 0
        while done < count {
            let more = try read(from: position + done, into: &buffer, done..<count)
            guard more > 0 else {
                throw .truncated(
                    "the file became shorter while it was read", remedy: "wait until it is written, and try again",
                    source: name)
            }
            done += more
        }
    }

    /// All bytes that are still to come.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that there may be.
    ///   - remedy: what to give instead of a folder or of a file that is larger.
    /// - Throws: `unreadable`, or `limitExceeded` for more than `limit` bytes. For a regular file that is known before
    ///   any is read.
    package func whole(limit: Int, remedy: Remedy) throws(InputError) -> [UInt8] {
        guard kind != .folder else { throw .unreadable("this is a folder, not a file", remedy: remedy, source: name) }
        try check(size ?? 0, limit, remedy)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try read(into: &chunk), count > 0 {
            bytes.append(contentsOf: chunk[..<count])
            try check(bytes.count, limit, remedy)
        }
        return bytes
    }

    private func check(_ count: Int, _ limit: Int, _ remedy: Remedy) throws(InputError) {
        guard count > limit else { return }
        throw .limitExceeded("the file is larger than \(limit >> 20) MiB", remedy: remedy, source: name)
    }

    /// One call of the system for a part of `buffer`, again after each interruption by a signal.
    private func read(
        into buffer: inout [UInt8], _ range: Range<Int>, _ call: (UnsafeMutableRawBufferPointer) -> Int
    ) throws(InputError) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count, "bytes beyond the buffer")
        guard !range.isEmpty else { return 0 }
        while true {
            let count = buffer.withUnsafeMutableBytes { call(UnsafeMutableRawBufferPointer(rebasing: $0[range])) }
            if count >= 0 { return count }
            let code = errno
            if code != EINTR { throw Self.unreadable(name, code) }
        }
    }

    static func unreadable(_ name: String, _ code: Int32) -> InputError {
        InputError(
            .unreadable, source: name,
            problem: name.isEmpty
                ? "an empty path cannot be read" : "cannot be read: \(ConfinedFolders.text(of: code, at: name))",
            remedy: remedy(for: code, at: name))
    }
}

extension InputError {
    /// The fault of a link below a confined folder.
    package static func link(at path: String) -> InputError { InputFile.unreadable(path, ELOOP) }
}

/// The bytes of a pipe, kept.
extension InputFile {
    /// Writes all that `next` gives to a file without a name in the folder of `TMPDIR`, and opens that.
    ///
    /// A pipe gives its bytes once, but an archive has its table of contents at the end. The file is gone with its last
    /// reference.
    ///
    /// - Parameters:
    ///   - name: the source's name, for messages.
    ///   - next: puts the next bytes at the start of a buffer and returns how many, 0 at the end.
    /// - Throws: what `next` throws, and `unreadable` if there is no room.
    package convenience init(
        keeping name: String, next: (_ buffer: inout [UInt8]) throws(InputError) -> Int
    ) throws(InputError) {
        let folder = ScratchFile.folder
        func unkept(_ code: Int32) -> InputError {
            .unreadable(
                "cannot keep what comes in \(folder): \(String(cString: strerror(code)))",
                remedy: "set TMPDIR to a folder with room, or give the log as a file", source: name
            ).passing
        }
        let descriptor = ScratchFile.open(in: folder)
        guard descriptor >= 0 else { throw unkept(errno) }
        do throws(InputError) {
            let output = OutputDescriptor(descriptor)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = try next(&buffer), count > 0 {
                if let code = output.write(buffer[..<count]) { throw unkept(code) }
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.init(descriptor: descriptor, name: name)
    }
}
