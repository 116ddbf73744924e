// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// How a log's stream is written: format, rows and smoothing.
package struct StreamForm: Sendable {
    package enum Rows: Sendable {
        /// A stretch in a table and CSV, a change in NDJSON.
        case fit
        /// A change, however short.
        case changes
        case windows
    }

    package let format: StreamFormat
    /// The smoothing that the user chose, or nil.
    package let smoothing: Smoothing?
    package let rows: Rows
    /// Whether a CSV also has the header and the closing line of each stream, as comments.
    package let hasHeader: Bool
    /// Whether the table of several logs has the stretches of each, not a row for each.
    package let showsEach: Bool
    /// Whether the user asked for decisions from the past only, as a phone makes them.
    private let isLive: Bool

    /// A form; without `smoothing`, ``smoothing(isPiped:)`` chooses.
    package init(
        format: StreamFormat, smoothing: Smoothing?, rows: Rows, hasHeader: Bool = false, showsEach: Bool = false,
        isLive: Bool = false
    ) {
        self.format = format
        self.smoothing = smoothing
        self.rows = rows
        self.hasHeader = hasHeader
        self.showsEach = showsEach || rows != .fit
        self.isLive = isLive
    }

    /// Whether several logs are one table with a row for each.
    package var isOverviewOfSeveral: Bool { format == .table && !showsEach }

    /// Whether the table of a log waits for its end, and has a row per stretch. Changes that come through a pipe are
    /// shown as they arrive.
    package func isSummary(of log: String) -> Bool {
        format == .table && (rows == .fit || rows == .changes && log != "-")
    }

    /// Whether the rows of a CSV are stretches, which come at the end of a log.
    package var isTableOfStretches: Bool { format == .csv && rows == .fit }

    /// Whether each window of a log is needed, not only changes.
    package func needsEveryWindow(of log: String) -> Bool {
        rows == .windows || isSummary(of: log) || isTableOfStretches
    }

    /// Whether half a window has a first answer: in a stream of changes, for those who follow it as it arrives.
    package func givesProvisionalAnswers(of log: String, isPiped: Bool) -> Bool {
        (isLive || isPiped && smoothing == nil) && !needsEveryWindow(of: log)
    }

    /// The smoother of a log: one over the whole of a finished log, one over the past of a pipe.
    package func smoothing(isPiped: Bool) -> Smoothing { smoothing ?? (isPiped ? .causal : .viterbi) }
}
