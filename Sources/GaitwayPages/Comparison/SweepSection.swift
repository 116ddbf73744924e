// SPDX-License-Identifier: Apache-2.0
package import GaitwayReports

extension PolicyTable {
    /// Policies that were played over many rides, as one self-contained page of HTML.
    ///
    /// - Parameters:
    ///   - rides: the manifest's name.
    ///   - lead: one or two sentences about the rides.
    ///   - command: the command that gives this page again.
    package func page(rides: String, lead: String, command: String) -> String {
        PageDocument(
            title: "Policies over " + rides, kicker: "Gaitway simulation", heading: rides, lead: "\(lead)",
            sections: [section],
            footer: PageDocument.footer(command),
            styles: [.runStyle]
        ).html
    }

    /// A plot of gain against cost, and a table of all figures.
    var section: PageSection {
        let plot = TradeoffPlot(
            title: title, costName: costName, gainName: gainName,
            points: rows.map { .init(label: $0.name, cost: $0.cost, gain: $0.gain) })
        let headings = columns.map { name -> Markup in
            """
            <th scope="col" class="number">\(name)</th>
            """
        }
        let rows = rows.map { row -> Markup in
            let cells = zip(columns, row.cells).map { name, text -> Markup in
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
        let front = rows.filter(\.isOnFront)
        guard let safest = front.min(by: { ($0.cost, -$0.gain) < ($1.cost, -$1.gain) }),
            let largest = front.max(by: { ($0.gain, -$0.cost) < ($1.gain, -$1.cost) })
        else { return "There is no policy to compare." }
        func figures(_ row: Row) -> String {
            "\(gainName): \(AxisScale.text(row.gain)); \(costName): \(AxisScale.text(row.cost))"
        }
        var verdict: Markup = """
            No other policy beats \(FigureText.count(front.count)) of the \
            \(FigureText.count(rows.count)). The safest is <b>\(safest.name)</b> (\(figures(safest))).
            """
        if largest.name != safest.name {
            verdict += " The one that lets the most through is <b>\(largest.name)</b> (\(figures(largest)))."
        }
        return verdict
    }
}
