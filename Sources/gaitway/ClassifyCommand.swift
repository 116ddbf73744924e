public import ActivityRecognition
import ActivityStream
public import ArgumentParser
import Glibc
import MotionTypes
import SensorLogs

/// `gaitway classify`: logs to activity streams.
struct ClassifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Turns logs into activity streams.",
        discussion: """
            A stream has a line when the activity or its confidence changes, and at least one a minute. Several logs give their streams one \
            after the other, or a file each with --output. A log that cannot be read is reported, the others are done.

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

    func run() throws {
        let model = try modelArgument.load()
        var failed = false
        var standardOutput = StandardOutput()
        var standardWriter = StreamWriter(format: format, isOneOfSeveral: input.logs.count > 1)
        if let output { try OutputFolder.create(output) }
        var names = UniqueNames()
        for log in input.logs {
            do {
                // The log comes first: one that cannot be opened leaves no empty file.
                let reader = try RecordingReader(path: log, options: input.reading.options)
                if let output {
                    var file = try StandardOutput(path: output + "/" + names.name(for: log) + "." + fileExtension)
                    var writer = StreamWriter(format: format, isOneOfSeveral: false)
                    let fault = try classify(log, reader, with: model, writer: &writer, output: &file)
                    try file.close()
                    if let fault { throw fault }
                } else {
                    let fault = try classify(
                        log, reader, with: model, writer: &standardWriter, output: &standardOutput)
                    if let fault { throw fault }
                }
            } catch let error as InputError {
                Diagnostics.error(error)
                failed = true
            }
        }
        try standardOutput.flush()
        if failed { throw ExitCode(ExitStatus.badInput) }
    }

    private var fileExtension: String {
        switch format {
        case .table: "txt"
        case .ndjson: "ndjson"
        case .csv: "csv"
        }
    }

    /// Writes the stream of a log; a fault in the log is returned, so that what came before it can be kept.
    private func classify(
        _ log: String, _ reader: RecordingReader, with model: ActivityModel, writer: inout StreamWriter,
        output: inout StandardOutput
    ) throws -> InputError? {
        for guess in reader.header.guesses { Diagnostics.line("gaitway: \(log): \(guess)") }
        var recognizer = Recognizer(
            model: model,
            options: .init(
                smoothing: smoothing, reportsEveryWindow: everyWindow, origin: reader.header.origin))
        try writer.begin(
            StreamHeader(source: log, model: model.name, origin: reader.header.origin), on: &output)
        var batch = SampleBatch()
        var reports: [ActivityReport] = []
        do {
            while try reader.next(into: &batch) {
                recognizer.append(batch.samples)
                recognizer.takeReports(into: &reports)
                try writer.write(&reports, on: &output)
            }
        } catch let error as InputError {
            // What came before the fault is classified too; the missing closing line says that the stream was cut.
            recognizer.append(batch.samples)
            recognizer.finish()
            recognizer.takeReports(into: &reports)
            try writer.write(&reports, on: &output)
            try output.flush()
            return error
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        try writer.write(&reports, on: &output)
        try writer.end(
            StreamFooter(
                end: reader.end, windows: recognizer.windows,
                repaired: reader.repairs.entries.map { .init(kind: $0.kind.rawValue, count: $0.count) }),
            on: &output)
        sayWhyUnknown(log, recognizer, model)
        return nil
    }

    /// One line for a log that the model could not serve at all.
    private func sayWhyUnknown(_ log: String, _ recognizer: Recognizer, _ model: ActivityModel) {
        let unknown = recognizer.unknownWindows
        guard recognizer.windows > 0, unknown.values.reduce(0, +) == recognizer.windows,
            let reason = unknown.max(by: { $0.value < $1.value })?.key
        else { return }
        let rates = SensorCase.allCases.compactMap { model[$0]?.sensorCase.minimumRate }
        let least = rates.min().map { ", which are \($0) and more" } ?? ""
        let explanation =
            switch reason {
            case .rateTooLow: "fewer samples a second than the model serves\(least)"
            case .noGravity: "linear acceleration only, which the model does not serve"
            case .tooShort: "shorter than one window of 5.12 s"
            case .gap: "no 5.12 s without a gap of more than half a second"
            case .saturated: "the accelerometer's readings stand at the end of its range"
            case .deadSensor: "the accelerometer's readings do not change"
            case .farFromTraining: "unlike all that the model was trained on"
            }
        Diagnostics.line("gaitway: \(log): unknown throughout: \(explanation)")
    }
}

extension Smoothing: ExpressibleByArgument {}
