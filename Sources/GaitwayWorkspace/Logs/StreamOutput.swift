// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
package import GaitwayReports

/// One piece of the output of a log, in order.
package enum LogPiece: Sendable {
    case element(StreamElement)
    /// A line for standard error about a log.
    case diagnostic(String, of: String)
    /// Why the log cannot be read.
    case error(InputError)
}

/// Writes the pieces of logs to standard output, in order.
package struct StreamOutput {
    private var writer: StreamWriter
    private var output = StandardOutput()
    /// Notes on logs, kept until all are done; nil for a single log that comes through a pipe, which may never end:
    /// its notes are printed at once.
    private var groups: DiagnosticGroups?
    /// Whether faults of logs are kept with the notes.
    private let keepsFaults: Bool
    private let progress: LogProgress?
    /// Whether streams are dropped, since standard output is for something else.
    private let isMuted: Bool

    package init(
        _ writer: StreamWriter, isMuted: Bool = false, groups: DiagnosticGroups?, keepsFaults: Bool,
        progress: LogProgress?
    ) {
        self.keepsFaults = keepsFaults
        self.writer = writer
        self.isMuted = isMuted
        self.groups = groups
        self.progress = progress
    }

    /// Writes pieces and flushes the stream.
    package mutating func write(_ pieces: [LogPiece]) throws {
        if !pieces.isEmpty { progress?.clear() }
        for piece in pieces {
            // Both outputs may be the same terminal: earlier output is written before a line on standard error.
            switch piece {
            case .element(let element): if !isMuted { try writer.write(element, on: &output) }
            case .diagnostic where Diagnostics.isQuiet: break
            case .diagnostic(let text, let log):
                if groups != nil { groups?.add(text, of: log) } else { try say("\(log): \(text)") }
            case .error(let error):
                // The reports before the fault are shown before it.
                if !isMuted { try writer.finish(on: &output) }
                if keepsFaults, groups != nil {
                    groups?.add(error, remedy: error.remedy.forCommandLine)
                } else {
                    for line in groups?.lines ?? [] { try say(line) }
                    groups = groups.map { _ in Diagnostics.groups(isGrouping: false) }
                    try say(error.forCommandLine)
                }
            }
        }
        try output.flush()
    }

    /// Shows how far a log was read, if it is the only one.
    package func show(readTo end: Duration) { progress?.show(readTo: end) }

    /// Writes what comes after the last log, then the notes kept of several logs: those also when the work ended early,
    /// but not after a closed pipe.
    package mutating func finish(after error: (any Error)? = nil) throws {
        progress?.clear()
        if error == nil, !isMuted {
            try writer.end(on: &output)
            try output.flush()
        }
        if !(error is ClosedOutput) { for line in groups?.lines ?? [] { Diagnostics.error(line) } }
        groups = nil
    }

    private mutating func say(_ text: String) throws {
        try output.flush()
        Diagnostics.error(text)
    }
}
