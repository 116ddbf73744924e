// SPDX-License-Identifier: Apache-2.0
import GaitwayReports

/// Policies side by side: a plot of gain against cost, and a table of all figures.
struct SweepSection {
    private let table: PolicyTable

    init(_ table: PolicyTable) { self.table = table }

    var section: PageSection {
        let plot = TradeoffPlot(
            title: table.title, costName: table.costName, gainName: table.gainName,
            points: table.rows.map { .init(label: $0.name, cost: $0.cost, gain: $0.gain) })
        let headings = table.columns.map { name -> Markup in
            """
            <th scope="col" class="number">\(name)</th>
            """
        }
        let rows = table.rows.map { row -> Markup in
            let cells = zip(table.columns, row.cells).map { name, text -> Markup in
                """
                <td class="number" data-name="\(name)">\(text)</td>
                """
            }
            return """
                <tr><th scope="row">\(row.name)\(row.isOnFront ? " *" : "")</th>\(cells)</tr>

                """
        }
        return PageSection(
            identifier: "sweep", title: "Policies side by side",
            content: """
                <p class="verdict">\(verdict)</p>
                \(plot.markup)<p class="aside">A row for each combination of fields. An asterisk marks a policy that \
                no other beats.</p>
                <div class="scroll"><table class="run-compared stack">
                <thead><tr><th scope="col">policy</th>\(headings)</tr></thead>
                <tbody>
                \(rows)</tbody></table></div>

                """)
    }

    /// The policies at both ends of those that no other beats.
    private var verdict: Markup {
        let front = table.rows.filter(\.isOnFront)
        guard let safest = front.min(by: { ($0.cost, -$0.gain) < ($1.cost, -$1.gain) }),
            let largest = front.max(by: { ($0.gain, -$0.cost) < ($1.gain, -$1.cost) })
        else { return "There is no policy to compare." }
        func figures(_ row: PolicyTable.Row) -> String {
            "\(table.gainName): \(AxisScale.text(row.gain)); \(table.costName): \(AxisScale.text(row.cost))"
        }
        var verdict: Markup = """
            No other policy beats \(FigureText.count(front.count)) of the \
            \(FigureText.count(table.rows.count)). The safest is <b>\(safest.name)</b> (\(figures(safest))).
            """
        if largest.name != safest.name {
            verdict += " The one that lets the most through is <b>\(largest.name)</b> (\(figures(largest)))."
        }
        return verdict
    }
}
