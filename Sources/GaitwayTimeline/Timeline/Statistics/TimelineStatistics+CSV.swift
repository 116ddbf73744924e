// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineStatistics {
    /// A line for each period and kind of time: visits, gaps and each activity. Unknown values are empty.
    package var periodsCSV: String { Self.csv(periods) }

    /// A line for each kind of time over all days.
    package var activitiesCSV: String { Self.csv([whole].compactMap(\.self)) }

    /// A line for each pair of places with trips, the most frequent first.
    package var tripsCSV: String {
        let header = ["from", "from_name", "to", "to_name", "count", "median_duration_s", "median_distance_m"]
        return CSVText.record(header)
            + trips.map { trip in
                CSVText.record([
                    trip.from, title(ofPlace: trip.from) ?? "", trip.to, title(ofPlace: trip.to) ?? "",
                    String(trip.count), Self.seconds(trip.medianDuration), Self.metres(trip.medianDistance),
                ])
            }.joined()
    }

    private static let header = [
        "period", "start_utc", "end_utc", "hours", "kind", "activity", "count", "places", "duration_s", "distance_m",
        "unobserved_distance_m", "unmeasured_duration_s",
        "steps",
    ]

    private static func csv(_ periods: [Period]) -> String {
        var text = CSVText.record(header)
        for period in periods {
            let hours = DecimalText.text(period.span.seconds / 3600, places: 2)
            let start = [period.name, period.span.start.iso8601, period.span.end.iso8601, hours]
            text += CSVText.record(
                start + [
                    "visit", "", String(period.visits), String(period.places), seconds(period.visitDuration), "", "",
                    "", Self.count(period.visitSteps),
                ])
            text += CSVText.record(start + ["gap", "", "", "", seconds(period.gapDuration), "", "", "", ""])
            for total in period.activities {
                text += CSVText.record(
                    start + [
                        "move", total.activity.rawValue, "", "", seconds(total.duration), metres(total.distance),
                        metres(total.unobservedDistance), seconds(total.unmeasured), Self.count(total.steps),
                    ])
            }
        }
        return text
    }

    private static func count(_ number: Int?) -> String { number.map(String.init) ?? "" }

    private static func seconds(_ duration: Duration) -> String { DecimalText.text(duration.inSeconds, places: 3) }

    private static func metres(_ distance: Double?) -> String { distance.map { DecimalText.text($0, places: 1) } ?? "" }
}
