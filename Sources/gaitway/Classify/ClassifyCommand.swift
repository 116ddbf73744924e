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
            Short stretches with low probability merge into their neighbours; --all shows every change. CSV has the \
            same rows as the table. NDJSON, and CSV with --all, have a line for each change of the activity or its \
            confidence, and at least one per minute. --every-window writes each window.

            By default Gaitway looks at the whole log before it decides. With --live it decides from the past only, as \
            a phone would; gaitway simulate needs such a stream. Piped input is classified as it arrives.

            For several logs the table has one row per log: the main activity and its share, the most common \
            confidence, and any other activity that fills 10 % or more. --each shows the stretches of each log.

            Several logs give several streams, one after the other, or one file each with --output-dir. A log that \
            cannot be read is reported, and the others are still classified. Notes that several logs share are \
            printed once, and a log has at most three; --notes prints all. The last line counts the logs.

            Folders and zips are searched. An export folder of a logger is one ride, and any other table is one ride. \
            A path may lead into a zip: rides.zip/monday.

            Each file in --output-dir is named after its ride; if two rides share a name, their folders are added. If \
            a file exists, nothing is classified unless --force is given. A file appears when its stream is complete.

            --report writes a page of one log: its probabilities, its activities and its sensors along time. --picture \
            draws them.

            EXAMPLES
              gaitway classify Datasets/commute
              gaitway classify Datasets/commute --format ndjson --every-window
              gaitway classify Datasets/commute --format ndjson --live
              gaitway classify Datasets/commute --output commute.csv
              gaitway classify Datasets/labelled/*-*.csv
              gaitway classify Datasets/labelled/*-*.csv --format ndjson \\
                --output-dir streams
              gaitway classify Datasets/commute --report commute.html
              gaitway classify Datasets/commute --picture commute.svg
              gaitway classify Datasets/bike --report bike.html \\
                --labels Datasets/manifest.csv
              gaitway classify Datasets/commute --use-speed
              gaitway classify Datasets/commute --prior cycling=0
              tail -n +1 -f Datasets/labelled/ann-running.csv | gaitway classify - --live
            """)

    @OptionGroup(title: "Input") var input: LogArguments
    @OptionGroup var messages: QuietArguments
    @OptionGroup(title: "Model") var recognition: RecognitionArguments
    @OptionGroup(title: "Output") var result: StreamArguments

    @Option(
        help: ArgumentHelp(
            "A manifest. --report and --picture show its labels above the predicted activities.",
            valueName: "manifest"), completion: .file())
    var labels: String?

    @Option(
        help: ArgumentHelp(
            "How many logs are read at the same time. Default: one per processor. A long log alone uses up to three "
                + "threads, unless this is 1. The output is the same.", valueName: "n"))
    var jobs: Int?

    func validate() throws {
        if result.all, result.format == .ndjson {
            throw ValidationError("--all is for the table and CSV: ndjson has every change")
        }
        if result.each, result.format != .table {
            throw ValidationError("--each is for the table: \(result.format.rawValue) always has each log's stream")
        }
        if result.all, result.everyWindow { throw ValidationError("give --all or --every-window, not both") }
        if result.header, result.format != .csv {
            throw ValidationError("--header is for CSV: \(result.format.rawValue) always has it")
        }
        if result.header, !result.all, !result.everyWindow {
            throw ValidationError("--header is for a stream in CSV; add --all or --every-window")
        }
        if showsOneLog, input.logs.count > 1 { throw oneLogOnly(input.logs.count) }
        if labels != nil, !showsOneLog {
            throw ValidationError("--labels is for --report and --picture: give one of them, too")
        }
        if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number of at least 1") }
    }

    /// Whether a page or a picture of one log is asked for.
    private var showsOneLog: Bool { result.report != nil || result.drawing.picture != nil }

    func run() async throws {
        var options = input.reading.options
        options.readsSpeed = recognition.useSpeed
        let model = try recognition.modelArgument.load(usingSpeed: recognition.useSpeed)
        if let note = BuiltInFigures(keptBy: model)?.note { Diagnostics.note(note) }
        let classification = LogClassification(
            model: model, options: options,
            form: StreamForm(
                format: result.format, smoothing: recognition.chosenSmoothing,
                rows: result.everyWindow ? .windows : result.all ? .changes : .fit, hasHeader: result.header,
                showsEach: result.each, isLive: recognition.live),
            zone: result.format == .table ? result.local.zone : nil, prior: recognition.prior
        )
        let search = try input.search(except: result.outputDir)
        if showsOneLog, search.logs.count + search.faults.count > 1 {
            throw oneLogOnly(search.logs.count + search.faults.count)
        }
        let manifest = try labels.map { try Manifest(csv: FileBytes.manifest($0), source: $0) }
        let page =
            try showsOneLog
            ? LogReport(
                path: result.report, picture: result.drawing.file(replaces: result.replacing.force),
                command: Self.quotedLine, zone: result.local.zone,
                otherInputs: [recognition.modelArgument.model?.file, labels].compactMap(\.self),
                replaces: result.replacing.force, manifest: manifest, tiles: result.map.server()) : nil
        try await LogClassifier(
            search: search, classification: classification, file: result.output, folder: result.outputDir,
            report: page,
            replaces: result.replacing.force, jobs: jobs, showsAllNotes: messages.notes
        ).run(orThrow: ExitCode(ExitStatus.badInput))
    }

    private func oneLogOnly(_ count: Int) -> ValidationError {
        let option = result.report == nil ? "--picture" : "--report"
        return ValidationError(
            "\(option) shows one log, not \(count): name one of them, or run the command for each")
    }
}
