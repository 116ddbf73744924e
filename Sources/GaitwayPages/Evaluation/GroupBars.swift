// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayReports

/// One bar per group, with a dot for each activity that it has.
struct GroupBars {
    /// The word for a group, as `person`.
    let noun: String
    let caption: String
    let groups: [GroupFigures]

    /// The activities in their order.
    static let activities = Activity.allCases
    /// A share of fewer windows is uncertain and drawn hollow.
    private static let fewWindows = 50

    var markup: Markup {
        """
        <table class="groups">
        <caption><span>\(caption)</span></caption>
        <thead><tr><th scope="col">\(noun)</th><th scope="col" class="plot">\(Axis.percent)</th>\
        <th scope="col" class="number">right</th><th scope="col" class="number">F1</th>\
        <th scope="col" class="number">windows</th></tr></thead>
        <tbody>
        \(groups.map(row))</tbody>
        </table>
        """
    }

    private func row(_ group: GroupFigures) -> Markup {
        let dots = group.cells.map { cell -> Markup in
            let said =
                "\(cell.activity.rawValue): \(FigureText.percent(cell.recall)) of "
                + FigureText.count(cell.windows, "window", "windows")
            let style = cell.windows < Self.fewWindows ? " few" : ""
            return """
                <i class="dot \(cell.activity.rawValue)\(style)" style="left:\(100 * cell.recall)%" role="img" \
                aria-label="\(said)" title="\(said)"></i>
                """
        }
        return """
            <tr><th scope="row">\(Markup.breaking(group.name))</th>\
            <td class="plot">\
            <span class="track"><i class="bar" style="width:\(100 * group.meanRecall)%"></i>\(dots)</span></td>\
            <td class="number"><b>\(FigureText.percent(group.meanRecall))</b></td>\
            <td class="number">\(FigureText.decimal(group.macroF1, places: 2))</td>\
            <td class="number">\(FigureText.count(group.windows))</td></tr>

            """
    }
}
