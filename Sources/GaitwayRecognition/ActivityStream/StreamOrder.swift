// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Checks that the reports of a stream are in time order: neither the delivery nor the begin of the activity is earlier
/// than in the report above. Equal times are in order.
struct StreamOrder: Sendable {
    private var elapsed: Duration?
    private var delivered: Duration?

    /// Takes the next report.
    ///
    /// - Throws: `malformed` for a report earlier than the one above it.
    mutating func take(_ report: ActivityReport) throws(InputError) {
        try check("was delivered", report.delivered, delivered)
        try check("begins its activity", report.activity.elapsed, elapsed)
        elapsed = report.activity.elapsed
        delivered = report.delivered
    }

    private func check(_ verb: String, _ time: Duration, _ last: Duration?) throws(InputError) {
        guard let last, time < last else { return }
        throw .malformed(
            "the stream is out of order: the report \(verb) " + DecimalText.text((last - time).inSeconds, places: 3)
                + " s before the one above it", remedy: "sort the reports, or write the stream again")
    }
}
