import ActivityRecognition
import ActivityStream
import MotionTypes
import SensorLogs
import TextFormats

/// One log that is being classified, batch by batch.
struct LogRun {
    /// Whether something was wrong with the log.
    private(set) var isFaulty = false

    private let log: String
    private let model: ActivityModel
    private let reader: RecordingReader
    private var recognizer: Recognizer
    private var batch = SampleBatch()
    private var reports: [ActivityReport] = []
    /// Where the stream goes; nil if it goes the way of the diagnostics.
    private var file: StreamFile?
    private var hasBegun = false

    /// Opens a log, then the file for its stream: a log that cannot be opened leaves no empty file.
    init(_ log: String, _ classification: LogClassification, file: (path: String, format: ClassifyCommand.Format)?)
        throws
    {
        self.log = log
        model = classification.model
        reader = try RecordingReader(path: log, options: classification.options)
        recognizer = Recognizer(
            model: model,
            options: .init(
                smoothing: classification.form.smoothing(for: log),
                reportsEveryWindow: classification.form.needsEveryWindow(of: log),
                origin: reader.header.origin))
        self.file = try file.map { StreamFile(try StandardOutput(path: $0.path), form: classification.form) }
    }

    /// Adds what comes next to `pieces`; false when that was the last.
    mutating func next(into pieces: inout [LogPiece]) throws -> Bool {
        guard hasBegun else {
            hasBegun = true
            for guess in reader.header.guesses { pieces.append(.diagnostic("gaitway: \(log): \(guess)")) }
            try put(
                .header(StreamHeader(source: log, model: model.name, origin: reader.header.origin)), into: &pieces)
            return true
        }
        var fault: InputError?
        do {
            if try reader.next(into: &batch) {
                recognizer.append(batch.samples)
                try putReports(into: &pieces)
                return true
            }
        } catch let error as InputError {
            // What came before the fault is classified too; the missing closing line says that the stream was cut.
            recognizer.append(batch.samples)
            fault = error
        }
        recognizer.finish()
        try putReports(into: &pieces)
        if let fault {
            isFaulty = true
            pieces.append(.error(fault))
        } else {
            try putFooter(into: &pieces)
        }
        try file?.close()
        return false
    }

    private mutating func put(_ element: StreamElement, into pieces: inout [LogPiece]) throws {
        if file != nil { try file?.write(element) } else { pieces.append(.element(element)) }
    }

    private mutating func putReports(into pieces: inout [LogPiece]) throws {
        recognizer.takeReports(into: &reports)
        for report in reports { try put(.report(report), into: &pieces) }
        reports.removeAll(keepingCapacity: true)
    }

    private mutating func putFooter(into pieces: inout [LogPiece]) throws {
        let repaired = reader.repairs.entries.map { StreamFooter.Repair(kind: $0.kind.rawValue, count: $0.count) }
        try put(
            .footer(StreamFooter(end: reader.end, windows: recognizer.windows, repaired: repaired)), into: &pieces)
        if let reason = recognizer.whyUnknown(with: model) {
            pieces.append(.diagnostic("gaitway: \(log): unknown throughout: \(reason)"))
        }
    }
}

/// A file that one stream is written to.
private struct StreamFile {
    private var output: StandardOutput
    private var writer: StreamWriter

    init(_ output: StandardOutput, form: StreamForm) {
        self.output = output
        writer = StreamWriter(form: form, isOneOfSeveral: false, width: TextWidth.standard, isColoured: false)
    }

    mutating func write(_ element: StreamElement) throws { try writer.write(element, on: &output) }

    mutating func close() throws {
        try writer.finish(on: &output)
        try output.close()
    }
}
