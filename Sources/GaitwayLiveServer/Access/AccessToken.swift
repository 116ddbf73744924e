// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Makes tokens that cannot be guessed.
package enum AccessToken {
    /// 26 random letters and digits (130 bits) without characters that look alike.
    package static func random() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        var generator = SystemRandomNumberGenerator()
        return String(decoding: (0..<26).map { _ in letters[Int(generator.next() & 31)] }, as: UTF8.self)
    }
}
