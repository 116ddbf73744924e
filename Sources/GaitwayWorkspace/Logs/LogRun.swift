// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayReports

/// One log that is being classified, batch by batch.
struct LogRun {
    /// The outcome so far.
    private(set) var outcome = LogOutcome.classified
    /// The data of its page; nil without a page.
    private(set) var record: RideRecord?

    private let log: String
    /// Whether the log may never end: its notes then come first.
    private let comesOnce: Bool
    private let model: ActivityModel
    private let header: RecordingHeader
    private let frame: StreamFrame
    private let recognition: LogRecognizer
    private var reports: [ActivityReport] = []
    private var windows: [ActivityReport] = []
    /// The file of the stream; nil if it goes to standard output.
    private var file: StreamFile?
    /// How far the log was read.
    var end: Duration { recognition.step.end }
    private var hasBegun = false
    private var samples = 0

    /// Opens a log, then the file for its stream: a log that cannot be opened leaves no empty file.
    ///
    /// - Parameters:
    ///   - hasThreads: whether the log may use threads of its own.
    ///   - isRecorded: whether the log will have a page.
    init(
        _ log: FoundLog, _ classification: LogClassification, file: StreamPath?, hasThreads: Bool,
        isRecorded: Bool = false
    ) throws {
        self.log = log.name
        comesOnce = log.comesOnce
        model = classification.model
        var reading = classification.options
        var note: String?
        var reader = try Self.open(log, reading, withPath: isRecorded, note: &note)
        if !reading.readsSpeed, !log.comesOnce, model.needsSpeed(for: reader) {
            reading.readsSpeed = true
            reader = try Self.open(log, reading, withPath: isRecorded, note: &note)
        }
        if isRecorded {
            record = RideRecord(
                of: reader, smoothing: classification.form.smoothing(isPiped: log.comesOnce),
                showsAll: classification.form.rows == .changes, notes: [note].compactMap(\.self))
        }
        header = reader.header
        var options = Recognizer.Options(
            smoothing: classification.form.smoothing(isPiped: log.comesOnce),
            reportsEveryWindow: classification.form.needsEveryWindow(of: log.name),
            origin: header.origin, usesSpeed: reading.readsSpeed, prior: classification.prior)
        options.givesProvisionalAnswers = classification.form.givesProvisionalAnswers(
            of: log.name, isPiped: log.comesOnce)
        options.listsWindows = isRecorded
        recognition = LogRecognizer(
            reader, try Recognizer(model: model, options: options), hasThreads: hasThreads, keepsSamples: isRecorded)
        frame = StreamFrame(
            source: log.name, model: model.name, origin: header.origin, smoothing: options.smoothing.rawValue,
            usesSpeed: options.usesSpeed, givesProvisionalAnswers: options.givesProvisionalAnswers)
        self.file = try file.map { try StreamFile($0, classification) }
    }

    /// Opens a log; for a page with its fixes, or without them if they cannot be read.
    private static func open(
        _ log: FoundLog, _ options: LogOptions, withPath: Bool, note: inout String?
    ) throws(InputError) -> RecordingReader {
        guard withPath else { return try RecordingReader(log, options: options) }
        var withPath = options
        withPath.readsLocation = true
        withPath.readsPhoneActivity = true
        do throws(InputError) {
            return try RecordingReader(log, options: withPath)
        } catch {
            guard !log.comesOnce, let reader = try? RecordingReader(log, options: options) else { throw error }
            note = "The path is left out: \(error.problem)."
            return reader
        }
    }

    /// Adds the next pieces to `pieces`; returns false for the last.
    mutating func next(into pieces: inout [LogPiece]) throws -> Bool {
        guard hasBegun else {
            hasBegun = true
            if comesOnce { putGuesses(into: &pieces) }
            try put(.header(frame.header), into: &pieces)
            return true
        }
        // The samples before a fault are classified, too. The missing closing line shows that the stream was cut.
        let goesOn = recognition.advance()
        let step = recognition.step
        if goesOn || step.fault != nil { keep(step) }
        guard goesOn else {
            try finish(step, into: &pieces)
            return false
        }
        samples += recognition.samples
        try putReports(into: &pieces)
        return true
    }

    /// Ends the stream after the last step.
    private mutating func finish(_ step: ReadStep, into pieces: inout [LogPiece]) throws {
        recognition.finish()
        recognition.takeWindows(into: &windows)
        let last = windows
        if step.fault == nil { record?.finish(last, step) }
        try putReports(into: &pieces)
        let lost = step.motionRepairs[.badRow] + step.motionRepairs[.notANumber]
        if lost > 0, lost >= samples / 10 {
            say("\(lost) rows cannot be read and are left out; \(samples) samples were read", into: &pieces)
        }
        if let fault = step.fault {
            outcome = .inPart
            if !comesOnce { putGuesses(into: &pieces) }
            pieces.append(.error(fault))
        } else {
            try putFooter(step, into: &pieces)
            // The footer's notes matter more: only the first notes of a log are shown.
            if !comesOnce { putGuesses(into: &pieces) }
        }
        try file?.commit()
    }

    private func putGuesses(into pieces: inout [LogPiece]) {
        for guess in header.guesses { pieces.append(.diagnostic(guess, of: log)) }
    }

    private mutating func put(_ element: StreamElement, into pieces: inout [LogPiece]) throws {
        if file != nil { try file?.write(element) } else { pieces.append(.element(element)) }
    }

    private mutating func putReports(into pieces: inout [LogPiece]) throws {
        recognition.takeReports(into: &reports)
        for report in reports { try put(.report(report), into: &pieces) }
        reports.removeAll(keepingCapacity: true)
    }

    private mutating func putFooter(_ step: ReadStep, into pieces: inout [LogPiece]) throws {
        let recognizer = recognition.recognizer
        let footer = frame.footer(
            end: step.end, windows: recognizer.windows, steps: recognizer.steps,
            windowsWithSpeed: recognizer.windowsWithSpeed,
            repairs: step.motionRepairs.entries.map { ($0.kind.rawValue, $0.count) })
        try put(.footer(footer), into: &pieces)
        if let reason = recognizer.whyUnknown(with: model, logger: header.logger) {
            say("unknown throughout: \(reason)", into: &pieces)
        }
        if let note = recognizer.noteOnSpeed(with: model, logger: header.logger) { say(note, into: &pieces) }
    }

    /// Keeps the data of a step for the page, with the windows that it completed.
    private mutating func keep(_ step: ReadStep) {
        guard record != nil else { return }
        recognition.takeWindows(into: &windows)
        let new = windows
        record?.append(step, new)
        windows.removeAll(keepingCapacity: true)
    }

    /// Notes something about the whole log, also on its page.
    private mutating func say(_ text: String, into pieces: inout [LogPiece]) {
        pieces.append(.diagnostic(text, of: log))
        record?.add(note: text)
    }
}

/// The destination of one stream.
package struct StreamPath: Sendable {
    package let path: String
    /// Whether an existing file is replaced.
    package let replaces: Bool

    package init(path: String, replaces: Bool) {
        self.path = path
        self.replaces = replaces
    }
}

/// A stream in a file, written whole or not at all.
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
