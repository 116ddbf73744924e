// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Decodes Gaitway's samples (FORMAT.md): one JSON object per line, after a header.
package struct SampleLines: Sendable {
    /// The session of the header; nil before the header.
    package private(set) var session: String?
    private var device: String?
    private var line = 0

    private static let version = 1

    /// A decoder that expects the header.
    package init() {}

    /// Decodes whole lines, which follow those of the last call.
    ///
    /// - Throws: `InputError` with the first line that breaks the format. The call's readings are then lost.
    package mutating func message(_ bytes: [UInt8]) throws(InputError) -> LiveMessage {
        var message = LiveMessage()
        var isEmpty = true
        var rest = bytes[...]
        while !rest.isEmpty {
            let text = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[text.endIndex...].dropFirst()
            line += 1
            guard text.contains(where: { $0 != 32 && $0 != 13 && $0 != 9 }) else { continue }
            isEmpty = false
            do throws(InputError) {
                try read(Array(text), into: &message)
            } catch {
                var placed = error
                placed.line = line
                placed.column = error.column
                throw placed
            }
        }
        guard !isEmpty else { throw .empty("there are no samples") }
        message.session = session
        message.device = device
        return message
    }

    private mutating func read(_ text: [UInt8], into message: inout LiveMessage) throws(InputError) {
        var fields = SampleFields()
        try fields.read(text)
        guard session != nil else {
            guard fields.kind == "samples" else {
                throw .unsupported(
                    "the first line is not a header",
                    remedy: "begin with {\"gaitway\":\"samples\",\"version\":\(Self.version),\"session\":\"…\"}")
            }
            guard fields.version == Self.version else {
                throw .unsupported(
                    "version \(fields.version.map { String($0) } ?? "none") of the samples is not known",
                    remedy: "write version \(Self.version)")
            }
            guard let session = fields.session, !session.isEmpty else {
                throw .malformed("the header has no \"session\"")
            }
            self.session = session
            device = fields.device
            message.number = fields.message
            return
        }
        guard fields.kind == nil else { throw .malformed("the header is repeated") }
        try fields.add(to: &message)
    }
}

/// The fields of one line.
private struct SampleFields {
    var kind: String?
    var version: Int?
    var session: String?
    var device: String?
    var message: Int?
    private var sensor: String?
    private var time: Int64?
    private var numbers: [String: Double] = [:]

    private static let sensors: [String: LiveSensor] = [
        "acceleration": .acceleration, "linear": .linearAcceleration, "gravity": .gravity,
        "rotation": .rotationRate, "pressure": .pressure,
    ]

    mutating func read(_ text: [UInt8]) throws(InputError) {
        var fields = self
        var reader = JSONReader(text)
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "gaitway": fields.kind = try reader.string()
            case "version": fields.version = try reader.integer()
            case "session": fields.session = try reader.string()
            case "device": fields.device = try reader.string()
            case "message": fields.message = try reader.integer(in: .any)
            case "sensor": fields.sensor = try reader.string()
            case "ns": fields.time = Int64(try reader.integer(in: .any))
            case "time":
                let text = try reader.numberText()
                guard let time = Self.nanoseconds(seconds: text) else {
                    throw reader.fault("the time \(QuotedText.text(text)) is out of range")
                }
                fields.time = time
            case "x", "y", "z", "value", "latitude", "longitude", "altitude", "speed", "course", "accuracy":
                if !reader.takeNull() { fields.numbers[key] = try reader.number() }
            default: throw .malformed("the key \(quoted: key) is not known")
            }
        }
        try reader.expectEnd()
        self = fields
    }

    func add(to message: inout LiveMessage) throws(InputError) {
        guard let sensor else { throw .malformed("the line has no \"sensor\"") }
        guard let time else { throw .malformed("the line has no \"time\" or \"ns\"") }
        let before = message.unreadable
        if sensor == "location" {
            message.add(
                Location(
                    elapsed: .zero, latitude: try number("latitude"), longitude: try number("longitude"),
                    altitude: numbers["altitude"], speed: numbers["speed"], course: numbers["course"],
                    horizontalAccuracy: numbers["accuracy"]),
                time: time)
        } else if let kind = Self.sensors[sensor] {
            if kind == .pressure {
                message.add(kind, time: time, x: try number("value"), y: 0, z: 0)
            } else {
                message.add(kind, time: time, x: try number("x"), y: try number("y"), z: try number("z"))
            }
        } else {
            throw .malformed(
                "the sensor \(quoted: sensor) is not known",
                remedy: "the sensors are acceleration, linear, gravity, rotation, pressure and location")
        }
        guard message.unreadable == before else {
            message.unreadable = before
            throw .malformed("no sensor can measure this value")
        }
    }

    private func number(_ key: String) throws(InputError) -> Double {
        guard let number = numbers[key] else { throw .malformed("the line has no \(quoted: key)") }
        return number
    }

    /// A decimal number of seconds in nanoseconds, without rounding through `Double`; nil if it is out of range.
    private static func nanoseconds(seconds text: String) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, !text.contains("e"), !text.contains("E"), let whole = Int64(parts[0], in: 0...Int64.max)
        else { return Double(text).flatMap { Int64(($0 * 1e9).rounded(), in: .any) } }
        let decimals = parts.count == 2 ? String((parts[1] + "000000000").prefix(9)) : "0"
        let (product, overflow) = whole.multipliedReportingOverflow(by: Nanoseconds.perSecond)
        guard let part = Int64(decimals, in: 0...999_999_999), !overflow else { return nil }
        let (sum, second) = product.addingReportingOverflow(part)
        return second ? nil : isNegative ? -sum : sum
    }
}
