// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayStore
import GaitwayTimeline
import Glibc
import StoreTestSupport

/// Adds day after day to a store, for tests in which it dies: `StoreWriter STORE CONFIRMED FIRST LAST [KIND NUMBER]`.
///
/// Once the store has confirmed a day and a correction in it, the day's number goes into the file CONFIRMED. KIND and
/// NUMBER are the system call at which it dies (`FatalCall`), counted from its start.
@main
enum StoreWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 || arguments.count == 7, let first = Int(arguments[3], in: .countable),
            let last = Int(arguments[4], in: .countable)
        else { fail() }
        if arguments.count == 7 {
            guard let kind = FatalCall.Kind(rawValue: arguments[5]), let number = Int(arguments[6], in: .countable)
            else { fail() }
            FatalCall.set(kind, number: number, store: arguments[1])
        }
        let store = try TimelineDatabase(path: arguments[1], patience: 60)
        let confirmed = open(arguments[2], O_WRONLY | O_CREAT | O_APPEND, 0o600)
        for number in first...last {
            try store.add(SyntheticDays.input([number]))
            try store.correct(correction(of: number))
            let line = Array("\(number)\n".utf8)
            guard write(confirmed, line, line.count) == line.count else { exit(1) }
        }
    }

    private static func fail() -> Never {
        say("usage: StoreWriter STORE CONFIRMED FIRST LAST [journal|store|removal|creation NUMBER]")
        exit(2)
    }

    /// Writes a line to standard error.
    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// A correction that fits any day: home is left at nine at the latest, and not before seven.
    static func correction(of number: Int) -> Correction {
        .split(at: SyntheticDays.span(number).start.advanced(byNanoseconds: 3 * 3_600_000_000_000))
    }
}
