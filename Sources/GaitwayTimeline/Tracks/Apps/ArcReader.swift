// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Arc's timeline. Arc's own day files, `{"timelineItems":[{…,"samples":[…]}]}`; LocoKit2's exports of versions 1 and
/// 2, whose `items`, `places` and `samples` are in one file or in folders of arrays; and the arrays of samples of Arc's
/// backups.
///
/// Samples are fixes; items are stays and ways that the app found or the person corrected. Dates are ISO 8601, or
/// seconds since the start of 2001 (LocoKit2 2.0).
enum ArcReader {
    static func read(_ input: TrackBytes, into builder: inout TrackBuilder) throws(InputError) {
        try JSONRecords.read(
            input, keys: ["timelineItems", "items", "places", "samples"], into: &builder
        ) { (reader, key, builder) throws(InputError) in
            let record = try reader.element()
            if record.first(of: ["base", "isVisit", "activityType", "itemId"]) != nil, record["sampleId"] == nil {
                try add(item: record, to: &builder)
            } else if record["radiusMean"] != nil, record["name"] != nil {
                guard let identifier = record.first(of: ["id", "placeId"])?.value.text else { return }
                builder.knowledge.placeNames[identifier] = record["name"]?.text
            } else {
                try add(sample: record, to: &builder)
            }
        }
    }

    private static func moment(_ element: JSONElement?) -> Timestamp? {
        // Seconds since 2001-01-01, as the phone counts; so small a number since 1970 would lie before phones were.
        guard let number = element?.number else { return TrackTime.moment(element) }
        return TrackTime.moment(seconds: number + 978_307_200)
    }

    private static func add(item: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        for sample in item["samples"]?.elements ?? [] { try add(sample: sample, to: &builder) }
        let base = item["base"] ?? item
        guard base["deleted"]?.boolean != true, base["disabled"]?.boolean != true else { return }
        guard let start = moment(base["startDate"]), let end = moment(base["endDate"]) else {
            return builder.count(.withoutTime)
        }
        guard start <= end else {
            throw InputError(.malformed, line: item.line, problem: "the item ends before it starts")
        }
        let span = TimeSpan(start: start, end: end)
        if base["isVisit"]?.boolean == true {
            try add(visit: item, in: span, to: &builder)
        } else {
            add(trip: item, in: span, to: &builder)
        }
    }

    private static func add(visit item: JSONElement, in span: TimeSpan, to builder: inout TrackBuilder)
        throws(InputError)
    {
        let visit = item["visit"] ?? item
        let place = item["place"]
        let centre = place?["center"] ?? visit["center"] ?? visit
        guard let latitude = centre["latitude"]?.number, let longitude = centre["longitude"]?.number else {
            return builder.count(.withoutPosition)
        }
        _ = try FixFields(latitude: latitude, longitude: longitude).location(at: .zero, line: item.line)
        builder.knowledge.add(
            ReportedVisit(
                span: span, latitude: latitude, longitude: longitude,
                name: (visit["customTitle"] ?? place?["name"])?.text,
                place: (visit["placeId"] ?? place?["placeId"])?.text,
                isConfirmed: (visit["manualPlace"] ?? visit["confirmedPlace"])?.boolean == true))
    }

    private static func add(trip item: JSONElement, in span: TimeSpan, to builder: inout TrackBuilder) {
        let trip = item["trip"] ?? item
        let type = trip.first(of: ["confirmedActivityType", "classifiedActivityType", "activityType"])?.value
        let isConfirmed = trip["confirmedActivityType"] != nil || trip["manualActivityType"]?.boolean == true
        let flags =
            type?.text.flatMap(ActivityWords.flags)
            ?? type?.number.flatMap { ActivityWords.flags(locoKit: Int($0, in: .countable) ?? 0) }
        let kind =
            type?.text ?? type?.number.flatMap { Int($0, in: .countable) }.map(ActivityWords.word(locoKit:))
            ?? "unknown"
        builder.knowledge.moves.append(
            ReportedMove(
                span: span, kind: kind, flags: flags, confidence: isConfirmed ? .high : .medium,
                distance: trip["distance"]?.number))
    }

    private static func add(sample: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        guard sample["disabled"]?.boolean != true, sample["deleted"]?.boolean != true else { return }
        let location = sample["location"] ?? sample
        guard let latitude = location["latitude"]?.number, let longitude = location["longitude"]?.number else {
            // A phone asleep writes samples without a position, and they say nothing else.
            return builder.count(.withoutPosition)
        }
        guard let moment = moment(location["timestamp"] ?? sample["date"]) else { return builder.count(.withoutTime) }
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: location["altitude"]?.number,
            speed: location["speed"]?.number, course: location["course"]?.number,
            accuracy: location["horizontalAccuracy"]?.number)
        builder.addFix(try fields.location(at: moment.sinceEpoch, line: sample.line))
    }
}
