// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// Timelines as text, the same in every locale.
public enum TimelineExport {
    /// Gaitway's own format, version 1, which FORMAT.md of this module describes. One item a line.
    ///
    /// - Parameters:
    ///   - document: the timeline.
    ///   - days: the days to summarise.
    ///   - timeZone: the zone of all days, an IANA name.
    ///   - localZone: the zone at a moment, for the items and days of a way across zones.
    public static func json(
        _ document: TimelineDocument, days: [TimelineDay] = [], timeZone: String? = nil,
        localZone: ((Timestamp) -> String)? = nil
    ) -> String {
        JSONWriter.line { json in
            json.object { json in
                DocumentFormat(kind: "timeline", version: 1).write(to: &json)
                if let timeZone { json.add("time_zone", timeZone) }
                list("items", document.items, to: &json) { item, json in
                    write(item, localZone?(item.span.start), to: &json)
                }
                list("places", document.places, to: &json, write)
                if !days.isEmpty {
                    list("days", days, to: &json) { day, json in
                        write(day, document.items, localZone?(day.span.start), to: &json)
                    }
                }
            }
        }
    }

    /// One item as a JSON object on one line.
    package static func json(_ item: TimelineItem) -> String { JSONWriter.text { json in write(item, nil, to: &json) } }

    /// A list of objects, one a line.
    private static func list<Element>(
        _ key: String, _ elements: [Element], to json: inout JSONWriter,
        _ write: (_ element: Element, _ json: inout JSONWriter) -> Void
    ) {
        json.newLine()
        json.array(key) { json in
            for element in elements {
                json.newLine()
                write(element, &json)
            }
        }
    }

    private static func write(_ place: VisitedPlace, to json: inout JSONWriter) {
        json.object { json in
            json.add("identifier", place.identifier)
            json.add("latitude", place.latitude, places: 7)
            json.add("longitude", place.longitude, places: 7)
            json.add("radius", place.radius, places: 1)
            json.add("name", place.name)
            if let number = place.number { json.add("number", number) }
        }
    }

    private static func write(
        _ day: TimelineDay, _ items: [TimelineItem], _ zone: String?, to json: inout JSONWriter
    ) {
        json.object { json in
            json.add("date", day.date)
            times(day.span, to: &json)
            if let zone { json.add("time_zone", zone) }
            if let steps = TimelineDay.steps(of: items, in: day.span) { json.add("steps", steps) }
            json.array("summary") { json in
                for total in day.summary(of: items) {
                    json.object { json in
                        json.add("activity", total.activity.rawValue)
                        json.add("duration", total.duration.inSeconds, places: 3)
                        json.add("distance", total.distance, places: 1)
                        unobserved(total.unobservedDistance, beside: total.distance, to: &json)
                        if let steps = total.steps { json.add("steps", steps) }
                    }
                }
            }
        }
    }

    private static func write(_ item: TimelineItem, _ zone: String?, to json: inout JSONWriter) {
        json.object { json in
            func start(_ kind: String) {
                json.add("kind", kind)
                times(item.span, to: &json)
                if let zone { json.add("time_zone", zone) }
                json.add("ongoing", item.isOngoing)
            }
            switch item {
            case .visit(let visit):
                start("visit")
                json.add("place", visit.placeIdentifier)
                if visit.isConfirmed { json.add("confirmed", true) }
                json.add("latitude", visit.latitude, places: 7)
                json.add("longitude", visit.longitude, places: 7)
                json.add("spread", visit.spread, places: 1)
                json.add("fixes", visit.fixCount)
                json.add("longest_silence", visit.longestSilence.inSeconds, places: 3)
                if let steps = visit.steps { json.add("steps", steps) }
                json.array("activities") { json in
                    for reported in visit.activities {
                        json.object { json in
                            json.add("activity", reported.activity.rawValue)
                            times(reported.span, to: &json)
                        }
                    }
                }
            case .move(let move):
                start("move")
                json.add("distance", move.distance, places: 1)
                json.array("sections") { json in
                    for section in move.sections { write(section, to: &json) }
                }
            case .gap(let gap):
                start("gap")
                json.add("displacement", gap.displacement, places: 1)
            }
        }
    }

    /// Without a path, 0 also stands for an unknown distance.
    private static func unobserved(_ metres: Double, beside distance: Double?, to json: inout JSONWriter) {
        json.add("unobserved_distance", distance == nil && metres == 0 ? nil : metres, places: 1)
    }

    private static func write(_ section: MoveSection, to json: inout JSONWriter) {
        json.object { json in
            json.add("activity", section.activity.rawValue)
            if let vehicle = section.vehicle { json.add("vehicle", vehicle.rawValue) }
            times(section.span, to: &json)
            json.add("evidence", section.evidence.rawValue)
            if let probability = section.probability, let confidence = section.confidence {
                json.add("confidence", confidence.name)
                json.add("probability", probability, places: 4)
            }
            json.add("duration", section.span.seconds, places: 3)
            json.add("distance", section.distance, places: 1)
            unobserved(section.unobservedDistance, beside: section.distance, to: &json)
            if let steps = section.steps { json.add("steps", steps) }
            json.add("mean_speed", section.meanSpeed, places: 2)
            json.add("maximum_speed", section.maximumSpeed, places: 2)
            json.array("path") { json in
                for piece in section.path {
                    json.array { json in
                        for point in piece { write(point, to: &json) }
                    }
                }
            }
        }
    }

    private static func write(_ point: PathPoint, to json: inout JSONWriter) {
        json.array { json in
            json.append(point.longitude, places: 7)
            json.append(point.latitude, places: 7)
            json.append(point.time)
            if let altitude = point.altitude { json.append(altitude, places: 1) }
        }
    }

    static func times(_ span: TimeSpan, to json: inout JSONWriter) {
        json.add("start", span.start)
        json.add("end", span.end)
    }
}
