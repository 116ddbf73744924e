public import ActivityRecognition
public import ArgumentParser
import SensorLogs
package import TextReports
import Timeline

/// `gaitway classify`: logs to activity streams.
struct ClassifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Turns logs into activity streams.",
        discussion: """
            The table has a row for each stretch of time in which one thing was done, and the time of each activity. A stretch of less than half a \
            minute that its own windows do not believe is folded into its neighbours; --all shows every change, of a pipe as it comes. NDJSON and CSV have a line \
            for each change of the activity or its confidence, and at least one per minute. Several logs give one stream after the other, or a file \
            each with --output. A log that cannot be read is reported; the others are still classified.

            Folders and zips are searched: each export folder of a logger is one ride, any other table is one, too. A path may lead into a zip. \
            What several logs have in common is said once, --verbose says it for each; the last line counts what was classified and what was not.

            --output names a file after its ride, and after the ride's folders where two have one name. A file that exists is left alone, and \
            nothing is begun, unless --force is given. A stream appears there when it is whole.

            --report makes a page of one log, to look at: the probabilities and the answer along time, and beside them what was measured, so that \
            one sees why. It does not replace a file unless --force is given.

            EXAMPLES
              gaitway classify ride/
              gaitway classify ride.zip --format ndjson --every-window
              gaitway classify rides/ --format ndjson --output streams/
              gaitway classify rides.zip/monday --format csv
              gaitway classify ride/ --report ride.html
              gaitway classify ride/ --use-speed
              gaitway classify ride/ --prior cycling=0
              zcat log.csv.gz | gaitway classify -
              tail -f log.csv | gaitway classify - --format ndjson --unit g --acceleration total
            """)

    @OptionGroup var input: LogArguments
    @OptionGroup var modelArgument: ModelArgument

    @Option(help: "How the stream is written: table, ndjson or csv.")
    var format: StreamFormat = .table

    @Option(
        help: ArgumentHelp(
            "How windows are joined over time: none, causal, lag (10 s) or viterbi (whole log); if not given, viterbi for the table of a file, folder or zip, else causal."
        ))
    var smoothing: Smoothing?

    @Flag(
        help:
            "Go by the speed of the log's location fixes, too, where there are any. NDJSON and CSV are then of version 2, and say which windows did."
    )
    var useSpeed = false
    @Option(
        help: ArgumentHelp(
            "How often each activity is done here, as walking=0.3,cycling=0; those not named share what is left, 0 forbids.",
            valueName: "shares"),
        transform: { GivenPrior(text: $0, prior: try ActivityPrior(parsing: $0)) })
    var prior: GivenPrior?

    @Flag(help: "Write each window, not only changes.")
    var everyWindow = false

    @Flag(help: "Show every change in the table, short ones too.")
    var all = false

    @Option(help: ArgumentHelp("Write each stream to a file in this folder.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Also write a page that shows the log along time; - is standard output, which then has nothing else.",
            valueName: "file"))
    var report: String?

    @OptionGroup var replacing: ForceArgument
    @OptionGroup var local: ZoneArguments

    @Flag(help: "Say of each log what is said of others, too.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "How many logs are read at the same time; one per processor if not given. A long log alone has up to three threads, unless this is 1. The output does not depend on it.",
            valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if all, format != .table {
            throw ValidationError("--all is for the table: \(format.rawValue) has every change")
        }
        if all, everyWindow { throw ValidationError("give --all or --every-window, not both") }
        if report != nil, input.logs.count > 1 { throw Self.oneLogOnly(input.logs.count) }
        if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number of at least 1") }
    }

    func run() async throws {
        var options = input.reading.options
        options.readsSpeed = useSpeed
        let classification = LogClassification(
            model: try modelArgument.load(usingSpeed: useSpeed), options: options,
            form: StreamForm(
                format: format, smoothing: smoothing, rows: everyWindow ? .windows : all ? .changes : .fit),
            zone: format == .table ? local.zone : nil, prior: prior?.prior
        )
        let search = try input.search(except: output)
        if report != nil, search.logs.count + search.faults.count > 1 {
            throw Self.oneLogOnly(search.logs.count + search.faults.count)
        }
        let page = report.map { path in
            LogReport(
                path: path, command: command(writing: path), zone: local.zone,
                otherInputs: [modelArgument.model?.file].compactMap(\.self), replaces: replacing.force)
        }
        try await LogClassifier(
            search: search, classification: classification, output: output, report: page,
            replaces: replacing.force, jobs: jobs, isVerbose: verbose
        ).run()
    }

    private static func oneLogOnly(_ count: Int) -> ValidationError {
        ValidationError("--report shows one log, not \(count): name one of them, or run the command for each")
    }

    /// The command that makes a page again, with file names without the folders of one machine.
    private func command(writing report: String) -> String {
        var command = QuotedCommand("gaitway classify")
        for log in input.logs { command.add(FileName.last(log)) }
        command.add(input.reading)
        command.add("--model", file: modelArgument.model?.text)
        command.add("--format", format == .table ? nil : format.rawValue)
        command.add("--smoothing", smoothing?.rawValue)
        command.add("--use-speed", if: useSpeed)
        command.add("--prior", prior?.text)
        command.add("--time-zone", local.timeZone?.name)
        command.add("--all", if: all)
        command.add("--every-window", if: everyWindow)
        command.add("--report", file: report)
        return command.text
    }
}

/// How often each activity is done, as it was given and as it was meant.
struct GivenPrior {
    let text: String
    let prior: ActivityPrior
}

extension StreamFormat: ExpressibleByArgument {}
extension Smoothing: ExpressibleByArgument {}
