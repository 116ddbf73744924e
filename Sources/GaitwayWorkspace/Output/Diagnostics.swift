// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayReplay
package import GaitwayReports
import Glibc
import Synchronization

/// What is said beside the results, on standard error.
package enum Diagnostics {
    /// Whether a person is looking on.
    package static let isTerminal = isatty(STDERR_FILENO) == 1

    private static let quiet = Atomic(false)

    /// Whether only faults are said: no progress, no notes.
    package static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// From now on only faults are said.
    package static func beQuiet() { quiet.store(true, ordering: .relaxed) }

    private struct Notes {
        var showsAll = false
        /// Nil for a command that goes on, such as a server: it prints notes at once.
        var kept: DiagnosticGroups?
    }

    private static let logNotes = Mutex(Notes())

    /// From now on notes on logs are kept until ``printNotes()``, which comes after the result.
    ///
    /// - Parameter showsAll: whether a log may have more than three, as it always may for a program that calls the
    ///   command.
    package static func keepNotes(showsAll: Bool) {
        let showsAll = showsAll || Remedy.namesSettings
        logNotes.withLock { notes in
            notes.showsAll = showsAll
            notes.kept = DiagnosticGroups(isGrouping: false, showsAll: showsAll)
        }
    }

    /// Notes on logs of a result of its own, with one line for equal ones if `isGrouping`.
    package static func groups(isGrouping: Bool) -> DiagnosticGroups {
        DiagnosticGroups(isGrouping: isGrouping, showsAll: logNotes.withLock { $0.showsAll })
    }

    /// Keeps or writes what is worth knowing about a log.
    package static func note(_ text: String, of log: String) {
        guard !isQuiet else { return }
        let isKept = logNotes.withLock { notes in
            notes.kept?.add(text, of: log)
            return notes.kept != nil
        }
        if !isKept { error("\(log): \(text)") }
    }

    /// Keeps or writes the notes of rides and timelines.
    package static func notes(_ notes: some Sequence<RideNote>) {
        for note in notes { self.note(note.text, of: note.source) }
    }

    /// Writes the notes that were kept so far.
    package static func printNotes() {
        let lines = logNotes.withLock { notes in
            defer { notes.kept = notes.kept.map { _ in DiagnosticGroups(isGrouping: false, showsAll: notes.showsAll) } }
            return notes.kept?.lines ?? []
        }
        for line in lines { error(line) }
    }

    /// Writes what is worth knowing as one line, unless only faults are said.
    package static func note(_ text: String) {
        if !isQuiet { error(text) }
    }

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
