// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Recognises the activities of one log on up to three processors. One thread reads and parses the log, another cuts it
/// into windows, and the caller's thread answers the windows.
///
///     let log = try LogRecognizer(RecordingReader(path: "ride/"), model: DefaultModel.load())
///     var reports: [ActivityReport] = []
///     while try log.next(into: &reports) {}
///
/// The reports are those of a ``Recognizer`` that is given the batches of the reader one by one. A short log starts no
/// thread.
public final class LogRecognizer {
    /// The recogniser, with its counts of windows.
    public private(set) var recognizer: Recognizer

    /// The last step of reading the log; without its samples unless they are kept.
    package private(set) var step = ReadStep()
    /// How many samples that step had.
    package private(set) var samples = 0

    private let steps: WorkAhead<CutStep>
    private var cut = CutStep()

    /// A recogniser for a log that nothing was read from yet, and that is read by nothing else.
    ///
    /// - Parameters:
    ///   - reader: the log.
    ///   - model: what answers the windows.
    ///   - options: how the stream is made. Without an origin it has that of the log.
    ///   - hasThreads: whether there may be threads beside the caller's.
    /// - Throws: as a recogniser with the model does.
    public convenience init(
        _ reader: RecordingReader, model: ActivityModel, options: Recognizer.Options = Recognizer.Options(),
        hasThreads: Bool = true
    ) throws(InputError) {
        var options = options
        options.origin = options.origin ?? reader.header.origin
        self.init(reader, try Recognizer(model: model, options: options), hasThreads: hasThreads)
    }

    /// A recogniser that goes on with a log.
    ///
    /// - Parameter keepsSamples: whether each step keeps its samples, and has the repairs so far; else only the last
    ///   has those.
    package init(_ reader: RecordingReader, _ recognizer: Recognizer, hasThreads: Bool, keepsSamples: Bool = false) {
        self.recognizer = recognizer
        steps = .steps(of: reader, cutter: recognizer.cutter, hasThreads: hasThreads, keepsSamples: keepsSamples)
    }

    /// Takes the next part of the log, about 4096 samples, and moves the reports that it completes to the end of
    /// `reports`; false when that was the last part.
    ///
    /// - Throws: `InputError` for a log that cannot be read on, as a reader does. The reports of what came before are
    ///   in `reports`.
    public func next(into reports: inout [ActivityReport]) throws(InputError) -> Bool {
        let goesOn = advance()
        if !goesOn { finish() }
        recognizer.takeReports(into: &reports)
        if let fault = step.fault { throw fault }
        return goesOn
    }

    /// Takes the next step and answers its windows; false when that was the last. Nothing may be asked for after it.
    package func advance() -> Bool {
        let isThere = steps.take(&cut)
        precondition(isThere, "nothing follows the last step of a log")
        recognizer.append(cut: cut.events)
        if let cutter = cut.cutter { recognizer.cutter = cutter }
        swap(&step, &cut.read)
        samples = cut.samples
        return !step.isLast
    }

    /// Ends the recording, after the last step.
    package func finish() { recognizer.finish() }

    /// Moves the reports since the last call to the end of `destination`.
    package func takeReports(into destination: inout [ActivityReport]) { recognizer.takeReports(into: &destination) }

    /// Moves the windows since the last call to the end of `destination`, if they are listed.
    package func takeWindows(into destination: inout [ActivityReport]) { recognizer.takeWindows(into: &destination) }
}

/// One step of reading a log, and the windows that it completes.
private struct CutStep: Sendable {
    /// The step; without its samples unless they are kept.
    var read = ReadStep()
    var samples = 0
    /// What the samples bring about.
    var events: [WindowCutter.Event] = []
    /// The cutter, in the last step: it goes back to the recogniser.
    var cutter: WindowCutter?
}

extension WorkAhead<CutStep> {
    /// The steps of a log: read and parsed on one thread, cut into windows on another, if there may be any beside the
    /// caller's.
    fileprivate static func steps(
        of reader: RecordingReader, cutter: WindowCutter, hasThreads: Bool, keepsSamples: Bool
    ) -> WorkAhead {
        let isLive = reader.isLive
        let reading = WorkAhead<ReadStep>(hasThread: hasThreads, isLive: isLive, blank: ReadStep.init) { step in
            reader.read(into: &step, tellsRepairs: keepsSamples)
            return !step.isLast
        }
        var (cutter, read) = (cutter, ReadStep())
        return WorkAhead(hasThread: hasThreads, isLive: isLive, blank: CutStep.init) { step in
            step.events.removeAll(keepingCapacity: true)
            guard reading.take(&read) else { return false }
            step.samples = read.batch.samples.count
            cutter.append(read.batch.samples, to: &step.events)
            if read.isLast { step.cutter = cutter }
            if keepsSamples {
                swap(&step.read, &read)
            } else {
                // The samples' memory goes back to the reader; a copy would be held twice.
                var samples: [SensorSample] = []
                swap(&samples, &read.batch.samples)
                swap(&step.read, &read)
                swap(&samples, &read.batch.samples)
            }
            return !step.read.isLast
        }
    }
}
