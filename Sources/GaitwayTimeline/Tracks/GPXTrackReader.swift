// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// GPX 1.0 and 1.1: the points of `trk`/`trkseg`, and the `type` of a track as the activity from its first point to its
/// last. Routes and waypoints are plans; those with times are fixes if the file lacks a track;
/// waypoints of the type `visit` are visits that gaitway wrote.
///
/// A point has `lat` and `lon`, `ele` and `time`; speed (m/s), course and accuracy come from GPX 1.0's elements or any
/// extension with such a name. Source: topografix.com, "GPX 1.1 Schema Documentation".
struct GPXTrackReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var reader = GPXTrackReader()
        do throws(InputError) { try reader.read(bytes) } catch { try reader.builder.acceptCut(error) }
        return try reader.track()
    }

    private var builder = TrackBuilder(format: .gpx)
    /// The points without a time, and the line of the first.
    private var untimed = 0
    private var firstUntimed: Int?
    /// The line of the first point before 1990.
    private var firstEarly: Int?
    /// Waypoints and points of routes that have a time.
    private var others: [(fields: FixFields, moment: Timestamp, line: Int)] = []

    private mutating func read(_ bytes: [UInt8]) throws(InputError) {
        var reader = XMLPullReader(bytes)
        guard case .start("gpx", let root) = try reader.next() else {
            throw InputError(
                .malformed, line: reader.line, problem: "this is not GPX: the root element is not gpx",
                remedy: "give a GPX 1.1 file")
        }
        let isStrava = root["creator"]?.hasPrefix("Strava") ?? false
        var kind: String?
        var span: TimeSpan?
        var path = ["gpx"]
        while let event = try reader.next() {
            switch event {
            case .start("wpt", let attributes): try addOther("wpt", attributes, &reader)
            case .start("rtept", let attributes): try addOther("rtept", attributes, &reader)
            case .start("trkpt", let attributes):
                guard let moment = try addPoint(attributes, &reader) else { continue }
                span = TimeSpan(start: min(span?.start ?? moment, moment), end: max(span?.end ?? moment, moment))
            case .start(let name, _):
                if name == "trk" { (kind, span) = (nil, nil) }
                path.append(name)
            case .text(let text) where path.suffix(2) == ["trk", "type"]: kind = (kind ?? "") + text
            case .end(let name):
                if name == "trk" {
                    let word = kind?.trimmingBlanks
                    Self.add(isStrava ? word.map { Self.stravaTypes[$0] ?? $0 } : word, span, to: &builder)
                }
                // Points within points are left at the end of the inner one.
                if path.last == name { path.removeLast() }
            default: break
            }
        }
    }

    private mutating func track() throws(InputError) -> Track {
        // Where most points have no time, the line was drawn and not recorded.
        if let firstUntimed, untimed >= builder.fixes.count {
            throw InputError(
                .unsupported, line: firstUntimed,
                problem: builder.fixes.isEmpty
                    ? "the track has no times" : "\(untimed) of \(untimed + builder.fixes.count) points have no time",
                remedy: "give a recorded track; a drawn route has no times")
        }
        if let firstEarly {
            guard builder.fixes.isEmpty else {
                throw TrackBuilder.twoClocks("times before 1990 and times of today", line: firstEarly)
            }
            throw InputError(
                .empty, line: firstEarly, problem: "the track has no true times: they lie before 1990",
                remedy: "export the recorded track; a planned route has no times")
        }
        for _ in 0..<untimed { builder.count(.withoutTime) }
        if builder.fixes.isEmpty, builder.knowledge.isEmpty, untimed == 0, !others.isEmpty {
            builder.note(.waypoints)
            for other in others { builder.addFix(other.fields, at: other.moment.sinceEpoch, line: other.line) }
        }
        // Parts of a track may stand in any order: they are sorted, and that is counted.
        return try builder.track()
    }

    /// Reads a point up to its end, and returns its time; nil for a point without one, and for one that is left out.
    private mutating func addPoint(
        _ attributes: [String: String], _ reader: inout XMLPullReader
    ) throws(InputError) -> Timestamp? {
        let line = reader.line
        var fields = FixFields(latitude: .nan, longitude: .nan)
        guard let text = try Self.readPoint(into: &fields, &reader) else {
            untimed += 1
            firstUntimed = firstUntimed ?? line
            return nil
        }
        guard let moment = TrackTime.moment(text: TrackTime.trimmed(text)) else {
            builder.leaveOut(TrackTime.fault(line: line))
            return nil
        }
        guard let latitude = attributes["lat"].flatMap({ CoordinateText.degrees($0) }),
            let longitude = attributes["lon"].flatMap({ CoordinateText.degrees($0) })
        else {
            builder.leaveOut(
                InputError(
                    .malformed, line: line, problem: "the point lacks lat or lon, or one is not a number",
                    remedy: "give both in degrees, with a decimal point"))
            return nil
        }
        (fields.latitude, fields.longitude) = (latitude, longitude)
        try builder.noteClock(TrackTime.trimmed(text), line: line)
        if moment.sinceEpoch < TrackBuilder.earliest { firstEarly = firstEarly ?? line }
        builder.addFix(fields, at: moment.sinceEpoch, line: line)
        return moment
    }

    /// Older files of Strava have numbers as the types of tracks.
    private static let stravaTypes = ["1": "ride", "4": "hike", "9": "run", "10": "walk"]

    private static func add(_ kind: String?, _ span: TimeSpan?, to builder: inout TrackBuilder) {
        guard let span, let kind, let flags = ActivityWords.flags(kind) else { return }
        builder.knowledge.moves.append(
            ReportedMove(span: span, kind: kind, flags: flags, confidence: .high, distance: nil))
    }

    /// Reads a point outside of tracks up to its end; a visit has its start as `time`, and its end in `desc`.
    private mutating func addOther(
        _ kind: String, _ attributes: [String: String], _ reader: inout XMLPullReader
    ) throws(InputError) {
        let line = reader.line
        var texts: [String: String] = [:]
        var element = ""
        reading: while let event = try reader.next() {
            switch event {
            case .start(let name, _): element = name
            case .text(let text): texts[element, default: ""] += text
            case .end(kind): break reading
            case .end: element = ""
            }
        }
        guard let start = texts["time"].flatMap({ TrackTime.moment(text: TrackTime.trimmed($0)) }),
            let latitude = attributes["lat"].flatMap({ CoordinateText.degrees($0) }),
            let longitude = attributes["lon"].flatMap({ CoordinateText.degrees($0) })
        else { return }
        guard texts["type"] == "visit",
            let end = texts["desc"].flatMap({
                $0.hasPrefix("until ") ? Timestamp(iso8601: String($0.dropFirst(6))) : nil
            }), start < end
        else {
            others.append((FixFields(latitude: latitude, longitude: longitude), start, line))
            return
        }
        builder.addVisit(
            ReportedVisit(
                span: TimeSpan(start: start, end: end), latitude: latitude, longitude: longitude, name: texts["name"]),
            line: line)
    }

    /// Reads the values of a point up to its end, and returns the text of its time.
    private static func readPoint(
        into fields: inout FixFields, _ reader: inout XMLPullReader
    ) throws(InputError) -> String? {
        var time: String?
        var element = ""
        while let event = try reader.next() {
            switch event {
            case .start(let name, _): element = name.lowercased()
            case .end("trkpt"): return time
            case .end: element = ""
            case .text(let text):
                let value = text.filter { !$0.isWhitespace }
                switch element {
                case "time": time = (time ?? "") + text
                case "ele": fields.altitude = Double(value)
                case "speed": fields.speed = Double(value)
                case "course", "bearing": fields.course = Double(value)
                case "accuracy", "hacc": fields.accuracy = Double(value)
                default: break
                }
            }
        }
        throw reader.fault("a point is not closed")
    }
}
