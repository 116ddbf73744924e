import ArgumentParser
import Evaluation
import MotionTypes
import SensorLogs

/// `gaitway manifest`: a manifest to start from.
struct ManifestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest",
        abstract: "Writes a first manifest of logs, with labels from their annotations.",
        discussion: """
            Each annotation that names an activity begins a labelled span. A log without annotations gets the label \
            unknown and the mode unlabelled. Such a row stays out of training until you fill in the label.

            EXAMPLES
              gaitway manifest rides/ > manifest.csv
            """)

    @OptionGroup var input: LogArguments

    func run() throws {
        var output = StandardOutput()
        let writer = ManifestWriter()
        try output.write(writer.header)
        let search = try input.search()
        Diagnostics.errors(search.faults)
        var failed = !search.faults.isEmpty
        for log in search.logs {
            do {
                let reader = try RecordingReader(log, options: input.reading.options)
                var batch = SampleBatch()
                while try reader.next(into: &batch) {}
                for row in AnnotatedRides(log: log.name, reader: reader).rows { try output.write(writer.line(row)) }
            } catch let error as InputError {
                Diagnostics.error(error)
                failed = true
            }
        }
        try output.flush()
        if failed { throw ExitCode(ExitStatus.badInput) }
    }
}
