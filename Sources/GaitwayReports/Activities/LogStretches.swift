// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// The stretches of the log that is read now, one of several.
struct LogStretches: Sendable {
    /// The stretches of a log that has ended, short ones folded into their neighbours.
    struct Whole {
        let header: StreamHeader
        let end: Duration
        let folded: ActivityStretches
    }

    private var header: StreamHeader?
    private var stretches = ActivityStretches(restIsApart: false)
    private var lastEnd = Duration.zero

    mutating func begin(_ header: StreamHeader) {
        self = LogStretches()
        self.header = header
    }

    mutating func append(_ report: ActivityReport) {
        stretches.append(report)
        lastEnd = report.window?.upperBound ?? report.delivered
    }

    /// Ends the log with its closing line; nil without a log.
    mutating func finish(_ footer: StreamFooter) -> Whole? { finish(at: footer.end, steps: footer.steps) }

    /// Ends a log that was read in part; nil without a log, or without a window of it.
    mutating func cut() -> Whole? {
        guard lastEnd > .zero else {
            header = nil
            return nil
        }
        return finish(at: lastEnd, steps: nil)
    }

    private mutating func finish(at end: Duration, steps: Int?) -> Whole? {
        guard let header else { return nil }
        self.header = nil
        stretches.finish(at: end, steps: steps)
        return Whole(header: header, end: end, folded: stretches.folding())
    }
}
