// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayLiveServer
package import GaitwayReports
import GaitwayStore
package import GaitwayTimeline
import Synchronization

/// All days of a store without their paths: what calendar, places and years share.
package struct DayHistory: Sendable {
    package let timeline: TimelineDocument
    /// The days that hold a visit or a move, in time order. A stray day does not bring the years around it.
    package let days: [TimelineDay]
    /// The time zones of its days.
    package let clocks: TravelZones
    /// The towns near places, by identifier; places without a town are missing.
    package let towns: [String: Town]
    /// What places are called.
    package let titles: PlaceTitles

    init(_ timeline: TimelineDocument, clocks: TravelZones) {
        var timeline = timeline
        timeline.findTowns()
        self.timeline = timeline
        self.clocks = clocks
        days = Self.days(of: timeline.items, by: clocks)
        var towns: [String: Town] = [:]
        for place in timeline.places {
            towns[place.identifier] = Gazetteer.builtIn.nearest(place.latitude, place.longitude)
        }
        self.towns = towns
        titles = PlaceTitles(timeline.places)
    }

    private static func days(of items: [TimelineItem], by clocks: TravelZones) -> [TimelineDay] {
        var spans: [TimeSpan] = []
        for item in items {
            if case .gap = item { continue }
            if let last = spans.last, last.end == item.span.start {
                spans[spans.count - 1] = TimeSpan(start: last.start, end: item.span.end)
            } else {
                spans.append(item.span)
            }
        }
        var days: [TimelineDay] = []
        for span in spans {
            let last = days.last?.number ?? .min
            days += clocks.days(of: span).filter { $0.number > last }
        }
        return days
    }

    /// The zones of the days, for people.
    var zoneText: String {
        guard let first = days.first, let last = days.last else { return "" }
        return clocks.names(during: TimeSpan(start: first.span.start, end: last.span.end)).joined(separator: ", ")
    }

    /// Each day with its totals.
    var totals: [(day: TimelineDay, totals: [ActivitySummary])] {
        days.map { day in (day, day.summary(of: Array(timeline.items[timeline.items.range(of: day.span)]))) }
    }

    /// The years that hold something, in time order.
    var years: [Int] {
        var years: [Int] = []
        for day in days where day.year != years.last { years.append(day.year) }
        return years
    }

    /// The date of a moment by the clock of where the person was.
    package func date(of time: Timestamp) -> String { clocks.day(clocks.day(at: time))?.date ?? "" }
}

extension [ActivitySummary] {
    /// The time of an activity; zero without it.
    package func duration(of activity: Activity) -> Duration { first { $0.activity == activity }?.duration ?? .zero }
}

/// The history of a state of the store, and the answers that were made of it.
struct KnownHistory: Sendable {
    var stamp: String
    var history: DayHistory
    var answers: [String: ServedResponse] = [:]
}

extension DayService {
    /// The history in the present state of the store.
    func history() throws -> DayHistory { try current().history }

    /// The time zones of all days.
    func clocks() throws -> TravelZones { try history().clocks }

    /// Requests that come together read the store once.
    private func current() throws -> KnownHistory {
        let stamp = store.stamp
        return try known.withLock { known in
            if let known, known.stamp == stamp { return known }
            let history = try store.readApart { database in
                DayHistory(
                    try database.timeline(during: nil, withPaths: false),
                    clocks: TravelZones(try database.positions(), otherwise: .current))
            }
            let none = DayHistory(TimelineDocument(items: []), clocks: TravelZones(.current))
            let new = KnownHistory(stamp: stamp, history: history ?? none)
            known = new
            return new
        }
    }

    /// An answer that depends on the history alone, made once for each state of the store.
    package func kept(_ name: String, _ make: (DayHistory) throws -> ServedResponse) throws -> ServedResponse {
        let current = try current()
        if let answer = current.answers[name] { return answer }
        let answer = try make(current.history)
        known.withLock { known in if known?.stamp == current.stamp { known?.answers[name] = answer } }
        return answer
    }
}
