import Glibc
import MotionTypes
import StoreTestSupport
import Timeline
import TimelineStore

/// Adds day after day to a store, for tests that kill it: `StoreWriter STORE CONFIRMED FIRST LAST`.
///
/// Once the store has confirmed a day and a correction in it, the day's number goes into the file CONFIRMED.
@main
enum StoreWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let first = Int(arguments[3]), let last = Int(arguments[4]) else {
            print("usage: StoreWriter STORE CONFIRMED FIRST LAST")
            exit(2)
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

    /// A correction that fits any day: home is left at nine at the latest, and not before seven.
    static func correction(of number: Int) -> Correction {
        .split(at: SyntheticDays.span(number).start.advanced(byNanoseconds: 3 * 3_600_000_000_000))
    }
}
