// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayStore
package import GaitwayTimeline

extension ForgottenCount {
    /// The lines that state what is gone, or would be in a trial.
    package func text(_ zones: TravelZones, isTrial: Bool) -> String {
        guard !isNothing else { return "nothing to forget\n" }
        let numbers = [
            (fixes, "fix", "fixes"), (reports, "report", "reports"), (items, "imported item", "imported items"),
            (corrections, "correction", "corrections"),
        ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
        var lines = [(isTrial ? "would forget: " : "forgotten: ") + numbers.joined(separator: ", ")]
        if let span {
            let (start, end) = (zones.parts(of: span.start), zones.parts(of: span.end))
            let name = zones.zone(at: span.end).name
            lines.append("from \(start.date) \(start.clock) to \(end.date) \(end.clock), \(name)")
        }
        for source in inputs { lines.append("nothing is left of \(QuotedText.text(source))") }
        return lines.joined(separator: "\n") + "\n"
    }
}
