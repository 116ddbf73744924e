package import ActivityRecognition

/// How a log's stream is written: format, rows and smoothing.
package struct StreamForm: Sendable {
    /// The content of a row or line.
    package enum Rows: Sendable {
        /// A stretch in a table, a change in NDJSON and CSV.
        case fit
        /// A change, however short.
        case changes
        /// A row for each window.
        case windows
    }

    /// The format of the output.
    package let format: StreamFormat
    /// The smoothing that the user chose, or nil.
    package let smoothing: Smoothing?
    /// The content of a row or line.
    package let rows: Rows

    /// A form; without `smoothing`, ``smoothing(for:)`` chooses.
    package init(format: StreamFormat, smoothing: Smoothing?, rows: Rows) {
        self.format = format
        self.smoothing = smoothing
        self.rows = rows
    }

    /// Whether the table of a log waits for its end, and has a row per stretch. Changes that come through a pipe are
    /// shown as they come.
    package func isSummary(of log: String) -> Bool {
        format == .table && (rows == .fit || rows == .changes && log != "-")
    }

    /// Whether each window of a log is needed, not only changes.
    package func needsEveryWindow(of log: String) -> Bool { rows == .windows || isSummary(of: log) }

    /// How the windows of a log are joined. A person looks at the table of a log that is complete, so that the whole
    /// log may answer; programs and pipes are answered at once.
    package func smoothing(for log: String) -> Smoothing {
        smoothing ?? (format == .table && log != "-" ? .viterbi : .causal)
    }
}
