// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The time zones of a person's way: each moment has the clock of where the person was.
///
/// A zone holds from the begin of an item there to the begin of an item elsewhere. So a flight has the clock of
/// its airport of departure, and ends when the clocks of the other one begin to hold. Each moment belongs to one day: a
/// day ends at the midnight of where the person is then. It is longer than 24 h after a way to the west, and shorter
/// after one to the east. Where clocks go back to the day before, at the date line, the day goes on; a date that a way
/// skips has no day.
package struct TravelZones: Sendable {
    private struct Leg {
        var start: Timestamp
        var zone: LocalZone
    }

    /// At least one, in time order. The first holds before its start, too.
    private let legs: [Leg]
    /// Zones of the gazetteer that the machine does not know, in alphabetical order; the zone before holds on.
    package let unknown: [String]

    /// One zone everywhere.
    package init(_ zone: LocalZone) {
        legs = [Leg(start: Timestamp(nanoseconds: .min), zone: zone)]
        unknown = []
    }

    /// The zones of a way.
    ///
    /// - Parameters:
    ///   - positions: in time order.
    ///   - otherwise: the zone of a way that is far from all towns.
    package init(_ positions: [TimedPosition], otherwise: LocalZone) {
        var legs: [Leg] = []
        var zones: [String: LocalZone] = [:]
        var unknown: Set<String> = []
        var names: [Cell: String?] = [:]
        for position in positions {
            let cell = Cell(position)
            let name = names[cell] ?? Gazetteer.builtIn.timeZone(position.latitude, position.longitude)
            names[cell] = .some(name)
            guard let name, name != legs.last?.zone.name, !unknown.contains(name) else { continue }
            guard let zone = zones[name] ?? (try? LocalZone(name: name)) else {
                unknown.insert(name)
                continue
            }
            zones[name] = zone
            legs.append(Leg(start: position.time, zone: zone))
        }
        if legs.isEmpty { legs = [Leg(start: Timestamp(nanoseconds: .min), zone: otherwise)] }
        legs[0].start = Timestamp(nanoseconds: .min)
        self.legs = legs
        self.unknown = unknown.sorted()
    }

    /// About a kilometre: positions within it share their zone.
    private struct Cell: Hashable {
        let north: Int
        let east: Int

        init(_ position: TimedPosition) {
            north = Int(clamping: (position.latitude * 100).rounded())
            east = Int(clamping: (position.longitude * 100).rounded())
        }
    }

    private func index(at time: Timestamp) -> Int { max(0, legs.partitioningIndex { $0.start > time } - 1) }

    private func end(of index: Int) -> Timestamp {
        index + 1 < legs.count ? legs[index + 1].start : Timestamp(nanoseconds: .max)
    }

    // MARK: The clock

    /// The zone at a moment.
    package func zone(at time: Timestamp) -> LocalZone { legs[index(at: time)].zone }

    /// The name of the zone if it is the only one.
    package var onlyName: String? {
        let first = legs[0].zone.name
        return legs.allSatisfy { $0.zone.name == first } ? first : nil
    }

    /// Seconds to add to UTC at a moment.
    package func offset(at time: Timestamp) -> Int { zone(at: time).offset(at: time) }

    /// `2026-05-01`, `10:00:12` and `+02:00`, by the clock at a moment.
    package func parts(of time: Timestamp) -> (date: String, clock: String, offset: String) {
        zone(at: time).parts(of: time)
    }

    /// `2026-05-01 10:00:12`, by the clock at a moment.
    package func text(of time: Timestamp) -> String { zone(at: time).text(of: time) }

    /// The moments at which the person's clock showed a time, which is given as if the zone were UTC.
    package func moments(of local: Timestamp) -> [Timestamp] {
        let reach = Duration.seconds(86_400)
        return (index(at: local - reach)...index(at: local + reach)).flatMap { index in
            legs[index].zone.moments(of: local).filter { $0 >= legs[index].start && $0 < end(of: index) }
        }
    }

    /// Seconds to add to UTC from each moment on, until `end`; the first hold before it, too.
    package func offsets(from start: Timestamp, to end: Timestamp) -> [(start: Timestamp, seconds: Int)] {
        var offsets: [(start: Timestamp, seconds: Int)] = []
        for index in index(at: start)...index(at: max(start, end)) {
            let (first, last) = (max(start, legs[index].start), min(end, self.end(of: index)))
            for change in legs[index].zone.offsets(from: first, to: last)
            where change.seconds != offsets.last?.seconds { offsets.append(change) }
        }
        return offsets
    }

    /// The names of the zones that hold during a span, in time order, each once.
    package func names(during span: TimeSpan) -> [String] {
        var names: [String] = []
        for leg in legs[index(at: span.start)...index(at: max(span.start, span.end))]
        where leg.start < span.end && !names.contains(leg.zone.name) { names.append(leg.zone.name) }
        return names
    }

    /// The zones of a day as people read them: `Europe/Zurich (+02:00), then Asia/Tokyo (+09:00)`. Zones whose clocks
    /// show the same stand once.
    package func text(during span: TimeSpan) -> String {
        var texts: [String] = []
        var last: Int?
        for index in index(at: span.start)...index(at: max(span.start, span.end)) {
            let start = max(span.start, legs[index].start)
            let offset = legs[index].zone.offset(at: start)
            guard start < span.end || texts.isEmpty, offset != last else { continue }
            texts.append("\(legs[index].zone.name) (\(LocalZone.text(ofOffset: offset)))")
            last = offset
        }
        return texts.joined(separator: ", then ")
    }

    // MARK: Days

    /// The local day at a moment, in days since 1970-01-01.
    package func day(at time: Timestamp) -> Int64 {
        let moment = TimeSpan(start: time, end: time.advanced(byNanoseconds: 1))
        return days(of: moment).first?.number ?? zone(at: time).day(at: time)
    }

    /// The day of a date, which is given in days since 1970-01-01; nil for a date that the person skipped.
    package func day(_ date: Int64) -> TimelineDay? {
        let midnight = Timestamp(wholeSeconds: date * 86_400)
        let around = TimeSpan(start: midnight - Self.margin, end: midnight + Self.margin)
        return days(of: around).first { $0.number == date }
    }

    /// More than a day and two changes of the date by a way.
    private static let margin = Duration.seconds(4 * 86_400)

    /// The days that a span touches. They follow each other without a gap.
    package func days(of span: TimeSpan) -> [TimelineDay] {
        guard span.start < span.end else { return [] }
        guard legs.count > 1 else { return legs[0].zone.days(of: span) }
        var days: [TimelineDay] = []
        let wide = TimeSpan(start: span.start - Self.margin, end: span.end + Self.margin)
        for index in index(at: wide.start)...index(at: wide.end) {
            let part = TimeSpan(start: max(wide.start, legs[index].start), end: min(wide.end, end(of: index)))
            for var day in legs[index].zone.days(of: part) {
                day.span.start = max(day.span.start, legs[index].start)
                day.span.end = min(day.span.end, end(of: index))
                guard let last = days.last, day.number <= last.number else {
                    days.append(day)
                    continue
                }
                days[days.count - 1].span.end = max(last.span.end, day.span.end)
            }
        }
        return days.filter { $0.span.overlaps(span) }
    }
}

extension VisitedPlace {
    /// Notes the nearest town; it is part of the title of a place without a name.
    package mutating func findTown() { town = Gazetteer.builtIn.nearest(latitude, longitude)?.name }
}

extension TimelineDocument {
    /// Notes the nearest town of each place.
    package mutating func findTowns() {
        for index in places.indices { places[index].findTown() }
    }
}
