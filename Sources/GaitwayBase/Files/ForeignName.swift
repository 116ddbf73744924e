// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file name that is not UTF-8, as other systems and old programs make.
package struct ForeignName: Sendable, Hashable {
    private let bytes: [UInt8]
    /// The name for people. Its bytes are taken as Latin-1, which most such names are.
    package let text: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// What has the name in a folder, links not followed; nil if it is gone.
    package func status(in folder: String) -> FileStatus? {
        var found = stat()
        let result = inside(folder) { fstatat($0, $1, &found, AT_SYMLINK_NOFOLLOW) }
        return result == 0 ? FileStatus(found) : nil
    }

    /// Gives the file another name in its folder.
    ///
    /// - Returns: false if another file has that name already.
    package func rename(to name: String, in folder: String) throws(OutputError) -> Bool {
        let result = inside(folder) { folder, bytes in
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
                errno = EEXIST
                return -1
            }
            return renameat(folder, bytes, folder, name)
        }
        if result == 0 { return true }
        guard errno == EEXIST else { throw OutputError(path: folder + "/" + name, code: errno) }
        return false
    }

    private func inside(_ path: String, _ body: (Int32, UnsafePointer<CChar>) -> Int32) -> Int32 {
        let folder = FileCalls.open(path, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { return -1 }
        let result = (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { body(folder, $0) } ?? -1
        }
        let code = errno
        close(folder)
        errno = code
        return result
    }
}
