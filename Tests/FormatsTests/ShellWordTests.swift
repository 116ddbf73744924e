// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

struct ShellWordTests {
    @Test func whatAShellWouldReadIsQuoted() {
        for plain in ["rides/ann/monday.zip", "Änne", "user=ann", "--name=a", "7"] {
            #expect(ShellWord.quoted(plain) == plain)
        }
        #expect(ShellWord.quoted("") == "''")
        #expect(ShellWord.quoted("=ls") == "'=ls'")
        #expect(ShellWord.quoted("a'b") == "'a'\\''b'")
        for risky in ["a b", "$(touch x); y", "`x`", "~", "a\nb", "*", "!", "a\\b", "\"", "<", "&", "#", "{a,b}"] {
            #expect(ShellWord.quoted(risky) == "'\(risky)'")
        }
    }
}
