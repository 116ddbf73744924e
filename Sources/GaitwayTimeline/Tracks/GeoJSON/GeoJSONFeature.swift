// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The parts of a feature that a track needs; its members may come in any order.
struct GeoJSONFeature {
    /// The line on which it begins.
    let line: Int
    /// The type of its geometry.
    private(set) var type: String?
    private(set) var coordinates: GeoJSONCoordinates?
    /// The properties with a known name; objects and arrays among them are empty.
    private(set) var properties = JSONElement(content: .object([]), line: 1)
    private var listedTimes: [String: GeoJSONTimes] = [:]
    private var coordinateTimes: GeoJSONTimes?

    static let altitudeKeys = ["altitude", "elevation", "ele"]
    static let courseKeys = ["course", "bearing", "heading"]
    static let accuracyKeys = ["horizontal_accuracy", "horizontalAccuracy", "accuracy", "acc"]
    private static let listKeys = ["coordTimes", "times", "timestamps"]
    private static let known = Set(LocationWords.timeKeys + altitudeKeys + courseKeys + accuracyKeys + ["speed"])
    private static let tracks: Set<String> = ["Point", "MultiPoint", "LineString", "MultiLineString"]

    init(line: Int) { self.line = line }

    /// The times of a line's positions; nil for none.
    var times: GeoJSONTimes? {
        for key in Self.listKeys {
            if let times = listedTimes[key] { return times }
        }
        return coordinateTimes
    }

    /// Reads the value of a member.
    ///
    /// - Parameter depth: the number of values that it lies in.
    mutating func readMember(_ key: String, from reader: inout JSONStreamReader, depth: Int) throws(InputError) {
        let isObject = try reader.peek() == UInt8(ascii: "{")
        switch key {
        case "geometry" where isObject: try readGeometry(&reader, depth: depth)
        case "properties" where isObject: try readProperties(&reader, depth: depth)
        default: _ = try reader.shallowElement(depth: depth)
        }
    }

    private mutating func readGeometry(_ reader: inout JSONStreamReader, depth: Int) throws(InputError) {
        var (type, coordinates): (String?, GeoJSONCoordinates?) = (nil, nil)
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "type": type = try reader.shallowElement(depth: depth + 1).text
            case "coordinates" where type.map { Self.tracks.contains($0) } ?? true:
                coordinates = try GeoJSONCoordinates.read(from: &reader, depth: depth + 1)
            default: _ = try reader.shallowElement(depth: depth + 1)
            }
        }
        (self.type, self.coordinates) = (type, coordinates)
    }

    private mutating func readProperties(_ reader: inout JSONStreamReader, depth: Int) throws(InputError) {
        var members: [JSONElement.Member] = []
        var (listed, nested): ([String: GeoJSONTimes], GeoJSONTimes?) = ([:], nil)
        try reader.object { (key, reader) throws(InputError) in
            if Self.listKeys.contains(key) {
                listed[key] = try GeoJSONTimes.read(from: &reader, depth: depth + 1)
            } else if key == "coordinateProperties", try reader.peek() == UInt8(ascii: "{") {
                try reader.object { (key, reader) throws(InputError) in
                    if key == "times" {
                        nested = try GeoJSONTimes.read(from: &reader, depth: depth + 2)
                    } else {
                        _ = try reader.shallowElement(depth: depth + 2)
                    }
                }
            } else {
                let value = try reader.shallowElement(depth: depth + 1)
                if Self.known.contains(key) { members.append(.init(key: key, value: value)) }
            }
        }
        properties.content = .object(members)
        (listedTimes, coordinateTimes) = (listed, nested)
    }
}
