// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayReplay
import GaitwayReports

/// The most important figures of a run, large, at the top of the page.
struct RunHeadline {
    let result: ReplayResult

    init(_ result: ReplayResult) { self.result = result }

    var markup: Markup {
        let tally = result.tally
        let (skipped, dropped) = (tally.count(.skip), tally.count(.drop))
        let coverage = result.coverage
        let regions: Markup =
            result.strategy.trigger == .never
            ? figure("regions registered", "all", note: "the oracle watches every place")
            : figure(
                "regions registered", FigureText.count(coverage.registrations),
                note: "in \(FigureText.count(coverage.choices, "choice", "choices"))")
        let ended =
            "\(FigureText.count(skipped)) skipped, \(FigureText.count(dropped)) dropped, "
            + "\(FigureText.count(result.waiting)) still waiting"
        return """
            <dl class="headline">
            \(figure(
                "alerts shown", FigureText.count(tally.count(.deliver)),
                note: deferred(tally)))\
            \(figure(
                "entries seen", "\(FigureText.count(coverage.seen.count)) of \(FigureText.count(coverage.entries))",
                note: coverage.missed.isEmpty ? "none missed" : "\(FigureText.count(coverage.missed.count)) missed"))\
            \(figure(
                "ended without an alert", FigureText.count(skipped + dropped),
                note: ended))\
            \(regions)</dl>
            """
    }

    /// A note on alerts that were held back before they were shown.
    private func deferred(_ tally: DecisionTally) -> String {
        guard tally.count(.deliver) > 0 else { return "nothing was shown" }
        return tally.deferredAndDelivered == 0
            ? "none was held back before"
            : "\(FigureText.count(tally.deferredAndDelivered)) of them were held back before"
    }

    private func figure(_ name: String, _ value: String, note: String) -> Markup {
        """
        <div><dt>\(name)</dt><dd><b>\(value)</b><span class="note">\(note)</span></dd></div>

        """
    }
}
