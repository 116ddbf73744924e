import ActivityRecognition

/// What is written of a log: in which format, of which windows, joined how.
struct StreamForm: Sendable {
    /// What a row or line is.
    enum Rows: Sendable {
        /// A stretch in a table, a change in NDJSON and CSV.
        case fit
        /// A change, however short.
        case changes
        /// A window.
        case windows
    }

    let format: ClassifyCommand.Format
    /// How windows are joined, if the user says so.
    let smoothing: Smoothing?
    let rows: Rows

    /// Whether the table of a log waits for its end, and has a row per stretch. Changes that come through a pipe are shown as they come.
    func isSummary(of log: String) -> Bool {
        format == .table && (rows == .fit || rows == .changes && log != "-")
    }

    /// Whether each window of a log is needed, not only changes.
    func needsEveryWindow(of log: String) -> Bool { rows == .windows || isSummary(of: log) }

    /// How the windows of a log are joined. A person looks at the table of a log that is complete, so that the whole log may answer;
    /// programs and pipes are answered at once.
    func smoothing(for log: String) -> Smoothing {
        smoothing ?? (format == .table && log != "-" ? .viterbi : .causal)
    }
}
