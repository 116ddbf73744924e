// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The figures of days, one by one and pooled, with caveats about their truths.
package struct TripScores: Sendable {
    /// A day or a pool of days by its name.
    package struct Row: Sendable {
        /// The name to show.
        package var name: String
        /// The scores of these days' trips.
        package var figures: TripFigures

        package init(name: String, figures: TripFigures) {
            self.name = name
            self.figures = figures
        }
    }

    /// The figures of each day.
    package var days: [Row]
    /// The figures of several days together.
    package var pooled: [Row]
    /// The caveats, a line each.
    package var caveats: [String]

    /// The figures of days.
    package init(days: [Row], pooled: [Row], caveats: [String]) {
        self.days = days
        self.pooled = pooled
        self.caveats = caveats
    }

    /// An object with the days, the pools and the caveats, a line for each.
    package var json: String {
        JSONWriter.line { json in
            json.object { json in
                DocumentFormat(kind: "trip-evaluation", version: 1).write(to: &json)
                Self.list("days", days, to: &json) { row, json in row.figures.write(name: row.name, to: &json) }
                Self.list("pooled", pooled, to: &json) { row, json in row.figures.write(name: row.name, to: &json) }
                Self.list("caveats", caveats, to: &json) { caveat, json in json.append(caveat) }
            }
        }
    }

    /// A list, one element a line; an empty list is a line end in brackets.
    private static func list<Element>(
        _ key: String, _ elements: [Element], to json: inout JSONWriter,
        _ write: (_ element: Element, _ json: inout JSONWriter) -> Void
    ) {
        json.newLine()
        json.array(key) { json in
            if elements.isEmpty { json.newLine() }
            for element in elements {
                json.newLine()
                write(element, &json)
            }
        }
    }
}
