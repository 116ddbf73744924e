import ActivityStream
import MotionTypes
import TextReports

/// What classifying a log gives, in order.
enum LogPiece: Sendable {
    case element(StreamElement)
    /// A line for standard error about a log.
    case diagnostic(String, of: String)
    /// What is wrong with the log.
    case error(InputError)
}

/// Standard output, for the pieces of logs in the order in which they are to be read.
struct StreamOutput {
    private var writer: StreamWriter
    private var output = StandardOutput()
    /// What was said of several logs, until all are done; nil for a single log, of which all is said at once.
    private var groups: DiagnosticGroups?
    private let progress: LogProgress?
    /// Whether streams are not written, as standard output is for something else.
    private let isMuted: Bool

    init(_ writer: StreamWriter, isMuted: Bool = false, groups: DiagnosticGroups?, progress: LogProgress?) {
        self.writer = writer
        self.isMuted = isMuted
        self.groups = groups
        self.progress = progress
    }

    /// Writes pieces; no part of a stream is kept back.
    mutating func write(_ pieces: [LogPiece]) throws {
        if !pieces.isEmpty { progress?.clear() }
        for piece in pieces {
            // Both outputs may be one terminal, so what came before a line on standard error is written first.
            switch piece {
            case .element(let element): if !isMuted { try writer.write(element, on: &output) }
            case .diagnostic(let text, let log):
                if groups != nil { groups?.add(text, of: log) } else { try say("\(log): \(text)") }
            case .error(let error):
                // What was read before the fault is shown before it.
                if !isMuted { try writer.finish(on: &output) }
                if groups != nil { groups?.add(error) } else { try say(error.description) }
            }
        }
        try output.flush()
    }

    /// Says what was kept of several logs, also when the work ended early; not if nobody reads the results any more.
    mutating func finish(after error: (any Error)? = nil) {
        progress?.clear()
        if !(error is ClosedOutput) { for line in groups?.lines ?? [] { Diagnostics.error(line) } }
        groups = nil
    }

    private mutating func say(_ text: String) throws {
        try output.flush()
        Diagnostics.error(text)
    }
}
