// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An open descriptor that bytes are written to at once. Its owner closes it.
package struct OutputDescriptor: Sendable {
    /// Standard output of the process.
    package static let standardOutput = OutputDescriptor(STDOUT_FILENO)
    /// Standard error of the process.
    package static let standardError = OutputDescriptor(STDERR_FILENO)

    private let number: Int32

    /// A descriptor that is open for writing.
    package init(_ number: Int32) { self.number = number }

    /// Writes all bytes; again after each interruption by a signal.
    ///
    /// - Returns: nil, or the `errno` of the call that failed.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int32? { write(bytes, by: GrowingFile.system) }

    /// Writes all bytes by calls of `writer`.
    func write(_ bytes: ArraySlice<UInt8>, by writer: GrowingFile.Writer) -> Int32? {
        var rest = bytes
        while !rest.isEmpty {
            let written = writer(number, rest)
            if written < 0, errno == EINTR { continue }
            // A device that takes nothing and gives no reason is full.
            guard written > 0 else { return written < 0 ? errno : ENOSPC }
            rest = rest.dropFirst(written)
        }
        return nil
    }
}

/// A new file that grows: each run of bytes goes to the system at once, so that it outlives this process.
package final class GrowingFile {
    /// Writes bytes to a descriptor: returns how many, or -1 with `errno`. Tests replace it.
    package typealias Writer = (Int32, ArraySlice<UInt8>) -> Int

    private let path: String
    private let descriptor: Int32
    private let write: Writer
    /// The bytes in the file.
    private var length = 0

    /// Makes the file, which only its owner can read if `isPrivate`.
    ///
    /// - Throws: `OutputError` if it cannot be made or exists already.
    package init(
        path: String, isPrivate: Bool = false, write: @escaping Writer = GrowingFile.system
    ) throws(OutputError) {
        self.path = path
        self.write = write
        descriptor = FileCalls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, mode: isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
    }

    deinit { close(descriptor) }

    /// Adds all bytes at its end, or none: a fault cuts off those that were written.
    package func append(_ bytes: [UInt8]) throws(OutputError) {
        if let code = OutputDescriptor(descriptor).write(bytes[...], by: write) {
            ftruncate(descriptor, off_t(length))
            throw OutputError(path: path, code: code)
        }
        length += bytes.count
    }

    /// The system's `write`.
    package static func system(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
