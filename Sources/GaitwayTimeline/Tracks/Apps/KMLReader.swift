// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// KML 2.2 and 2.3 (OGC 07-147r2, 12-007r2), with Google's `gx:Track`.
///
/// Fixes are the `when` and `coord` of a track, one for one, with its `accuracy`, `speed` and `bearing` if they go with
/// it, and points with a `TimeStamp`. A point with a `TimeSpan` is a stay and a line with one is a way, as Google's
/// timeline exported them: such a line's points have no times, only its ends do. A line without any time is a drawing.
struct KMLReader {
    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var reader = KMLReader(bytes)
        do throws(InputError) { try reader.read() } catch { try reader.builder.acceptCut(error) }
        for _ in 0..<reader.untimed { reader.builder.count(.withoutTime) }
        return try reader.builder.track()
    }

    private var builder = TrackBuilder(format: .kml)
    private var xml: XMLPullReader
    private var placemark = Placemark()
    /// Points of lines and points without any time.
    private var untimed = 0
    private var firstUntimed: Int?

    /// The members of a placemark so far.
    private struct Placemark {
        var name: String?
        var category: String?
        /// Metres.
        var distance: Double?
        var when: String?
        var begin: String?
        var end: String?
        var points: [(GeoPoint, Int)] = []
        var lines: [[GeoPoint]] = []
        var line = 0
    }

    /// A track so far.
    private struct TimedTrack {
        var times: [String] = []
        var points: [GeoPoint?] = []
        var arrays: [String: [Double?]] = [:]
    }

    private struct GeoPoint {
        var latitude: Double
        var longitude: Double
        var altitude: Double?

        /// Longitude first, separated by commas or blanks.
        init?(_ text: Substring) {
            let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
            guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else { return nil }
            self.longitude = longitude
            self.latitude = latitude
            altitude = numbers.count > 2 ? numbers[2] : nil
        }
    }

    private init(_ bytes: [UInt8]) { xml = XMLPullReader(bytes) }

    private mutating func read() throws(InputError) {
        guard case .start("kml", _) = try xml.next() else {
            throw InputError(
                .malformed, line: xml.line, problem: "this is not KML: the root element is not kml",
                remedy: "give a KML file")
        }
        var path: [String] = []
        var dataName = ""
        while let event = try xml.next() {
            switch event {
            case .start("Placemark", _):
                placemark = Placemark()
                placemark.line = xml.line
                path.append("Placemark")
            case .start("Track", _): try addTrack()
            case .start(let name, let attributes):
                if name == "Data" { dataName = attributes["name"] ?? "" }
                path.append(name)
            case .end(let name):
                if name == "Placemark" { try finishPlacemark() }
                if path.last == name { path.removeLast() }
            case .text(let text): note(text, path, dataName)
            }
        }
        if builder.fixes.isEmpty, builder.knowledge.isEmpty, let firstUntimed {
            throw InputError(
                .unsupported, line: firstUntimed, problem: "the map has no times",
                remedy: "give a recorded track; a drawn line has no times")
        }
    }

    private mutating func note(_ text: String, _ path: [String], _ dataName: String) {
        let parent = path.dropLast().last
        switch path.last {
        case "name" where parent == "Placemark": placemark.name = (placemark.name ?? "") + text
        case "value" where parent == "Data" && dataName == "Category": placemark.category = text
        case "value" where parent == "Data" && dataName == "Distance": placemark.distance = Double(text.trimmingBlanks)
        case "when": placemark.when = (placemark.when ?? "") + text
        case "begin": placemark.begin = (placemark.begin ?? "") + text
        case "end": placemark.end = (placemark.end ?? "") + text
        case "coordinates":
            let tuples = text.split(whereSeparator: \.isWhitespace)
            let points = tuples.compactMap { GeoPoint($0) }
            for _ in points.count..<tuples.count { builder.count(.withoutPosition) }
            if parent == "Point", let first = points.first { placemark.points.append((first, xml.line)) }
            if parent == "LineString" { placemark.lines.append(points) }
        default: break
        }
    }

    private static func moment(_ text: String?) -> Timestamp? {
        text.flatMap { TrackTime.moment(text: TrackTime.trimmed($0)) }
    }

    private mutating func finishPlacemark() throws(InputError) {
        let mark = placemark
        placemark = Placemark()
        if let begin = Self.moment(mark.begin), let end = Self.moment(mark.end), begin <= end {
            let span = TimeSpan(start: begin, end: end)
            for (point, line) in mark.points { add(visit: point, mark, in: span, line: line) }
            for points in mark.lines {
                builder.addRecord { (builder) throws(InputError) in
                    try Self.add(move: points, mark, in: span, to: &builder)
                }
            }
            return
        }
        let when = mark.when ?? mark.begin
        let moment = Self.moment(when)
        for (point, line) in mark.points {
            guard let moment, let text = when else {
                noteUntimed(1, line)
                continue
            }
            try builder.noteClock(TrackTime.trimmed(text), line: line)
            addFix(point, at: moment, [:], line: line)
        }
        noteUntimed(mark.lines.reduce(0) { $0 + $1.count }, mark.line)
    }

    private mutating func noteUntimed(_ count: Int, _ line: Int) {
        guard count > 0 else { return }
        untimed += count
        firstUntimed = firstUntimed ?? line
    }

    private mutating func add(visit point: GeoPoint, _ mark: Placemark, in span: TimeSpan, line: Int) {
        builder.addVisit(
            ReportedVisit(
                span: span, latitude: point.latitude, longitude: point.longitude, name: mark.name, place: nil),
            line: line)
    }

    /// Adds the way along a line. Its points have no times: each gets the time at which an even pace reaches it.
    private static func add(
        move points: [GeoPoint], _ mark: Placemark, in span: TimeSpan, to builder: inout TrackBuilder
    ) throws(InputError) {
        guard !points.isEmpty else { return }
        let (moments, length) = UntimedLine.times(of: points.map { SIMD2($0.longitude, $0.latitude) }, in: span)
        var fixes: [Location] = []
        for (point, moment) in zip(points, moments) {
            fixes.append(
                try FixFields(latitude: point.latitude, longitude: point.longitude)
                    .location(at: moment.sinceEpoch, line: mark.line))
        }
        builder.knowledge.fixes += fixes
        let word = mark.category ?? mark.name ?? "unknown"
        let stated = mark.distance.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        builder.knowledge.moves.append(
            ReportedMove(
                span: span, kind: word, flags: ActivityWords.flags(word), confidence: .medium,
                distance: stated ?? length))
    }

    /// A track, up to its end.
    private mutating func addTrack() throws(InputError) {
        var track = TimedTrack()
        var element = ""
        var array = ""
        let line = xml.line
        var text = ""
        reading: while true {
            guard let event = try xml.next() else { throw xml.fault("a track is not closed") }
            switch event {
            case .start(let name, let attributes):
                element = name
                text = ""
                if name == "SimpleArrayData" { array = attributes["name"] ?? "" }
            case .text(let part): text += part
            case .end("Track"): break reading
            case .end(let name):
                guard name == element else { continue }
                switch name {
                case "when": track.times.append(TrackTime.trimmed(text))
                case "coord": track.points.append(GeoPoint(Substring(text)))
                case "value": track.arrays[array, default: []].append(Double(text))
                default: break
                }
                element = ""
            }
        }
        try add(track, line: line)
    }

    private mutating func add(_ track: TimedTrack, line: Int) throws(InputError) {
        guard track.times.count == track.points.count else {
            throw InputError(
                .malformed, line: line,
                problem: "the track has \(track.points.count) positions and \(track.times.count) times",
                remedy: "give one time for each position")
        }
        for (index, (text, point)) in zip(track.times, track.points).enumerated() {
            guard let point else {
                builder.count(.withoutPosition)
                continue
            }
            guard let moment = TrackTime.moment(text: text) else {
                noteUntimed(1, line)
                continue
            }
            try builder.noteClock(text, line: line)
            // An array of another length than the track's may belong to another track.
            let values = track.arrays.filter { $0.value.count == track.times.count }.compactMapValues { $0[index] }
            addFix(point, at: moment, values, line: line)
        }
    }

    private mutating func addFix(_ point: GeoPoint, at moment: Timestamp, _ values: [String: Double], line: Int) {
        let fields = FixFields(
            latitude: point.latitude, longitude: point.longitude, altitude: point.altitude, speed: values["speed"],
            course: values["bearing"], accuracy: values["accuracy"])
        builder.addFix(fields, at: moment.sinceEpoch, line: line)
    }
}
