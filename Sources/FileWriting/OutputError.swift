import Glibc
import MotionTypes

/// A result that cannot be written: where it should go, what is wrong, and what to do.
///
/// Its description is one line, ready to be shown: `file: problem; remedy`.
package struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder, as the user named it.
    package let path: String
    /// What is wrong.
    package let problem: String
    /// What to do about it; may be empty.
    package let remedy: String
    /// Whether the output is a pipe that nobody reads any more.
    package let isClosedPipe: Bool

    /// A fault that was found before anything was written.
    package init(path: String, problem: String, remedy: String = "") {
        self.path = path
        self.problem = problem
        self.remedy = remedy
        isClosedPipe = false
    }

    /// What a call of the system says by its `errno`.
    package init(path: String, code: Int32) {
        self.path = path
        problem = "cannot be written: " + String(cString: strerror(code))
        remedy = Self.remedy(for: code)
        isClosedPipe = code == EPIPE
    }

    /// The one line to show.
    package var description: String {
        let text = QuotedText.shortened(path) + ": " + QuotedText.shortened(problem)
        return QuotedText.printable(text + (remedy.isEmpty ? "" : "; " + remedy))
    }

    private static func remedy(for code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "make room, or write to another disk"
        case EFBIG: "raise the limit of file sizes, or write to another disk"
        case EACCES, EPERM, EROFS: "write to a folder that is yours"
        default: ""
        }
    }
}
