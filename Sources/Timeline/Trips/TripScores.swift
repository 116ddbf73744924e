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
        let perDay = days.map { $0.figures.json(name: $0.name) }.joined(separator: ",\n")
        let perGroup = pooled.map { $0.figures.json(name: $0.name) }.joined(separator: ",\n")
        let notes = caveats.map(JSONText.quoted).joined(separator: ",\n")
        return "{\"gaitway\":\"trip-evaluation\",\"version\":1,\n\"days\":[\n\(perDay)],\n\"pooled\":[\n\(perGroup)],\n"
            + "\"caveats\":[\n\(notes)]}\n"
    }
}
