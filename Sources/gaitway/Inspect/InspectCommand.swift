// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// `gaitway inspect`: the content of logs.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what logs hold: sensors, rates, gaps and units, and what was guessed or repaired.",
        discussion: """
            EXAMPLES
              gaitway inspect ride/
              gaitway inspect rides.zip
              gaitway inspect log.csv --unit g
              gaitway inspect ride/ --json
            """)

    @OptionGroup var input: LogArguments
    @OptionGroup var local: ZoneArguments

    @Flag(help: "Write one JSON object per log, one per line; times are UTC.")
    var json = false

    func run() throws {
        var output = StandardOutput()
        let search = try input.search()
        Diagnostics.errors(search.faults)
        var failed = !search.faults.isEmpty
        for log in search.logs {
            do {
                var options = input.reading.options
                options.readsLocation = true
                let summary = try RecordingSummary(RecordingReader(log, options: options))
                try output.write(
                    json
                        ? InspectionJSON(summary).line
                        : InspectionText(summary, zone: local.zone, width: TerminalWidth.columns).text)
                try output.flush()
            } catch let error as InputError {
                Diagnostics.error(error)
                failed = true
            }
        }
        if failed { throw ExitCode(ExitStatus.badInput) }
    }
}
