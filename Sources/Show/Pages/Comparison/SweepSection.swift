import Reports

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
            lead: "A row for each combination of fields. An asterisk marks a policy that no other beats.",
            content: """
                \(plot.markup)<div class="scroll"><table class="compared stack">
                <thead><tr><th scope="col">policy</th>\(headings)</tr></thead>
                <tbody>
                \(rows)</tbody></table></div>

                """)
    }
}
