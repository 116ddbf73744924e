import ArgumentParser
import MotionTypes
import SensorLogs

/// `gaitway inspect`: what is in a log.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what is in logs: sensors, rates, gaps, units, what was guessed and repaired.",
        discussion: """
            EXAMPLES
              gaitway inspect ride/
              gaitway inspect rides.zip
              gaitway inspect log.csv --unit g
            """)

    @OptionGroup var input: LogArguments

    func run() throws {
        var output = StandardOutput()
        let search = try input.search()
        for error in search.faults { Diagnostics.error(error) }
        var failed = !search.faults.isEmpty
        for log in search.logs {
            do {
                var options = input.reading.options
                options.readsLocation = true
                try output.write(InspectionText(RecordingSummary(RecordingReader(log, options: options))).text)
                try output.flush()
            } catch let error as InputError {
                Diagnostics.error(error)
                failed = true
            }
        }
        if failed { throw ExitCode(ExitStatus.badInput) }
    }
}
