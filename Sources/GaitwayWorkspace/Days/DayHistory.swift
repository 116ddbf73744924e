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
    package let zone: LocalZone
    /// The towns near places, by identifier; places without a town are missing.
    package let towns: [String: Town]
    /// The names of places; those without a name are numbered in the order of first visits.
    package let titles: PlaceTitles

    init(_ timeline: TimelineDocument, in zone: LocalZone) {
        self.timeline = timeline
        self.zone = zone
        days = Self.days(of: timeline.items, in: zone)
        var towns: [String: Town] = [:]
        for place in timeline.places {
            towns[place.identifier] = Gazetteer.builtIn.nearest(place.latitude, place.longitude)
        }
        self.towns = towns
        titles = PlaceTitles(of: timeline.items, places: timeline.places, towns: towns.mapValues(\.name))
    }

    private static func days(of items: [TimelineItem], in zone: LocalZone) -> [TimelineDay] {
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
            days += zone.days(of: span).filter { $0.number > last }
        }
        return days
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

    /// The date of a moment by the local clock.
    package func date(of time: Timestamp) -> String { zone.day(zone.day(at: time))?.date ?? "" }
}

extension [ActivitySummary] {
    /// The time of an activity; zero without it.
    package func duration(of activity: Activity) -> Duration { first { $0.activity == activity }?.duration ?? .zero }
}

/// The history of a state of the store, and the answers that were made of it.
package struct KnownHistory: Sendable {
    var stamp: String
    var history: DayHistory
    package var answers: [String: ServedAnswer] = [:]
}

extension DayService {
    /// The history in the present state of the store.
    func history() throws -> DayHistory { try current().history }

    /// Requests that come together read the store once.
    private func current() throws -> KnownHistory {
        let stamp = store.stamp
        return try known.withLock { known in
            if let known, known.stamp == stamp { return known }
            let timeline = try store.readApart { try $0.timeline(during: nil, withPaths: false) }
            let new = KnownHistory(
                stamp: stamp, history: DayHistory(timeline ?? TimelineDocument(items: []), in: zone))
            known = new
            return new
        }
    }

    /// An answer that depends on the history alone, made once for each state of the store.
    package func kept(_ name: String, _ make: (DayHistory) throws -> ServedAnswer) throws -> ServedAnswer {
        let current = try current()
        if let answer = current.answers[name] { return answer }
        let answer = try make(current.history)
        known.withLock { known in if known?.stamp == current.stamp { known?.answers[name] = answer } }
        return answer
    }
}
