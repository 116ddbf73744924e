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
    private let reader: RecordingReader
    private var recognizer: Recognizer
    private var batch = SampleBatch()
    private var reports: [ActivityReport] = []
    private var windows: [ActivityReport] = []
    /// Where the stream goes; nil if it goes the way of the diagnostics.
    private var file: StreamFile?
    private var hasBegun = false
    private var samples = 0

    /// Opens a log, then the file for its stream: a log that cannot be opened leaves no empty file.
    ///
    /// - Parameter isRecorded: whether the log is to have a page.
    init(_ log: FoundLog, _ classification: LogClassification, file: StreamPath?, isRecorded: Bool = false) throws {
        self.log = log.name
        model = classification.model
        if isRecorded {
            var note: String?
            reader = try Self.openWithPath(log, classification.options, note: &note)
            record = RideRecord(
                of: reader.header, showsAll: classification.form.rows == .changes, notes: [note].compactMap(\.self))
        } else {
            reader = try RecordingReader(log, options: classification.options)
        }
        var options = Recognizer.Options(
            smoothing: classification.form.smoothing(for: log.name),
            reportsEveryWindow: classification.form.needsEveryWindow(of: log.name),
            origin: reader.header.origin, usesSpeed: classification.options.readsSpeed, prior: classification.prior)
        options.listsWindows = isRecorded
        recognizer = Recognizer(model: model, options: options)
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
            for guess in reader.header.guesses { pieces.append(.diagnostic(guess, of: log)) }
            try put(
                .header(
                    StreamHeader(
                        source: log, model: StreamHeader.model(named: model.name), origin: reader.header.origin,
                        hasSpeed: usesSpeed)),
                into: &pieces)
            return true
        }
        var fault: InputError?
        do {
            if try reader.next(into: &batch) {
                recognizer.append(batch.samples)
                samples += batch.samples.count
                keep(batch)
                try putReports(into: &pieces)
                return true
            }
        } catch let error as InputError {
            // What came before the fault is classified too; the missing closing line says that the stream was cut.
            recognizer.append(batch.samples)
            keep(batch)
            fault = error
        }
        recognizer.finish()
        recognizer.takeWindows(into: &windows)
        let (last, source) = (windows, reader)
        record?.finish(last, source, fault: fault)
        try putReports(into: &pieces)
        let lost = reader.motionRepairs[.badRow] + reader.motionRepairs[.notANumber]
        if lost > 0, lost >= samples / 10 {
            say("\(lost) rows cannot be read and are left out; \(samples) samples were read", into: &pieces)
        }
        if let fault {
            outcome = .inPart
            pieces.append(.error(fault))
        } else {
            try putFooter(into: &pieces)
        }
        try file?.commit()
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
        let repaired = reader.motionRepairs.entries.map { StreamFooter.Repair(kind: $0.kind.rawValue, count: $0.count) }
        try put(
            .footer(
                StreamFooter(
                    end: reader.end, windows: recognizer.windows, repaired: repaired,
                    windowsWithSpeed: usesSpeed ? recognizer.windowsWithSpeed : nil)),
            into: &pieces)
        if let reason = recognizer.whyUnknown(with: model) {
            say("unknown throughout: \(reason)", into: &pieces)
        }
    }

    /// Keeps what the page needs of a batch, and of the windows that it completes.
    private mutating func keep(_ batch: SampleBatch) {
        guard record != nil else { return }
        recognizer.takeWindows(into: &windows)
        let (new, source) = (windows, reader)
        record?.append(batch, new, source)
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
