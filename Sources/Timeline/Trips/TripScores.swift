internal import TextFormats

/// The figures of days, one by one and pooled, with what the truths that were used cannot tell.
package struct TripScores: Sendable {
    /// A day or a pool of days by its name.
    package struct Row: Sendable {
        /// As it is shown.
        package var name: String
        /// What was found.
        package var figures: TripFigures

        /// A row.
        package init(name: String, figures: TripFigures) {
            self.name = name
            self.figures = figures
        }
    }

    /// Each day.
    package var days: [Row]
    /// Several days together.
    package var pooled: [Row]
    /// A line each.
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

    /// A list, one element a line; a list without any is a line end in brackets.
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
