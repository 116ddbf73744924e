import GateScoring

/// Policies side by side: a plot of what is weighed against each other, and the figures.
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
            lead: "What each combination of the policy's fields makes of it. An asterisk marks what nothing beats.",
            content: """
                \(plot.markup)<div class="scroll"><table class="compared stack">
                <thead><tr><th scope="col">policy</th>\(headings)</tr></thead>
                <tbody>
                \(rows)</tbody></table></div>

                """)
    }
}
