package import FileWriting
import Glibc

/// A token that nobody can guess.
package enum AccessToken {
    /// 128 bits from the system, in 26 letters and digits without those that look alike.
    ///
    /// - Throws: `OutputError` where the system gives none.
    package static func random() throws(OutputError) -> String {
        let path = "/dev/urandom"
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw OutputError(path: path, code: errno) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 26)
        guard read(file, &bytes, bytes.count) == bytes.count else { throw OutputError(path: path, code: EIO) }
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        return String(decoding: bytes.map { letters[Int($0 & 31)] }, as: UTF8.self)
    }
}
