import Glibc
import MotionTypes

/// What is said beside the results, on standard error.
enum Diagnostics {
    /// Whether a person is looking on.
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes one line. Control characters of file names and cells are shown as escapes.
    static func line(_ text: String) {
        write(Array((QuotedText.printable(text) + "\n").utf8))
    }

    /// Writes text as it is.
    static func text(_ text: String) { write(Array(text.utf8)) }

    /// Writes the one line of an error.
    static func error(_ error: any Error) { self.error(String(describing: error)) }

    /// Writes what is wrong as one line.
    static func error(_ text: String) { line("gaitway: " + text) }

    /// So many faults of one input are listed; nobody reads more, and the rest are counted.
    static let mostListed = 100

    /// Writes a line for each of the first errors, and one with the count of the rest.
    static func errors(_ errors: [InputError]) {
        for fault in errors.prefix(mostListed) { error(fault) }
        if errors.count > mostListed { error("\(errors.count - mostListed) more faults are not listed") }
    }

    private static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            rest.removeFirst(written)
        }
    }
}
