// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReports
import GaitwayWorkspace

/// `gaitway classify`: logs to activity streams.
struct ClassifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Turns logs into activity streams.",
        discussion: """
            The table has one row for each stretch of time with one activity, and the total time of each activity. \
            Short stretches with low probability merge into their neighbours; --all shows every change. NDJSON and CSV \
            have a line for each change of the activity or its confidence, and at least one per minute.

            A finished log is answered with all of it known. --live gives the answers that a phone would have had at \
            the time, which gaitway simulate needs. A pipe is always answered at once.

            The table of several logs has a row for each log: its main activity with the share of the log, the \
            confidence of most of its windows, and other activities from a tenth on. --each shows the stretches of each.

            Several logs give several streams, one after the other, or one file each with --output. A log that cannot \
            be read is reported, and the others are still classified. Notes that several logs share are printed once; \
            --verbose prints them for each log. The last line counts the logs.

            Folders and zips are searched. An export folder of a logger is one ride, and any other table is one ride. \
            A path may lead into a zip: rides.zip/monday.

            --output names each file after its ride, and after the ride's folders if two rides share a name. If a file \
            exists, nothing is classified unless --force is given. A file appears when its stream is complete.

            --report writes a page of one log: its probabilities, its activities and its sensors along time.

            EXAMPLES
              gaitway classify ride/
              gaitway classify ride.zip --format ndjson --every-window
              gaitway classify ride/ --format ndjson --live
              gaitway classify rides/
              gaitway classify rides/ --format ndjson --output streams/
              gaitway classify rides.zip/monday --format csv
              gaitway classify ride/ --report ride.html
              gaitway classify ride/ --report ride.html --labels manifest.csv
              gaitway classify ride/ --use-speed
              gaitway classify ride/ --prior cycling=0
              zcat log.csv.gz | gaitway classify -
              tail -f log.csv | gaitway classify - --format ndjson --unit g --acceleration total
            """)

    @OptionGroup(title: "Input") var input: LogArguments
    @OptionGroup(title: "Model") var recognition: RecognitionArguments
    @OptionGroup(title: "Output") var result: StreamArguments

    @Option(
        help: ArgumentHelp(
            "A manifest. --report shows its labels of the log above the answer.", valueName: "manifest"))
    var labels: String?

    @Flag(help: "Print every note for each log, even if several logs share it.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "How many logs are read at the same time. Default: one per processor. A long log alone uses up to three "
                + "threads, unless this is 1. The output is the same.",
            valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if result.all, result.format != .table {
            throw ValidationError("--all is for the table: \(result.format.rawValue) has every change")
        }
        if result.each, result.format != .table {
            throw ValidationError("--each is for the table: \(result.format.rawValue) always has each log's stream")
        }
        if result.all, result.everyWindow { throw ValidationError("give --all or --every-window, not both") }
        if result.header, result.format != .csv {
            throw ValidationError("--header is for CSV: \(result.format.rawValue) always has it")
        }
        if result.report != nil, input.logs.count > 1 { throw Self.oneLogOnly(input.logs.count) }
        if labels != nil, result.report == nil { throw ValidationError("--labels is for --report: give both") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number of at least 1") }
    }

    func run() async throws {
        var options = input.reading.options
        options.readsSpeed = recognition.useSpeed
        let classification = LogClassification(
            model: try recognition.modelArgument.load(usingSpeed: recognition.useSpeed), options: options,
            form: StreamForm(
                format: result.format, smoothing: recognition.chosenSmoothing,
                rows: result.everyWindow ? .windows : result.all ? .changes : .fit, hasHeader: result.header,
                showsEach: result.each),
            zone: result.format == .table ? result.local.zone : nil, prior: recognition.prior
        )
        let search = try input.search(except: result.output)
        if result.report != nil, search.logs.count + search.faults.count > 1 {
            throw Self.oneLogOnly(search.logs.count + search.faults.count)
        }
        let manifest = try labels.map { try Manifest(csv: FileBytes.manifest($0), source: $0) }
        let page = try result.report.map { path in
            LogReport(
                path: path, command: GivenArguments(of: Self.self).quoted("gaitway classify"), zone: result.local.zone,
                otherInputs: [recognition.modelArgument.model?.file, labels].compactMap(\.self),
                replaces: result.replacing.force, manifest: manifest, tiles: try result.map.server())
        }
        try await LogClassifier(
            search: search, classification: classification, output: result.output, report: page,
            replaces: result.replacing.force, jobs: jobs, isVerbose: verbose
        ).run()
    }

    private static func oneLogOnly(_ count: Int) -> ValidationError {
        ValidationError("--report shows one log, not \(count): name one of them, or run the command for each")
    }
}
