// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayLiveServer
import Glibc

/// An access token that a file keeps, which only its owner can read.
package enum KeptToken {
    /// Whether a server can use the token.
    package static func isFit(_ token: String) -> Bool {
        token.utf8.count >= 8 && token.utf8.count <= longest && token.utf8.allSatisfy { $0 > 32 && $0 < 127 }
    }

    private static let longest = 1024
    /// What a message says about a token that it cannot.
    package static let rule = "needs 8 to \(longest) ASCII characters, without spaces"

    /// The token of a file; if it does not exist, it is made with a new token.
    package static func read(_ path: String) throws -> String {
        guard FileStatus(path: path) != nil || errno != ENOENT else {
            let token = AccessToken.random()
            try GrowingFile(path: path, isPrivate: true).append(Array((token + "\n").utf8))
            return token
        }
        let bytes = try FileBytes.read(path, limit: 1 << 16, remedy: "give a file with the token alone")
        let text = String(decoding: bytes, as: UTF8.self)
        let token = text.split { $0 == "\n" || $0 == "\r\n" }
        guard token.count == 1, isFit(String(token[0])) else {
            throw InputError(
                .malformed, source: path, problem: "the token \(rule)", remedy: "write one line with the token")
        }
        return String(token[0])
    }

    /// Removes a kept token that other users of this machine may know, or that another made.
    package static func removeUnfit(_ path: String) throws(OutputError) {
        guard let status = FileStatus(path: path, followsLinks: false) else { return }
        let mode = status.mode & 0o777
        guard mode != 0o600 || !status.isOwn || status.kind != .file else { return }
        try OutputFile.remove(path)
        let fault = status.isOwn ? "has mode \(String(mode, radix: 8)) and not 600" : "belongs to another user"
        Diagnostics.error("\(path) \(fault), so that its token may be known: the server makes a new one")
    }
}
