import MotionTypes
import TextFormats

/// Tracks in GeoJSON: points whose properties tell the time, or lines with a list of times beside the coordinates.
///
/// A point's time is `time`, `timestamp`, `datetime` or `date`; a line's times are `coordTimes`, `times`, `timestamps` or
/// `coordinateProperties.times`, one for each position. The file is read as it comes, and of a feature only numbers are kept.
enum GeoJSONTrackReader {
    static func track(_ input: TrackBytes) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .geoJSON)
        var reader = try JSONStreamReader { (buffer) throws(InputError) in try input.read(into: &buffer) }
        if try reader.peek() == UInt8(ascii: "[") {
            try readFeatures(&reader, into: &builder)
        } else {
            // A single feature is a track too.
            var whole = GeoJSONFeature(line: reader.line())
            try reader.object { (key, reader) throws(InputError) in
                if key == "features" {
                    try readFeatures(&reader, into: &builder)
                } else {
                    try whole.readMember(key, from: &reader, depth: 0)
                }
            }
            try add(whole, to: &builder)
        }
        try reader.expectEnd()
        return try builder.track()
    }

    private static func readFeatures(
        _ reader: inout JSONStreamReader, into builder: inout TrackBuilder
    ) throws(InputError) {
        try reader.array { (reader) throws(InputError) in
            guard try reader.peek() == UInt8(ascii: "{") else {
                _ = try reader.shallowElement(depth: 0)
                return
            }
            var feature = GeoJSONFeature(line: reader.line())
            try reader.object { (key, reader) throws(InputError) in
                try feature.readMember(key, from: &reader, depth: 1)
            }
            try add(feature, to: &builder)
        }
    }

    private static func add(_ feature: GeoJSONFeature, to builder: inout TrackBuilder) throws(InputError) {
        switch feature.type ?? "" {
        case "Point": try addPoint(feature, to: &builder)
        case "LineString":
            try addLine(
                feature.coordinates?.positions ?? GeoJSONPositions(), feature.times?.moments, line: feature.line,
                to: &builder)
        case "MultiLineString":
            guard let coordinates = feature.coordinates else { return }
            for index in 0..<coordinates.positions.count {
                try addLine(
                    coordinates.part(index), feature.times?.part(index), line: feature.line, to: &builder)
            }
        default: return
        }
    }

    private static func addPoint(_ feature: GeoJSONFeature, to builder: inout TrackBuilder) throws(InputError) {
        guard let position = feature.coordinates?.ownPosition else { return builder.count(.withoutPosition) }
        guard let time = feature.properties.first(of: GeoJSONFeature.timeKeys)?.value else {
            return builder.count(.withoutTime)
        }
        guard let moment = TrackTime.moment(time) else { throw TrackTime.fault(line: time.line) }
        try builder.noteClock(time.text ?? "", line: time.line)
        try add(position, feature.properties, at: moment, line: feature.line, to: &builder)
    }

    private static func addLine(
        _ positions: GeoJSONPositions, _ times: GeoJSONMoments?, line: Int, to builder: inout TrackBuilder
    ) throws(InputError) {
        guard let times else {
            throw InputError(
                .unsupported, line: line, problem: "the line has no times",
                remedy: "give a track whose line has coordTimes, one time for each position")
        }
        guard times.count == positions.count else {
            throw InputError(
                .malformed, line: line, problem: "the line has \(positions.count) positions and \(times.count) times",
                remedy: "give one time for each position")
        }
        builder.expectFixes(positions.count)
        var last: Timestamp?
        for index in 0..<positions.count {
            guard let position = positions[index] else {
                builder.count(.withoutPosition)
                continue
            }
            guard let moment = times[index] else { throw TrackTime.fault(line: times.line(of: index)) }
            try builder.noteClock(namesZone: times.namesZone(index), line: times.line(of: index))
            // The order of a line is the way that was gone.
            if let last, moment < last {
                throw TrackBuilder.outOfOrder(by: moment - last, line: times.line(of: index))
            }
            last = moment
            try add(position, nil, at: moment, line: positions.line(of: index), to: &builder)
        }
    }

    private static func add(
        _ position: GeoJSONPosition, _ properties: JSONElement?, at moment: Timestamp, line: Int,
        to builder: inout TrackBuilder
    ) throws(InputError) {
        func number(_ keys: [String]) -> Double? { properties?.first(of: keys)?.value.number }
        let fields = FixFields(
            latitude: position.latitude, longitude: position.longitude,
            altitude: position.altitude ?? number(GeoJSONFeature.altitudeKeys), speed: number(["speed"]),
            course: number(GeoJSONFeature.courseKeys), accuracy: number(GeoJSONFeature.accuracyKeys))
        builder.addFix(try fields.location(at: moment.sinceEpoch, line: line))
    }
}
