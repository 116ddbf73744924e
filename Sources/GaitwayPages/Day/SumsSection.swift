// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayTimeline

/// Weeks and months as tables: time and distance of each activity.
struct SumsSection {
    let months: [PeriodSums]
    let days: [TimelineDay]
    let items: [TimelineItem]

    var section: PageSection {
        let weeks = PeriodSums.sums(of: days, items: items, by: .week)
        return PageSection(
            identifier: "sums", title: "Weeks and months",
            lead: "Time and distance of each activity. Weeks begin on Monday.",
            content: """
                \(table("Months", months, name: \.first.monthName))\
                \(weeks.count > 1 ? folded(table("Weeks", weeks, name: Self.span)) : "")

                """)
    }

    private func folded(_ table: Markup) -> Markup {
        let open: Markup = months.count > 1 ? "" : " open=\"open\""
        return """
            <details\(open)><summary>Week by week</summary>
            \(table)</details>
            """
    }

    /// The days of a week that the page has: `27 April to 3 May 2026`.
    private static func span(_ week: PeriodSums) -> String {
        let (first, last) = (week.first, week.last)
        guard first != last else { return last.words }
        let start =
            first.year != last.year
            ? first.words : first.month != last.month ? "\(first.words.dropLast(5))" : "\(first.day)"
        return start + " to " + last.words
    }

    private func table(_ caption: String, _ sums: [PeriodSums], name: (PeriodSums) -> String) -> Markup {
        // An activity without any time has no column.
        let known = Activity.allCases.filter { activity in
            activity != .stationary && sums.contains { $0.totals.contains { $0.activity == activity } }
        }
        let heads = known.map { activity -> Markup in
            """
            <th scope="col" class="number \(activity.rawValue)"><span class="swatch"></span>\(activity.rawValue)</th>
            """
        }
        let rows = sums.map { sum -> Markup in
            let cells = known.map { activity -> Markup in
                let total = sum.totals.first { $0.activity == activity }
                let text: Markup =
                    total.map {
                        """
                        \(FigureText.duration($0.duration.inSeconds))\
                        <span class="note">\(DayText.note(of: $0))</span>
                        """
                    } ?? "–"
                return """
                    <td class="number" data-name="\(activity.rawValue)"><span>\(text)</span></td>
                    """
            }
            return """
                <tr><th scope="row"><a href="#\(sum.first.date)">\(name(sum))</a> \
                <small>\(FigureText.count(sum.days, "day", "days"))</small></th>\(cells)</tr>

                """
        }
        guard !known.isEmpty else { return "<p>There are no moves.</p>\n" }
        return """
            <div class="scroll"><table class="stack day-sums"><caption>\(caption)</caption>
            <thead><tr><th scope="col"></th>\(heads)</tr></thead>
            <tbody>
            \(rows)</tbody></table></div>

            """
    }
}
