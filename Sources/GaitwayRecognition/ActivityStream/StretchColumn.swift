// SPDX-License-Identifier: Apache-2.0
/// The columns of a table of stretches, in written order; FORMAT.md describes each.
package enum StretchColumn: String, CaseIterable {
    case source
    case start, end
    case elapsed
    case elapsedEnd = "elapsed_end"
    case duration
    case activity
    case stationary, walking, running, automotive, cycling, unknown
    case confidence, probability, steps
    case atRest = "at_rest"
    case reason

    /// The column of a stream's CSV that says the same of a report that begins with the stretch; nil for what a report
    /// does not have.
    var streamColumn: CSVColumn? {
        switch self {
        case .end, .duration, .probability, .atRest: nil
        // The table was written at the log's end, but a stretch lasts until here.
        case .elapsedEnd: .delivered
        default: CSVColumn(rawValue: rawValue)
        }
    }
}
