// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayLiveServer
import GaitwayReports
import GaitwayTimeline

/// The figures of a year, or of all.
extension DayService {
    /// The most frequent trips that are listed.
    private static let mostTrips = 50

    /// The figures of the year that the request names, of all for `all`, and of the last without one.
    func years(_ request: ServedRequest) throws -> ServedResponse {
        let wanted = request.query["year"]
        let known = try history().years
        var year = known.last
        if let wanted {
            year = known.first { String($0) == wanted }
            guard wanted == "all" || year != nil else {
                throw WorkspaceRefusal(404, "There are no days in this year.", "Give year=2026 or year=all.")
            }
        }
        return try kept("years \(wanted ?? "")") { history in
            let summary = YearSummary(history, year: year)
            return .json { json in
                json.object { json in
                    json.add("zone", history.zoneText)
                    json.array("years") { json in for year in known { json.append(year) } }
                    json.add("year", year)
                    json.add("activities", Activity.allCases.map(\.rawValue))
                    write(summary, to: &json)
                }
            }
        }
    }

    private func write(_ summary: YearSummary, to json: inout JSONWriter) {
        let (history, statistics) = (summary.history, summary.statistics)
        json.array("days", of: summary.days) { day, json in
            let items = summary.items
            let totals = day.summary(of: Array(items[items.range(of: day.span)]))
            json.array { json in
                json.append(day.date)
                for activity in Activity.allCases {
                    json.append(Int(clamping: totals.duration(of: activity).inSeconds))
                }
            }
        }
        json.key("all")
        if let whole = statistics.whole { Self.write(whole, to: &json) } else { json.appendNull() }
        json.array("months") { json in for month in statistics.periods { Self.write(month, to: &json) } }
        json.array("journeys", of: summary.journeys) { journey, json in write(journey, of: history, to: &json) }
        for (key, sums) in [("towns", summary.towns), ("countries", summary.countries)] {
            json.array(key) { json in
                for (name, sum) in sums.sums {
                    json.object { json in
                        json.add("name", name)
                        json.add("days", sum.days.count)
                        json.add("visits", sum.visits)
                        json.add("seconds", Int(clamping: sum.duration.inSeconds))
                    }
                }
            }
        }
        json.objects("trips", statistics.trips.prefix(Self.mostTrips)) { trip, json in
            json.add("from", trip.from)
            json.add("to", trip.to)
            json.add("from_title", history.titles[trip.from])
            json.add("to_title", history.titles[trip.to])
            json.add("count", trip.count)
            json.add("seconds", Int(clamping: trip.medianDuration.inSeconds))
            json.add("metres", trip.medianDistance, places: 0)
        }
        let rest = statistics.trips.dropFirst(Self.mostTrips)
        json.add("more_trips", rest.reduce(0) { $0 + $1.count })
        json.add("other_trips", statistics.otherTrips)
    }

    private static func write(_ period: TimelineStatistics.Period, to json: inout JSONWriter) {
        json.object { json in
            json.add("name", period.name)
            json.add("days", period.days)
            json.add("visits", period.visits)
            json.add("places", period.places)
            json.add("moves", period.moves)
            if let steps = period.steps { json.add("steps", steps) }
            json.object("activities") { json in
                for total in period.activities {
                    json.object(total.activity.rawValue) { json in
                        json.add("seconds", Int(clamping: total.duration.inSeconds))
                        json.add("metres", total.distance, places: 0)
                        json.add("unmeasured", Int(clamping: total.unmeasured.inSeconds))
                    }
                }
            }
        }
    }

    private func write(_ journey: Journey, of history: DayHistory, to json: inout JSONWriter) {
        // The towns where most of the time was spent.
        var times: [String: Duration] = [:]
        for visit in journey.visits {
            guard let town = visit.placeIdentifier.flatMap({ history.towns[$0] }) else { continue }
            times["\(town.name), \(town.country)", default: .zero] += visit.span.duration
        }
        let towns = times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        json.object { json in
            json.add("first", history.date(of: journey.span.start))
            json.add("last", history.date(of: journey.span.end))
            json.add("nights", journey.nights)
            json.add("metres", journey.farthest, places: 0)
            json.add("towns", Array(towns.prefix(3)))
            json.add("more_towns", max(0, towns.count - 3))
        }
    }
}
