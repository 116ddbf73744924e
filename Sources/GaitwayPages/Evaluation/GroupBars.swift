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

    static let activities = Activity.allCases
    /// A share of fewer windows is uncertain and drawn hollow.
    private static let fewWindows = 50

    var markup: Markup {
        PageTable(
            noun, style: "groups", caption: "\(caption)",
            columns: [
                .plot(Axis.percent, bar),
                .strong(.init("right") { .share($0.meanRecall, places: 0) }),
                .figure(.init("F1") { .number($0.macroF1, places: 2) }),
                .figure(.init("windows") { .count($0.windows) }),
            ], rows: groups.map { .init(name: Markup.breaking($0.name), subject: $0) }
        ).markup
    }

    private func bar(_ group: GroupFigures) -> Markup {
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
            <span class="track"><i class="bar" style="width:\(100 * group.meanRecall)%"></i>\(dots)</span>
            """
    }
}
