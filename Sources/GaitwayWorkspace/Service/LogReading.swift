// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Reads a log whole with a model. A log below the model's rate is opened again with the speeds of its fixes, as
/// `classify` does.
struct LogReading {
    private let reader: RecordingReader
    private let options: LogOptions
    private let model: ActivityModel

    var header: RecordingHeader { reader.header }
    /// The end of what was read.
    var end: Duration { reader.end }

    init(
        model: ActivityModel, options: LogOptions = LogOptions(),
        open: (LogOptions) throws(InputError) -> RecordingReader
    ) throws(InputError) {
        var options = options
        var reader = try open(options)
        if model.needsSpeed(for: reader) {
            options.readsSpeed = true
            reader = try open(options)
        }
        (self.reader, self.options, self.model) = (reader, options, model)
    }

    /// A recogniser of the log, with threads of its own, that answers every window.
    func recognizer(_ smoothing: Smoothing) throws(InputError) -> LogRecognizer {
        try LogRecognizer(
            reader, model: model,
            options: .init(smoothing: smoothing, reportsEveryWindow: true, usesSpeed: options.readsSpeed))
    }

    /// The reports of the whole log; `each` is told every batch that was read.
    func reports(
        smoothing: Smoothing, everyWindow: Bool, each: (SampleBatch) -> Void = { _ in }
    ) throws(InputError) -> [ActivityReport] {
        var recognizer = try Recognizer(
            model: model,
            options: .init(
                smoothing: smoothing, reportsEveryWindow: everyWindow, origin: reader.header.origin,
                usesSpeed: options.readsSpeed))
        var (batch, reports) = (SampleBatch(), [ActivityReport]())
        while try reader.next(into: &batch) {
            recognizer.append(batch.samples)
            each(batch)
            recognizer.takeReports(into: &reports)
        }
        recognizer.finish()
        recognizer.takeReports(into: &reports)
        return reports
    }
}
