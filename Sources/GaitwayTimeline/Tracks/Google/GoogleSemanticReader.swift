// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Google Takeout's Semantic Location History: a file a month, `{"timelineObjects":[…]}`, each object an
/// `activitySegment` or a `placeVisit`.
///
/// `simplifiedRawPath` holds fixes of the phone. Google derived segments and visits from them. Without such fixes, the
/// line of a `waypointPath` or `transitPath` gives positions, at times as at one speed.
enum GoogleSemanticReader {
    static func read(_ input: TrackBytes, into builder: inout TrackBuilder) throws(InputError) {
        try JSONRecords.read(input, keys: ["timelineObjects"], into: &builder) {
            (reader, _, builder) throws(InputError) in
            let object = try reader.element()
            if let visit = object["placeVisit"] {
                try add(visit: visit, to: &builder)
            } else if let segment = object["activitySegment"] {
                try add(segment: segment, to: &builder)
            } else {
                builder.count(.withoutPosition)
            }
        }
    }

    private static func add(visit: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        try addPath(visit, to: &builder)
        let location = visit["location"]
        let span = try GoogleSpan.span(visit["duration"], line: visit.line)
        var position = GooglePosition(location)
        if position == nil, let latitude = visit["centerLatE7"]?.number, let longitude = visit["centerLngE7"]?.number {
            position = GooglePosition(latitudeE7: latitude, longitudeE7: longitude)
        }
        guard let position else { return builder.count(.withoutPosition) }
        try position.check(line: visit.line)
        builder.knowledge.add(
            ReportedVisit(
                span: span, latitude: position.latitude, longitude: position.longitude,
                name: GooglePlace.role(location?["semanticType"]?.text)
                    ?? (location?["name"] ?? location?["address"])?.text,
                place: location?["placeId"]?.text,
                isConfirmed: visit["editConfirmationStatus"]?.text == "CONFIRMED"))
    }

    private static func add(segment: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        try addPath(segment, to: &builder)
        let span = try GoogleSpan.span(segment["duration"], line: segment.line)
        for (key, moment) in [("startLocation", span.start), ("endLocation", span.end)] {
            guard let position = GooglePosition(segment[key]) else { continue }
            builder.knowledge.fixes.append(try position.fix(at: moment, nil, line: segment.line))
        }
        addLine(segment, in: span, to: &builder)
        let candidates = segment["activities"]?.elements ?? []
        let word = segment["activityType"]?.text ?? GoogleActivity.best(candidates)?.word ?? "UNKNOWN_ACTIVITY_TYPE"
        let confidence = segment["confidence"]?.text.flatMap { Confidence(name: $0.lowercased()) }
        builder.knowledge.moves.append(
            ReportedMove(
                span: span, kind: word, flags: ActivityWords.flags(word), confidence: confidence ?? .low,
                distance: segment.first(of: ["distance", "distanceMeters"])?.value.writtenNumber))
    }

    /// Adds the points of a line on roads or rails, unless the phone's fixes are there.
    private static func addLine(_ segment: JSONElement, in span: TimeSpan, to builder: inout TrackBuilder) {
        guard segment["simplifiedRawPath"]?["points"]?.elements?.isEmpty ?? true else { return }
        let points =
            segment["waypointPath"]?["waypoints"]?.elements ?? segment["transitPath"]?["transitStops"]?.elements ?? []
        func position(_ element: JSONElement?) -> GooglePosition? {
            GooglePosition(element).flatMap { $0.latitude.magnitude <= 90 && $0.longitude.magnitude <= 180 ? $0 : nil }
        }
        let inner = points.compactMap(position)
        let (start, end) = (position(segment["startLocation"]), position(segment["endLocation"]))
        let line = [start].compactMap(\.self) + inner + [end].compactMap(\.self)
        let places = line.map { SIMD2($0.longitude, $0.latitude) }
        let times = UntimedLine.times(of: places, in: span).moments.dropFirst(start == nil ? 0 : 1)
        for (point, moment) in zip(inner, times) {
            guard let fix = try? point.fix(at: moment, nil, line: segment.line) else { continue }
            builder.knowledge.fixes.append(fix)
        }
    }

    private static func addPath(_ object: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        for point in object["simplifiedRawPath"]?["points"]?.elements ?? [] {
            guard let position = GooglePosition(point) else {
                builder.count(.withoutPosition)
                continue
            }
            guard let moment = TrackTime.moment(point.first(of: ["timestamp", "timestampMs"])?.value) else {
                builder.count(.withoutTime)
                continue
            }
            builder.addFix(try position.fix(at: moment, point, line: point.line))
        }
    }
}

/// Google's roles of places.
enum GooglePlace {
    /// `Home` or `Work` for a semantic type that says so, as `INFERRED_HOME`; nil for any other.
    static func role(_ type: String?) -> String? {
        switch type?.uppercased().split(separator: "_").last {
        case "HOME": "Home"
        case "WORK": "Work"
        default: nil
        }
    }
}

/// The times of Google's objects.
enum GoogleSpan {
    /// The span between an object's start and end.
    ///
    /// - Throws: `malformed` if one of them is missing, or the end comes before the start.
    static func span(_ element: JSONElement?, line: Int) throws(InputError) -> TimeSpan {
        let start = TrackTime.moment(element?.first(of: ["startTimestamp", "startTimestampMs", "startTime"])?.value)
        let end = TrackTime.moment(element?.first(of: ["endTimestamp", "endTimestampMs", "endTime"])?.value)
        guard let start, let end else {
            throw InputError(.malformed, line: line, problem: "the record lacks the time of its start or its end")
        }
        guard start <= end else {
            throw InputError(.malformed, line: line, problem: "the record ends before it starts")
        }
        return TimeSpan(start: start, end: end)
    }
}
