// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Decodes the messages that Sensor Logger pushes by HTTP.
///
/// They are JSON with a `payload` of readings. Each reading has `name`, `time` (nanoseconds since 1970) and `values`.
/// The readings of `accelerometer` exclude gravity.
package enum SensorLoggerPush {
    /// Decodes a message.
    ///
    /// - Throws: `InputError` if the bytes are not such a message. An entry that cannot be read is counted and left
    ///   out.
    package static func message(_ bytes: [UInt8]) throws(InputError) -> LiveMessage {
        var reader = JSONReader(bytes)
        guard reader.peek() == UInt8(ascii: "{") else {
            throw .unsupported("the body is not a message of Sensor Logger", remedy: "it begins with {\"messageId\":…")
        }
        var message = LiveMessage()
        var hasPayload = false
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "messageId": message.number = Self.number(try Self.scalar(&reader)).map { Int(clamping: $0) }
            case "sessionId": message.session = Self.text(try Self.scalar(&reader))
            case "deviceId": message.device = Self.text(try Self.scalar(&reader))
            case "payload":
                hasPayload = true
                try reader.array { (reader) throws(InputError) in try Self.entry(&reader, into: &message) }
            default: try reader.skip()
            }
        }
        try reader.expectEnd()
        guard hasPayload else {
            throw .malformed("the message has no \"payload\"", remedy: "push from Sensor Logger, as JSON")
        }
        return message
    }

    /// The values of an entry.
    private struct Values {
        var x: Double?
        var y: Double?
        var z: Double?
        var pressure: Double?
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var speed: Double?
        var bearing: Double?
        var horizontalAccuracy: Double?
        var activity: String?

        mutating func set(_ key: String, _ value: Double) {
            switch key {
            case "x": x = value
            case "y": y = value
            case "z": z = value
            case "pressure": pressure = value
            case "latitude": latitude = value
            case "longitude": longitude = value
            case "altitude": altitude = value
            case "speed": speed = value
            case "bearing": bearing = value
            case "horizontalAccuracy": horizontalAccuracy = value
            default: break
            }
        }
    }

    private static func entry(_ reader: inout JSONReader, into message: inout LiveMessage) throws(InputError) {
        var name = ""
        var time: Int64?
        var values = Values()
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "name": name = Self.text(try Self.scalar(&reader)) ?? ""
            case "time": time = try Self.time(&reader)
            case "values":
                guard reader.peek() == UInt8(ascii: "{") else {
                    try reader.skip()
                    return
                }
                try reader.object { (key, reader) throws(InputError) in
                    if let next = reader.peek(), next == UInt8(ascii: "-") || next &- 48 < 10 {
                        values.set(key, try reader.number())
                    } else {
                        let value = try Self.scalar(&reader)
                        if key == "activity" { values.activity = value?.text?.lowercased() }
                        if let number = Self.number(value) { values.set(key, number) }
                    }
                }
            default: try reader.skip()
            }
        }
        add(name, time, values, to: &message)
    }

    private static func add(_ name: String, _ time: Int64?, _ values: Values, to message: inout LiveMessage) {
        guard let sensor = sensors[name] ?? sensors[name.lowercased()] else {
            if name.lowercased() == "location" {
                addFix(time, values, to: &message)
            } else if name.lowercased() == "activity", let time, let word = values.activity, words.contains(word),
                LiveMessage.isUsable(time)
            {
                message.activities.append(LiveMessage.Activity(time: time, word: word))
            } else {
                message.unused += 1
            }
            return
        }
        guard let time else {
            message.unreadable += 1
            return
        }
        if sensor == .pressure {
            guard let pressure = values.pressure else {
                message.unreadable += 1
                return
            }
            message.add(.pressure, time: time, x: pressure, y: 0, z: 0)
            return
        }
        guard let x = values.x, let y = values.y, let z = values.z else {
            message.unreadable += 1
            return
        }
        message.add(sensor, time: time, x: x, y: y, z: z)
    }

    private static func addFix(_ time: Int64?, _ values: Values, to message: inout LiveMessage) {
        guard let time, let latitude = values.latitude, let longitude = values.longitude else {
            message.unreadable += 1
            return
        }
        message.add(
            Location(
                elapsed: .zero, latitude: latitude, longitude: longitude, altitude: values.altitude,
                speed: values.speed, course: values.bearing, horizontalAccuracy: values.horizontalAccuracy),
            time: time)
    }

    /// The activities that a phone reports by name.
    private static let words: Set = ["stationary", "walking", "running", "cycling", "automotive", "unknown"]

    private static let sensors: [String: LiveSensor] = [
        "accelerometer": .linearAcceleration, "gravity": .gravity, "totalacceleration": .acceleration,
        "accelerometeruncalibrated": .rawAcceleration, "gyroscope": .rotationRate, "barometer": .pressure,
    ]

    /// A time in whole nanoseconds, as a number or as text. A `Double` cannot hold it exactly.
    private static func time(_ reader: inout JSONReader) throws(InputError) -> Int64? {
        guard let next = reader.peek() else { throw reader.fault("a value is missing") }
        if next == UInt8(ascii: "\"") { return Int64(try reader.string(), in: .any) }
        guard next == UInt8(ascii: "-") || next &- 48 < 10 else {
            try reader.skip()
            return nil
        }
        let text = try reader.numberText()
        return Int64(text, in: .any) ?? Double(text).flatMap { Int64($0.rounded(), in: .any) }
    }

    /// A value that is neither an object nor an array. It passes over those, since elements of a hostile one would take
    /// a hundred times its bytes.
    private static func scalar(_ reader: inout JSONReader) throws(InputError) -> JSONElement? {
        guard let next = reader.peek(), next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else {
            return try reader.element()
        }
        try reader.skip()
        return nil
    }

    private static func text(_ element: JSONElement?) -> String? {
        switch element?.content {
        case .text(let text): text
        case .number(let number): Int(number, in: .any).map { String($0) } ?? String(number)
        default: nil
        }
    }

    private static func number(_ element: JSONElement?) -> Double? {
        switch element?.content {
        case .number(let number): number.magnitude < 1e15 ? number : nil
        case .text(let text): Double(text).flatMap { $0.isFinite && $0.magnitude < 1e15 ? $0 : nil }
        default: nil
        }
    }
}
