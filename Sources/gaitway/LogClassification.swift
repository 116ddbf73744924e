import ActivityRecognition
import ActivityStream
import MotionTypes
import SensorLogs

/// How logs are classified: what is the same for each of them.
struct LogClassification: Sendable {
    let model: ActivityModel
    let options: LogOptions
    let smoothing: Smoothing
    let everyWindow: Bool

    /// Classifies one log; true if something was wrong with it.
    ///
    /// - Parameters:
    ///   - stream: where diagnostics go, and the activity stream unless there is a file.
    ///   - file: the path of a file for the stream, and its format.
    func classify(_ log: String, into stream: LogStream, file: (path: String, format: ClassifyCommand.Format)?)
        async throws -> Bool
    {
        var isFaulty = false
        do {
            // The log comes first: one that cannot be opened leaves no empty file.
            let reader = try RecordingReader(path: log, options: options)
            var output = try file.map { StreamFile(try StandardOutput(path: $0.path), format: $0.format) }
            let fault = try await classify(log, reader, into: stream, &output)
            try output?.close()
            if let fault { throw fault }
        } catch let error as InputError {
            stream.add(.error(error))
            isFaulty = true
        } catch {
            await stream.abandon(error)
            throw error
        }
        try await stream.close()
        return isFaulty
    }

    /// Writes the stream of a log; a fault in the log is returned, so that what came before it can be kept.
    private func classify(
        _ log: String, _ reader: RecordingReader, into stream: LogStream, _ file: inout StreamFile?
    ) async throws -> InputError? {
        func put(_ element: StreamElement) throws {
            if file != nil { try file?.write(element) } else { stream.add(.element(element)) }
        }
        for guess in reader.header.guesses { stream.add(.diagnostic("gaitway: \(log): \(guess)")) }
        var recognizer = Recognizer(
            model: model,
            options: .init(
                smoothing: smoothing, reportsEveryWindow: everyWindow, origin: reader.header.origin))
        try put(.header(StreamHeader(source: log, model: model.name, origin: reader.header.origin)))
        try await stream.flush()
        var batch = SampleBatch()
        var reports: [ActivityReport] = []
        var fault: InputError?
        do {
            while try reader.next(into: &batch) {
                recognizer.append(batch.samples)
                recognizer.takeReports(into: &reports)
                for report in reports { try put(.report(report)) }
                reports.removeAll(keepingCapacity: true)
                try await stream.flush()
            }
        } catch let error as InputError {
            // What came before the fault is classified too; the missing closing line says that the stream was cut.
            recognizer.append(batch.samples)
            fault = error
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        for report in reports { try put(.report(report)) }
        if fault == nil {
            let repaired = reader.repairs.entries.map { StreamFooter.Repair(kind: $0.kind.rawValue, count: $0.count) }
            try put(.footer(StreamFooter(end: reader.end, windows: recognizer.windows, repaired: repaired)))
            if let reason = whyUnknown(recognizer) {
                stream.add(.diagnostic("gaitway: \(log): unknown throughout: \(reason)"))
            }
        }
        return fault
    }

    /// Why the model could not serve a log at all; nil if it could.
    private func whyUnknown(_ recognizer: Recognizer) -> String? {
        let unknown = recognizer.unknownWindows
        guard recognizer.windows > 0, unknown.values.reduce(0, +) == recognizer.windows,
            let reason = unknown.max(by: { $0.value < $1.value })?.key
        else { return nil }
        let rates = SensorCase.allCases.compactMap { model[$0]?.sensorCase.minimumRate }
        let least = rates.min().map { ", which are \($0) and more" } ?? ""
        return switch reason {
        case .rateTooLow: "fewer samples a second than the model serves\(least)"
        case .noGravity: "linear acceleration only, which the model does not serve"
        case .tooShort: "shorter than one window of 5.12 s"
        case .gap: "no 5.12 s without a gap of more than half a second"
        case .saturated: "the accelerometer's readings stand at the end of its range"
        case .deadSensor: "the accelerometer's readings do not change"
        case .farFromTraining: "unlike all that the model was trained on"
        }
    }
}

/// A file that one stream is written to.
private struct StreamFile {
    private var output: StandardOutput
    private var writer: StreamWriter

    init(_ output: StandardOutput, format: ClassifyCommand.Format) {
        self.output = output
        writer = StreamWriter(format: format, isOneOfSeveral: false)
    }

    mutating func write(_ element: StreamElement) throws { try writer.write(element, on: &output) }

    mutating func close() throws { try output.close() }
}
