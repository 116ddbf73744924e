// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
package import GaitwayReplay

/// Strategies and policies side by side on one ride: a verdict, then what differs.
package struct StrategyComparison: Sendable {
    private struct Group {
        var strategies: [String]
        var policies: [String]
        var cells: [String]
    }

    private let results: [ReplayResult]
    private let model = EnergyModel()

    package init(_ results: [ReplayResult]) { self.results = results }

    /// The text for a reader of `width` columns: figures of the strategies alone, then those that policies change, too.
    package func text(width: Int) -> String {
        let header = SimulationText.header + ["wake-ups", "GPS min", "energy J"]
        let rows = results.map(cells)
        let differing = header.indices.filter { column in Set(rows.map { $0[column] }).count > 1 }
        let own = differing.filter { column in
            strategies.allSatisfy { name in
                Set(results.indices.filter { results[$0].strategy.name == name }.map { rows[$0][column] }).count == 1
            }
        }
        var text = verdicts.map { TextWidth.wrapped($0, width: width, indent: 2) }.joined() + "\n"
        for columns in [own, differing.filter { !own.contains($0) }] where !columns.isEmpty {
            let isOwn = columns == own
            var table = TextTable([isOwn ? "strategies" : "strategies / policies"] + columns.map { header[$0] })
            for group in groups(rows.map { row in columns.map { row[$0] } }) {
                let names = self.names(group.strategies, strategies)
                table.add([isOwn ? names : names + " / " + self.names(group.policies, policies)] + group.cells)
            }
            text += table.text(width: width) + "\n"
        }
        let equal = header.indices.filter { !differing.contains($0) }.map { "\(header[$0]) \(rows[0][$0])" }
        if !equal.isEmpty {
            text += TextWidth.wrapped(
                "The same for all: " + equal.joined(separator: ", ") + ".", width: width, indent: 2)
        }
        return text
    }

    private func cells(_ result: ReplayResult) -> [String] {
        SimulationText.row(result) + [
            "\(result.use.wakeUps)", FigureText.decimal(model.receiverTime(result.use) / 60, places: 1),
            FigureText.decimal(model.energy(result.use), places: 1),
        ]
    }

    private var strategies: [String] { Self.unique(results.map(\.strategy.name)) }
    private var policies: [String] { Self.unique(results.map(\.policy)) }

    private static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func names(_ names: [String], _ all: [String]) -> String {
        names.count == all.count && all.count > 1 ? "all" : names.joined(separator: ", ")
    }

    /// The rows with equal cells together: first the policies of a strategy, then strategies with the same policies.
    private func groups(_ rows: [[String]]) -> [Group] {
        var groups: [Group] = []
        for (result, cells) in zip(results, rows) {
            let name = result.strategy.name
            if let index = groups.firstIndex(where: { $0.strategies == [name] && $0.cells == cells }) {
                groups[index].policies.append(result.policy)
            } else {
                groups.append(Group(strategies: [name], policies: [result.policy], cells: cells))
            }
        }
        return groups.reduce(into: []) { joined, group in
            let index = joined.firstIndex { $0.policies == group.policies && $0.cells == group.cells }
            if let index { joined[index].strategies += group.strategies } else { joined.append(group) }
        }
    }

    // MARK: The verdict

    /// What to choose: the strategy that misses least, then is least often wrong, then needs the least energy; and what
    /// each policy makes of its entries.
    private var verdicts: [String] {
        let runs = results.filter { $0.strategy.trigger != .never && $0.policy == policies.first }
        func rank(_ result: ReplayResult) -> (Int, Int, Double) {
            (result.coverage.missed.count, result.coverage.wrong, model.energy(result.use))
        }
        guard let best = runs.min(by: { rank($0) < rank($1) }) else { return [] }
        let most = runs.map(\.coverage.missed.count).max() ?? 0
        let missed = best.coverage.missed.count
        var strategy = "Strategy: \(best.strategy.name) sees \(best.coverage.seen.count) of "
        strategy += FigureText.count(best.coverage.entries, "entry", "entries")
        strategy += best.coverage.wrong > 0 ? " and \(best.coverage.wrong) false ones" : ""
        strategy += ", for \(FigureText.decimal(model.energy(best.use), places: 1)) J"
        let worst = runs.filter { $0.coverage.missed.count == most }.map(\.strategy.name)
        strategy +=
            most > missed
            ? "; \(worst.joined(separator: " and ")) \(worst.count == 1 ? "misses" : "miss") \(most)."
            : ". No strategy sees more or needs less."
        let own = results.filter { $0.strategy == best.strategy }
        let alerts = own.map { result in
            let count = FigureText.count(result.tally.count(.deliver), "alert", "alerts")
            let driving = result.alertsWhileDriving ?? 0
            return "\(result.policy) delivers \(count)" + (driving > 0 ? " (\(driving) while driving)" : "")
        }
        return [strategy, "Policy: " + alerts.joined(separator: ", ") + "."]
    }
}
