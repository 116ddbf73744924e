// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayStore
import GaitwayTimeline

/// What the script of a timeline's page works on, as JSON: the figures that `--format json` has, with paths as short
/// text.
///
/// Times are seconds since 1970, distances metres, durations seconds. `facts`, `time`, `way` and `unseen` are what the
/// page shows of them.
struct DayPageData {
    let page: DayPage
    let months: [PeriodSums]
    /// What lies below the paths; nil if the page that shows this data has it.
    var ground: MapGround?
    /// Whether the page is one to correct the days on: places have their identifiers, items the corrections that fit.
    var isEditable = false

    var json: String {
        let places = Dictionary(
            page.timeline.places.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        return JSONWriter.object { json in
            json.add("zone", zoneText)
            json.add("selection", page.subject.selection)
            if isEditable { json.add("vehicles", Vehicle.allCases.map(\.rawValue)) }
            ground?.add(to: &json)
            json.array("offsets") { json in
                for (start, offset) in offsets {
                    json.array { json in
                        json.append(seconds: start.nanoseconds, places: 3)
                        json.append(offset)
                    }
                }
            }
            json.array("places") { json in
                for place in page.timeline.places { write(place, to: &json) }
            }
            json.array("items", of: page.timeline.items.indices) { index, json in write(index, places, to: &json) }
            json.array("days") { json in for day in page.days { write(day, to: &json) } }
            json.objects("months", months) { month, json in
                json.add("month", String(month.first.date.prefix(7)))
                json.add("title", month.first.monthName)
                totals(month.totals, to: &json)
            }
        }
    }

    /// The zones of the days.
    private var zoneText: String {
        guard let first = page.days.first, let last = page.days.last else { return "" }
        return page.zones.names(during: TimeSpan(start: first.span.start, end: last.span.end)).joined(separator: ", ")
    }

    /// Seconds to add to UTC, each from a moment on; the first holds before it, too.
    private var offsets: [(start: Timestamp, seconds: Int)] {
        guard let first = page.days.first, let last = page.days.last else { return [] }
        let start = min(page.timeline.items.first?.span.start ?? first.span.start, first.span.start)
        let end = max(page.timeline.items.last?.span.end ?? last.span.end, last.span.end)
        return page.zones.offsets(from: start, to: end)
    }

    private func write(_ place: VisitedPlace, to json: inout JSONWriter) {
        json.object { json in
            if isEditable { json.add("id", place.identifier) }
            if isEditable { json.add("name", place.name) }
            json.add("title", place.title)
            json.add("latitude", place.latitude, places: 6)
            json.add("longitude", place.longitude, places: 6)
            json.add("radius", place.radius, places: 1)
        }
    }

    private func write(_ day: TimelineDay, to json: inout JSONWriter) {
        let items = page.timeline.items
        let range = items.range(of: day.span)
        json.object { json in
            json.add("date", day.date)
            json.add("title", day.weekday + ", " + day.words)
            json.add("zones", page.zones.text(during: day.span))
            times(day.span, to: &json)
            json.add("first", range.lowerBound)
            json.add("count", range.count)
            let own = Array(items[range])
            if let steps = FigureText.steps(TimelineDay.steps(of: own, in: day.span)) { json.add("steps", steps) }
            totals(day.summary(of: own), to: &json)
        }
    }

    private func totals(_ totals: [ActivitySummary], to json: inout JSONWriter) {
        json.objects("totals", totals) { total, json in
            json.add("activity", total.activity.rawValue)
            json.add("duration", total.duration.inSeconds, places: 3)
            json.add("distance", total.distance, places: 1)
            json.add("time", FigureText.duration(total.duration.inSeconds))
            json.add("way", DayText.way(total.wholeDistance))
            if let steps = FigureText.steps(total.steps) { json.add("steps", steps) }
            if let unseen = DayText.unseen(total.unobservedDistance) { json.add("unseen", unseen) }
        }
    }

    private func times(_ span: TimeSpan, to json: inout JSONWriter) {
        json.add("start", seconds: span.start.nanoseconds, places: 3)
        json.add("end", seconds: span.end.nanoseconds, places: 3)
    }

    private func write(_ index: Int, _ places: [String: Int], to json: inout JSONWriter) {
        let item = page.timeline.items[index]
        json.object { json in
            switch item {
            case .visit(let visit):
                json.add("kind", "visit")
                times(visit.span, to: &json)
                if let place = visit.placeIdentifier.flatMap({ places[$0] }) {
                    json.add("place", place)
                } else {
                    json.add("latitude", visit.latitude, places: 6)
                    json.add("longitude", visit.longitude, places: 6)
                }
            case .move(let move):
                json.add("kind", "move")
                times(move.span, to: &json)
                json.add("distance", move.distance, places: 1)
                json.array("sections") { json in for section in move.sections { write(section, to: &json) } }
            case .gap(let gap):
                json.add("kind", "gap")
                times(gap.span, to: &json)
                if let displacement = gap.displacement { json.add("displacement", displacement, places: 1) }
            }
            if let facts = DayText.facts(of: item) { json.add("facts", facts) }
            if item.isOngoing { json.add("ongoing", true) }
            if isEditable {
                json.array("offers", of: CorrectionOffer.offers(for: index, in: page.timeline.items)) { offer, json in
                    offer.write(to: &json)
                }
            }
        }
    }

    private func write(_ section: MoveSection, to json: inout JSONWriter) {
        json.object { json in
            json.add("activity", section.activity.rawValue)
            if isEditable, let vehicle = section.vehicle { json.add("vehicle", vehicle.rawValue) }
            times(section.span, to: &json)
            json.add("distance", section.distance, places: 1)
            json.add("facts", DayText.facts(of: section))
            if let doubt = SectionDoubt(section) { json.add("doubt", doubt.words) }
            json.add("path", section.path.map { PathText.text(of: $0, from: section.span.start) })
        }
    }
}
