import ActivityRecognition

/// What is written of a log: in which format, of which windows, joined how.
struct StreamForm: Sendable {
    /// What a row or line is.
    enum Rows: Sendable {
        /// A stretch in a table, a change in NDJSON and CSV.
        case fit
        /// A change.
        case changes
        /// A window.
        case windows
    }

    let format: ClassifyCommand.Format
    /// How windows are joined, if the user says so.
    let smoothing: Smoothing?
    let rows: Rows

    /// Whether the table waits for a log's end, and sums it up.
    var isSummary: Bool { format == .table && rows == .fit }

    /// Whether each window is needed, not only changes.
    var needsEveryWindow: Bool { rows == .windows || isSummary }

    /// How the windows of a log are joined. A person looks at the table of a log that is complete, so that the whole log may answer;
    /// programs and pipes are answered at once.
    func smoothing(for log: String) -> Smoothing {
        smoothing ?? (format == .table && log != "-" ? .viterbi : .causal)
    }
}
