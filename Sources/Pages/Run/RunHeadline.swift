import Geofencing
import NotificationGate
import RideReplay

/// The figures of a run that a reader looks for first.
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
        return """
            <dl class="headline">
            \(figure(
                "alerts shown", FigureText.count(tally.count(.deliver)),
                note: deferred(tally)))\
            \(figure(
                "entries seen", "\(FigureText.count(coverage.seen.count)) of \(FigureText.count(coverage.entries))",
                note: coverage.missed.isEmpty ? "none was missed" : "\(FigureText.count(coverage.missed.count)) missed"))\
            \(figure(
                "ended without an alert", FigureText.count(skipped + dropped),
                note: "\(FigureText.count(skipped)) skipped, \(FigureText.count(dropped)) dropped, \(FigureText.count(result.waiting)) still waiting"))\
            \(regions)</dl>
            """
    }

    /// How many alerts came late.
    private func deferred(_ tally: DecisionTally) -> String {
        guard tally.count(.deliver) > 0 else { return "nothing was shown" }
        return tally.deferredAndDelivered == 0
            ? "none had been held back before"
            : "\(FigureText.count(tally.deferredAndDelivered)) of them after something had held them back"
    }

    private func figure(_ name: String, _ value: String, note: String) -> Markup {
        """
        <div><dt>\(name)</dt><dd><b>\(value)</b><span class="note">\(note)</span></dd></div>

        """
    }
}
