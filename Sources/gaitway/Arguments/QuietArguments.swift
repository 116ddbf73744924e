// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayWorkspace

/// What a command prints on standard error beside faults.
struct QuietArguments: ParsableArguments {
    @Flag(help: "Print no progress and no notes, only faults.")
    var quiet = false

    @Flag(help: "Print all notes on each log, not only three.")
    var notes = false

    func validate() throws {
        if quiet, notes { throw ValidationError("give --quiet or --notes, not both") }
        if quiet { Diagnostics.beQuiet() }
        Diagnostics.keepNotes(showsAll: notes)
    }
}
