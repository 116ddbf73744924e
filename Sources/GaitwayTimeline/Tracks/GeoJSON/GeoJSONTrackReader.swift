// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads tracks in GeoJSON: points with a time in their properties, or lines with a list of times beside the
/// coordinates.
///
/// A point's time is under one of ``LocationWords/timeKeys``; a line's times are `coordTimes`, `times`, `timestamps`
/// or `coordinateProperties.times`, one for each position. The file is read as it arrives, and only a feature's numbers
/// are kept.
struct GeoJSONTrackReader {
    private var builder = TrackBuilder(format: .geoJSON)
    /// The fixes so far, which are most of the memory for most files.
    private let fixes = PagedList<Location>()
    /// The number of positions of a line after which the memory of earlier ones is given back.
    private static let releaseStep = 1 << 14

    static func track(_ input: TrackBytes) throws(InputError) -> Track {
        var tracks = GeoJSONTrackReader()
        var cut: InputError?
        do throws(InputError) { try tracks.read(input) } catch { cut = error }
        tracks.builder.expectFixes(tracks.fixes.count)
        tracks.fixes.consume { tracks.builder.addFix($0) }
        if let cut { try tracks.builder.acceptCut(cut) }
        return try tracks.builder.track()
    }

    private mutating func read(_ input: TrackBytes) throws(InputError) {
        // RFC 8142 has a mark before each text.
        let mark: UInt8 = 0x1e
        let hasMarks = try input.head(1).first == mark
        var reader = try JSONStreamReader { (buffer) throws(InputError) in
            let count = try input.read(into: &buffer)
            guard hasMarks else { return count }
            for index in 0..<count where buffer[index] == mark { buffer[index] = UInt8(ascii: " ") }
            return count
        }
        if try reader.peek() == UInt8(ascii: "[") {
            try readFeatures(&reader)
        } else {
            // A single feature is a track too, and so are several, one a line.
            repeat {
                var whole = GeoJSONFeature(line: reader.line())
                try reader.object { (key, reader) throws(InputError) in
                    if key == "features" {
                        try readFeatures(&reader)
                    } else {
                        try whole.readMember(key, from: &reader, depth: 0)
                    }
                }
                try add(whole)
            } while try reader.peek() == UInt8(ascii: "{")
        }
        try reader.expectEnd()
    }

    private mutating func readFeatures(_ reader: inout JSONStreamReader) throws(InputError) {
        try reader.array { (reader) throws(InputError) in
            guard try reader.peek() == UInt8(ascii: "{") else {
                _ = try reader.shallowElement(depth: 0)
                return
            }
            var feature = GeoJSONFeature(line: reader.line())
            try reader.object { (key, reader) throws(InputError) in
                try feature.readMember(key, from: &reader, depth: 1)
            }
            try add(feature)
        }
    }

    private mutating func add(_ feature: GeoJSONFeature) throws(InputError) {
        switch feature.type ?? "" {
        case "Point": try addPoint(feature.coordinates?.ownPosition, feature)
        case "MultiPoint" where feature.times == nil:
            guard let positions = feature.coordinates?.positions else { return }
            for place in 0..<positions.count { try addPoint(positions[place], feature) }
        case "LineString", "MultiPoint":
            let positions = feature.coordinates?.positions ?? GeoJSONPositions()
            try addLine((positions, 0..<positions.count), feature.times?.whole, line: feature.line)
        case "MultiLineString":
            guard let coordinates = feature.coordinates else { return }
            for index in 0..<coordinates.positions.count {
                try addLine(coordinates.part(index), feature.times?.part(index), line: feature.line)
            }
        default: return
        }
    }

    private mutating func addPoint(_ position: GeoJSONPosition?, _ feature: GeoJSONFeature) throws(InputError) {
        guard let position else { return builder.count(.withoutPosition) }
        guard let time = feature.properties.first(of: LocationWords.timeKeys)?.value else {
            return builder.count(.withoutTime)
        }
        guard let moment = TrackTime.moment(time) else { return builder.leaveOut(TrackTime.fault(line: time.line)) }
        try builder.noteClock(time.text ?? "", line: time.line)
        add(position, feature.properties, at: moment, line: feature.line)
    }

    private mutating func addLine(
        _ positions: (list: GeoJSONPositions, places: Range<Int>),
        _ times: (list: GeoJSONMoments, places: Range<Int>)?, line: Int
    ) throws(InputError) {
        guard let times else {
            throw InputError(
                .unsupported, line: line, problem: "the line has no times",
                remedy: "give a track whose line has coordTimes, one time for each position")
        }
        guard times.places.count == positions.places.count else {
            throw InputError(
                .malformed, line: line,
                problem: "the line has \(positions.places.count) positions and \(times.places.count) times",
                remedy: "give one time for each position")
        }
        var order = TrackBuilder.Order()
        for (place, time) in zip(positions.places, times.places) {
            if place % Self.releaseStep == 0 {
                positions.list.release(before: place)
                times.list.release(before: time)
            }
            guard let position = positions.list[place] else {
                builder.count(.withoutPosition)
                continue
            }
            guard let moment = times.list[time] else {
                builder.leaveOut(TrackTime.fault(line: times.list.line(of: time)))
                continue
            }
            try builder.noteClock(namesZone: times.list.namesZone(time), line: times.list.line(of: time))
            order.add(moment.sinceEpoch, line: times.list.line(of: time))
            add(position, nil, at: moment, line: positions.list.line(of: place))
        }
        // A line's positions are in the order of the journey, or newest first.
        try order.check()
    }

    private mutating func add(
        _ position: GeoJSONPosition, _ properties: JSONElement?, at moment: Timestamp, line: Int
    ) {
        func number(_ keys: [String]) -> Double? { properties?.first(of: keys)?.value.writtenNumber }
        let fields = FixFields(
            latitude: position.latitude, longitude: position.longitude,
            altitude: position.altitude ?? number(GeoJSONFeature.altitudeKeys), speed: number(["speed"]),
            course: number(GeoJSONFeature.courseKeys), accuracy: number(GeoJSONFeature.accuracyKeys))
        do throws(InputError) { fixes.append(try fields.location(at: moment.sinceEpoch, line: line)) } catch {
            builder.leaveOut(error)
        }
    }
}
