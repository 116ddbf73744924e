import MotionTypes
import TextFormats

/// Tracks in GeoJSON: points whose properties tell the time, or lines with a list of times beside the coordinates.
///
/// A point's time is `time`, `timestamp`, `datetime` or `date`; a line's times are `coordTimes`, `times`, `timestamps` or
/// `coordinateProperties.times`, one for each position.
enum GeoJSONTrackReader {
    private static let timeKeys = ["time", "timestamp", "datetime", "date"]

    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        var builder = TrackBuilder(format: .geoJSON)
        var reader = JSONReader(bytes)
        if reader.peek() == UInt8(ascii: "[") {
            try reader.array { (reader) throws(InputError) in try add(try reader.element(), to: &builder) }
        } else {
            var members: [JSONElement.Member] = []
            let line = reader.line()
            try reader.object { (key, reader) throws(InputError) in
                if key == "features" {
                    try reader.array { (reader) throws(InputError) in
                        try add(try reader.element(), to: &builder)
                    }
                } else {
                    members.append(.init(key: key, value: try reader.element()))
                }
            }
            // A single feature is a track too.
            let whole = JSONElement(content: .object(members), line: line)
            if whole["geometry"] != nil { try add(whole, to: &builder) }
        }
        try reader.expectEnd()
        return try builder.track()
    }

    private static func add(_ feature: JSONElement, to builder: inout TrackBuilder) throws(InputError) {
        guard let geometry = feature["geometry"], let type = geometry["type"]?.text else { return }
        let properties = feature["properties"]
        switch type {
        case "Point":
            guard let position = GeoJSONPosition(geometry["coordinates"]) else {
                return builder.count(.withoutPosition)
            }
            guard let time = properties?.first(of: timeKeys)?.value else {
                return builder.count(.withoutTime)
            }
            guard let moment = TrackTime.moment(time) else { throw TrackTime.fault(line: time.line) }
            try builder.noteClock(time.text ?? "", line: time.line)
            try add(position, properties, at: moment, line: feature.line, to: &builder)
        case "LineString":
            try addLine(
                geometry["coordinates"]?.elements ?? [], times(properties), line: feature.line, to: &builder)
        case "MultiLineString":
            let lines = geometry["coordinates"]?.elements ?? []
            let all = times(properties) ?? []
            for (index, line) in lines.enumerated() {
                let own = index < all.count ? all[index].elements : nil
                try addLine(line.elements ?? [], own, line: feature.line, to: &builder)
            }
        default: return
        }
    }

    private static func times(_ properties: JSONElement?) -> [JSONElement]? {
        let own = properties?.first(of: ["coordTimes", "times", "timestamps"])?.value
        return (own ?? properties?["coordinateProperties"]?["times"])?.elements
    }

    private static func addLine(
        _ positions: [JSONElement], _ times: [JSONElement]?, line: Int, to builder: inout TrackBuilder
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
        var last: Timestamp?
        for (element, time) in zip(positions, times) {
            guard let position = GeoJSONPosition(element) else {
                builder.count(.withoutPosition)
                continue
            }
            guard let moment = TrackTime.moment(time) else { throw TrackTime.fault(line: time.line) }
            try builder.noteClock(time.text ?? "", line: time.line)
            // The order of a line is the way that was gone.
            if let last, moment < last {
                throw TrackBuilder.outOfOrder(by: moment - last, line: time.line)
            }
            last = moment
            try add(position, nil, at: moment, line: element.line, to: &builder)
        }
    }

    private static func add(
        _ position: GeoJSONPosition, _ properties: JSONElement?, at moment: Timestamp, line: Int,
        to builder: inout TrackBuilder
    ) throws(InputError) {
        func number(_ keys: String...) -> Double? { properties?.first(of: keys)?.value.number }
        let fields = FixFields(
            latitude: position.latitude, longitude: position.longitude,
            altitude: position.altitude ?? number("altitude", "elevation", "ele"), speed: number("speed"),
            course: number("course", "bearing", "heading"),
            accuracy: number("horizontal_accuracy", "horizontalAccuracy", "accuracy"))
        builder.addFix(try fields.location(at: moment.sinceEpoch, line: line))
    }
}
