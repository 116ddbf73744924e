// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A hash of a recording. The same files give the same hash in any folder.
package enum RecordingDigest {
    /// The SHA-256 of a recording: for each of its files, in the order of their names, the name below the recording's
    /// path, a byte 0, and the SHA-256 of its bytes. A zip is one file.
    ///
    /// - Throws: `InputError` where there is no such recording, or a file of it cannot be read.
    package static func of(_ path: String) throws(InputError) -> [UInt8] {
        var hash = SHA256()
        for file in try LogSearch.log(at: path).paths.sorted() where FileStatus(path: file)?.kind != .folder {
            let name = file.hasPrefix(path) ? file.dropFirst(path.count).drop { $0 == "/" } : file[...]
            hash.append((Array(name.utf8) + [0])[...])
            hash.append(try contents(of: file)[...])
        }
        return hash.value
    }

    private static func contents(of file: String) throws(InputError) -> [UInt8] {
        let source = try InputFile(path: file)
        var hash = SHA256()
        var block = [UInt8](repeating: 0, count: 1 << 18)
        while case let count = try source.read(into: &block), count > 0 { hash.append(block[..<count]) }
        return hash.value
    }
}
