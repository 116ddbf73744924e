// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayReplay
import GaitwayReports

/// What a comparison comes to, in one or two sentences before its figures.
struct ComparisonVerdict {
    /// The results of strategies that a phone can follow, the same ones for each policy.
    private let results: [ReplayResult]

    /// - Parameter results: every strategy with every policy; the oracle takes no part, since no phone can follow it.
    init(_ results: [ReplayResult]) { self.results = results.filter { $0.strategy.trigger != .never } }

    /// The strategy that sees the most entries, and the one that registers the fewest regions.
    var strategies: Markup {
        guard
            let best = results.max(by: { first, second in
                (first.coverage.seen.count, -first.coverage.registrations)
                    < (second.coverage.seen.count, -second.coverage.registrations)
            }),
            let cheapest = results.min(by: { $0.coverage.registrations < $1.coverage.registrations })
        else { return "No strategy was played that a phone can follow." }
        let seen = "\(FigureText.count(best.coverage.seen.count)) of \(FigureText.count(best.coverage.entries)) entries"
        var verdict: Markup = """
            <b>\(best.strategy.name)</b> sees the most: \(seen), with \(registered(best)).
            """
        if cheapest.coverage.registrations < best.coverage.registrations {
            verdict += """
                 \(cheapest.strategy.name) needs the fewest, \(registered(cheapest)), and sees \
                \(FigureText.count(cheapest.coverage.seen.count)).
                """
        }
        return verdict
    }

    /// The pair that shows the most alerts of those with the fewest while driving.
    var policies: Markup {
        let knowsDriving = results.contains { $0.alertsWhileDriving != nil }
        func driving(_ result: ReplayResult) -> Int { knowsDriving ? result.alertsWhileDriving ?? 0 : 0 }
        guard
            let best = results.max(by: {
                (-driving($0), $0.tally.count(.deliver), -$0.coverage.registrations)
                    < (-driving($1), $1.tally.count(.deliver), -$1.coverage.registrations)
            }),
            let most = results.max(by: { $0.tally.count(.deliver) < $1.tally.count(.deliver) })
        else { return "No strategy was played that a phone can follow." }
        func alerts(_ result: ReplayResult) -> String {
            let shown = FigureText.count(result.tally.count(.deliver), "alert", "alerts")
            guard knowsDriving else { return shown }
            let unsafe = driving(result) == 0 ? "none" : FigureText.count(driving(result))
            return shown + ", \(unsafe) of them while driving"
        }
        var verdict: Markup = """
            <b>\(best.strategy.name), \(best.policy)</b> shows \(alerts(best)).
            """
        if most.tally.count(.deliver) > best.tally.count(.deliver) {
            verdict += """
                 \(most.strategy.name), \(most.policy) shows the most: \(alerts(most)).
                """
        }
        if !knowsDriving { verdict += " Alerts while driving are unknown, as there are no activity reports." }
        return verdict
    }

    private func registered(_ result: ReplayResult) -> String {
        FigureText.count(result.coverage.registrations, "region", "regions") + " registered"
    }
}
