// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayReplay
import GaitwayReports

/// One ride with many strategies and policies: entries seen and cost of each strategy, alerts of each pair.
struct ComparisonSection {
    private let results: [ReplayResult]

    init(_ results: [ReplayResult]) { self.results = results }

    /// Empty without results.
    var sections: [PageSection] {
        guard !results.isEmpty else { return [] }
        return [strategySection, policySection]
    }

    /// The first result of each strategy: what a phone sees does not depend on the gate.
    private var strategies: [ReplayResult] {
        var seen: Set<String> = []
        return results.filter { seen.insert($0.strategy.name).inserted }
    }

    private var strategySection: PageSection {
        let all = strategies
        let most = all.filter { $0.strategy.trigger != .never }.map(\.coverage.registrations).max() ?? 0
        // The oracle is a yardstick, not a choice: no phone can do it.
        let points = all.filter { $0.strategy.trigger != .never }.map {
            TradeoffPlot.Point(
                label: $0.strategy.name, cost: Double($0.coverage.registrations), gain: Double($0.coverage.seen.count))
        }
        let plot = TradeoffPlot(
            title: "Entries seen against regions registered.", costName: "regions registered", gainName: "entries seen",
            points: points)
        let rows = all.map { result -> Markup in
            let coverage = result.coverage
            return """
                <tr><th scope="row">\(result.strategy.name)</th>\
                \(cell("seen", FigureText.count(coverage.seen.count), bar: coverage.coverage))\
                \(cell("missed", FigureText.count(coverage.missed.count)))\
                \(cell("false", FigureText.count(coverage.wrong)))\
                \(cell("repeated", FigureText.count(coverage.repeated)))\
                \(cell("median delay", FigureText.seconds(coverage.medianDelay)))\
                \(cell("longest delay", FigureText.seconds(coverage.worstDelay)))\
                \(cell(
                    "registered",
                    result.strategy.trigger == .never ? "all" : FigureText.count(coverage.registrations),
                    bar: result.strategy.trigger == .never || most == 0
                        ? nil : Double(coverage.registrations) / Double(most)))</tr>

                """
        }
        return PageSection(
            identifier: "strategies", title: "Strategies",
            content: """
                <p class="verdict">\(ComparisonVerdict(results).strategies)</p>
                <div class="scroll"><table class="run-compared stack">
                <thead><tr><th scope="col">strategy</th>\(headings([
                    "seen", "missed", "false", "repeated", "median delay", "longest delay", "regions registered",
                ]))</tr></thead>
                <tbody>
                \(rows)</tbody></table></div>
                <p class="aside">A strategy chooses the few regions that a phone watches. The oracle watches every \
                place, which no phone can do: it shows how many entries there were.</p>
                \(plot.markup)
                \(costTable)
                """)
    }

    /// The battery use of each strategy, in a table of its own since the first has no room for more columns.
    private var costTable: Markup {
        let model = EnergyModel()
        let rows = strategies.map { result -> Markup in
            """
            <tr><th scope="row">\(result.strategy.name)</th>\
            \(cell("wake-ups", FigureText.count(result.use.wakeUps)))\
            \(cell("GPS minutes", FigureText.decimal(model.receiverTime(result.use) / 60, places: 1)))\
            \(cell("energy", FigureText.decimal(model.energy(result.use), places: 1) + " J"))</tr>

            """
        }
        return """
            <p>Battery use by a model of a phone. SIMULATION.md lists its constants.</p>
            <div class="scroll"><table class="run-compared stack">
            <thead><tr><th scope="col">strategy</th>\(headings(["wake-ups", "GPS minutes", "energy"]))</tr></thead>
            <tbody>
            \(rows)</tbody></table></div>
            """
    }

    private var policySection: PageSection {
        let knowsDriving = results.contains { $0.alertsWhileDriving != nil }
        let most = results.map { $0.tally.count(.deliver) }.max() ?? 0
        let points = results.filter { $0.strategy.trigger != .never }.map { result in
            TradeoffPlot.Point(
                label: result.strategy.name + ", " + result.policy,
                cost: Double(knowsDriving ? result.alertsWhileDriving ?? 0 : result.coverage.registrations),
                gain: Double(result.tally.count(.deliver)))
        }
        let plot = TradeoffPlot(
            title: knowsDriving
                ? "Alerts shown against alerts shown while the phone was in a vehicle, by the whole activity stream."
                : "Alerts shown against regions registered. Alerts while driving are unknown, "
                    + "as there are no activity reports.",
            costName: knowsDriving ? "alerts while driving" : "regions registered", gainName: "alerts shown",
            points: points)
        let rows = results.map { result -> Markup in
            let tally = result.tally
            return """
                <tr><th scope="row">\(result.strategy.name), \(result.policy)</th>\
                \(cell(
                    "alerts", FigureText.count(tally.count(.deliver)),
                    bar: most == 0 ? nil : Double(tally.count(.deliver)) / Double(most)))\
                \(cell("while driving", result.alertsWhileDriving.map { FigureText.count($0) } ?? "–"))\
                \(cell("after deferral", FigureText.count(tally.deferredAndDelivered)))\
                \(cell("skipped", FigureText.count(tally.count(.skip))))\
                \(cell("dropped", FigureText.count(tally.count(.drop))))\
                \(cell("waiting", FigureText.count(result.waiting)))</tr>

                """
        }
        return PageSection(
            identifier: "policies", title: "Strategies and policies",
            content: """
                <p class="verdict">\(ComparisonVerdict(results).policies)</p>
                <div class="scroll"><table class="run-compared stack">
                <thead><tr><th scope="col">strategy, policy</th>\(headings([
                    "alerts", "while driving", "after deferral", "skipped", "dropped", "waiting",
                ]))</tr></thead>
                <tbody>
                \(rows)</tbody></table></div>
                <p class="aside">The decisions of each policy on the entries that each strategy sees.</p>
                \(plot.markup)
                """)
    }

    private func headings(_ names: [String]) -> [Markup] {
        names.map { name -> Markup in
            """
            <th scope="col" class="number">\(name)</th>
            """
        }
    }

    /// A figure with a bar; `bar` is its share of the greatest figure.
    private func cell(_ name: String, _ text: String, bar: Double? = nil) -> Markup {
        let drawn: Markup =
            bar.map { share -> Markup in
                """
                <span class="run-share" aria-hidden="true"><i style="width:\(100 * share)%"></i></span>
                """
            } ?? ""
        return """
            <td class="number" data-name="\(name)">\(text)\(drawn)</td>
            """
    }
}
