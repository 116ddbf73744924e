// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation

/// The figures of each data set and each person.
struct GroupSection {
    let dataSets: [GroupFigures]
    let people: [GroupFigures]

    var section: PageSection {
        PageSection(
            identifier: "groups", title: "Data sets and people",
            lead: """
                A bar is the mean over the activities of the data set or person; each dot is one activity.
                """,
            content: """
                <p class="keys">\(keys)</p>
                \(GroupBars(noun: "data set", caption: "By data set", groups: dataSets).markup)
                <div class="columns">\(columns)</div>
                <p class="aside">Single windows. A hollow dot has fewer than 50 windows. \
                F1 is the mean over the activities, each \
                weighing the same.</p>

                """)
    }

    /// The people; more than 12 stand in two columns on a wide page.
    private var columns: [Markup] {
        let half = people.count > 12 ? (people.count + 1) / 2 : people.count
        return stride(from: 0, to: people.count, by: max(1, half)).map { start in
            let part = Array(people[start..<min(start + half, people.count)])
            let caption = start == 0 ? "By person" : "By person, continued"
            return GroupBars(noun: "person", caption: caption, groups: part).markup
        }
    }

    private var keys: [Markup] {
        let shown = Set((dataSets + people).flatMap { $0.cells.map(\.activity) })
        return GroupBars.activities.filter(shown.contains).map { activity in
            """
            <span><i class="swatch round \(activity.rawValue)"></i>\(activity.rawValue)</span>
            """
        }
    }
}
