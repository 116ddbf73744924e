// SPDX-License-Identifier: Apache-2.0
/// Words of commands that people copy.
package enum ShellWord {
    /// A word as a shell reads it: in quotation marks where it must be.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789._-+/:,=@%^".unicodeScalars.contains($0)
        }
        // Some shells read a leading sign of equality as the name of a program.
        return isPlain && !word.isEmpty && !word.hasPrefix("=") ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
