import Formats
import Glibc
import Reports

/// How many columns the reader of standard output has.
enum TerminalWidth {
    /// The width of `COLUMNS`, or else of the terminal; at least the standard, which is also the default.
    static let columns = max(TextWidth.standard, stated ?? ofTerminal ?? 0)

    private static var stated: Int? {
        getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
    }

    /// Nil unless standard output is a terminal.
    private static var ofTerminal: Int? {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }
}
