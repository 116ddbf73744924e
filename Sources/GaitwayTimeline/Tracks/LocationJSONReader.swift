// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// JSON in which objects have a latitude, a longitude and a time under usual names, at any depth: Traccar's positions,
/// Polarsteps' locations, Home Assistant's history, the plugin of Transistor Software, and others.
///
/// The position and its details may lie in `coords`, `attributes` or `location` beside the time. An activity's `type`
/// in Android's words is a report. An object that has a position and no time, or the other way round, holds no fix.
enum LocationJSONReader {
    private static let latitudes = ["latitude", "lat"]
    private static let longitudes = ["longitude", "lon", "lng", "long"]
    private static let inner = [
        "coords", "attributes", "location", "position", "coordinate", "loc", "a",
    ]
    private static let accuracies = ["accuracy", "gps_accuracy", "horizontalAccuracy", "horizontal_accuracy", "acc"]
    private static let devices = ["deviceId", "device_id", "entity_id", "tid"]
    private static let deepest = 64

    static func track(_ bytes: [UInt8]) throws(InputError) -> Track {
        if StravaStreams.looksLike(bytes) { return try StravaStreams.track(bytes) }
        var builder = TrackBuilder(format: .locationJSON)
        try builder.readUntilCut { (builder) throws(InputError) in
            var reader = JSONReader(bytes)
            while !reader.isAtEnd() { try add(array: &reader, to: &builder) }
        }
        do throws(InputError) { return try builder.track() } catch {
            guard error.code == .empty, let fault = TrackShape.fault(bytes) else { throw error }
            throw fault
        }
    }

    /// Whether a JSON text has keys for both coordinates and a time.
    static func looksLike(_ text: String) -> Bool {
        func has(_ keys: [String]) -> Bool { keys.contains { text.contains("\"" + $0 + "\"") } }
        return has(latitudes) && has(longitudes) && has(LocationWords.timeKeys)
    }

    /// Adds the elements of an array one by one, so that a file that was cut gives those before the cut.
    private static func add(array reader: inout JSONReader, to builder: inout TrackBuilder) throws(InputError) {
        if reader.peek() == UInt8(ascii: "[") {
            try reader.array { (reader) throws(InputError) in add(try reader.element(), depth: 0, to: &builder) }
        } else if reader.peek() == UInt8(ascii: "{") {
            var members: [JSONElement.Member] = []
            let line = reader.line()
            try reader.object { (key, reader) throws(InputError) in
                if reader.peek() == UInt8(ascii: "[") {
                    try reader.array { (reader) throws(InputError) in
                        add(try reader.element(), depth: 0, to: &builder)
                    }
                } else {
                    members.append(.init(key: key, value: try reader.element()))
                }
            }
            add(JSONElement(content: .object(members), line: line), depth: 0, to: &builder)
        } else {
            _ = try reader.element()
        }
    }

    private static func add(_ element: JSONElement, depth: Int, to builder: inout TrackBuilder) {
        guard depth < deepest else { return }
        if let elements = element.elements {
            for element in elements { add(element, depth: depth + 1, to: &builder) }
            return
        }
        guard let members = element.members else { return }
        if let place = position(in: element),
            let time = (element.first(of: LocationWords.timeKeys) ?? place.first(of: LocationWords.timeKeys))?.value
        {
            return builder.addRecord { (builder) throws(InputError) in
                try add(place, at: time, of: element, to: &builder)
            }
        }
        for member in members { add(member.value, depth: depth + 1, to: &builder) }
    }

    /// The object with both coordinates: this one, or one in it.
    private static func position(in element: JSONElement) -> JSONElement? {
        ([element] + inner.compactMap { element[$0] }).first {
            $0.first(of: latitudes) != nil && $0.first(of: longitudes) != nil
        }
    }

    private static func add(
        _ place: JSONElement, at time: JSONElement, of element: JSONElement, to builder: inout TrackBuilder
    ) throws(InputError) {
        func number(_ keys: [String]) -> Double? {
            (place.first(of: keys) ?? element.first(of: keys))?.value.writtenNumber
        }
        guard let moment = TrackTime.moment(time) else { throw TrackTime.fault(line: time.line) }
        if let text = time.text { try builder.noteClock(text, line: time.line) }
        guard let latitude = place.first(of: latitudes)?.value.writtenNumber,
            let longitude = place.first(of: longitudes)?.value.writtenNumber
        else { return builder.count(.withoutPosition) }
        if let device = element.first(of: devices)?.value {
            builder.devices.begin(device.text ?? device.number.map { $0.description } ?? "")
        }
        // Traccar's speeds are knots; it alone has a time of the fix.
        let knots = element["fixTime"] == nil ? 1 : 1852 / 3600.0
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: number(["altitude", "alt"]),
            speed: number(["speed"]).map { $0 * knots }, course: number(["course", "heading", "bearing"]),
            accuracy: number(accuracies))
        builder.addFix(fields, at: moment.sinceEpoch, line: element.line)
        guard let activity = element["activity"], let word = activity["type"]?.text,
            let flags = ActivityWords.flags(word)
        else { return }
        builder.addReport(
            flags, Confidence(androidPercent: activity["confidence"]?.writtenNumber ?? 0), start: moment)
    }
}
