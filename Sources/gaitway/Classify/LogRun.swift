import ActivityRecognition
import ActivityStream
import FileWriting
import MotionTypes
import SensorLogs
import TextFormats
import TextReports

/// One log that is being classified, batch by batch.
struct LogRun {
    /// What has become of the log.
    private(set) var outcome = LogOutcome.classified
    /// What its page needs; nil without one.
    private(set) var record: RideRecord?

    private let log: String
    private let model: ActivityModel
    private let usesSpeed: Bool
    private let header: RecordingHeader
    private let steps: WorkAhead<CutStep>
    private var step = CutStep()
    private var recognizer: Recognizer
    private var reports: [ActivityReport] = []
    private var windows: [ActivityReport] = []
    /// Where the stream goes; nil if it goes the way of the diagnostics.
    private var file: StreamFile?
    private var hasBegun = false
    private var samples = 0

    /// Opens a log, then the file for its stream: a log that cannot be opened leaves no empty file.
    ///
    /// - Parameters:
    ///   - hasThreads: whether the log may have threads of its own.
    ///   - isRecorded: whether the log is to have a page.
    init(
        _ log: FoundLog, _ classification: LogClassification, file: StreamPath?, hasThreads: Bool,
        isRecorded: Bool = false
    ) throws {
        self.log = log.name
        model = classification.model
        let reader: RecordingReader
        if isRecorded {
            var note: String?
            reader = try Self.openWithPath(log, classification.options, note: &note)
            record = RideRecord(
                of: reader.header, showsAll: classification.form.rows == .changes, notes: [note].compactMap(\.self))
        } else {
            reader = try RecordingReader(log, options: classification.options)
        }
        header = reader.header
        var options = Recognizer.Options(
            smoothing: classification.form.smoothing(for: log.name),
            reportsEveryWindow: classification.form.needsEveryWindow(of: log.name),
            origin: header.origin, usesSpeed: classification.options.readsSpeed, prior: classification.prior)
        options.listsWindows = isRecorded
        recognizer = Recognizer(model: model, options: options)
        steps = .steps(
            of: reader, cutter: recognizer.cutterAtStart, hasThreads: hasThreads, keepsAll: isRecorded)
        usesSpeed = classification.options.readsSpeed
        self.file = try file.map { try StreamFile($0, classification) }
    }

    /// Opens a log with its fixes, for a path on the page. Fixes that cannot be read are no reason to refuse a log that is read without them.
    private static func openWithPath(
        _ log: FoundLog, _ options: LogOptions, note: inout String?
    ) throws(InputError) -> RecordingReader {
        var withPath = options
        withPath.readsLocation = true
        do throws(InputError) {
            return try RecordingReader(log, options: withPath)
        } catch {
            guard !log.comesOnce, let reader = try? RecordingReader(log, options: options) else { throw error }
            note = "The path is left out: \(error.problem)."
            return reader
        }
    }

    /// Adds what comes next to `pieces`; false when that was the last.
    mutating func next(into pieces: inout [LogPiece]) throws -> Bool {
        guard hasBegun else {
            hasBegun = true
            for guess in header.guesses { pieces.append(.diagnostic(guess, of: log)) }
            try put(
                .header(
                    StreamHeader(
                        source: log, model: StreamHeader.model(named: model.name), origin: header.origin,
                        hasSpeed: usesSpeed)),
                into: &pieces)
            return true
        }
        let isThere = steps.take(&step)
        precondition(isThere, "nothing follows the last step")
        // What came before a fault is classified too; the missing closing line says that the stream was cut.
        recognizer.append(cut: step.events)
        if !step.read.isLast || step.read.fault != nil { keep(step.read) }
        guard step.read.isLast else {
            samples += step.samples
            try putReports(into: &pieces)
            return true
        }
        recognizer.append(cut: step.lastEvents)
        try finish(step.read, into: &pieces)
        return false
    }

    /// Ends the stream after the last step.
    private mutating func finish(_ step: ReadStep, into pieces: inout [LogPiece]) throws {
        recognizer.finishAnswers()
        recognizer.takeWindows(into: &windows)
        let last = windows
        record?.finish(last, step)
        try putReports(into: &pieces)
        let lost = step.motionRepairs[.badRow] + step.motionRepairs[.notANumber]
        if lost > 0, lost >= samples / 10 {
            say("\(lost) rows cannot be read and are left out; \(samples) samples were read", into: &pieces)
        }
        if let fault = step.fault {
            outcome = .inPart
            pieces.append(.error(fault))
        } else {
            try putFooter(step, into: &pieces)
        }
        try file?.commit()
    }

    private mutating func put(_ element: StreamElement, into pieces: inout [LogPiece]) throws {
        if file != nil { try file?.write(element) } else { pieces.append(.element(element)) }
    }

    private mutating func putReports(into pieces: inout [LogPiece]) throws {
        recognizer.takeReports(into: &reports)
        for report in reports { try put(.report(report), into: &pieces) }
        reports.removeAll(keepingCapacity: true)
    }

    private mutating func putFooter(_ step: ReadStep, into pieces: inout [LogPiece]) throws {
        let repaired = step.motionRepairs.entries.map { StreamFooter.Repair(kind: $0.kind.rawValue, count: $0.count) }
        try put(
            .footer(
                StreamFooter(
                    end: step.end, windows: recognizer.windows, repaired: repaired,
                    windowsWithSpeed: usesSpeed ? recognizer.windowsWithSpeed : nil)),
            into: &pieces)
        if let reason = recognizer.whyUnknown(with: model) {
            say("unknown throughout: \(reason)", into: &pieces)
        }
    }

    /// Keeps what the page needs of a step, and of the windows that it completes.
    private mutating func keep(_ step: ReadStep) {
        guard record != nil else { return }
        recognizer.takeWindows(into: &windows)
        let new = windows
        record?.append(step, new)
        windows.removeAll(keepingCapacity: true)
    }

    /// Says something of the log as a whole, on its page as well.
    private mutating func say(_ text: String, into pieces: inout [LogPiece]) {
        pieces.append(.diagnostic(text, of: log))
        record?.add(note: text)
    }
}

/// Where one stream is written to, and how.
struct StreamPath: Sendable {
    let path: String
    /// Whether a file that is there gives way.
    let replaces: Bool
}

/// A file that one stream is written to.
private struct StreamFile {
    private var output: OutputFile
    private var writer: StreamWriter

    init(_ file: StreamPath, _ classification: LogClassification) throws {
        if let slash = file.path.lastIndex(of: "/") { try OutputFolder.create(String(file.path[..<slash])) }
        output = try OutputFile(path: file.path, replaces: file.replaces)
        writer = StreamWriter(
            form: classification.form, isOneOfSeveral: false, width: TextWidth.standard, isColoured: false,
            zone: classification.zone)
    }

    mutating func write(_ element: StreamElement) throws { try writer.write(element, on: &output) }

    mutating func commit() throws {
        try writer.finish(on: &output)
        try output.commit()
    }
}
