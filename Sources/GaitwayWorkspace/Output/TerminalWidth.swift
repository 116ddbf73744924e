// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import Glibc

/// How many columns the reader of standard output has.
package enum TerminalWidth {
    /// The width of `COLUMNS`, or else of the terminal, or else the standard; at least what a table needs.
    package static let columns = max(TextWidth.least, stated ?? ofTerminal ?? TextWidth.standard)

    private static var stated: Int? {
        getenv("COLUMNS").flatMap { Int(String(cString: $0), in: 1...Int.max) }.map { min($0, 10_000) }
    }

    /// Nil unless standard output is a terminal.
    private static var ofTerminal: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
