// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension TimelineStatistics {
    /// All figures as JSON, version 1, which FORMAT.md of this module describes.
    ///
    /// - Parameter timeZone: the one zone of all days; nil if there are several.
    package func json(timeZone: String?) -> String {
        JSONWriter.line { json in
            json.object { json in
                DocumentFormat(kind: "timeline-statistics", version: 1).write(to: &json)
                json.add("time_zone", timeZone)
                json.add("by", unit.rawValue)
                json.newLine()
                json.array("periods") { json in
                    for period in periods {
                        json.newLine()
                        Self.write(period, to: &json)
                    }
                }
                json.newLine()
                json.key("all")
                if let whole { Self.write(whole, to: &json) } else { json.appendNull() }
                json.newLine()
                json.array("trips") { json in
                    for trip in trips {
                        json.newLine()
                        write(trip, to: &json)
                    }
                }
                json.add("other_trips", otherTrips)
            }
        }
    }

    private static func write(_ period: Period, to json: inout JSONWriter) {
        json.object { json in
            json.add("name", period.name)
            TimelineExport.times(period.span, to: &json)
            json.add("hours", period.span.seconds / 3600)
            json.add("days", period.days)
            json.add("visits", period.visits)
            json.add("places", period.places)
            json.add("visit_duration", period.visitDuration.inSeconds, places: 3)
            json.add("gap_duration", period.gapDuration.inSeconds, places: 3)
            json.add("moves", period.moves)
            if let steps = period.steps { json.add("steps", steps) }
            json.array("activities") { json in
                for total in period.activities {
                    json.object { json in
                        json.add("activity", total.activity.rawValue)
                        json.add("duration", total.duration.inSeconds, places: 3)
                        json.add("distance", total.distance, places: 1)
                        json.add("unobserved_distance", total.unobservedDistance, places: 1)
                        json.add("unmeasured_duration", total.unmeasured.inSeconds, places: 3)
                        if let steps = total.steps { json.add("steps", steps) }
                    }
                }
            }
        }
    }

    private func write(_ trip: FrequentTrip, to json: inout JSONWriter) {
        json.object { json in
            json.add("from", trip.from)
            json.add("from_name", title(ofPlace: trip.from))
            json.add("to", trip.to)
            json.add("to_name", title(ofPlace: trip.to))
            json.add("count", trip.count)
            json.add("median_duration", trip.medianDuration.inSeconds, places: 3)
            json.add("median_distance", trip.medianDistance, places: 1)
        }
    }
}
