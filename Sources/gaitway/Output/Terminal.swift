import Glibc

/// What standard output can show.
enum Terminal {
    /// The width of text that a table keeps to where nothing says that there is more room.
    static let standardWidth = 80

    /// How many columns there are, at least the standard: `COLUMNS`, or the terminal's.
    static var width: Int {
        if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }) { return max(standardWidth, columns) }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return standardWidth }
        return max(standardWidth, Int(size.ws_col))
    }

    /// Whether colours are shown: on a terminal that can, unless `NO_COLOR` is set (no-color.org).
    static var showsColours: Bool {
        func isSet(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return isatty(STDOUT_FILENO) == 1 && isSet("NO_COLOR") == nil && isSet("TERM") != "dumb"
    }
}
