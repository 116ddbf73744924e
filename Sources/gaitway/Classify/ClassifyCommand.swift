public import ActivityRecognition
public import ArgumentParser

/// `gaitway classify`: logs to activity streams.
struct ClassifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Turns logs into activity streams.",
        discussion: """
            A stream has a line for each change of the activity or its confidence, and at least one per minute. Several logs give one stream after \
            the other, or a file each with --output. A log that cannot be read is reported; the others are still classified.

            EXAMPLES
              gaitway classify ride/
              gaitway classify ride.zip --format ndjson --every-window
              gaitway classify rides/*.csv --format csv --output streams/
              tail -f log.csv | gaitway classify - --format ndjson --unit g --acceleration total
            """)

    /// How a stream is written.
    enum Format: String, CaseIterable, ExpressibleByArgument { case table, ndjson, csv }

    @OptionGroup var input: LogArguments
    @OptionGroup var modelArgument: ModelArgument

    @Option(help: "How the stream is written: table, ndjson or csv.")
    var format: Format = .table

    @Option(help: "How windows are joined over time: none, causal, lag (10 s) or viterbi (whole log).")
    var smoothing: Smoothing = .causal

    @Flag(help: "Write each window, not only changes.")
    var everyWindow = false

    @Option(help: ArgumentHelp("Write each stream to a file in this folder.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "How many logs are read at the same time; one per processor if not given. The output does not depend on it.",
            valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number of at least 1") }
    }

    func run() async throws {
        let classification = LogClassification(
            model: try modelArgument.load(), options: input.reading.options, smoothing: smoothing,
            everyWindow: everyWindow)
        try await LogClassifier(
            logs: input.logs, classification: classification, format: format, output: output, jobs: jobs
        ).run()
    }
}

extension Smoothing: ExpressibleByArgument {}
