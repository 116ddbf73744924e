// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import Glibc

/// What is said beside the results, on standard error.
package enum Diagnostics {
    /// Whether a person is looking on.
    package static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes one line. Control characters of file names and cells are shown as escapes.
    package static func line(_ text: String) {
        write(Array((QuotedText.printable(text) + "\n").utf8))
    }

    /// Writes text as it is.
    package static func text(_ text: String) { write(Array(text.utf8)) }

    /// Writes the one line of an error, and those of further faults of the same input.
    package static func error(_ error: any Error) {
        self.error(error.forCommandLine)
        guard let fault = error as? InputError else { return }
        for other in fault.others { self.error(other.forCommandLine) }
        if fault.unlisted > 0 { self.error("\(fault.unlisted) more faults are not listed") }
    }

    /// Writes what is wrong as one line.
    package static func error(_ text: String) { line("gaitway: " + text) }

    /// The number of faults of one input that are listed; the rest are counted.
    package static let mostListed = 100

    /// Writes a line for each of the first errors, and one with the count of the rest.
    package static func errors(_ errors: [InputError]) {
        for fault in errors.prefix(mostListed) { error(fault) }
        if errors.count > mostListed { error("\(errors.count - mostListed) more faults are not listed") }
    }

    private static func write(_ bytes: [UInt8]) {
        // There is nowhere left to say that this failed.
        _ = OutputDescriptor.standardError.write(bytes[...])
    }
}
