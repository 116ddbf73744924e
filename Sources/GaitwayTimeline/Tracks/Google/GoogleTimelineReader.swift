// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The timeline that Google Maps exports on the phone. Android: `{"semanticSegments":[…],"rawSignals":[…],…}`; iPhone:
/// an array of segments.
///
/// A segment is a `visit`, an `activity` or a `timelinePath` of points, which Google thinned out to about one a minute.
/// Raw signals are the phone's fixes and reports of the last weeks. Positions are `"30.1°, -97.7°"` or
/// `"geo:30.1,-97.7"`; points of a path have `time` or `durationMinutesOffsetFromStartTime`; numbers may be text. Times
/// carry offsets.
enum GoogleTimelineReader {
    static func read(_ input: TrackBytes, into builder: inout TrackBuilder) throws(InputError) {
        try JSONRecords.read(input, keys: ["semanticSegments", "rawSignals"], into: &builder) {
            (reader, key, builder) throws(InputError) in
            let record = try reader.element()
            // After damage the key is uncertain, so the record's members decide.
            if record.first(of: ["position", "activityRecord", "wifiScan"]) != nil || key == "rawSignals" {
                try add(signal: record, to: &builder)
            } else {
                try add(segment: record, to: &builder)
            }
        }
    }

    private static func add(signal: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        if let record = signal["activityRecord"] {
            GoogleActivity.addReport(
                record["probableActivities"]?.elements ?? [], at: TrackTime.moment(record["timestamp"]), to: &builder)
        }
        guard let element = signal["position"] else { return }
        guard let position = GooglePosition(element) else { return builder.count(.withoutPosition) }
        guard let moment = TrackTime.moment(element["timestamp"]) else { return builder.count(.withoutTime) }
        builder.addFix(try position.fix(at: moment, element, line: element.line))
    }

    private static func add(segment: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        let span = try GoogleSpan.span(segment, line: segment.line)
        if let points = segment["timelinePath"]?.elements { try add(path: points, in: span, to: &builder) }
        if let visit = segment["visit"] { try add(visit: visit, in: span, to: &builder) }
        if let activity = segment["activity"] { try add(activity: activity, in: span, to: &builder) }
    }

    private static func add(path: [JSONElement], in span: TimeSpan, to builder: inout TrackBuilder) throws(InputError) {
        for point in path {
            guard let position = GooglePosition(point["point"]) else {
                builder.count(.withoutPosition)
                continue
            }
            let minutes = point["durationMinutesOffsetFromStartTime"]?.writtenNumber
            let offset = minutes.flatMap { $0.magnitude < 1e6 ? Duration.seconds($0 * 60) : nil }
            guard let moment = TrackTime.moment(point["time"]) ?? offset.map({ span.start + $0 }) else {
                builder.count(.withoutTime)
                continue
            }
            builder.knowledge.fixes.append(try position.fix(at: moment, nil, line: point.line))
        }
    }

    private static func add(visit: JSONElement, in span: TimeSpan, to builder: inout TrackBuilder) throws(InputError) {
        // A shop within the mall that is the visit.
        if visit["hierarchyLevel"]?.writtenNumber ?? 0 > 0 { return builder.count(.derived) }
        let candidate = visit["topCandidate"]
        guard let position = GooglePosition(candidate?["placeLocation"]) else {
            return builder.count(.withoutPosition)
        }
        try position.check(line: visit.line)
        let type = candidate?["semanticType"]?.text
        let isNamed = type.map { !$0.uppercased().hasPrefix("UNKNOWN") } ?? false
        builder.knowledge.add(
            ReportedVisit(
                span: span, latitude: position.latitude, longitude: position.longitude,
                name: isNamed ? GooglePlace.role(type) ?? type : nil,
                place: candidate?.first(of: ["placeId", "placeID"])?.value.text))
    }

    private static func add(activity: JSONElement, in span: TimeSpan, to builder: inout TrackBuilder)
        throws(InputError)
    {
        for (key, moment) in [("start", span.start), ("end", span.end)] {
            guard let position = GooglePosition(activity[key]) else { continue }
            builder.knowledge.fixes.append(try position.fix(at: moment, nil, line: activity.line))
        }
        let candidate = activity["topCandidate"]
        let word = candidate?["type"]?.text ?? "UNKNOWN_ACTIVITY_TYPE"
        builder.knowledge.moves.append(
            ReportedMove(
                span: span, kind: word, flags: ActivityWords.flags(word),
                confidence: ActivityWords.confidence(share: candidate?["probability"]?.writtenNumber),
                distance: activity["distanceMeters"]?.writtenNumber))
    }
}
