// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

extension TableFigures {
    /// A delay in seconds as a number of hops: 1 if the first window of the new activity is classified correctly.
    package static func hops(_ delay: Double?) -> Double? {
        delay.map { ($0 - Nanoseconds.product(WindowGrid.duration)) / Nanoseconds.product(WindowGrid.hopDuration) + 1 }
    }
}

extension FigureField<TableFigures.Rows> {
    package static var all: [Self] {
        [
            Self("hours") { .number($0.hours, places: 2) },
            Self("rides") { .count($0.rides) },
            Self("rows") { .count($0.rows) },
            Self("wrong") { .count($0.wrong) },
            Self("needless", "redundant") { .count($0.needless) },
            Self("wrong_or_needless_per_hour", "per hour") { .number($0.perHour, places: 1) },
            Self("rides_misread", "no right row") { .count($0.ridesMisread) },
        ]
    }
}

extension FigureField<SplicedScore> {
    package static var answerChangesPerChange: Self {
        Self("answer_changes_per_change", "changes per change") { .number($0.answerChangesPerChange, places: 2) }
    }
    package static var hopsOfDelay90: Self {
        Self("delay_p90_hops", "90 % right within, hops") { .number(TableFigures.hops($0.delay90), places: 0) }
    }
}

extension JSONWriter {
    mutating func write(_ figures: TableFigures) {
        object("rows", .lines) { json in
            for activity in Activity.allCases {
                guard let rows = figures.rows[activity] else { continue }
                json.add(activity.rawValue, rows, FigureField.all)
            }
        }
        for (name, score) in [("spliced", figures.spliced), ("causal_stream", figures.causal)] {
            add(
                name, score,
                [
                    .macroF1, .init("changes") { .count($0.changes) },
                    .init("answer_changes") { .count($0.answerChanges) }, .answerChangesPerChange,
                    .init("changes_found") { .count($0.found) }, .hopsOfDelay90,
                ])
        }
    }
}
