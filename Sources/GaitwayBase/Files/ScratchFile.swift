// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file without a name that only its owner can read.
///
/// The system frees its room with the last reference to it, even if the process is killed.
package final class ScratchFile: Sendable {
    /// The folder for such files: that of `TMPDIR`, or `/tmp`.
    package static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Writes bytes at a position: returns how many, or -1 with `errno`. Tests replace it.
    typealias Writer = @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int

    private let folder: String
    private let write: Writer
    private let descriptor: Int32

    /// An empty file in a folder.
    init(in folder: String, write: @escaping Writer = ScratchFile.system) throws(InputError) {
        self.folder = folder
        self.write = write
        descriptor = Self.open(in: folder)
        guard descriptor >= 0 else { throw Self.fault("keep", in: folder, errno) }
    }

    deinit { close(descriptor) }

    /// Opens a new file to write and read; -1 with `errno` if that fails.
    static func open(in folder: String) -> Int32 {
        var template = Array((folder + "/gaitway-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return -1 }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// Writes bytes from byte `start` of the file on.
    ///
    /// - Throws: `unreadable`, as on a full disk.
    func write(_ bytes: [UInt8], at start: Int) throws(InputError) {
        let code = bytes.withUnsafeBytes { bytes in
            // A disk that takes nothing and gives no reason is full.
            transfer(bytes.count, end: ENOSPC) { range in
                write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[range]), start + range.lowerBound)
            }
        }
        if let code { throw Self.fault("keep", in: folder, code) }
    }

    /// Fills `bytes` with those from byte `start` of the file on; nil, or the `errno` of the call that failed.
    func read(_ bytes: UnsafeMutableRawBufferPointer, at start: Int) -> Int32? {
        transfer(bytes.count, end: EIO) { range in
            let part = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
            return pread(descriptor, part.baseAddress, part.count, off_t(start + range.lowerBound))
        }
    }

    /// A file of its own with the first `count` bytes of this one.
    ///
    /// - Throws: `unreadable`, as on a full disk.
    func copy(of count: Int) throws(InputError) -> ScratchFile {
        let copy = try ScratchFile(in: folder, write: write)
        var bytes: [UInt8] = []
        for first in stride(from: 0, to: count, by: 1 << 20) {
            bytes = [UInt8](repeating: 0, count: min(1 << 20, count - first))
            if let code = bytes.withUnsafeMutableBytes({ read($0, at: first) }) { throw unreadable(code) }
            try copy.write(bytes, at: first)
        }
        return copy
    }

    /// The system's `pwrite`.
    static let system: Writer = { pwrite($0, $1.baseAddress, $1.count, off_t($2)) }

    /// Calls `part` with the range of bytes that are left, until all of `count` are done: nil, or the `errno` of the
    /// call that failed; `end` stands for a call that did nothing.
    private func transfer(_ count: Int, end: Int32, _ part: (Range<Int>) -> Int) -> Int32? {
        var done = 0
        while done < count {
            let more = part(done..<count)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return more < 0 ? errno : end }
            done += more
        }
        return nil
    }

    /// The fault behind the `errno` of reading.
    func unreadable(_ code: Int32) -> InputError { Self.fault("read again", in: folder, code) }

    private static func fault(_ verb: String, in folder: String, _ code: Int32) -> InputError {
        .unreadable(
            "cannot \(verb) data in \(folder): \(String(cString: strerror(code)))",
            remedy: "set TMPDIR to a folder with room"
        ).passing
    }
}
