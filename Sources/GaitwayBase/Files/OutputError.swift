// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A result cannot be written: its path, the problem and a remedy.
///
/// Its description is one line, ready to be shown: `file: problem; remedy`.
package struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder, as the user named it.
    package let path: String
    /// What is wrong, without the path.
    package let problem: String
    /// What to do about it; may be empty.
    package let remedy: Remedy
    /// Whether the output is a pipe whose reader has gone.
    package let isClosedPipe: Bool

    /// A fault that was found before anything was written.
    package init(path: String, problem: String, remedy: Remedy = "") {
        self.path = path
        self.problem = problem
        self.remedy = remedy
        isClosedPipe = false
    }

    /// The fault behind the `errno` of a system call.
    package init(path: String, code: Int32) {
        self.path = path
        problem = "cannot be written: " + ConfinedFolders.text(of: code, at: path)
        remedy = ConfinedFolders.remedy(for: code, at: path).map { "\($0)" } ?? Self.remedy(for: code)
        isClosedPipe = code == EPIPE
    }

    /// One line to show.
    package var description: String { line(remedy: remedy.description) }

    /// The same line with the remedy as an interface words it.
    package func line(remedy: String) -> String {
        let text = QuotedText.shortened(path) + ": " + QuotedText.shortened(problem)
        return text + (remedy.isEmpty ? "" : "; " + QuotedText.shortened(remedy))
    }

    private static func remedy(for code: Int32) -> Remedy {
        switch code {
        case ENOSPC, EDQUOT: "make room, or write to another disk"
        case EFBIG: "raise the limit of file sizes, or write to another disk"
        case EACCES, EPERM, EROFS: "write to a folder that is yours"
        case ENAMETOOLONG: "give a shorter name"
        case EPIPE: ""
        default: "write to another file or folder"
        }
    }
}
