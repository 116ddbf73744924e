// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension Figures {
    /// A figure as this medium shows it.
    package static func text(_ value: FigureValue) -> String {
        switch value {
        case .number(let number, let places): decimal(number, places: places)
        case .share(let share, let places): percent(share, places: places)
        case .count(let count): Self.count(count)
        case .interval(let interval): range(interval)
        case .text(let text): text ?? Style.absent
        }
    }
}

extension TextTable {
    /// A table of figures: a column for each field, a row for each subject behind its name.
    init<Subject>(_ heading: String, _ fields: [FigureField<Subject>], _ rows: [(name: String, subject: Subject)]) {
        self.init([heading] + fields.map(\.name))
        for row in rows { add([row.name] + fields.map { FigureText.text($0.value(row.subject)) }) }
    }

    /// The same with a row for each activity.
    init(_ heading: String, _ fields: [FigureField<Activity>], _ activities: [Activity] = Activity.allCases) {
        self.init(heading, fields, activities.map { ($0.rawValue, $0) })
    }
}
